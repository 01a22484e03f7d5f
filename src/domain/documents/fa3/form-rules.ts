import { say } from 'en16931-rules/vocabulary/message.ts';
import type { RelatedFinding } from 'en16931-rules/vocabulary/finding.ts';
import type { CanonicalInvoice, Line } from '../../invoice/canonical.ts';
import { rateOfPayments } from '../../invoice/advances.ts';
import { exemptionReason } from '../../invoice/exemptions.ts';
import {
  breaksWhen,
  itemsWhere,
  type MemberRule,
  usedVatCategories,
  type VatBearing,
  vatBearingWhere,
} from '../../invoice/placed.ts';
import { countedLines, isCounted } from '../../invoice/line-types.ts';
import { statedPrice } from '../../invoice/prices-with-vat.ts';
import { computeAmounts } from '../../invoice/totals.ts';
import { type Decimal, ZERO, round2 } from 'en16931-rules/vocabulary/decimal.ts';
import { NO_EXTENSION } from '../no-term.ts';
import { PAYMENT_DATE } from './annotations.ts';
import { ADVANCE_RULES, ADVANCES_LEFT_OUT, isAdvance } from './advance-rules.ts';
import { CORRECTION_RULES } from './correction-rules.ts';
import { statedKind } from './kinds.ts';
import { priceOfOne } from './lines.ts';
import { identificationOf, isPersonal, nipIn, regionOf, validNipIn } from './tax-ids.ts';
import { namesExemption } from './exemption-articles.ts';
import { EXTENSION_RULES } from './extension-rules.ts';
import { VAT_RATES, vatRateOf } from './vat-rates.ts';
import { writtenPhone } from './lexical-forms.ts';

const isCorrection = (invoice: CanonicalInvoice): boolean => statedKind(invoice).isCorrection;

/** Tax is charged at a Polish rate. */
const isTaxed = ({ vatCategory, vatRate }: VatBearing): boolean =>
  vatCategory === 'S' && vatRate?.isZero() === false;

const allTaxed = ({ lines, allowances, charges }: CanonicalInvoice): VatBearing[] =>
  [...countedLines({ lines }), ...allowances, ...charges].filter(isTaxed);

const usesOneStopShop = ({ pl }: CanonicalInvoice): boolean => pl?.oneStopShop === true;

/** Of the invoice, or of each payment that an advance bills: the tax before a correction had another one. */
const hasRateInZlotys = (invoice: CanonicalInvoice): boolean => {
  const payments = isAdvance(invoice) ? (invoice.pl?.paymentsReceived ?? []) : [];
  const areRated =
    payments.every(({ exchangeRate }) => exchangeRate !== undefined) &&
    rateOfPayments(payments, undefined) !== undefined;
  return invoice.invoice.vatExchangeRate !== undefined || areRated;
};

const isTaxedInPoland = (invoice: CanonicalInvoice): boolean =>
  !usesOneStopShop(invoice) && allTaxed(invoice).length > 0;

/** One sum of tax can be booked as it is; several sums need the rate. No tax is zero zlotys. */
const hasSeveralTaxes = (invoice: CanonicalInvoice): boolean =>
  new Set(
    computeAmounts(invoice)
      .vatGroups.filter(({ category, taxAmount }) => category === 'S' && !taxAmount.isZero())
      .map(({ rate }) => vatRateOf({ category: 'S', rate }, 'PL')?.tax),
  ).size > 1;

const lacksRate = (invoice: CanonicalInvoice): boolean => {
  const { currency, vatCurrency, vatTotalInVatCurrency } = invoice.invoice;
  if (currency === 'PLN' || !isTaxedInPoland(invoice)) return false;
  if (vatCurrency === 'PLN' && hasRateInZlotys(invoice)) return false;
  return vatCurrency !== 'PLN' || vatTotalInVatCurrency === undefined || hasSeveralTaxes(invoice);
};

/** P_9A has eight decimals: the price for a larger quantity may need more. */
const losesPrice = (line: Line): boolean =>
  line.priceBaseQuantity !== undefined &&
  isCounted(line) &&
  !round2(line.quantity.times(priceOfOne(statedPrice(line), line.priceBaseQuantity) ?? ZERO)).eq(
    round2(line.quantity.times(statedPrice(line)).div(line.priceBaseQuantity)),
  );

type ThirdParty = NonNullable<CanonicalInvoice['pl']>['thirdParties'][number];

