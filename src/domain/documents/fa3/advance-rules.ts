import { say } from 'en16931-rules/vocabulary/message.ts';
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
import { type Decimal, ZERO } from 'en16931-rules/vocabulary/decimal.ts';

const roleOf = (invoice: CanonicalInvoice): AdvanceRole | undefined => advanceRole(advanceFacts(invoice));

const is =
  (...roles: readonly AdvanceRole[]) =>
  (invoice: CanonicalInvoice): boolean => {
    const role = roleOf(invoice);
    return role !== undefined && roles.includes(role);
  };
export const isAdvance = is('advance');
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

/** Nothing does not exceed the sum of a discount, which is below zero. */
const exceeds = (charged: Decimal, supplied: Decimal): boolean => !charged.isZero() && charged.gt(supplied);

/** Advances of a category and rate that the lines lack, or above the sum of those lines. */
const chargesTooMuch = (invoice: CanonicalInvoice): boolean => {
  const supplied = new Map(groupVatOf(invoice).map((one) => [vatGroupKey(one.category, one.rate), one]));
  return chargedBefore(invoice).some(({ category, rate, taxableAmount, taxAmount }) => {
    const lines = supplied.get(vatGroupKey(category, rate));
    return !lines || exceeds(taxableAmount, lines.taxableAmount) || exceeds(taxAmount, lines.taxAmount);
  });
};

const ORDER_PROCEDURES: ReadonlySet<string> = new Set(['I_42', 'I_63']);

