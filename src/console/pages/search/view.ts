import type { operations } from '../../../client/client.ts';
import { daysAreOf, daysOf } from '../../app/period.ts';
import { readDay } from '../../app/written-values.ts';

export type SearchQuery = operations['searchInvoices']['parameters']['query'];

export const KINDS = ['sent', 'not_taken', 'received'] as const;

/** The filters of the address besides the words. */
export const FILTERS = ['kind', 'period', 'by'] as const;

/** What the address asks for; undefined without words. A link may be old or typed: a filter that there is not is left out. */
export function searchQuery(address: URLSearchParams, now: Date, language = 'en'): SearchQuery | undefined {
  const typed = address.get('q')?.trim();
  if (!typed) return undefined;
  // The service reads 9.10.2026 itself. With slashes the day stands first but in English, which has both: a number may have them, too.
  const day = typed.includes('/') ? readDay(typed, language === 'en' ? undefined : 'fr') : undefined;
  const q = typeof day === 'object' ? day.value : typed;
  const kind = KINDS.find((each) => each === address.get('kind'));
  const days = daysOf(address.get('period'), now);
  const [client, after] = [address.get('client'), address.get('after')];
  return {
    q,
    ...(kind && { kind: [kind] }),
    ...(days && { ...days, by: daysAreOf(address) }),
    ...(client && { client }),
    ...(after && { after }),
  };
}

/** Of the list of sent invoices with the same words, client and period. */
export function listAddress(
  address: URLSearchParams,
  words: Readonly<Record<string, string>>,
): URLSearchParams {
  const days = ['period', 'by'].flatMap((name) => {
    const value = address.get(name);
    return value ? [[name, value]] : [];
  });
  return new URLSearchParams([...Object.entries(words), ...days]);
}

/** What a row shows anyway: there the words are marked. */
const SHOWN = { sent: 'buyer', not_taken: 'buyer', received: 'seller' } as const;

interface Found {
  readonly kind: (typeof KINDS)[number];
  readonly number?: string;
  readonly invoice_ref?: string;
  readonly matched_in: readonly string[];
}

/** The places of a row. A reference that is the number is no place of its own. */
export const placesOf = ({ number, invoice_ref: reference, matched_in: places }: Found): readonly string[] =>
  number === reference && places.includes('number')
    ? places.filter((place) => place !== 'reference')
    : places;

/** Those of them that a narrow row does not show. */
export const placesBeside = (row: Found): readonly string[] =>
  placesOf(row).filter((place) => !['number', 'amount', SHOWN[row.kind]].includes(place));

export const otherSide = ({ kind }: Found): string => SHOWN[kind];

interface Named {
  readonly invoice_ref?: string;
  readonly also_sent_as?: readonly string[];
  readonly network_number?: string;
  readonly matched_in: readonly string[];
}

/** What stands below the number of a row: the name by which it was found, if that is another one. */
export function nameBelow(
  { invoice_ref: first, also_sent_as: others = [], network_number: network, matched_in: places }: Named,
  q: string,
): string | undefined {
  if (network !== undefined && places.includes('network_number')) return network;
  const searched = q.toLowerCase();
  return [first ?? '', ...others].find((each) => each.toLowerCase().includes(searched)) || first;
}
