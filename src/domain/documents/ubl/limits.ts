import type { Finding } from '../../findings/finding.ts';
import { brokenWhen, itemsWhere } from '../../invoice/placed.ts';
import { schemaFinding } from '../../findings/schema-finding.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';

/** What the canonical form can say and UBL cannot. Such an invoice is refused: nothing is dropped. */
interface Limit {
  readonly message: string;
  /** Paths of the members that have no place. */
  readonly broken: (invoice: CanonicalInvoice) => readonly string[];
}

const PAYMENT_DETAILS = ['reference', 'mandate', 'debitedIban'] as const;

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
    message: 'Payment details can only be written beside a means of payment.',
    broken: brokenWhen(
      'payment.means_code',
      ({ payment }) =>
        payment !== undefined &&
        !payment.meansCode &&
        !payment.iban &&
        PAYMENT_DETAILS.some((detail) => payment[detail] !== undefined),
    ),
  },
  {
    message: 'The due date of a credit note can only be written beside a means of payment.',
    broken: brokenWhen(
      'payment.means_code',
      ({ invoice, payment }) =>
        invoice.typeCode === '381' && invoice.dueDate !== undefined && !payment?.meansCode && !payment?.iban,
    ),
  },
  {
    message: 'BIC and account name can only be written beside an account.',
    broken: brokenWhen(
      'payment.iban',
      ({ payment }) => Boolean(payment?.bic ?? payment?.accountName) && !payment?.iban,
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

export const ublLimits = (invoice: CanonicalInvoice): Finding[] =>
  LIMITS.flatMap(({ message, broken }) => broken(invoice).map((field) => schemaFinding(field, message)));
