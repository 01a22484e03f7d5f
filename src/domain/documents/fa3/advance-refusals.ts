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
  brokenWhen,
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
    message: 'An advance invoice says what was received, and when.',
    fix: 'Add pl.payments_received with date and amount (with VAT); lines are the whole order.',
    broken: ofThese(
      isAdvance,
      brokenWhen('pl.payments_received', (invoice) => paymentsOf(invoice).length === 0),
    ),
  },
  {
    message:
      'Payments before the supply stand on an advance invoice (386), on its correction or on a final invoice.',
    fix: 'Use type 386 for an advance, name the advance in advance_invoices on a final invoice, or leave pl.payments_received out.',
    broken: brokenWhen(
      'pl.payments_received',
      (invoice) => roleOf(invoice) === undefined && paymentsOf(invoice).length > 0,
    ),
  },
  {
    message: 'The payments of an advance are above zero, and not above the value of the order.',
    fix: 'Correct the amounts (with VAT), or the lines of the order.',
    broken: ofThese(
      isAdvance,
      brokenWhen('pl.payments_received', (invoice) => {
        const received = receivedWith(invoice);
        const isNone = received.lte(ZERO) || paymentsOf(invoice).some(({ amount }) => amount.lte(ZERO));
        return paymentsOf(invoice).length > 0 && (isNone || received.gt(orderValue(invoice)));
      }),
    ),
  },
  {
    message: 'A payment was received before the invoice is issued, or on that day.',
    fix: 'Correct the date, or the date of issue.',
    broken: (invoice) =>
      itemsWhere(
        'pl.payments_received',
        'date',
        paymentsOf(invoice),
        ({ date }) => date > invoice.invoice.issueDate,
      ),
  },
  {
    message: 'An advance is no intra-Community supply of goods.',
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
    message: 'An order has no place for the procedures I_42 and I_63.',
    fix: 'Leave the procedure out; it stands on the final invoice.',
    broken: ofThese(isOrder, ({ lines }) =>
      itemsWhere('lines', 'pl.procedure', lines, ({ pl }) => ORDER_PROCEDURES.has(pl?.procedure ?? '')),
    ),
  },
  {
    message: 'What was paid stands in pl.payments_received of an advance invoice.',
    fix: 'Leave payment.prepaid_amount and payment.rounding_amount out.',
    broken: ofThese(isOrder, ({ payment }) => [
      ...(payment?.prepaidAmount ? ['payment.prepaid_amount'] : []),
      ...(payment?.roundingAmount ? ['payment.rounding_amount'] : []),
    ]),
  },
  {
    message: 'An advance invoice has the days of its payments, and no period.',
    fix: 'Leave invoice.period out.',
    broken: ofThese(
      isOrder,
      brokenWhen('invoice.period', ({ invoice }) => invoice.period !== undefined),
    ),
  },
  {
    message: 'A final invoice says what was charged with each advance invoice.',
    fix: 'Add vat_breakdown: category, rate, taxable_amount and vat_amount as the advance invoice has them.',
    broken: ofThese(
      isFinal,
      advancesWhere('vat_breakdown', ({ vatBreakdown }) => vatBreakdown.length === 0),
    ),
  },
  {
    message: 'An advance invoice takes nothing off its amounts.',
    fix: 'Leave vat_breakdown out.',
    broken: ofThese(
      isAdvance,
      advancesWhere('vat_breakdown', ({ vatBreakdown }) => vatBreakdown.length > 0),
    ),
  },
  {
    message: 'The advances are above the lines of their VAT category and rate.',
    fix: 'State the whole supply in lines, and correct vat_breakdown of the advances.',
    broken: ofThese(isFinal, brokenWhen('advance_invoices', chargesTooMuch)),
  },
  {
    message: 'What was paid with advance invoices is taken off already.',
    fix: 'Leave payment.prepaid_amount out.',
    broken: ofThese(
      isFinal,
      brokenWhen(
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
      'VAT would be charged twice: the advance invoice charged it already, and this one charges the whole again.',
    fix: 'Name the advance invoice in advance_invoices with its vat_breakdown, and leave payment.prepaid_amount out.',
    broken: brokenWhen(
      'payment.prepaid_amount',
      ({ invoice, payment, precedingInvoices }) =>
        !isCorrectionType(invoice.typeCode) &&
        payment?.prepaidAmount !== undefined &&
        precedingInvoices.some(({ typeCode }) => typeCode === '386'),
    ),
  },
  {
    message: 'A correction is of advance invoices (386), or of others.',
    fix: 'Correct advance invoices with a correction of their own.',
    broken: ofThese(is('advance-correction'), ({ precedingInvoices }) =>
      itemsWhere('preceding_invoices', 'type_code', precedingInvoices, ({ typeCode }) => typeCode !== '386'),
    ),
  },
  {
    message:
      'The correction of an advance invoice says what was paid before, that of a final invoice what was left to pay.',
    fix: 'Add correction.amount_before, with VAT (P_15ZK).',
    broken: ofThese(
      isCorrected,
      brokenWhen('correction.amount_before', ({ correction }) => correction?.amountBefore === undefined),
    ),
  },
  {
    message: 'An amount before the correction is that of an advance invoice or of a final invoice.',
    fix: 'Leave correction.amount_before out, or say type_code 386 in preceding_invoices, or name the advances in advance_invoices.',
    broken: brokenWhen(
      'correction.amount_before',
      (invoice) => invoice.correction?.amountBefore !== undefined && !isCorrected(invoice),
    ),
  },
  {
    message: 'The correction of an advance invoice states the whole order as it was and as it is.',
    fix: 'State each line as it was with before_correction true, and behind it as it is now.',
    broken: ofThese(
      is('advance-correction'),
      brokenWhen('lines', (invoice) => !hasLinesBefore(invoice)),
    ),
  },
  {
    message: 'Only a correction has lines as they were before.',
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
      'FA(3) names an advance invoice by its KSeF number, or else by its own number, and not by its day.',
    fix: 'Nothing to change.',
    broken: advancesWhere('issue_date', ({ issueDate }) => issueDate !== undefined),
  },
  {
    message: 'The KSeF number of an earlier invoice has a place on a correction and among advance invoices.',
    fix: 'Nothing to change; name an advance invoice in advance_invoices.',
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
