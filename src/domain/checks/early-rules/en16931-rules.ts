import type { CanonicalInvoice, VatCategory } from '../../invoice/canonical.ts';
import type { Decimal } from '../../vocabulary/decimal.ts';
import { brokenWhen, hasVatCategory, itemsWhere, type VatBearing } from '../../invoice/placed.ts';
import type { EarlyRule } from './early-rule.ts';

const VAT_FIELD = 'seller.vat_id';

const has = (invoice: CanonicalInvoice, category: VatCategory): boolean =>
  hasVatCategory(invoice, (used) => used === category);

const sellerVat = ({ seller, taxRepresentative }: CanonicalInvoice): boolean =>
  Boolean(seller.vatId ?? taxRepresentative?.vatId);

const sellerTaxId = (invoice: CanonicalInvoice): boolean =>
  sellerVat(invoice) || invoice.seller.taxNumber !== undefined;

const buyerLegalId = ({ buyer }: CanonicalInvoice): boolean =>
  Boolean(buyer.vatId ?? buyer.companyId ?? buyer.taxNumber);

/** Rule families of the VAT categories: what a rate may be (rules -05 to -07 of each family). */
const RATES: readonly {
  category: VatCategory;
  family: string;
  allowed: (rate: Decimal) => boolean;
  says: string;
}[] = [
  { category: 'S', family: 'BR-S', allowed: (rate) => rate.gt(0), says: 'above zero' },
  { category: 'Z', family: 'BR-Z', allowed: (rate) => rate.isZero(), says: 'zero' },
  { category: 'E', family: 'BR-E', allowed: (rate) => rate.isZero(), says: 'zero' },
  { category: 'AE', family: 'BR-AE', allowed: (rate) => rate.isZero(), says: 'zero' },
  { category: 'K', family: 'BR-IC', allowed: (rate) => rate.isZero(), says: 'zero' },
  { category: 'G', family: 'BR-G', allowed: (rate) => rate.isZero(), says: 'zero' },
];

const RATE_PLACES = [
  { number: '05', name: 'lines', term: 'BT-152' },
  { number: '06', name: 'allowances', term: 'BT-96' },
  { number: '07', name: 'charges', term: 'BT-103' },
] as const;

const rateRules: EarlyRule[] = RATES.flatMap(({ category, family, allowed, says }) =>
  RATE_PLACES.map(({ number, name, term }) => ({
    rule: `${family}-${number}`,
    source: 'EN16931' as const,
    term,
    message: `In VAT category ${category} the VAT rate must be ${says}.`,
    broken: (invoice: CanonicalInvoice) =>
      itemsWhere<VatBearing>(
        name,
        'vat_rate',
        invoice[name],
        (item) => item.vatCategory === category && item.vatRate !== undefined && !allowed(item.vatRate),
      ),
  })),
);

/** Who must be identified how for a VAT category (rule -02 of each family). */
const IDENTIFIED: readonly (Omit<EarlyRule, 'source' | 'broken'> & {
  category: VatCategory;
  field: string;
  missing: (invoice: CanonicalInvoice) => boolean;
})[] = [
  ...(['S', 'Z', 'E', 'AE', 'L', 'M'] as const).map((category) => ({
    category,
    rule: `BR-${{ S: 'S', Z: 'Z', E: 'E', AE: 'AE', L: 'AF', M: 'AG' }[category]}-02`,
    field: VAT_FIELD,
    term: 'BT-31',
    message: `VAT category ${category} needs the seller's VAT id, tax number or tax representative.`,
    missing: (invoice: CanonicalInvoice) => !sellerTaxId(invoice),
  })),
  ...(['K', 'G'] as const).map((category) => ({
    category,
    rule: `BR-${{ K: 'IC', G: 'G' }[category]}-02`,
    field: VAT_FIELD,
    term: 'BT-31',
    message: `VAT category ${category} needs the VAT id of the seller or of a tax representative.`,
    missing: (invoice: CanonicalInvoice) => !sellerVat(invoice),
  })),
  {
    category: 'AE',
    rule: 'BR-AE-02',
    field: 'buyer.vat_id',
    term: 'BT-48',
    message: "Reverse charge needs the buyer's VAT id or company id.",
    missing: (invoice) => !buyerLegalId(invoice),
  },
  {
    category: 'K',
    rule: 'BR-IC-02',
    field: 'buyer.vat_id',
    term: 'BT-48',
    message: "An intra-Community supply needs the buyer's VAT id.",
    missing: ({ buyer }) => !buyer.vatId,
  },
  {
    category: 'K',
    rule: 'BR-IC-11',
    field: 'delivery.date',
    term: 'BT-72',
    message: 'An intra-Community supply needs a delivery date or an invoicing period.',
    missing: ({ delivery, invoice: { period } }) => !delivery?.date && !period?.start && !period?.end,
  },
  {
    category: 'K',
    rule: 'BR-IC-12',
    field: 'delivery.address',
    term: 'BT-80',
    message: 'An intra-Community supply needs the country to which the goods went.',
    missing: ({ delivery }) => !delivery?.address,
  },
  {
    category: 'E',
    rule: 'BR-E-10',
    field: 'vat_exemption',
    term: 'BT-120',
    message: 'VAT category E needs a reason or a reason code: only the seller knows which exemption applies.',
    missing: ({ vatExemption }) => !vatExemption.some(({ vatCategory }) => vatCategory === 'E'),
  },
  {
    category: 'O',
    rule: 'BR-O-11',
    field: 'lines',
    term: 'BT-151',
    message: 'VAT category O may not be mixed with other categories in one invoice.',
    missing: (invoice) => hasVatCategory(invoice, (used) => used !== 'O'),
  },
];