const partiesWhere =
  (member: string, condition: (party: ThirdParty) => boolean) =>
  ({ pl }: CanonicalInvoice): string[] =>
    itemsWhere('pl.third_parties', member, pl?.thirdParties ?? [], condition);

const hasLongPhone = ({ contact }: { readonly contact?: ThirdParty['contact'] }): boolean =>
  writtenPhone(contact?.phone) !== contact?.phone;

/** TNIPIdWew. */
const isInternalId = (id: string): boolean =>
  /^\d{10}-\d{5}$/.test(id) && nipIn(id.slice(0, 10)) !== undefined;

type Address = CanonicalInvoice['seller']['address'];

const addressesOf = ({ seller, buyer, delivery, taxRepresentative, correction }: CanonicalInvoice) =>
  [
    ['seller.address', seller.address],
    ['buyer.address', buyer.address],
    ['delivery.address', delivery?.address],
    ['tax_representative.address', taxRepresentative?.address],
    ['correction.seller_before.address', correction?.sellerBefore?.address],
  ] as const;

const isBare = (address: Address | undefined): boolean =>
  address !== undefined &&
  (['street', 'line2', 'line3', 'postcode', 'city', 'region'] as const).every(
    (line) => address[line] === undefined,
  );

const POLISH_RATES = [...new Set(VAT_RATES.flatMap(({ rate }) => rate ?? []))].join(', ');

/** What a finding of the form itself is explained by: no published rule says it. */
export const FA3_FORM = { code: 'EI-FA3-FORM', source: 'KSeF' } as const satisfies RelatedFinding;

