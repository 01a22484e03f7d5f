import type { Step } from '../../app/source/json-source.ts';
import { nameOfTerm } from '../../app/term-name.ts';
import { language, wordFor, wordsOf } from '../../app/words.ts';
import { nameOfRoute } from '../../components/route.tsx';
import type Words from '../../words/en/repair.json';
import type { Kind } from './fields.ts';
import { shownValue } from './form-fields.ts';

const say = wordsOf<typeof Words>('repair');

/** A name of EN 16931 with its number; a member without one has its own. Which line it is of stands before. */
export function labelOf(path: readonly Step[], term: string | undefined): string {
  if (path.length === 1 && path[0] === 'route') return say('head.route');
  const name = term === undefined ? undefined : nameOf(term);
  const label =
    name === undefined ? path.filter((step) => step !== 'document').join('.') : `${name} (${term})`;
  const line = path.indexOf('lines');
  const index = path[line + 1];
  if (name === undefined || line < 0 || typeof index !== 'number') return label + otherEntry(path, name);
  return say('label.of-line', { line: say('form.line', { n: index + 1 }), name: label });
}

/** A value as the reader writes it, a code with its meaning. */
export function wordOfValue(kind: Kind, value: string): string {
  if (value === '') return '–';
  if (kind === 'route') return nameOfRoute(value);
  const meaning = kind === 'category' ? wordFor('repair', `category.${value}`) : undefined;
  if (meaning !== undefined) return say('category', { code: value, meaning });
  return shownValue({ kind, value }, language.value);
}

/** The second of several notes is told from the first. */
function otherEntry(path: readonly Step[], name: string | undefined): string {
  const index = path.find((step) => typeof step === 'number');
  return name === undefined || typeof index !== 'number' ? '' : ` ${index + 1}`;
}

function nameOf(term: string): string | undefined {
  const name = nameOfTerm(term);
  if (name !== undefined) return name;
  const [, whole] = /^(BT-\d+)-1$/.exec(term) ?? [];
  const wholeName = whole === undefined ? undefined : nameOf(whole);
  return wholeName === undefined ? undefined : say('label.scheme', { name: wholeName });
}
