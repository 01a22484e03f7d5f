import type { operations } from '../../../client/client.ts';

export type SearchQuery = operations['searchInvoices']['parameters']['query'];

export const KINDS = ['sent', 'not_taken', 'received'] as const;

/** The filters of the address besides the words. */
export const FILTERS = ['kind', 'period', 'by'] as const;

/** What the address asks for; undefined without words. A link may be old or typed: a filter that there is not is left out. */
export function searchQuery(address: URLSearchParams): SearchQuery | undefined {
  const q = address.get('q')?.trim();
  if (!q) return undefined;
  const kind = KINDS.find((each) => each === address.get('kind'));
  const days = daysOf(address.get('period'));
  const [client, after] = [address.get('client'), address.get('after')];
  return {
    q,
    ...(kind && { kind: [kind] }),
    ...(days && { ...days, by: daysAreOf(address) }),
    ...(client && { client }),
    ...(after && { after }),
  };
}

export const daysAreOf = (address: URLSearchParams): 'issue_date' | 'intake' =>
  address.get('by') === 'intake' ? 'intake' : 'issue_date';

export interface Period {
  /** Four digits. */
  readonly year: string;
  /** Two digits; left out for the whole year. */
  readonly month?: string;
}

/** `2026`, `2026-02` */
export function periodOf(text: string | null): Period | undefined {
  const [, year, month] = /^((?:19|20)\d{2})(?:-(0[1-9]|1[0-2]))?$/.exec(text ?? '') ?? [];
  return year === undefined ? undefined : { year, ...(month !== undefined && { month }) };
}

/** The first and the last day of a period. */
export function daysOf(text: string | null): { readonly from: string; readonly to: string } | undefined {
  const period = periodOf(text);
  if (!period) return undefined;
  const { year, month } = period;
  const [first, last] = month === undefined ? ['01', '12'] : [month, month];
  const end = new Date(Date.UTC(Number(year), Number(last), 0)).getUTCDate();
  return { from: `${year}-${first}-01`, to: `${year}-${last}-${end}` };
}

/** Of years: this one and as many before it as invoices are kept, and the chosen one. */
export function yearsTo(now: Date, chosen: string | undefined): readonly string[] {
  const years = Array.from({ length: 11 }, (_, ago) => String(now.getFullYear() - ago));
  return chosen === undefined || years.includes(chosen) ? years : [...years, chosen].sort().reverse();
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
