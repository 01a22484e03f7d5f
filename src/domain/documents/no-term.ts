import type { Finding } from '../findings/finding.ts';
import { schemaFinding } from '../findings/schema-finding.ts';
import type { CanonicalInvoice } from '../invoice/canonical.ts';
import { brokenWhen, itemsWhere } from '../invoice/placed.ts';

/** What the canonical form can say and no document of EN 16931 can. Such an invoice is refused: nothing is dropped. */
interface Limit {
  readonly message: string;
  /** Paths of the members that have no place. */
  readonly broken: (invoice: CanonicalInvoice) => readonly string[];
}

const LIMITS: readonly Limit[] = [
  {
    message:
      "A buyer's tax number stands in the place of its company id; only one of the two can be written.",
    broken: brokenWhen(
      'buyer.tax_number',
      ({ buyer }) => buyer.taxNumber !== undefined && buyer.companyId !== undefined,
    ),
  },
  {
    message: 'This document has no place for the date of a payment in advance.',
    broken: brokenWhen('payment.prepaid_date', ({ payment }) => payment?.prepaidDate !== undefined),
  },
  {
    message: "This document has no place for a preceding invoice's route number.",
    broken: ({ precedingInvoices }) =>
      itemsWhere('preceding_invoices', 'route_number', precedingInvoices, ({ routeNumber }) =>
        Boolean(routeNumber),
      ),
  },
];

export const withoutTerm = (invoice: CanonicalInvoice): Finding[] =>
  LIMITS.flatMap(({ message, broken }) => broken(invoice).map((field) => schemaFinding(field, message)));
