import type { Step } from '../../app/source/json-source.ts';
import { language, wordFor, wordsOf } from '../../app/words.ts';
import type Words from '../../words/en/repair.json';

const say = wordsOf<typeof Words>('repair');

/** A name of EN 16931 with its number; a member without one has its own. Which line it is of stands before. */
export function labelOf(path: readonly Step[], term: string | undefined): string {
  const name = term === undefined ? undefined : nameOf(term);
  const label =
    name === undefined ? path.filter((step) => step !== 'document').join('.') : `${name} (${term})`;
  const line = path.indexOf('lines');
  const index = path[line + 1];
  if (name === undefined || line < 0 || typeof index !== 'number') return label + otherEntry(path, name);
  return say('label.of-line', { line: say('form.line', { n: index + 1 }), name: label });
}

/** The second of several notes is told from the first. */
function otherEntry(path: readonly Step[], name: string | undefined): string {
  const index = path.find((step) => typeof step === 'number');
  return name === undefined || typeof index !== 'number' ? '' : ` ${index + 1}`;
}

function nameOf(term: string): string | undefined {
  const name = wordFor('repair', `term.${term}`);
  if (name !== undefined) return name.charAt(0).toLocaleUpperCase(language.value) + name.slice(1);
  const [, whole] = /^(BT-\d+)-1$/.exec(term) ?? [];
  const wholeName = whole === undefined ? undefined : nameOf(whole);
  return wholeName === undefined ? undefined : say('label.scheme', { name: wholeName });
}
