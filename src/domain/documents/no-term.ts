import type { Finding } from '../findings/finding.ts';
import { leftOutBy, refusedBy } from './held-by.ts';
import type { CanonicalInvoice } from '../invoice/canonical.ts';
import { brokenWhen, itemsWhere, type MemberRule } from '../invoice/placed.ts';

// What the canonical form can say and no document of EN 16931 can.

/** What the law of an invoice may ask for is refused. */
export const REFUSED: readonly MemberRule[] = [
  {
    // German invoices must name the day on which a payment in advance was received (UStG § 14 (4) no. 6).
    message: 'This document has no place for the date of a payment in advance.',
    fix: 'Say the date in invoice.notes, and leave payment.prepaid_date out.',
    broken: brokenWhen('payment.prepaid_date', ({ payment }) => payment?.prepaidDate !== undefined),
  },
];

/** What only another route needs is left out, and said to be (`EI-NOT-WRITTEN`). */
const LEFT_OUT: readonly MemberRule[] = [
  {
    message:
      "A buyer's tax number stands in the place of its company id, which is given too, so it was left out.",
    fix: 'Nothing to change; say the number in invoice.notes if the buyer needs it.',
    broken: brokenWhen(
      'buyer.tax_number',
      ({ buyer }) => buyer.taxNumber !== undefined && buyer.companyId !== undefined,
    ),
  },
  {
    message: "The route's own number of a preceding invoice has no place in this document and was left out.",
    fix: 'Nothing to change; PL-KSEF writes it.',
    broken: ({ precedingInvoices }) =>
      itemsWhere('preceding_invoices', 'route_number', precedingInvoices, ({ routeNumber }) =>
        Boolean(routeNumber),
      ),
  },
];

export const withoutTerm = (invoice: CanonicalInvoice): Finding[] => refusedBy(REFUSED, invoice);

/** What the document does not say. */
export const notWritten = (invoice: CanonicalInvoice): Finding[] => leftOutBy(LEFT_OUT, invoice);
