import type { Finding } from '../findings/finding.ts';
import { adapt } from '../invoice/completions/completion.ts';
import { categoriesWithAddedReason } from '../invoice/exemptions.ts';
import { leftOutBy, findRefusals } from './held-by.ts';
import type { CanonicalInvoice } from '../invoice/canonical.ts';
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
export const REFUSED: readonly MemberRule[] = [
  ...POLISH_LAW.map((name) => ({
    message: 'Only FA(3), on PL-KSEF, has a field for this mark.',
    fix: `Leave pl.${name} out. If the invoice must mention it, state it in invoice.notes.`,
    broken: breaksWhen(`pl.${name}`, ({ pl }) => pl?.[PROPERTIES[name]] === true),
  })),
  {
    message:
      'Only FA(3), on PL-KSEF, has prices with VAT. A price without VAT cannot be computed from them without changing the total.',
    fix: 'State unit_price, the price without VAT, on every line.',
    broken: ({ lines }) =>
      itemsWhere(
        'lines',
        'unit_price_with_vat',
        lines,
        ({ unitPriceWithVat }) => unitPriceWithVat !== undefined,
      ),
  },
  {
    message: 'Only FA(3), on PL-KSEF, has fields for a new means of transport, and the law requires them.',
    fix: 'Leave pl.new_transport out, and state date of first use and mileage or working hours in attributes of the line.',
    broken: ({ lines }) =>
      itemsWhere('lines', 'pl.new_transport', lines, ({ pl }) => (pl?.newTransport ?? []).length > 0),
  },
  {
    message: 'Only FA(3), on PL-KSEF, has lines as they were before a correction.',
    fix: 'State the changes of the correction, and leave out the lines before the correction.',
    broken: ({ lines }) =>
      itemsWhere('lines', 'before_correction', lines, ({ beforeCorrection }) => beforeCorrection === true),
  },
  {
    message: 'The invoice has no line, and a document of EN 16931 requires one.',
    fix: 'Add the corrected lines.',
    rule: { code: 'BR-16', source: 'EN16931' },
    broken: breaksWhen('lines', ({ lines }) => lines.length === 0),
  },
  {
    message: 'Only PL-KSEF and FR-PA have fields for the amounts of advance invoices.',
    fix: 'In lines, state only the goods and services billed now, and name the advance invoice in preceding_invoices.',
    broken: ({ advanceInvoices }) => advanceInvoices.map((_, index) => `advance_invoices[${index}]`),
  },
  {
    message: 'Only FA(3), on PL-KSEF, bills the payments received for an order.',
    fix: 'In lines, state only the goods and services billed now, and leave pl.payments_received out.',
    broken: breaksWhen('pl.payments_received', ({ pl }) => (pl?.paymentsReceived ?? []).length > 0),
  },
  {
    message: 'Only FA(3), on PL-KSEF, has a field for the amount before the correction.',
    fix: 'Leave correction.amount_before out. If the buyer needs the amount, state it in invoice.notes.',
    broken: breaksWhen(
      'correction.amount_before',
      ({ correction }) => correction?.amountBefore !== undefined,
    ),
  },
];

const isStated = (value: unknown): boolean =>
  value !== undefined && !(Array.isArray(value) && value.length === 0);

const NO_CORRECTION: Partial<NonNullable<CanonicalInvoice['correction']>> = {};

/** Members that only another route needs are left out, with a remark (`EI-NOT-WRITTEN`). */
const LEFT_OUT: readonly MemberRule[] = [
  {
    message: "The route's own number of an advance invoice has no place in this document and was left out.",
    fix: 'Nothing to change. Only PL-KSEF writes it.',
    broken: ({ advanceInvoices }) =>
      itemsWhere('advance_invoices', 'route_number', advanceInvoices, ({ routeNumber }) =>
        Boolean(routeNumber),
      ),
  },
  {
    // German invoices must name the day on which a payment in advance was received (UStG § 14 (4) no. 6).
    message: 'This document has no field for the date of an advance payment.',
    fix: 'If the law requires the date, as in Germany, state it in invoice.notes.',
    broken: breaksWhen('payment.prepaid_date', ({ payment }) => payment?.prepaidDate !== undefined),
  },
  {
    message: 'Only FA(3), on PL-KSEF, distinguishes a factor from another payee.',
    fix: 'Nothing to change.',
    broken: breaksWhen('payee.is_factor', ({ payee }) => isStated(payee?.isFactor)),
  },
  {
    message: 'Only FA(3), on PL-KSEF, has a field for the effect of a correction.',
    fix: 'Nothing to change. The reason is written as a note.',
    broken: ({ correction = NO_CORRECTION }) => [
      ...(isStated(correction.effect) ? ['correction.effect'] : []),
      ...(isStated(correction.period) ? ['correction.period'] : []),
      ...(isStated(correction.rightNumber) ? ['correction.right_number'] : []),
      ...(isStated(correction.sellerBefore) ? ['correction.seller_before'] : []),
      ...(correction.buyersBefore ?? []).map((_, index) => `correction.buyers_before[${index}]`),
    ],
  },
  {
    message: 'Only FA(3), on PL-KSEF, has fields for data that only Poland requires.',
    fix: 'Nothing to change.',
    broken: ({ pl, lines }) => [
      ...(Object.values(pl ?? {}).some(isStated) ? ['pl'] : []),
      ...lines.flatMap((line, index) =>
        Object.values(line.pl ?? {}).some(isStated) ? [`lines[${index}].pl`] : [],
      ),
    ],
  },
  {
    message:
      'The document has one field for the company id and the tax number of the buyer. It has the company id, so the tax number was left out.',
    fix: 'Nothing to change. If the buyer needs the number, state it in invoice.notes.',
    broken: breaksWhen(
      'buyer.tax_number',
      ({ buyer }) => buyer.taxNumber !== undefined && buyer.companyId !== undefined,
    ),
  },
  {
    message: 'This document has no field for the type of a preceding invoice, so it was left out.',
    fix: 'Nothing to change. Only PL-KSEF and FR-PA use it.',
    broken: ({ precedingInvoices }) =>
      itemsWhere('preceding_invoices', 'type_code', precedingInvoices, ({ typeCode }) => Boolean(typeCode)),
  },
  {
    message: "The route's own number of a preceding invoice has no place in this document and was left out.",
    fix: 'Nothing to change. Only PL-KSEF writes it.',
    broken: ({ precedingInvoices }) =>
      itemsWhere('preceding_invoices', 'route_number', precedingInvoices, ({ routeNumber }) =>
        Boolean(routeNumber),
      ),
  },
];

export const withoutTerm = (invoice: CanonicalInvoice): Finding[] => findRefusals(REFUSED, invoice);

/** Members that the document leaves out, and members that it adds because the caller left them out. */
export const notWritten = (invoice: CanonicalInvoice): Finding[] => [
  ...leftOutBy(LEFT_OUT, invoice),
  ...categoriesWithAddedReason(invoice).map((category) =>
    adapt(
      'vat_exemption',
      'BT-120',
      `The exemption reason of VAT category ${category} was written with its usual text.`,
      'Nothing to change. Another text can be stated in vat_exemption.',
    ),
  ),
];
