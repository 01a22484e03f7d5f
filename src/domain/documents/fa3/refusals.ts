import type { RelatedFinding } from '../../findings/finding.ts';
import type { CanonicalInvoice, Line } from '../../invoice/canonical.ts';
import { exemptionReason } from '../../invoice/exemptions.ts';
import {
  breaksWhen,
  itemsWhere,
  type MemberRule,
  usedVatCategories,
  type VatBearing,
  vatBearingWhere,
} from '../../invoice/placed.ts';
import { statedPrice } from '../../invoice/prices-with-vat.ts';
import { computeAmounts } from '../../invoice/totals.ts';
import { type Decimal, ZERO, round2 } from '../../vocabulary/decimal.ts';
import { PAYMENT_DATE } from './annotations.ts';
import { ADVANCE_REFUSALS, ADVANCES_LEFT_OUT } from './advance-refusals.ts';
import { CORRECTION_REFUSALS } from './correction-refusals.ts';
import { statedKind } from './kinds.ts';
import { priceOfOne } from './lines.ts';
import { identificationOf, isPersonal, nipIn, regionOf, validNipIn } from './tax-ids.ts';
import { EXTENSION_REFUSALS } from './extension-refusals.ts';
import { VAT_RATES, vatRateOf } from './vat-rates.ts';

const isCorrection = (invoice: CanonicalInvoice): boolean => statedKind(invoice).isCorrection;

/** Tax is charged at a Polish rate. */
const isTaxed = ({ vatCategory, vatRate }: VatBearing): boolean =>
  vatCategory === 'S' && vatRate?.isZero() === false;

const allTaxed = ({ lines, allowances, charges }: CanonicalInvoice): VatBearing[] =>
  [...lines, ...allowances, ...charges].filter(isTaxed);

const usesOneStopShop = ({ pl }: CanonicalInvoice): boolean => pl?.oneStopShop === true;

const hasRateInZlotys = ({ invoice }: CanonicalInvoice): boolean =>
  invoice.vatCurrency === 'PLN' && invoice.vatExchangeRate !== undefined;

/** One sum of tax can be booked as it is; several sums need the rate. That of the one-stop shop is not stated in zlotys. */
const taxSums = (invoice: CanonicalInvoice): number =>
  usesOneStopShop(invoice)
    ? 0
    : new Set(allTaxed(invoice).map(({ vatRate }) => vatRateOf({ category: 'S', rate: vatRate }, 'PL')?.tax))
        .size;

const lacksRate = (invoice: CanonicalInvoice): boolean =>
  invoice.invoice.currency !== 'PLN' &&
  taxSums(invoice) > 0 &&
  !hasRateInZlotys(invoice) &&
  (invoice.invoice.vatCurrency !== 'PLN' ||
    invoice.invoice.vatTotalInVatCurrency === undefined ||
    taxSums(invoice) > 1);

/** P_9A has eight decimals: the price for a larger quantity may need more. */
const losesPrice = (line: Line): boolean =>
  line.priceBaseQuantity !== undefined &&
  !round2(line.quantity.times(priceOfOne(statedPrice(line), line.priceBaseQuantity) ?? ZERO)).eq(
    round2(line.quantity.times(statedPrice(line)).div(line.priceBaseQuantity)),
  );

type ThirdParty = NonNullable<CanonicalInvoice['pl']>['thirdParties'][number];

const partiesWhere =
  (member: string, condition: (party: ThirdParty) => boolean) =>
  ({ pl }: CanonicalInvoice): string[] =>
    itemsWhere('pl.third_parties', member, pl?.thirdParties ?? [], condition);

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

/** What a refusal by the form itself is explained by: no published rule says it. */
export const FA3_FORM = { code: 'EI-FA3-FORM', source: 'KSeF' } as const satisfies RelatedFinding;

