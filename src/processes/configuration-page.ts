import { ALL_SETTINGS } from './settings/table.ts';

/** docs/configuration.md, made from the table of settings. */
export function configurationPage(): string {
  const rows = Object.values(ALL_SETTINGS).map((spec) => {
    const marks = ['secret' in spec ? 'secret' : '', 'sandboxOnly' in spec ? 'sandbox only' : ''].filter(
      Boolean,
    );
    const meaning = marks.length > 0 ? `${spec.meaning} *(${marks.join(', ')})*` : spec.meaning;
    return `| \`${spec.name}\` | ${spec.takes} | ${spec.default} | ${meaning} |`;
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
    ...rows,
    '',
  ].join('\n');
}
