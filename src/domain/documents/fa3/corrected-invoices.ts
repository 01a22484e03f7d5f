import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { nipIn } from './tax-ids.ts';

/** An earlier invoice that an invoice corrects (BG-3) without the number that the route gave it. */
export interface Corrected {
  /** BT-25. */
  readonly number: string;
  /** BT-26. */
  readonly issueDate: string;
  /** Of the seller, whose number it is. */
  readonly nip: string;
}

export function correctedWithoutNumber({
  seller,
  precedingInvoices,
}: CanonicalInvoice): readonly Corrected[] {
  const nip = nipIn(seller.vatId) ?? nipIn(seller.taxNumber);
  return precedingInvoices.flatMap(({ number, issueDate, routeNumber }) =>
    nip !== undefined && routeNumber === undefined && issueDate !== undefined
      ? [{ number, issueDate, nip }]
      : [],
  );
}

type PrecedingInvoice = CanonicalInvoice['precedingInvoices'][number];

/** Numbers that the route gave, each behind BT-25 and BT-26 of the invoice; null for one that is on its way to it. */
export type RouteNumbers = Readonly<Record<string, string | null>>;
export const keyOf = ({ number, issueDate }: Pick<Corrected, 'number' | 'issueDate'>): string =>
  `${issueDate} ${number}`;

/** What is known of the number of one that states none itself. */
export const numberFor = (
  { number, issueDate, routeNumber }: PrecedingInvoice,
  numbers: RouteNumbers,
): string | null | undefined =>
  routeNumber === undefined && issueDate !== undefined ? numbers[keyOf({ number, issueDate })] : undefined;

/** What the invoice states itself stays. */
export const withRouteNumbers = (invoice: CanonicalInvoice, numbers: RouteNumbers): CanonicalInvoice => ({
  ...invoice,
  precedingInvoices: invoice.precedingInvoices.map((one) => {
    const found = numberFor(one, numbers);
    return found ? { ...one, routeNumber: found } : one;
  }),
});
