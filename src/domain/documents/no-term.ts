import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { adapt } from '../invoice/completions/completion.ts';
import { categoriesWithAddedReason } from '../invoice/exemptions.ts';
import { leftOutBy, findBreaches } from './held-by.ts';
import type { CanonicalInvoice } from '../invoice/canonical.ts';
import { extendedMembers } from '../invoice/extended-members.ts';
import { breaksWhen, itemsWhere, type MemberRule } from '../invoice/placed.ts';

// Members of the canonical form that no document of EN 16931 can hold.

/** Marks with a legal effect on a Polish invoice. */
const POLISH_LAW = [
  'split_payment',
  'cash_accounting',
  'triangular_simplification',
  'one_stop_shop',
] as const;
const PROPERTIES = {
  split_payment: 'splitPayment',
  cash_accounting: 'cashAccounting',
  triangular_simplification: 'triangularSimplification',
  one_stop_shop: 'oneStopShop',
} as const;

/** Members that the law of an invoice may require are refused. */
const REFUSED: readonly MemberRule[] = [
  ...POLISH_LAW.map((name) => ({
    message: say('documents.only-fa-on-pl-ksef-has-field-for'),
    fix: say('documents.leave-pl-out-if-invoice-must-mention-it', { name }),
    broken: breaksWhen(`pl.${name}`, ({ pl }) => pl?.[PROPERTIES[name]] === true),
  })),
  {
    message: say('documents.only-fa-on-pl-ksef-has-prices-with'),
    fix: say('fa3.state-unit-price-price-without-vat-on-every'),
    broken: ({ lines }) =>
      itemsWhere(
        'lines',
        'unit_price_with_vat',
        lines,
        ({ unitPriceWithVat }) => unitPriceWithVat !== undefined,
      ),
  },
  {
    message: say('documents.only-fa-on-pl-ksef-has-fields-for'),
    fix: say('documents.leave-pl-new-transport-out-and-state-date'),
    broken: ({ lines }) =>
      itemsWhere('lines', 'pl.new_transport', lines, ({ pl }) => (pl?.newTransport ?? []).length > 0),
  },
  {
    message: say('documents.only-fa-on-pl-ksef-has-lines-as'),
    fix: say('documents.state-changes-of-correction-and-leave-out-lines'),
    broken: ({ lines }) =>
      itemsWhere('lines', 'before_correction', lines, ({ beforeCorrection }) => beforeCorrection === true),
  },
  {
    message: say('documents.invoice-has-no-line-and-document-of-en'),
    fix: say('documents.add-corrected-lines'),
    rule: { code: 'BR-16', source: 'EN16931' },
    broken: breaksWhen('lines', ({ lines }) => lines.length === 0),
  },
  {
    message: say('documents.only-pl-ksef-and-fr-pa-have-fields'),
    fix: say('documents.in-lines-state-only-goods-and-services-billed'),
    broken: ({ advanceInvoices }) => advanceInvoices.map((_, index) => `advance_invoices[${index}]`),
  },
  {
    message: say('documents.only-fa-on-pl-ksef-bills-payments-received'),
    fix: say('documents.in-lines-state-only-goods-and-services-billed-2'),
    broken: breaksWhen('pl.payments_received', ({ pl }) => (pl?.paymentsReceived ?? []).length > 0),
  },
  {
    message: say('documents.only-fa-on-pl-ksef-has-field-for-2'),
    fix: say('documents.leave-correction-amount-before-out-if-buyer-needs'),
    broken: breaksWhen(
      'correction.amount_before',
      ({ correction }) => correction?.amountBefore !== undefined,
    ),
  },
];

/** Terms of EXTENDED-CTC-FR, in a document that has no place for them. */
export const NO_EXTENSION: MemberRule = {
  message: say('documents.only-extended-ctc-fr-has-field'),
  fix: say('documents.leave-it-out-or-send-ubl-or-cii-on-fr-pa'),
  broken: extendedMembers,
};

const isStated = (value: unknown): boolean =>
  value !== undefined && !(Array.isArray(value) && value.length === 0);

const NO_CORRECTION: Partial<NonNullable<CanonicalInvoice['correction']>> = {};

