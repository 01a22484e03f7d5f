import type { CanonicalInvoice } from '../invoice/canonical.ts';
import { fieldAt } from '../invoice/canonical-places.ts';
import type { Located, Locates } from './locate.ts';

/** The place that a finding names in a built document. */
export interface DocumentPlace {
  readonly xpath?: string;
  /** The rule's term. */
  readonly term?: string;
}

/** The same place for the caller: a member of the canonical invoice, and the term that it states. */
export interface CallerPlace {
  readonly field?: string;
  readonly term?: string;
}

/**
 * Terms with the same content in different places. A rule about all of them names the first. Terms of a line stand beside their like before
 * allowances stand beside charges.
 */
const ALIKE: readonly (readonly string[])[] = [
  ['BT-18', 'BT-128'],
  ['BT-122', 'BT-17', 'BT-18', 'BT-128'],
  ['BT-29', 'BT-46', 'BT-60'],
  ['BT-30', 'BT-47', 'BT-61'],
  ['BT-31', 'BT-48', 'BT-63'],
  ['BT-34', 'BT-49'],
  ['BT-34-1', 'BT-49-1'],
  ['BT-40', 'BT-55', 'BT-69', 'BT-80'],
  ['BT-162', 'BT-163', 'BT-164', 'BT-165'],
  ['BT-130', 'BT-150'],
  ['BT-118', 'BT-95', 'BT-102', 'BT-151'],
  ...['BT-92 BT-136 BT-99 BT-141', 'BT-93 BT-137 BT-100 BT-142', 'BT-94 BT-138 BT-101 BT-143'].flatMap(pairs),
  ...['BT-97 BT-139 BT-104 BT-144', 'BT-98 BT-140 BT-105 BT-145'].flatMap(pairs),
  // The discount of a price is an allowance, too: UBL has one element for both.
  ...['BT-92 BT-147', 'BT-93 BT-148', 'BT-97 EXT-FR-FE-195', 'BT-98 EXT-FR-FE-196'].map((of) =>
    of.split(' '),
  ),
];

/** Of an allowance and its like of a line, of a charge and its like, of all four. */
function pairs(terms: string): readonly (readonly string[])[] {
  const all = terms.split(' ');
  return [all.slice(0, 2), all.slice(2), all];
}

/**
 * The term that a rule means at a place of a file, by the terms of the elements there; undefined if there are several with the same content.
 */
export function termMeant(term: string, there: readonly string[]): string | undefined {
  const alike = there.includes(term) ? [term] : alikeIn(term, there);
  return alike.length > 1 ? undefined : (alike[0] ?? term);
}

/** A place with the scheme alone is that of the identifier. */
const alikeIn = (term: string, there: readonly string[]): readonly string[] =>
  ALIKE.filter((terms) => terms.includes(term))
    .map((terms) => terms.filter((one) => there.includes(one) || there.includes(`${one}-1`)))
    .find((terms) => terms.length > 0) ?? [];

/** The member that a rule's term means, in the entry with the error. */
export function findCallerPlace(
  { xpath, term }: DocumentPlace,
  locator: Locates,
  invoice: CanonicalInvoice,
): CallerPlace {
  const located = xpath === undefined ? undefined : locator.locate(xpath);
  const meant = meantTerm(term, located?.terms ?? []);
  const indices = located?.indices ?? [];
  const field = meant === undefined ? located?.field : fieldAt(meant, indices, invoice);
  const around = field ?? (indices.length > 0 ? fieldAround(located, indices, invoice) : undefined);
  return { ...(around !== undefined && { field: around }), ...(meant !== undefined && { term: meant }) };
}

/** The rule's own term, if the place has it or could have it; else one with the same content. */
function meantTerm(term: string | undefined, there: readonly string[]): string | undefined {
  if (term === undefined) return there[0];
  if (there.includes(term)) return term;
  return alikeIn(term, there)[0] ?? term;
}

/** The entry, if the wrong value is computed: a line's net amount belongs to the line. */
function fieldAround(
  located: Located | undefined,
  indices: readonly number[],
  invoice: CanonicalInvoice,
): string | undefined {
  for (const term of located?.terms ?? []) {
    const field = fieldAt(term, indices, invoice);
    if (field?.includes('[')) return field.replace(/\.[^.\]]*$/, '');
  }
  return undefined;
}
