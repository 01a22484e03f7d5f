import { ALL_SETTINGS } from './settings/table.ts';

const MAX_CELL = 120;

/** docs/configuration.md, made from the table of settings. */
export function configurationPage(): string {
  const rows = Object.values(ALL_SETTINGS).map((spec) => {
    const [meaning, more] = split(spec.meaning);
    const marks = ['secret' in spec ? 'secret' : '', 'sandboxOnly' in spec ? 'sandbox only' : ''].filter(
      Boolean,
    );
    const name = marks.length > 0 ? `\`${spec.name}\` _(${marks.join(', ')})_` : `\`${spec.name}\``;
    return {
      row: `| ${name} | ${spec.takes} | ${spec.default} | ${meaning} |`,
      note: more === undefined ? undefined : `- \`${spec.name}\`: ${more}`,
    };
  });
  return [
    '# Configuration',
    '',
    'Settings are environment variables; an empty one counts as unset. A value that does not fit stops the start with one',
    'sentence that names it. A sandbox-only switch stops the start of a production process.',
    '',
    'This page is made from `src/processes/settings/table.ts` and `src/adapters/rails/<route>/settings.ts` by `npm run docs`.',
    '',
    '| variable | takes | default | meaning |',
    '| --- | --- | --- | --- |',
    ...rows.map(({ row }) => row),
    '',
    '## More about some settings',
    '',
    ...rows.flatMap(({ note }) => (note === undefined ? [] : [note])),
    '',
  ].join('\n');
}

/** The first part of a meaning that is too long for a cell, and the rest. */
function split(meaning: string): readonly [first: string, more?: string] {
  if (meaning.length <= MAX_CELL) return [meaning];
  const end = ['. ', '; ', ': '].map((sign) => meaning.indexOf(sign)).find((at) => at > 0 && at < MAX_CELL);
  if (end === undefined) throw new Error(`the meaning has no end within ${MAX_CELL} characters: ${meaning}`);
  const more = meaning.slice(end + 2);
  return [`${meaning.slice(0, end)}.`, more.charAt(0).toUpperCase() + more.slice(1)];
}
