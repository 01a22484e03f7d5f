import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { type EarlierInvoice, keyOf, type RouteNumbers } from '../route-context.ts';
import { nipIn } from '../../documents/fa3/tax-ids.ts';

/** The invoices that it corrects, and the advance invoices that it settles. */
export function earlierWithoutNumber({
  seller,
  precedingInvoices,
  advanceInvoices,
}: CanonicalInvoice): readonly EarlierInvoice[] {
  const nip = nipIn(seller.vatId) ?? nipIn(seller.taxNumber);
  return [...precedingInvoices, ...advanceInvoices].flatMap(({ number, issueDate, routeNumber }) =>
    nip !== undefined && routeNumber === undefined && issueDate !== undefined
      ? [{ number, issueDate, seller: nip }]
      : [],
  );
}

type PrecedingInvoice = Pick<
  CanonicalInvoice['precedingInvoices'][number],
  'number' | 'issueDate' | 'routeNumber'
>;

/** The number of an earlier invoice without one, from the route's numbers. */
export const numberFor = (
  { number, issueDate, routeNumber }: PrecedingInvoice,
  numbers: RouteNumbers,
): string | null | undefined =>
  routeNumber === undefined && issueDate !== undefined
    ? rowOf(numbers, keyOf({ number, issueDate }))
    : undefined;

/** Numbers that the invoice states itself stay. */
export const withRouteNumbers = (invoice: CanonicalInvoice, numbers: RouteNumbers): CanonicalInvoice => ({
  ...invoice,
  precedingInvoices: invoice.precedingInvoices.map(withNumberOf(numbers)),
  advanceInvoices: invoice.advanceInvoices.map(withNumberOf(numbers)),
});

const withNumberOf =
  (numbers: RouteNumbers) =>
  <T extends PrecedingInvoice>(one: T): T => {
    const matchingNumber = numberFor(one, numbers);
    return matchingNumber ? { ...one, routeNumber: matchingNumber } : one;
  };
