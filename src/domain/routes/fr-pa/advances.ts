import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Breach, EarlyRule } from '../../checks/early-rules/early-rule.ts';
import { advanceFacts, advanceRole, chargedBefore } from '../../invoice/advances.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { adapt, type Completion, withMembers } from '../../invoice/completions/completion.ts';
import { judgeOr } from '../../invoice/unjudged.ts';
import type { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { sum } from 'en16931-rules/vocabulary/decimal.ts';

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
    title: say('routes-fr-pa.only-final-invoice-settles-advance-invoices'),
    fix: say('routes-fr-pa.use-type-380-or-389-or-leave-advance'),
    broken: (invoice) => each(invoice, () => advanceRole(advanceFacts(invoice)) !== 'final'),
  },
  {
    ...RULE,
    title: say('routes-fr-pa.final-invoice-does-not-state-vat-breakdown-of'),
    fix: say('routes-fr-pa.add-vat-breakdown-to-it-category-rate-taxable'),
    broken: (invoice) => each(invoice, ({ vatBreakdown }) => vatBreakdown.length === 0),
  },
  {
    ...RULE,
    title: say('routes-fr-pa.earlier-payment-is-stated-twice-in-payment-prepaid'),
    fix: say('routes-fr-pa.leave-payment-prepaid-amount-out-it-follows-from'),
    broken: (invoice) => each(invoice, () => invoice.payment?.prepaidAmount !== undefined),
  },
  {
    ...RULE,
    title: say('routes-fr-pa.advance-invoice-is-also-in-preceding-invoices'),
    fix: say('routes-fr-pa.leave-it-out-of-preceding-invoices'),
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
  say('routes-fr-pa.advance-invoices-are-written-as-earlier-invoices-and'),
  say('invoice.EI-NOT-WRITTEN.hint-2'),
);
