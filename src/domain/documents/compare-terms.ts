import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import type { En16931Invoice } from '../invoice/en16931.ts';
import type { Partly } from '../invoice/partly.ts';
import { TERMS } from '../invoice/terms.ts';

type Model = Partly<En16931Invoice>;

/** A term that two readings of an invoice state in another way. */
export interface TermDifference {
  readonly term: string;
  /** Positions of the entries around it in the reading that states it, outermost first; in the first one if both do. */
  readonly entry: readonly number[];
  /** In the first reading; absent if only the second has the term. */
  readonly stated?: string;
  /** In the second reading. */
  readonly value?: string;
}

/** Every term of EN 16931 in which two readings differ. Blanks around a value, and zeros at the end of a number, are no difference. */
export function compareTerms(one: Model, other: Model): readonly TermDifference[] {
  const stated = statedTerms(one);
  const values = statedTerms(other);
  const differences: TermDifference[] = [];
  for (const [key, { term, entry, value }] of stated) {
    const theirs = values.get(key)?.value;
    if (theirs === undefined) differences.push({ term, entry, stated: textOf(value) });
    else if (!isSame(value, theirs))
      differences.push({ term, entry, stated: textOf(value), value: textOf(theirs) });
  }
  for (const [key, { term, entry, value }] of values)
    if (!stated.has(key)) differences.push({ term, entry, value: textOf(value) });
  return differences;
}

interface StatedTerm {
  readonly term: string;
  readonly entry: readonly number[];
  readonly value: string | Decimal;
}

/** The terms that an invoice states, by what tells each from others. */
export function statedTerms(invoice: Model): ReadonlyMap<string, StatedTerm> {
  const terms = new Map<string, StatedTerm>();
  const times = new Map<string, number>();
  for (const [term, { path }] of Object.entries(TERMS))
    walk(invoice, path.split('.'), [], [], (keys, entry, value) => {
      const key = [term, ...keys].join(' ');
      const time = times.get(key) ?? 0;
      times.set(key, time + 1);
      // No text of an invoice holds U+0000.
      terms.set(time === 0 ? key : `${key}\0${time}`, { term, entry, value });
    });
  return terms;
}

export const textOf = (value: string | Decimal): string =>
  value instanceof Decimal ? value.toFixed() : value;

type Visit = (keys: readonly string[], entry: readonly number[], value: string | Decimal) => void;

function walk(
  around: unknown,
  [step, ...rest]: readonly string[],
  keys: readonly string[],
  entry: readonly number[],
  visit: Visit,
): void {
  if (step === undefined) {
    if (around instanceof Decimal || (typeof around === 'string' && around.trim() !== ''))
      visit(keys, entry, around);
    return;
  }
  if (typeof around !== 'object' || around === null) return;
  const name = step.replace('[]', '');
  const inner = (around as Readonly<Record<string, unknown>>)[name];
  if (!step.endsWith('[]')) return walk(inner, rest, keys, entry, visit);
  for (const [index, one] of ((inner ?? []) as readonly unknown[]).entries())
    walk(one, rest, [...keys, KEYS[name]?.(one as never) ?? String(index)], [...entry, index], visit);
}

/** Entries whose order says nothing. */
const KEYS: Readonly<Record<string, (entry: never) => string>> = {
  vatBreakdown: ({ category, rate }: { readonly category?: string; readonly rate?: Decimal }) =>
    `${category} ${rate?.toFixed() ?? '0'}`,
  // Not all its values: readers give them in different orders.
  classification: ({ code, list, version }: Readonly<Record<'code' | 'list' | 'version', string>>) =>
    `${code} ${list} ${version}`,
  ids: ({ id, scheme }: { readonly id?: string; readonly scheme?: string }) => `${id} ${scheme}`,
};

const isSame = (one: string | Decimal, other: string | Decimal): boolean =>
  one instanceof Decimal && other instanceof Decimal
    ? one.eq(other)
    : textOf(one).trim() === textOf(other).trim();