/** Members that FA(3) has no place for, and members that FA(3) requires and the caller left out. */
export const FORM_RULES: readonly MemberRule[] = [
  NO_EXTENSION,
  {
    message: say('fa3.seller-has-no-nip-and-fa-requires-it'),
    fix: say('fa3.add-seller-s-nip-ten-digits-as-vat'),
    broken: breaksWhen(
      'seller.vat_id',
      ({ seller }) => seller.vatId === undefined && seller.taxNumber === undefined,
    ),
  },
  {
    message: say('fa3.address-has-only-country-and-fa-requires-at'),
    fix: say('fa3.add-street-or-postcode-and-city'),
    broken: (invoice) => addressesOf(invoice).flatMap(([field, address]) => (isBare(address) ? [field] : [])),
  },
  {
    message: say('fa3.fa-has-no-field-for-this-vat-rate'),
    fix: say('fa3.use-rate-of-poland-for-sale-of-one', { codes: POLISH_RATES }),
    broken: (invoice) =>
      vatBearingWhere(
        'vat_rate',
        ({ vatCategory: category, vatRate: rate }) =>
          category === 'S' &&
          rate !== undefined &&
          !vatRateOf({ category, rate, isOneStopShop: usesOneStopShop(invoice) }, 'PL'),
      )(invoice),
  },
  {
    message: say('fa3.one-stop-shop-is-for-lines-of-category'),
    fix: say('fa3.leave-pl-one-stop-shop-out-or-correct'),
    broken: breaksWhen(
      'pl.one_stop_shop',
      (invoice) => usesOneStopShop(invoice) && !usedVatCategories(invoice).has('S'),
    ),
  },
  {
    message: say('fa3.buyer-with-nip-or-vat-number-buys-as'),
    fix: say('fa3.leave-pl-one-stop-shop-out-or-number'),
    broken: breaksWhen(
      'pl.one_stop_shop',
      (invoice) => usesOneStopShop(invoice) && invoice.buyer.vatId !== undefined,
    ),
  },
  {
    message: say('fa3.fa-has-no-field-for-this-vat-category'),
    fix: say('fa3.use-s-z-e-ae-k-g-or'),
    broken: vatBearingWhere('vat_category', ({ vatCategory }) => vatCategory === 'L' || vatCategory === 'M'),
  },
  {
    message: say('fa3.fa-supports-reverse-charge-only-for-buyers-in'),
    fix: say('fa3.use-o-for-service-that-is-taxed-outside'),
    broken: (invoice) =>
      regionOf(invoice.buyer) === 'other'
        ? vatBearingWhere('vat_category', ({ vatCategory }) => vatCategory === 'AE')(invoice)
        : [],
  },
  {
    message: say('fa3.fa-requires-legal-provision-of-vat-exemption'),
    fix: say('fa3.for-category-e-add-vat-exemption-such-as'),
    broken: breaksWhen('vat_exemption', (invoice) => {
      const { exemptionReason: text, exemptionReasonCode: code } = exemptionReason(invoice, 'E');
      const isNamed = text !== undefined || (code !== undefined && namesExemption(code));
      return usedVatCategories(invoice).has('E') && !isNamed;
    }),
  },
  {
    message: say('fa3.buyer-that-is-consumer-must-not-have-nip'),
    fix: say('fa3.leave-buyer-is-consumer-out-or-leave-number'),
    broken: breaksWhen(
      'buyer.is_consumer',
      ({ buyer }) =>
        buyer.isConsumer === true &&
        (buyer.vatId !== undefined || nipIn(buyer.taxNumber ?? buyer.companyId) !== undefined),
    ),
  },
  {
    message: say('fa3.fa-identifies-factor-by-nip'),
    fix: say('fa3.enter-factor-s-nip-in-payee-company-id'),
    broken: breaksWhen(
      'payee.company_id',
      ({ payee }) =>
        payee?.isFactor === true &&
        validNipIn(payee.companyId) === undefined &&
        validNipIn(payee.id) === undefined,
    ),
  },
  {
    message: say('fa3.ksef-shows-invoice-to-third-party-only-by'),
    fix: say('fa3.enter-vat-id-with-pl-and-nip-or'),
    broken: partiesWhere(
      'vat_id',
      ({ role, vatId, internalId }) =>
        role.endsWith('recipient') && nipIn(vatId) === undefined && internalId === undefined,
    ),
  },
  {
    message: say('fa3.third-party-has-several-numbers-and-fa-allows'),
    fix: say('fa3.keep-one-of-vat-id-internal-id-and'),
    broken: partiesWhere(
      'company_id',
      ({ vatId, internalId, companyId }) =>
        [vatId, internalId, companyId].filter((number) => number !== undefined).length > 1,
    ),
  },
  {
    message: say('fa3.internal-number-does-not-consist-of-nip-and'),
    fix: say('fa3.write-internal-id-as-nip-nnnnn-for-example'),
    broken: partiesWhere(
      'internal_id',
      ({ internalId }) => internalId !== undefined && !isInternalId(internalId),
    ),
  },
  {
    message: say('fa3.fa-identifies-employee-by-full-name-without-number'),
    fix: say('fa3.enter-name-and-leave-vat-id-internal-id'),
    broken: partiesWhere(
      'name',
      ({ role, name, vatId, internalId, companyId }) =>
        role === 'employee' && (name === undefined || (vatId ?? internalId ?? companyId) !== undefined),
    ),
  },
  {
    message: say('fa3.third-party-in-role-other-needs-description-of'),
    fix: say('fa3.state-role-in-description'),
    broken: partiesWhere(
      'description',
      ({ role, description }) => (role === 'other') !== (description !== undefined),
    ),
  },
  {
    message: say('fa3.only-additional-buyer-has-share-and-sum-of'),
    fix: say('fa3.leave-share-out-or-correct-it'),
    broken: (invoice) => {
      const shares = (invoice.pl?.thirdParties ?? []).flatMap(({ share }) => share ?? []);
      const isTooMuch = shares.reduce<Decimal>((total, one) => total.plus(one), ZERO).gte(100);
      return partiesWhere(
        'share',
        ({ role, share }) => share !== undefined && (isTooMuch || role !== 'additional_buyer'),
      )(invoice);
    },
  },
  {
    message: say('fa3.only-correction-has-reason-effect-period-or-right'),
    fix: say('fa3.leave-correction-out-or-use-type-381-or'),
    broken: breaksWhen('correction', (invoice) => invoice.correction !== undefined && !isCorrection(invoice)),
  },
  {
    message: say('fa3.right-number-needs-exactly-one-corrected-invoice'),
    fix: say('fa3.leave-correction-right-number-out-or-name-one'),
    broken: breaksWhen(
      'correction.right_number',
      ({ correction, precedingInvoices }) =>
        correction?.rightNumber !== undefined && precedingInvoices.length !== 1,
    ),
  },
  {
    message: say('fa3.only-offline-invoice-has-technical-correction'),
    fix: say('fa3.set-pl-offline-or-leave-pl-technical-correction'),
    broken: breaksWhen(
      'pl.technical_correction',
      ({ pl }) => pl?.technicalCorrection === true && pl.offline !== true,
    ),
  },
  {
    message: say('fa3.consumer-does-not-pay-by-split-payment'),
    fix: say('fa3.leave-pl-split-payment-out-or-correct-buyer'),
    broken: breaksWhen(
      'pl.split_payment',
      ({ buyer, pl }) => buyer.isConsumer === true && pl?.splitPayment === true,
    ),
  },
  {
    message: say('fa3.with-cash-method-vat-is-due-on-payment'),
    fix: say('fa3.leave-pl-cash-accounting-out-or-correct-invoice'),
    broken: breaksWhen(
      'pl.cash_accounting',
      ({ invoice: { vatDateCode }, pl }) =>
        pl?.cashAccounting === true && vatDateCode !== undefined && vatDateCode !== PAYMENT_DATE,
    ),
  },
  {
    message: say('fa3.invoice-has-line-of-category-ae-but-pl'),
    fix: say('fa3.leave-pl-reverse-charge-out-or-correct-vat'),
    broken: breaksWhen(
      'pl.reverse_charge',
      (invoice) => invoice.pl?.reverseCharge === false && usedVatCategories(invoice).has('AE'),
    ),
  },
  {
    message: say('fa3.reverse-charge-needs-line-of-category-ae-or'),
    fix: say('fa3.leave-pl-reverse-charge-out-or-correct-vat-2'),
    broken: breaksWhen('pl.reverse_charge', (invoice) => {
      const used = usedVatCategories(invoice);
      const services = invoice.lines.some(
        ({ vatCategory, itemKind }) => vatCategory === 'K' && itemKind === 'services',
      );
      return (
        invoice.pl?.reverseCharge === true &&
        invoice.pl.triangularSimplification !== true &&
        !used.has('AE') &&
        !used.has('O') &&
        !services
      );
    }),
  },
  {
    message: say('fa3.buyer-accounts-for-vat-of-triangular-transaction'),
    fix: say('fa3.leave-pl-reverse-charge-out-or-pl-triangular'),
    broken: breaksWhen(
      'pl.reverse_charge',
      (invoice) =>
        invoice.pl?.triangularSimplification === true &&
        invoice.pl.reverseCharge === false &&
        !usedVatCategories(invoice).has('AE'),
    ),
  },
  {
    message: say('fa3.triangular-simplification-is-for-buyer-in-another-member'),
    fix: say('fa3.enter-buyer-s-vat-number-of-that-state'),
    broken: breaksWhen(
      'pl.triangular_simplification',
      ({ buyer, pl }) =>
        pl?.triangularSimplification === true && (buyer.vatId === undefined || regionOf(buyer) !== 'EU'),
    ),
  },
  {
    message: say('fa3.correction-does-not-name-invoices-that-it-corrects'),
    fix: say('fa3.add-preceding-invoices-with-number-and-issue-date'),
    broken: breaksWhen(
      'preceding_invoices',
      (invoice) => isCorrection(invoice) && invoice.precedingInvoices.length === 0,
    ),
  },
  {
    message: say('fa3.fa-requires-date-on-which-corrected-invoice-was'),
    fix: say('fa3.add-issue-date'),
    broken: (invoice) =>
      isCorrection(invoice)
        ? itemsWhere(
            'preceding_invoices',
            'issue_date',
            invoice.precedingInvoices,
            ({ issueDate }) => issueDate === undefined,
          )
        : [],
  },
  {
    message: say('fa3.invoice-is-not-in-zlotys-and-fa-requires'),
    fix: say('fa3.add-invoice-vat-currency-pln-and-invoice-vat'),
    broken: breaksWhen('invoice.vat_exchange_rate', lacksRate),
  },
  {
    message: say('fa3.fa-states-vat-in-zlotys'),
    fix: say('fa3.use-pln-or-leave-vat-currency-out'),
    broken: breaksWhen(
      'invoice.vat_currency',
      ({ invoice: { vatCurrency } }) => vatCurrency !== undefined && vatCurrency !== 'PLN',
    ),
  },
  {
    message: say('fa3.fa-requires-first-and-last-day-of-period'),
    fix: say('fa3.add-start-and-end-or-leave-period-out'),
    broken: ({ invoice: { period } }) => [
      ...(period?.end !== undefined && period.start === undefined ? ['invoice.period.start'] : []),
      ...(period?.start !== undefined && period.end === undefined ? ['invoice.period.end'] : []),
    ],
  },
  {
    message: say('fa3.fa-has-only-price-for-one-unit-and'),
    fix: say('fa3.state-price-of-one-unit-or-use-another'),
    broken: ({ lines }) => itemsWhere('lines', 'price_base_quantity', lines, losesPrice),
  },
  {
    message: say('fa3.fa-has-no-field-for-attached-file'),
    fix: say('fa3.leave-attachment-out-or-give-its-address-in'),
    broken: ({ attachments }) =>
      attachments.flatMap(({ contentBase64 }, index) =>
        contentBase64 === undefined ? [] : [`attachments[${index}]`],
      ),
  },
  {
    message: say('fa3.date-of-advance-payment-needs-amount-of-payment'),
    fix: say('fa3.add-payment-prepaid-amount-or-leave-payment-prepaid'),
    broken: breaksWhen(
      'payment.prepaid_date',
      ({ payment }) => payment?.prepaidDate !== undefined && payment.prepaidAmount === undefined,
    ),
  },
  ...EXTENSION_RULES,
  ...ADVANCE_RULES,
  ...CORRECTION_RULES,
];

