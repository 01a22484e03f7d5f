import type { Step } from '../../app/source/json-source.ts';
import { capitalised } from '../../app/format.ts';
import { rateOf } from '../../app/source/syntax-tables.ts';
import { nameOfTerm } from '../../app/term-name.ts';
import { language, wordFor, wordsOf } from '../../app/words.ts';
import { nameOfRoute } from '../../app/routes.ts';
import type Words from '../../words/en/repair.json';
import type { Kind } from './fields.ts';
import { shownValue } from './form-fields.ts';

const say = wordsOf<typeof Words>('repair');

/**
 * A name of EN 16931 with its number; a member without one has its own. Which line it is of stands before.
 * @param value an account is named by what it is: most are IBANs.
 */
export function labelOf(path: readonly Step[], term: string | undefined, value?: string): string {
  if (path.length === 1 && path[0] === 'route') return say('head.route');
  if (isFormats(path)) return say('form.formats');
  const name = term === undefined ? undefined : isIban(term, value) ? 'IBAN' : nameOf(term);
  const label =
    name === undefined ? path.filter((step) => step !== 'document').join('.') : `${name} (${term})`;
  const line = path.indexOf('lines');
  const index = path[line + 1];
  if (name === undefined || line < 0 || typeof index !== 'number') return label + otherEntry(path, name);
  return say('label.of-line', { line: say('form.line', { n: index + 1 }), name: label });
}

/** ISO 13616: country and check digits, then letters and digits; groups may stand apart. */
const IBAN = /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/i;

const isIban = (term: string, value: string | undefined): boolean =>
  term === 'BT-84' && value !== undefined && IBAN.test(value.replace(/\s/g, ''));

/** The formats of the file: another route has formats of its own, so that a change of route takes them out. */
export const isFormats = ([first]: readonly Step[]): boolean => first === 'formats';

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

/** Of a group: "Add buyer contact". */
export function addOf(group: string): string {
  const name = wordFor('repair', `group.${group}`) ?? wordFor('terms', group);
  return capitalised(say('add', { name: name ?? group }), language.value);
}

/** Without its number, in a list of others. */
export const shortLabelOf = (term: string): string => nameOf(term) ?? term;

function nameOf(term: string): string | undefined {
  const name = nameOfTerm(term) ?? wordFor('repair', `element.${term}`) ?? nameOfSum(term);
  if (name !== undefined) return name;
  const [, whole] = /^(BT-\d+)-1$/.exec(term) ?? [];
  const wholeName = whole === undefined ? undefined : nameOf(whole);
  return wholeName === undefined ? undefined : say('label.scheme', { name: wholeName });
}

/** Of FA(3): sums by rate. */
function nameOfSum(term: string): string | undefined {
  const rate = rateOf(term);
  if (rate === undefined) return undefined;
  const kind = term.startsWith('P_13') ? 'net' : term.endsWith('W') ? 'vat-in-pln' : 'vat';
  return say(`sum.${kind}`, { rate });
}
