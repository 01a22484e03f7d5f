import {
  advanceFacts,
  type AdvanceRole,
  advanceRole,
  chargedBefore,
  isCorrectionType,
  receivedWith,
} from '../../invoice/advances.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { hasLinesBefore } from '../../invoice/line-states.ts';
import {
  breaksWhen,
  itemsWhere,
  type MemberRule,
  vatBearingWhere,
  vatGroupKey,
} from '../../invoice/placed.ts';
import { hasPricesWithVat } from '../../invoice/prices-with-vat.ts';
import { groupVatOf, orderValue } from '../../invoice/totals.ts';
import { ZERO } from '../../vocabulary/decimal.ts';

const roleOf = (invoice: CanonicalInvoice): AdvanceRole | undefined => advanceRole(advanceFacts(invoice));

const is =
  (...roles: readonly AdvanceRole[]) =>
  (invoice: CanonicalInvoice): boolean => {
    const role = roleOf(invoice);
    return role !== undefined && roles.includes(role);
  };
const isAdvance = is('advance');
const isOrder = is('advance', 'advance-correction');
const isFinal = is('final');
const isCorrected = is('advance-correction', 'final-correction');

const paymentsOf = ({ pl }: CanonicalInvoice) => pl?.paymentsReceived ?? [];

/** Restricts rules to invoices of one role. */
const ofThese =
  (holds: (invoice: CanonicalInvoice) => boolean, broken: MemberRule['broken']): MemberRule['broken'] =>
  (invoice) =>
    holds(invoice) ? broken(invoice) : [];

type AdvanceInvoice = CanonicalInvoice['advanceInvoices'][number];

const advancesWhere =
  (member: string, condition: (one: AdvanceInvoice) => boolean): MemberRule['broken'] =>
  ({ advanceInvoices }) =>
    itemsWhere('advance_invoices', member, advanceInvoices, condition);

/** Advances of a category and rate that the lines lack, or above the sum of those lines. */
const chargesTooMuch = (invoice: CanonicalInvoice): boolean => {
  const supplied = new Map(groupVatOf(invoice).map((one) => [vatGroupKey(one.category, one.rate), one]));
  return chargedBefore(invoice).some(({ category, rate, taxableAmount, taxAmount }) => {
    const lines = supplied.get(vatGroupKey(category, rate));
    return !lines || taxableAmount.gt(lines.taxableAmount) || taxAmount.gt(lines.taxAmount);
  });
};

const ORDER_PROCEDURES: ReadonlySet<string> = new Set(['I_42', 'I_63']);