/** Members that FA(3) has no place for, and members that FA(3) requires and the caller left out. */
export const REFUSALS: readonly MemberRule[] = [
  {
    message: 'The seller has no NIP, and FA(3) requires it.',
    fix: "Add the seller's NIP, ten digits, as vat_id with PL before it.",
    broken: breaksWhen(
      'seller.vat_id',
      ({ seller }) => seller.vatId === undefined && seller.taxNumber === undefined,
    ),
  },
  {
    message: 'The address has only a country, and FA(3) requires at least one address line.',
    fix: 'Add street, or postcode and city.',
    broken: (invoice) => addressesOf(invoice).flatMap(([field, address]) => (isBare(address) ? [field] : [])),
  },
  {
    message: 'FA(3) has no field for this VAT rate.',
    fix: `Use a rate of Poland: ${POLISH_RATES}. For a sale of the one-stop shop (OSS), set pl.one_stop_shop.`,
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
    message:
      'The one-stop shop (OSS) is for lines of category S, at the rate of the country of the consumer.',
    fix: 'Leave pl.one_stop_shop out, or correct the VAT category of the lines.',
    broken: breaksWhen(
      'pl.one_stop_shop',
      (invoice) => usesOneStopShop(invoice) && !usedVatCategories(invoice).has('S'),
    ),
  },
  {
    message:
      'A buyer with a NIP or a VAT number buys as a business, and the one-stop shop (OSS) is for sales to others.',
    fix: 'Leave pl.one_stop_shop out, or the number of the buyer.',
    broken: breaksWhen(
      'pl.one_stop_shop',
      (invoice) => usesOneStopShop(invoice) && invoice.buyer.vatId !== undefined,
    ),
  },
  {
    message: 'FA(3) has no field for this VAT category.',
    fix: 'Use S, Z, E, AE, K, G or O.',
    broken: vatBearingWhere('vat_category', ({ vatCategory }) => vatCategory === 'L' || vatCategory === 'M'),
  },
  {
    message:
      'FA(3) supports reverse charge only for buyers in Poland or in another member state of the European Union.',
    fix: 'Use O for a service that is taxed outside the European Union, or correct the VAT number of the buyer.',
    broken: (invoice) =>
      regionOf(invoice.buyer) === 'other'
        ? vatBearingWhere('vat_category', ({ vatCategory }) => vatCategory === 'AE')(invoice)
        : [],
  },
  {
    message: 'FA(3) requires the legal provision of a VAT exemption.',
    fix: 'For category E, add vat_exemption, such as "art. 43 ust. 1 pkt 18 ustawy o VAT", or a VATEX code.',
    broken: breaksWhen('vat_exemption', (invoice) => {
      const { exemptionReason: text, exemptionReasonCode: code } = exemptionReason(invoice, 'E');
      return usedVatCategories(invoice).has('E') && (text ?? code) === undefined;
    }),
  },
  {
    message: 'A buyer that is a consumer must not have a NIP or a VAT number.',
    fix: 'Leave buyer.is_consumer out, or leave the number out.',
    broken: breaksWhen(
      'buyer.is_consumer',
      ({ buyer }) =>
        buyer.isConsumer === true &&
        (buyer.vatId !== undefined || nipIn(buyer.taxNumber ?? buyer.companyId) !== undefined),
    ),
  },
  {
    message: 'FA(3) identifies a factor by a NIP.',
    fix: "Enter the factor's NIP in payee.company_id, ten digits.",
    broken: breaksWhen(
      'payee.company_id',
      ({ payee }) =>
        payee?.isFactor === true &&
        validNipIn(payee.companyId) === undefined &&
        validNipIn(payee.id) === undefined,
    ),
  },
  {
    message: 'KSeF shows the invoice to a third party only by its NIP or internal number.',
    fix: 'Enter vat_id with PL and the NIP, or internal_id as NIP-nnnnn.',
    broken: partiesWhere(
      'vat_id',
      ({ role, vatId, internalId }) =>
        role.endsWith('recipient') && nipIn(vatId) === undefined && internalId === undefined,
    ),
  },
  {
    message: 'The third party has several numbers, and FA(3) allows only one.',
    fix: 'Keep one of vat_id, internal_id and company_id.',
    broken: partiesWhere(
      'company_id',
      ({ vatId, internalId, companyId }) =>
        [vatId, internalId, companyId].filter((number) => number !== undefined).length > 1,
    ),
  },
  {
    message: 'The internal number does not consist of a NIP and five digits.',
    fix: 'Write internal_id as NIP-nnnnn, for example 5265877635-00001.',
    broken: partiesWhere(
      'internal_id',
      ({ internalId }) => internalId !== undefined && !isInternalId(internalId),
    ),
  },
  {
    message: 'FA(3) identifies an employee by the full name, without a number.',
    fix: 'Enter name, and leave vat_id, internal_id and company_id out.',
    broken: partiesWhere(
      'name',
      ({ role, name, vatId, internalId, companyId }) =>
        role === 'employee' && (name === undefined || (vatId ?? internalId ?? companyId) !== undefined),
    ),
  },
  {
    message: 'A third party in the role "other" needs a description of its role.',
    fix: 'State the role in description.',
    broken: partiesWhere(
      'description',
      ({ role, description }) => (role === 'other') !== (description !== undefined),
    ),
  },
  {
    message: 'Only an additional buyer has a share, and the sum of all shares is below 100.',
    fix: 'Leave share out, or correct it.',
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
    message: 'Only a correction has a reason, an effect, a period or a right number.',
    fix: 'Leave correction out, or use type 381 or 384.',
    broken: breaksWhen('correction', (invoice) => invoice.correction !== undefined && !isCorrection(invoice)),
  },
  {
    message: 'A right number needs exactly one corrected invoice.',
    fix: 'Leave correction.right_number out, or name one invoice in preceding_invoices.',
    broken: breaksWhen(
      'correction.right_number',
      ({ correction, precedingInvoices }) =>
        correction?.rightNumber !== undefined && precedingInvoices.length !== 1,
    ),
  },
  {
    message: 'Only an offline invoice has a technical correction.',
    fix: 'Set pl.offline, or leave pl.technical_correction out.',
    broken: breaksWhen(
      'pl.technical_correction',
      ({ pl }) => pl?.technicalCorrection === true && pl.offline !== true,
    ),
  },
  {
    message: 'A consumer does not pay by split payment.',
    fix: 'Leave pl.split_payment out, or correct buyer.is_consumer.',
    broken: breaksWhen(
      'pl.split_payment',
      ({ buyer, pl }) => buyer.isConsumer === true && pl?.splitPayment === true,
    ),
  },
  {
    message: 'With the cash method, VAT is due on payment (vat_date_code 432).',
    fix: 'Leave pl.cash_accounting out, or correct invoice.vat_date_code.',
    broken: breaksWhen(
      'pl.cash_accounting',
      ({ invoice: { vatDateCode }, pl }) =>
        pl?.cashAccounting === true && vatDateCode !== undefined && vatDateCode !== PAYMENT_DATE,
    ),
  },
  {
    message: 'The invoice has a line of category AE, but pl.reverse_charge is false.',
    fix: 'Leave pl.reverse_charge out, or correct the VAT category of the line.',
    broken: breaksWhen(
      'pl.reverse_charge',
      (invoice) => invoice.pl?.reverseCharge === false && usedVatCategories(invoice).has('AE'),
    ),
  },
  {
    message: 'Reverse charge needs a line of category AE or O, or services of category K.',
    fix: 'Leave pl.reverse_charge out, or correct the VAT category of the lines.',
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
    message: 'The buyer accounts for the VAT of a triangular transaction.',
    fix: 'Leave pl.reverse_charge out, or pl.triangular_simplification.',
    broken: breaksWhen(
      'pl.reverse_charge',
      (invoice) =>
        invoice.pl?.triangularSimplification === true &&
        invoice.pl.reverseCharge === false &&
        !usedVatCategories(invoice).has('AE'),
    ),
  },
  {
    message: 'Triangular simplification is for a buyer in another member state.',
    fix: "Enter the buyer's VAT number of that state, or leave pl.triangular_simplification out.",
    broken: breaksWhen(
      'pl.triangular_simplification',
      ({ buyer, pl }) =>
        pl?.triangularSimplification === true && (buyer.vatId === undefined || regionOf(buyer) !== 'EU'),
    ),
  },
  {
    message: 'The correction does not name the invoices that it corrects.',
    fix: 'Add preceding_invoices with number and issue_date; route_number is the KSeF number.',
    broken: breaksWhen(
      'preceding_invoices',
      (invoice) => isCorrection(invoice) && invoice.precedingInvoices.length === 0,
    ),
  },
  {
    message: 'FA(3) requires the date on which the corrected invoice was issued.',
    fix: 'Add issue_date.',
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
    message: 'The invoice is not in zlotys, and FA(3) requires its VAT also in zlotys.',
    fix: 'Add invoice.vat_currency PLN and invoice.vat_exchange_rate: zlotys for one unit of invoice.currency.',
    broken: breaksWhen('invoice.vat_exchange_rate', lacksRate),
  },
  {
    message: 'FA(3) states VAT in zlotys.',
    fix: 'Use PLN, or leave vat_currency out.',
    broken: breaksWhen(
      'invoice.vat_currency',
      ({ invoice: { vatCurrency } }) => vatCurrency !== undefined && vatCurrency !== 'PLN',
    ),
  },
  {
    message: 'FA(3) requires the first and the last day of a period.',
    fix: 'Add start and end, or leave the period out.',
    broken: ({ invoice: { period } }) => [
      ...(period?.end !== undefined && period.start === undefined ? ['invoice.period.start'] : []),
      ...(period?.start !== undefined && period.end === undefined ? ['invoice.period.end'] : []),
    ],
  },
  {
    message:
      'FA(3) has only a price for one unit, and eight decimals cannot express this price for a larger quantity.',
    fix: 'State the price of one unit, or use another unit.',
    broken: ({ lines }) => itemsWhere('lines', 'price_base_quantity', lines, losesPrice),
  },
  {
    message: 'FA(3) has no field for an attached file.',
    fix: 'Leave the attachment out, or give its address in url.',
    broken: ({ attachments }) =>
      attachments.flatMap(({ contentBase64 }, index) =>
        contentBase64 === undefined ? [] : [`attachments[${index}]`],
      ),
  },
  {
    message: 'The date of an advance payment needs the amount of the payment.',
    fix: 'Add payment.prepaid_amount, or leave payment.prepaid_date out.',
    broken: breaksWhen(
      'payment.prepaid_date',
      ({ payment }) => payment?.prepaidDate !== undefined && payment.prepaidAmount === undefined,
    ),
  },
  ...EXTENSION_REFUSALS,
  ...ADVANCE_REFUSALS,
  ...CORRECTION_REFUSALS,
];