/** Members that only another route needs are left out, with a remark (`EI-NOT-WRITTEN`). */
const LEFT_OUT: readonly MemberRule[] = [
  {
    message: say('documents.route-s-own-number-of-advance-invoice-has'),
    fix: say('documents.nothing-to-change-only-pl-ksef-writes-it'),
    broken: ({ advanceInvoices }) =>
      itemsWhere('advance_invoices', 'route_number', advanceInvoices, ({ routeNumber }) =>
        Boolean(routeNumber),
      ),
  },
  {
    // German invoices must name the day on which a payment in advance was received (UStG § 14 (4) no. 6).
    message: say('documents.this-document-has-no-field-for-date-of'),
    fix: say('documents.if-law-requires-date-as-in-germany-state'),
    broken: breaksWhen('payment.prepaid_date', ({ payment }) => payment?.prepaidDate !== undefined),
  },
  {
    message: say('documents.only-fa-on-pl-ksef-distinguishes-factor-from'),
    fix: say('invoice.EI-NOT-WRITTEN.hint-2'),
    broken: breaksWhen('payee.is_factor', ({ payee }) => isStated(payee?.isFactor)),
  },
  {
    message: say('documents.only-fa-on-pl-ksef-has-field-for-3'),
    fix: say('documents.nothing-to-change-reason-is-written-as-note'),
    broken: ({ correction = NO_CORRECTION }) => [
      ...(isStated(correction.effect) ? ['correction.effect'] : []),
      ...(isStated(correction.period) ? ['correction.period'] : []),
      ...(isStated(correction.rightNumber) ? ['correction.right_number'] : []),
      ...(isStated(correction.sellerBefore) ? ['correction.seller_before'] : []),
      ...(correction.buyersBefore ?? []).map((_, index) => `correction.buyers_before[${index}]`),
    ],
  },
  {
    message: say('documents.only-fa-on-pl-ksef-has-fields-for-2'),
    fix: say('invoice.EI-NOT-WRITTEN.hint-2'),
    broken: ({ pl, lines }) => [
      ...(Object.values(pl ?? {}).some(isStated) ? ['pl'] : []),
      ...lines.flatMap((line, index) =>
        Object.values(line.pl ?? {}).some(isStated) ? [`lines[${index}].pl`] : [],
      ),
    ],
  },
  {
    message: say('documents.document-has-one-field-for-company-id-and'),
    fix: say('documents.nothing-to-change-if-buyer-needs-number-state'),
    broken: breaksWhen(
      'buyer.tax_number',
      ({ buyer }) => buyer.taxNumber !== undefined && buyer.companyId !== undefined,
    ),
  },
  {
    message: say('documents.this-document-has-no-field-for-type-of'),
    fix: say('documents.nothing-to-change-only-pl-ksef-and-fr'),
    broken: ({ precedingInvoices }) =>
      itemsWhere('preceding_invoices', 'type_code', precedingInvoices, ({ typeCode }) => Boolean(typeCode)),
  },
  {
    message: say('documents.route-s-own-number-of-preceding-invoice-has'),
    fix: say('documents.nothing-to-change-only-pl-ksef-writes-it'),
    broken: ({ precedingInvoices }) =>
      itemsWhere('preceding_invoices', 'route_number', precedingInvoices, ({ routeNumber }) =>
        Boolean(routeNumber),
      ),
  },
];

/** @param hasExtension the document takes the terms of EXTENDED-CTC-FR. */
export const withoutTerm = (invoice: CanonicalInvoice, hasExtension: boolean): Finding[] =>
  findBreaches(hasExtension ? REFUSED : [...REFUSED, NO_EXTENSION], invoice);

/** Members that the document leaves out, and members that it adds because the caller left them out. */
export const notWritten = (invoice: CanonicalInvoice): Finding[] => [
  ...leftOutBy(LEFT_OUT, invoice),
  ...categoriesWithAddedReason(invoice).map((category) =>
    adapt(
      'vat_exemption',
      'BT-120',
      say('documents.exemption-reason-of-vat-category-was-written-with', { code: category }),
      say('documents.nothing-to-change-another-text-can-be-stated'),
    ),
  ),
];