/** Advance and final invoices and their corrections (routes/pl-ksef.md, 11.3). */
export const ADVANCE_REFUSALS: readonly MemberRule[] = [
  {
    message: 'The advance invoice does not state the received payments and their dates.',
    fix: 'Add pl.payments_received with date and amount (with VAT). The lines state the whole order.',
    broken: ofThese(
      isAdvance,
      breaksWhen('pl.payments_received', (invoice) => paymentsOf(invoice).length === 0),
    ),
  },
  {
    message:
      'Only an advance invoice (386), its correction and a final invoice state payments before the supply.',
    fix: 'Use type 386 for an advance, name the advance in advance_invoices on a final invoice, or leave pl.payments_received out.',
    broken: breaksWhen(
      'pl.payments_received',
      (invoice) => roleOf(invoice) === undefined && paymentsOf(invoice).length > 0,
    ),
  },
  {
    message: 'The payments of an advance invoice must be above zero and not above the value of the order.',
    fix: 'Correct the amounts (with VAT), or the lines of the order.',
    broken: ofThese(
      isAdvance,
      breaksWhen('pl.payments_received', (invoice) => {
        const received = receivedWith(invoice);
        const isNone = received.lte(ZERO) || paymentsOf(invoice).some(({ amount }) => amount.lte(ZERO));
        return paymentsOf(invoice).length > 0 && (isNone || received.gt(orderValue(invoice)));
      }),
    ),
  },
  {
    message: 'The date of a payment must not be after the date of issue.',
    fix: 'Correct the date of the payment, or the date of issue.',
    broken: (invoice) =>
      itemsWhere(
        'pl.payments_received',
        'date',
        paymentsOf(invoice),
        ({ date }) => date > invoice.invoice.issueDate,
      ),
  },
  {
    message: 'An advance for an intra-Community supply of goods (category K) is not invoiced.',
    fix: 'Issue no advance invoice for category K (art. 106b (1a) of the VAT act).',
    broken: ofThese(
      isOrder,
      vatBearingWhere('vat_category', ({ vatCategory }) => vatCategory === 'K'),
    ),
  },
  {
    message: 'An order states prices without VAT in FA(3).',
    fix: 'State unit_price, the price without VAT, on every line.',
    broken: ofThese(isOrder, (invoice) =>
      hasPricesWithVat(invoice) ? itemsWhere('lines', 'unit_price_with_vat', invoice.lines, () => true) : [],
    ),
  },
  {
    message: 'An order has no field for the procedures I_42 and I_63.',
    fix: 'Leave the procedure out; the final invoice states it.',
    broken: ofThese(isOrder, ({ lines }) =>
      itemsWhere('lines', 'pl.procedure', lines, ({ pl }) => ORDER_PROCEDURES.has(pl?.procedure ?? '')),
    ),
  },
  {
    message: 'An advance invoice states its payments in pl.payments_received.',
    fix: 'Leave payment.prepaid_amount and payment.rounding_amount out.',
    broken: ofThese(isOrder, ({ payment }) => [
      ...(payment?.prepaidAmount ? ['payment.prepaid_amount'] : []),
      ...(payment?.roundingAmount ? ['payment.rounding_amount'] : []),
    ]),
  },
  {
    message: 'An advance invoice has the dates of its payments and no period.',
    fix: 'Leave invoice.period out.',
    broken: ofThese(
      isOrder,
      breaksWhen('invoice.period', ({ invoice }) => invoice.period !== undefined),
    ),
  },
  {
    message: 'The final invoice does not state the VAT breakdown of each advance invoice.',
    fix: 'Add vat_breakdown: category, rate, taxable_amount and vat_amount as the advance invoice has them.',
    broken: ofThese(
      isFinal,
      advancesWhere('vat_breakdown', ({ vatBreakdown }) => vatBreakdown.length === 0),
    ),
  },
  {
    message: 'An advance invoice deducts no advance.',
    fix: 'Leave vat_breakdown out.',
    broken: ofThese(
      isAdvance,
      advancesWhere('vat_breakdown', ({ vatBreakdown }) => vatBreakdown.length > 0),
    ),
  },
  {
    message: 'The advances exceed the lines of their VAT category and rate.',
    fix: 'State the whole supply in lines, and correct vat_breakdown of the advances.',
    broken: ofThese(isFinal, breaksWhen('advance_invoices', chargesTooMuch)),
  },
  {
    message: 'The amounts of the advance invoices are already deducted.',
    fix: 'Leave payment.prepaid_amount out.',
    broken: ofThese(
      isFinal,
      breaksWhen(
        'payment.prepaid_amount',
        ({ payment, advanceInvoices }) =>
          payment?.prepaidAmount?.eq(
            chargedBefore({ advanceInvoices }).reduce(
              (total, { taxableAmount, taxAmount }) => total.plus(taxableAmount).plus(taxAmount),
              ZERO,
            ),
          ) ?? false,
      ),
    ),
  },
  {
    message:
      'VAT would be charged twice: the advance invoice has charged it, and this invoice charges the whole VAT again.',
    fix: 'Name the advance invoice in advance_invoices with its vat_breakdown, and leave payment.prepaid_amount out.',
    broken: breaksWhen(
      'payment.prepaid_amount',
      ({ invoice, payment, precedingInvoices }) =>
        !isCorrectionType(invoice.typeCode) &&
        payment?.prepaidAmount !== undefined &&
        precedingInvoices.some(({ typeCode }) => typeCode === '386'),
    ),
  },
  {
    message: 'One correction cannot correct advance invoices (386) and other invoices.',
    fix: 'Correct the advance invoices with a separate correction.',
    broken: ofThese(is('advance-correction'), ({ precedingInvoices }) =>
      itemsWhere('preceding_invoices', 'type_code', precedingInvoices, ({ typeCode }) => typeCode !== '386'),
    ),
  },
  {
    message:
      'The amount before the correction is missing: the amount paid before for an advance invoice, or the amount that was left to ' +
      'pay for a final invoice.',
    fix: 'Add correction.amount_before, with VAT (P_15ZK).',
    broken: ofThese(
      isCorrected,
      breaksWhen('correction.amount_before', ({ correction }) => correction?.amountBefore === undefined),
    ),
  },
  {
    message:
      'Only the correction of an advance invoice or of a final invoice has an amount before the correction.',
    fix: 'Leave correction.amount_before out, or set type_code 386 in preceding_invoices, or name the advances in advance_invoices.',
    broken: breaksWhen(
      'correction.amount_before',
      (invoice) => invoice.correction?.amountBefore !== undefined && !isCorrected(invoice),
    ),
  },
  {
    message: 'The correction of the advance invoice does not state the order before the correction.',
    fix: 'State each line before the correction with before_correction true, followed by the line after the correction.',
    broken: ofThese(
      is('advance-correction'),
      breaksWhen('lines', (invoice) => !hasLinesBefore(invoice)),
    ),
  },
  {
    message: 'Only a correction has lines before the correction.',
    fix: 'Leave before_correction out, or use type 381 or 384.',
    broken: ({ invoice, lines }) =>
      isCorrectionType(invoice.typeCode)
        ? []
        : itemsWhere(
            'lines',
            'before_correction',
            lines,
            ({ beforeCorrection }) => beforeCorrection === true,
          ),
  },
];

/** Members without legal effect. */
export const ADVANCES_LEFT_OUT: readonly MemberRule[] = [
  {
    message:
      'FA(3) names an advance invoice by its KSeF number, or else by its own number, and not by its date.',
    fix: 'Nothing to change.',
    broken: advancesWhere('issue_date', ({ issueDate }) => issueDate !== undefined),
  },
  {
    message:
      'Only a correction and the list of advance invoices have a field for the KSeF number of an earlier invoice.',
    fix: 'Nothing to change. If it is an advance invoice, name it in advance_invoices.',
    broken: ({ invoice, precedingInvoices }) =>
      isCorrectionType(invoice.typeCode)
        ? []
        : itemsWhere(
            'preceding_invoices',
            'route_number',
            precedingInvoices,
            ({ routeNumber }) => routeNumber !== undefined,
          ),
  },
];