/** Members without legal effect are left out, with a remark (`EI-NOT-WRITTEN`). */
export const LEFT_OUT: readonly MemberRule[] = [
  ...ADVANCES_LEFT_OUT,
  {
    message: 'KSeF does not identify a third party by a number of a Polish register, so it is not written.',
    fix: 'Enter vat_id with PL and the NIP, so that the party sees the invoice.',
    broken: partiesWhere(
      'company_id',
      ({ vatId, companyId, address }) =>
        vatId === undefined &&
        companyId !== undefined &&
        identificationOf({ companyId, country: address?.country ?? 'PL' }) === undefined,
    ),
  },
  {
    message: 'The number of a private person (PESEL) is not written.',
    fix: 'Nothing to change.',
    broken: breaksWhen(
      'buyer.tax_number',
      ({ buyer }) => buyer.address.country === 'PL' && isPersonal(buyer.taxNumber),
    ),
  },
  {
    message: 'FA(3) has no such type of invoice; the invoice is written as a standard invoice (VAT).',
    fix: 'Nothing to change. If the buyer needs the type, state it in invoice.notes.',
    broken: breaksWhen('invoice.type_code', ({ invoice }) =>
      ['326', '875', '876', '877'].includes(invoice.typeCode),
    ),
  },
  {
    message:
      'KSeF delivers the invoice to the buyer by the tax number; FA(3) has no field for electronic addresses.',
    fix: 'Nothing to change.',
    broken: ({ seller, buyer }) => [
      ...(seller.endpoint ? ['seller.endpoint'] : []),
      ...(buyer.endpoint ? ['buyer.endpoint'] : []),
    ],
  },
  {
    message: 'No tax is charged, so no tax is stated in zlotys.',
    fix: 'Nothing to change.',
    broken: breaksWhen(
      'invoice.vat_total_in_vat_currency',
      (invoice) =>
        invoice.invoice.vatTotalInVatCurrency !== undefined &&
        invoice.invoice.currency !== 'PLN' &&
        computeAmounts(invoice).vatGroups.every(({ category }) => category !== 'S'),
    ),
  },
];