/** Advance and final invoices and their corrections (routes/pl-ksef.md, 11.3). */
export const ADVANCE_RULES: readonly MemberRule[] = [
  {
    message: say('fa3.advance-invoice-does-not-state-received-payments-and'),
    fix: say('fa3.add-pl-payments-received-with-date-and-amount'),
    broken: ofThese(
      isAdvance,
      breaksWhen('pl.payments_received', (invoice) => paymentsOf(invoice).length === 0),
    ),
  },
  {
    message: say('fa3.only-advance-invoice-its-correction-and-final-invoice'),
    fix: say('fa3.use-type-386-for-advance-name-advance-in'),
    broken: breaksWhen(
      'pl.payments_received',
      (invoice) => roleOf(invoice) === undefined && paymentsOf(invoice).length > 0,
    ),
  },
  {
    message: say('fa3.payments-of-advance-invoice-must-be-above-zero'),
    fix: say('fa3.correct-amounts-or-lines-of-order'),
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
    message: say('fa3.date-of-payment-must-not-be-after-date'),
    fix: say('fa3.correct-date-of-payment-or-date-of-issue'),
    broken: (invoice) =>
      itemsWhere(
        'pl.payments_received',
        'date',
        paymentsOf(invoice),
        ({ date }) => date > invoice.invoice.issueDate,
      ),
  },
  {
    message: say('fa3.advance-for-intra-community-supply-of-goods-is'),
    fix: say('fa3.issue-no-advance-invoice-for-category-k-of'),
    broken: ofThese(
      isOrder,
      vatBearingWhere('vat_category', ({ vatCategory }) => vatCategory === 'K'),
    ),
  },
  {
    message: say('fa3.order-states-prices-without-vat-in-fa'),
    fix: say('fa3.state-unit-price-price-without-vat-on-every'),
    broken: ofThese(isOrder, (invoice) =>
      hasPricesWithVat(invoice) ? itemsWhere('lines', 'unit_price_with_vat', invoice.lines, () => true) : [],
    ),
  },
  {
    message: say('fa3.order-has-no-field-for-procedures-i-42'),
    fix: say('fa3.leave-procedure-out-final-invoice-states-it'),
    broken: ofThese(isOrder, ({ lines }) =>
      itemsWhere('lines', 'pl.procedure', lines, ({ pl }) => ORDER_PROCEDURES.has(pl?.procedure ?? '')),
    ),
  },
  {
    message: say('fa3.advance-invoice-states-its-payments-in-pl-payments'),
    fix: say('fa3.leave-payment-prepaid-amount-and-payment-rounding-amount'),
    broken: ofThese(isOrder, ({ payment }) => [
      ...(payment?.prepaidAmount ? ['payment.prepaid_amount'] : []),
      ...(payment?.roundingAmount ? ['payment.rounding_amount'] : []),
    ]),
  },
  {
    message: say('fa3.advance-invoice-has-dates-of-its-payments-and'),
    fix: say('fa3.leave-invoice-period-out'),
    broken: ofThese(
      isOrder,
      breaksWhen('invoice.period', ({ invoice }) => invoice.period !== undefined),
    ),
  },
  {
    message: say('fa3.final-invoice-does-not-state-vat-breakdown-of'),
    fix: say('fa3.add-vat-breakdown-category-rate-taxable-amount-and'),
    broken: ofThese(
      isFinal,
      advancesWhere('vat_breakdown', ({ vatBreakdown }) => vatBreakdown.length === 0),
    ),
  },
  {
    message: say('fa3.advance-invoice-deducts-no-advance'),
    fix: say('fa3.leave-vat-breakdown-out'),
    broken: ofThese(
      isAdvance,
      advancesWhere('vat_breakdown', ({ vatBreakdown }) => vatBreakdown.length > 0),
    ),
  },
  {
    message: say('fa3.advances-exceed-lines-of-their-vat-category-and'),
    fix: say('fa3.state-whole-supply-in-lines-and-correct-vat'),
    broken: ofThese(isFinal, breaksWhen('advance_invoices', chargesTooMuch)),
  },
  {
    message: say('fa3.amounts-of-advance-invoices-are-already-deducted'),
    fix: say('fa3.leave-payment-prepaid-amount-out'),
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
    message: say('fa3.vat-would-be-charged-twice-advance-invoice-has'),
    fix: say('fa3.name-advance-invoice-in-advance-invoices-with-its'),
    broken: breaksWhen(
      'payment.prepaid_amount',
      ({ invoice, payment, precedingInvoices }) =>
        !isCorrectionType(invoice.typeCode) &&
        payment?.prepaidAmount !== undefined &&
        precedingInvoices.some(({ typeCode }) => typeCode === '386'),
    ),
  },
  {
    message: say('fa3.one-correction-cannot-correct-advance-invoices-and-other'),
    fix: say('fa3.correct-advance-invoices-with-separate-correction'),
    broken: ofThese(is('advance-correction'), ({ precedingInvoices }) =>
      itemsWhere('preceding_invoices', 'type_code', precedingInvoices, ({ typeCode }) => typeCode !== '386'),
    ),
  },
  {
    message: say('fa3.amount-before-correction-is-missing-amount-paid-before'),
    fix: say('fa3.add-correction-amount-before-with-vat'),
    broken: ofThese(
      isCorrected,
      breaksWhen('correction.amount_before', ({ correction }) => correction?.amountBefore === undefined),
    ),
  },
  {
    message: say('fa3.only-correction-of-advance-invoice-or-of-final'),
    fix: say('fa3.leave-correction-amount-before-out-or-set-type'),
    broken: breaksWhen(
      'correction.amount_before',
      (invoice) => invoice.correction?.amountBefore !== undefined && !isCorrected(invoice),
    ),
  },
  {
    message: say('fa3.correction-of-advance-invoice-does-not-state-order'),
    fix: say('fa3.state-each-line-before-correction-with-before-correction'),
    broken: ofThese(
      is('advance-correction'),
      breaksWhen('lines', (invoice) => !hasLinesBefore(invoice)),
    ),
  },
  {
    message: say('fa3.correction-of-advance-states-order-before-and-after'),
    fix: say('fa3.state-allowance-or-charge-as-line'),
    broken: ofThese(is('advance-correction'), ({ allowances, charges }) => [
      ...(allowances.length > 0 ? ['allowances'] : []),
      ...(charges.length > 0 ? ['charges'] : []),
    ]),
  },
  {
    message: say('fa3.only-correction-has-lines-before-correction'),
    fix: say('fa3.leave-before-correction-out-or-use-type-381'),
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
    message: say('fa3.fa-names-advance-invoice-by-its-ksef-number'),
    fix: say('invoice.EI-NOT-WRITTEN.hint-2'),
    broken: advancesWhere('issue_date', ({ issueDate }) => issueDate !== undefined),
  },
  {
    message: say('fa3.only-correction-and-list-of-advance-invoices-have'),
    fix: say('fa3.nothing-to-change-if-it-is-advance-invoice'),
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
