import type { Breach, EarlyRule } from '../../checks/early-rules/early-rule.ts';
import { advanceFacts, advanceRole, chargedBefore } from '../../invoice/advances.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { adapt, type Completion, withMembers } from '../../invoice/completions/completion.ts';
import { judgeOr } from '../../invoice/unjudged.ts';
import type { Decimal } from '../../vocabulary/decimal.ts';
import { sum } from '../../vocabulary/decimal.ts';

type AdvanceInvoice = CanonicalInvoice['advanceInvoices'][number];
type PrecedingInvoice = CanonicalInvoice['precedingInvoices'][number];

/** BT-3 of an advance invoice. */
export const ADVANCE = '386';

/** Settles advances, whether they are stated as such or named as earlier invoices. */
export const isBehindAdvance = (invoice: CanonicalInvoice): boolean =>
  advanceRole(advanceFacts(invoice)) === 'final' ||
  invoice.precedingInvoices.some(({ typeCode }) => typeCode === ADVANCE);

const each = ({ advanceInvoices }: CanonicalInvoice, holds: (one: AdvanceInvoice) => boolean): Breach[] =>
  advanceInvoices.flatMap((one, index) =>
    judgeOr(() => holds(one), false)
      ? [{ field: `advance_invoices[${index}]`, term: 'BT-113', fault: 'wrong' }]
      : [],
  );

const RULE = { id: 'EI-FR-ADVANCE', source: 'BR-FR', term: 'BT-113' } as const;

/** Why advance invoices cannot be taken off as paid. They are left as they are then. */
export const ADVANCE_RULES: readonly EarlyRule[] = [
  {
    ...RULE,
    title: 'Only a final invoice settles advance invoices',
    fix: 'Use type 380 or 389, or leave advance_invoices out. A correction names the corrected invoice in preceding_invoices.',
    broken: (invoice) => each(invoice, () => advanceRole(advanceFacts(invoice)) !== 'final'),
  },
  {
    ...RULE,
    title: 'The final invoice does not state the VAT breakdown of each advance invoice',
    fix: 'Add vat_breakdown to it: category, rate, taxable_amount and vat_amount as the advance invoice has them.',
    broken: (invoice) => each(invoice, ({ vatBreakdown }) => vatBreakdown.length === 0),
  },
  {
    ...RULE,
    title: 'The earlier payment is stated twice, in payment.prepaid_amount and in advance_invoices',
    fix:
      'Leave payment.prepaid_amount out: it follows from advance_invoices. If more was paid, name the advance in ' +
      'preceding_invoices with type_code 386, and state the whole paid amount in payment.prepaid_amount.',
    broken: (invoice) => each(invoice, () => invoice.payment?.prepaidAmount !== undefined),
  },
  {
    ...RULE,
    title: 'The advance invoice is also in preceding_invoices',
    fix: 'Leave it out of preceding_invoices.',
    broken: (invoice) =>
      each(invoice, ({ number }) => invoice.precedingInvoices.some((other) => other.number === number)),
  },
];

/** With VAT; undefined if an amount was refused. */
const sumCharged = (invoice: CanonicalInvoice): Decimal | undefined =>
  judgeOr(
    () => sum(chargedBefore(invoice).map(({ taxableAmount, taxAmount }) => taxableAmount.plus(taxAmount))),
    undefined,
  );

/**
 * EN 16931 takes no advances off the VAT. In France a final invoice states the whole supply, names the advance invoices as earlier
 * ones (BG-3) and takes what they charged off as paid (BT-113); BT-23 tells that they were charged with VAT (routes/fr-pa.md, 6.1).
 */
export const advancesAsPaid: Completion = (invoice) => {
  const { advanceInvoices, precedingInvoices, payment } = invoice;
  const isOpen = ADVANCE_RULES.some(({ broken }) => judgeOr(() => broken(invoice).length > 0, false));
  if (advanceInvoices.length === 0 || isOpen) return { invoice, remarks: [] };
  // By descriptor: a member that was refused stays so.
  const named = advanceInvoices.map((one) => withMembers<PrecedingInvoice>(one, { typeCode: ADVANCE }));
  const prepaidAmount = sumCharged(invoice);
  return {
    invoice: withMembers(invoice, {
      advanceInvoices: [],
      precedingInvoices: [...precedingInvoices, ...named],
      ...(prepaidAmount && { payment: withMembers(payment ?? { accounts: [] }, { prepaidAmount }) }),
    }),
    remarks: [AS_PAID],
  };
};

const AS_PAID = adapt(
  'advance_invoices',
  'BT-113',
  'The advance invoices are written as earlier invoices (BT-25), and their amounts with VAT as paid (BT-113).',
  'Nothing to change.',
);