/** Members without legal effect are left out, with a remark (`EI-NOT-WRITTEN`). */
export const LEFT_OUT: readonly MemberRule[] = [
  ...ADVANCES_LEFT_OUT,
  {
    message: say('fa3.ksef-does-not-identify-third-party-by-number'),
    fix: say('fa3.enter-vat-id-with-pl-and-nip-so'),
    broken: partiesWhere(
      'company_id',
      ({ vatId, companyId, address }) =>
        vatId === undefined &&
        companyId !== undefined &&
        identificationOf({ companyId, country: address?.country ?? 'PL' }) === undefined,
    ),
  },
  {
    message: say('fa3.number-of-private-person-is-not-written'),
    fix: say('invoice.EI-NOT-WRITTEN.hint-2'),
    broken: ({ seller, buyer, payee }) =>
      (
        [
          ['seller.tax_number', seller.taxNumber, seller.address.country],
          ['seller.company_id', seller.companyId, seller.address.country],
          ['buyer.tax_number', buyer.taxNumber, buyer.address.country],
          ['buyer.company_id', buyer.companyId, buyer.address.country],
          ['payee.id', payee?.id, payee?.idScheme === undefined ? 'PL' : undefined],
          ['payee.company_id', payee?.companyId, payee?.companyIdScheme === undefined ? 'PL' : undefined],
        ] as const
      ).flatMap(([field, id, country]) => (isPersonal(id, country) ? [field] : [])),
  },
  {
    message: say('fa3.long-phone-number-is-not-written'),
    fix: say('invoice.EI-NOT-WRITTEN.hint-2'),
    broken: (invoice) => [
      ...(['seller', 'buyer'] as const)
        .filter((role) => hasLongPhone(invoice[role]))
        .map((role) => `${role}.contact.phone`),
      ...partiesWhere('contact.phone', hasLongPhone)(invoice),
    ],
  },
  {
    message: say('fa3.fa-has-no-such-type-of-invoice-invoice'),
    fix: say('fa3.nothing-to-change-if-buyer-needs-type-state'),
    broken: breaksWhen('invoice.type_code', ({ invoice }) =>
      ['326', '875', '876', '877'].includes(invoice.typeCode),
    ),
  },
  {
    message: say('fa3.ksef-delivers-invoice-to-buyer-by-tax-number'),
    fix: say('invoice.EI-NOT-WRITTEN.hint-2'),
    broken: ({ seller, buyer }) => [
      ...(seller.endpoint ? ['seller.endpoint'] : []),
      ...(buyer.endpoint ? ['buyer.endpoint'] : []),
    ],
  },
  {
    message: say('fa3.no-tax-is-charged-so-no-tax-is'),
    fix: say('invoice.EI-NOT-WRITTEN.hint-2'),
    broken: breaksWhen(
      'invoice.vat_total_in_vat_currency',
      (invoice) =>
        invoice.invoice.vatTotalInVatCurrency !== undefined &&
        invoice.invoice.currency !== 'PLN' &&
        computeAmounts(invoice).vatGroups.every(({ category }) => category !== 'S'),
    ),
  },
];
