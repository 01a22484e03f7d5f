import type { Finding } from '../../checks/finding.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';

/** What the canonical form can say and UBL cannot. Such an invoice is refused: nothing is dropped. */
interface Limit {
  readonly message: string;
  readonly field: string;
  readonly met: (invoice: CanonicalInvoice) => boolean;
}

const PAYMENT_DETAILS = ['reference', 'mandate', 'debitedIban'] as const;

const LIMITS: readonly Limit[] = [
  {
    field: 'buyer.tax_number',
    message:
      "A buyer's tax number stands in the place of its company id; only one of the two can be written.",
    met: ({ buyer }) => buyer.taxNumber !== undefined && buyer.companyId !== undefined,
  },
  {
    field: 'payment.means_code',
    message: 'Payment details can only be written beside a means of payment.',
    met: ({ payment }) =>
      payment !== undefined &&
      !payment.meansCode &&
      !payment.iban &&
      PAYMENT_DETAILS.some((detail) => payment[detail] !== undefined),
  },
  {
    field: 'payment.means_code',
    message: 'The due date of a credit note can only be written beside a means of payment.',
    met: ({ invoice, payment }) =>
      invoice.typeCode === '381' && invoice.dueDate !== undefined && !payment?.meansCode && !payment?.iban,
  },
  {
    field: 'payment.iban',
    message: 'BIC and account name can only be written beside an account.',
    met: ({ payment }) => Boolean(payment?.bic ?? payment?.accountName) && !payment?.iban,
  },
  {
    field: 'payment.prepaid_date',
    message: 'This document has no place for the date of a payment in advance.',
    met: ({ payment }) => payment?.prepaidDate !== undefined,
  },
  {
    field: 'preceding_invoices',
    message: "This document has no place for a preceding invoice's route number.",
    met: ({ precedingInvoices }) => precedingInvoices.some(({ routeNumber }) => routeNumber !== undefined),
  },
];

export const ublLimits = (invoice: CanonicalInvoice): Finding[] =>
  LIMITS.filter(({ met }) => met(invoice)).map(({ field, message }) => ({
    code: 'EI-SCHEMA',
    severity: 'error',
    source: 'serializer',
    message,
    field,
    whoFixes: 'us',
  }));