const identifiedRules: EarlyRule[] = IDENTIFIED.map(({ category, field, missing, ...said }) => ({
  ...said,
  source: 'EN16931',
  broken: brokenWhen(field, (invoice) => has(invoice, category) && missing(invoice)),
}));

/** Outside the scope of VAT nobody may show a VAT id (BR-O-02). */
const OUTSIDE_SCOPE = [
  { field: 'seller.vat_id', term: 'BT-31', of: ({ seller }: CanonicalInvoice) => seller.vatId },
  { field: 'buyer.vat_id', term: 'BT-48', of: ({ buyer }: CanonicalInvoice) => buyer.vatId },
  {
    field: 'tax_representative.vat_id',
    term: 'BT-63',
    of: ({ taxRepresentative }: CanonicalInvoice) => taxRepresentative?.vatId,
  },
] as const;

const outsideScopeRules: EarlyRule[] = OUTSIDE_SCOPE.map(({ field, term, of }) => ({
  rule: 'BR-O-02',
  source: 'EN16931',
  term,
  message: 'An invoice in VAT category O may not carry VAT ids.',
  broken: brokenWhen(field, (invoice) => has(invoice, 'O') && of(invoice) !== undefined),
}));

const ACCOUNT_TRANSFERS: ReadonlySet<string | undefined> = new Set(['30', '58']);

/** Rules of EN 16931 that hold on every route but Poland's. */
export const EN16931_RULES: readonly EarlyRule[] = [
  {
    rule: 'BR-CO-26',
    source: 'EN16931',
    term: 'BT-31',
    message: 'The seller needs a VAT id or a company id; a tax number alone is not enough.',
    broken: brokenWhen(VAT_FIELD, ({ seller }) => !seller.vatId && !seller.companyId),
  },
  {
    rule: 'BR-27',
    source: 'EN16931',
    term: 'BT-146',
    message: 'A unit price may not be negative; give a return as a negative quantity.',
    broken: ({ lines }) => itemsWhere('lines', 'unit_price', lines, ({ unitPrice }) => unitPrice.lt(0)),
  },
  {
    rule: 'BR-28',
    source: 'EN16931',
    term: 'BT-148',
    message: 'A gross price may not be negative.',
    broken: ({ lines }) =>
      itemsWhere('lines', 'gross_price', lines, ({ grossPrice }) => grossPrice?.lt(0) ?? false),
  },
  {
    rule: 'BR-61',
    source: 'EN16931',
    term: 'BT-84',
    message: 'A credit transfer needs the account to which the buyer pays.',
    broken: brokenWhen(
      'payment.iban',
      ({ payment }) => ACCOUNT_TRANSFERS.has(payment?.meansCode) && !payment?.iban,
    ),
  },
  ...rateRules,
  ...identifiedRules,
  ...outsideScopeRules,
];
