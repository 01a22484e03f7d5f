import { TERMS } from '../../invoice/terms.ts';
import { Decimal } from '../../vocabulary/decimal.ts';
import type { Description } from './descriptions.ts';

/** Members that are being read. */
export type Draft = Record<string, unknown>;

/** Puts what a pair of key and value says in its place. @returns false where no row knows the key, or its place is taken. */
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

/** What stands behind a key in brackets; nothing for another key. */
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

/** Of a list, the entry that says the same beside it and lacks the value, or a new one. */
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
    (one) => one[last] === undefined && Object.entries(besides).every(([key, said]) => one[key] === said),
  );
  if (entry) return put(entry, rest, value, besides);
  const added: Draft = {};
  entries.push(added);
  return put(added, rest, value, besides);
}

const decimalIn = (text: string): Decimal | undefined =>
  /^-?\d\d*(?:\.\d\d*)?$/.test(text) ? new Decimal(text) : undefined;
