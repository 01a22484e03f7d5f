import { TERMS } from '../../invoice/terms.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import type { Description } from './descriptions.ts';

/** Members read so far. */
export type Draft = Record<string, unknown>;

/**
 * Stores the content of a pair of key and value in its member.
 * @returns false if no row has the key, or the member is set.
 */
export function readDescription(
  rows: readonly Description[],
  into: Draft,
  key: string,
  value: string,
): boolean {
  for (const { key: known, term, way, besides } of rows) {
    const beside = besideOf(known, key, besides.length);
    if (!beside) continue;
    const read = TERMS[term].kind === 'unit-price' ? decimalIn(value) : value;
    return read !== undefined && put(into, way, read, besidesOf(besides, beside));
  }
  return false;
}

/** The text in brackets after a key; undefined for another key. */
function besideOf(known: string, key: string, most: number): readonly string[] | undefined {
  if (key === known) return [];
  const inner =
    key.startsWith(`${known} (`) && key.endsWith(')') ? key.slice(known.length + 2, -1) : undefined;
  if (inner === undefined || most === 0) return undefined;
  const blank = most === 1 ? -1 : inner.indexOf(' ');
  return blank === -1 ? [inner] : [inner.slice(0, blank), inner.slice(blank + 1)];
}

const besidesOf = (names: readonly string[], values: readonly string[]): Draft =>
  Object.fromEntries(names.slice(0, values.length).map((name, at) => [name, values[at]]));

/** In a list: sets the entry that agrees with the other members and lacks the value, or a new one. */
function put(into: Draft, [step = '', ...rest]: readonly string[], value: unknown, besides: Draft): boolean {
  const name = step.replace('[]', '');
  if (rest.length === 0) {
    if (into[name] !== undefined) return false;
    Object.assign(into, besides, { [name]: value });
    return true;
  }
  if (!step.endsWith('[]')) return put((into[name] ??= {}) as Draft, rest, value, besides);
  const entries = (into[name] ??= []) as Draft[];
  const [last = ''] = rest.slice(-1);
  const entry = entries.find(
    (one) => one[last] === undefined && Object.entries(besides).every(([key, other]) => one[key] === other),
  );
  if (entry) return put(entry, rest, value, besides);
  const added: Draft = {};
  entries.push(added);
  return put(added, rest, value, besides);
}

const decimalIn = (text: string): Decimal | undefined =>
  /^-?\d\d*(?:\.\d\d*)?$/.test(text) ? new Decimal(text) : undefined;
