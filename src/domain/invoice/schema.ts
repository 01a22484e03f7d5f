import {
  PROFILES,
  TYPE_CODES,
  VAT_CATEGORIES,
  type Address,
  type AllowanceOrCharge,
  type Attachment,
  type Buyer,
  type CanonicalInvoice,
  type Classification,
  type Contact,
  type Delivery,
  type DocumentAllowanceOrCharge,
  type Endpoint,
  type Header,
  type Line,
  type Payee,
  type Payment,
  type Period,
  type PrecedingInvoice,
  type Seller,
  type StandardItemId,
  type TaxRepresentative,
  type VatExemption,
} from './canonical.ts';
import { ALLOWANCE_REASONS } from './codes/allowance-reasons.ts';
import { CHARGE_REASONS } from './codes/charge-reasons.ts';
import { COUNTRIES } from './codes/countries.ts';
import { CURRENCIES } from './codes/currencies.ts';
import { ENDPOINT_SCHEMES } from './codes/endpoint-schemes.ts';
import { EXEMPTION_REASONS } from './codes/exemption-reasons.ts';
import { ID_SCHEMES } from './codes/id-schemes.ts';
import { ITEM_CLASSIFICATIONS } from './codes/item-classifications.ts';
import { MIME_TYPES } from './codes/mime-types.ts';
import { PAYMENT_MEANS } from './codes/payment-means.ts';
import { UNITS } from './codes/units.ts';
import { code, date, group, list, number, required, text, type ListMember } from './members.ts';

/**
 * Limits of the decisions, "numbers", and further ones of ours that keep every check short; past one the invoice is refused
 * before any check runs.
 */
export const LIMITS = {
  digitsBeforePoint: 15,
  digitsAfterPoint: 8,
  lines: 10_000,
  notes: 20,
  noteLength: 5_000,
  numberLength: 200,
  contactLength: 1_000,
  paymentTermsLength: 10_000,
  adjustments: 1_000,
  exemptions: 100,
  vatGroups: 100,
} as const;

const country = (term?: string) => code(term, COUNTRIES, 'ISO 3166-1 alpha-2 country codes');
const currency = (term: string) => code(term, CURRENCIES, 'ISO 4217 currency codes');
const vatCategory = (term?: string) =>
  code(term, new Set(VAT_CATEGORIES), 'VAT categories S, Z, E, AE, K, G, O, L, M');
const colour = text(undefined, {
  pattern: { regexp: /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, says: 'a hex colour such as #1a2b3c' },
});

/** @param terms street, line2, city, postcode, region, country. */
const address = (term: string, terms: readonly [string, string, string, string, string, string]) =>
  group<Address>(term, {
    street: text(terms[0]),
    line2: text(terms[1]),
    city: text(terms[2]),
    postcode: text(terms[3]),
    region: text(terms[4]),
    country: required(country(terms[5])),
  });

const endpoint = (term: string) =>
  group<Endpoint>(term, {
    id: required(text(term)),
    scheme: required(code(term, ENDPOINT_SCHEMES, 'electronic address schemes (EAS)')),
  });

const contact = (term: string, terms: readonly [string, string, string]) =>
  group<Contact>(term, {
    name: text(terms[0]),
    phone: text(terms[1], { maxLength: LIMITS.contactLength }),
    email: text(terms[2], { maxLength: LIMITS.contactLength }),
  });

const period = (term: string, start: string, end: string) =>
  group<Period>(term, { start: date(start), end: date(end) });

const vatId = (term: string) => text(term, { clean: 'identifier' });

const header = group<Header>(undefined, {
  number: required(text('BT-1', { maxLength: LIMITS.numberLength })),
  issueDate: required(date('BT-2')),
  dueDate: date('BT-9'),
  typeCode: {
    ...code('BT-3', new Set(TYPE_CODES), 'invoice types 380, 381, 384, 389, 326, 386, 875, 876, 877'),
    default: '380',
  },
  currency: required(currency('BT-5')),
  vatCurrency: currency('BT-6'),
  vatExchangeRate: number(undefined, 'positive'),
  taxPointDate: date('BT-7'),
  buyerReference: text('BT-10'),
  period: period('BG-14', 'BT-73', 'BT-74'),
  notes: list(required(text('BT-22', { maxLength: LIMITS.noteLength })), { maxItems: LIMITS.notes }),
});

const seller = group<Seller>('BG-4', {
  name: required(text('BT-27')),
  vatId: vatId('BT-31'),
  taxNumber: text('BT-32'),
  companyId: text('BT-30'),
  register: text('BT-33'),
  managingDirectors: text('BT-33'),
  legalInfo: text('BT-33'),
  address: required(address('BG-5', ['BT-35', 'BT-36', 'BT-37', 'BT-38', 'BT-39', 'BT-40'])),
  endpoint: endpoint('BT-34'),
  contact: contact('BG-6', ['BT-41', 'BT-42', 'BT-43']),
  brandColor: colour,
  accentColor: colour,
});

const buyer = group<Buyer>('BG-7', {
  name: required(text('BT-44')),
  vatId: vatId('BT-48'),
  companyId: text('BT-47'),
  taxNumber: text('BT-47'),
  reference: text('BT-46'),
  address: required(address('BG-8', ['BT-50', 'BT-51', 'BT-52', 'BT-53', 'BT-54', 'BT-55'])),
  endpoint: endpoint('BT-49'),
  contact: contact('BG-9', ['BT-56', 'BT-57', 'BT-58']),
});

const payment = group<Payment>('BG-16', {
  meansCode: code('BT-81', PAYMENT_MEANS, 'payment means codes (UNTDID 4461)'),
  iban: text('BT-84', { clean: 'identifier' }),
  bic: text('BT-86', { clean: 'identifier' }),
  reference: text('BT-83'),
  terms: text('BT-20', { clean: 'keep', maxLength: LIMITS.paymentTermsLength }),
  accountName: text('BT-85'),
  mandate: text('BT-89'),
  creditorId: text('BT-90'),
  debitedIban: text('BT-91', { clean: 'identifier' }),
  prepaidAmount: number('BT-113'),
  prepaidDate: date(),
  roundingAmount: number('BT-114'),
  paidTo: text(),
});

const allowanceReason = (term: string) => code(term, ALLOWANCE_REASONS, 'allowance reasons (UNTDID 5189)');
const chargeReason = (term: string) => code(term, CHARGE_REASONS, 'charge reasons (UNTDID 7161)');

/** @param terms amount, base, percent, reason. */
const adjustment = (terms: readonly [string, string, string, string]) => ({
  amount: number(terms[0]),
  base: number(terms[1]),
  percent: number(terms[2]),
  reason: text(terms[3]),
});

const lineAllowances = list(
  group<AllowanceOrCharge>('BG-27', {
    ...adjustment(['BT-136', 'BT-137', 'BT-138', 'BT-139']),
    reasonCode: allowanceReason('BT-140'),
  }),
  { maxItems: LIMITS.adjustments },
);
const lineCharges = list(
  group<AllowanceOrCharge>('BG-28', {
    ...adjustment(['BT-141', 'BT-142', 'BT-143', 'BT-144']),
    reasonCode: chargeReason('BT-145'),
  }),
  { maxItems: LIMITS.adjustments },
);

const line = group<Line>('BG-25', {
  id: text('BT-126'),
  name: required(text('BT-153')),
  description: text('BT-154'),
  note: text('BT-127'),
  quantity: required(number('BT-129')),
  unit: required(code('BT-130', UNITS, 'units of UN/ECE Recommendation 20 and 21')),
  unitPrice: required(number('BT-146')),
  priceBaseQuantity: number('BT-149', 'positive'),
  grossPrice: number('BT-148'),
  priceDiscount: number('BT-147'),
  vatCategory: required(vatCategory('BT-151')),
  vatRate: number('BT-152', 'not-negative'),
  period: period('BG-26', 'BT-134', 'BT-135'),
  orderLine: text('BT-132'),
  sellerItemId: text('BT-155'),
  buyerItemId: text('BT-156'),
  standardItemId: group<StandardItemId>('BT-157', {
    id: required(text('BT-157')),
    scheme: required(code('BT-157', ID_SCHEMES, 'identifier schemes of ISO 6523 (ICD)')),
  }),
  classification: list(
    group<Classification>('BT-158', {
      code: required(text('BT-158')),
      list: required(code('BT-158', ITEM_CLASSIFICATIONS, 'item classification lists (UNTDID 7143)')),
      version: text('BT-158'),
    }),
  ),
  countryOfOrigin: country('BT-159'),
  allowances: lineAllowances,
  charges: lineCharges,
});

const documentAllowances = list(
  group<DocumentAllowanceOrCharge>('BG-20', {
    ...adjustment(['BT-92', 'BT-93', 'BT-94', 'BT-97']),
    reasonCode: allowanceReason('BT-98'),
    vatCategory: required(vatCategory('BT-95')),
    vatRate: number('BT-96', 'not-negative'),
  }),
  { maxItems: LIMITS.adjustments },
);
const documentCharges = list(
  group<DocumentAllowanceOrCharge>('BG-21', {
    ...adjustment(['BT-99', 'BT-100', 'BT-101', 'BT-104']),
    reasonCode: chargeReason('BT-105'),
    vatCategory: required(vatCategory('BT-102')),
    vatRate: number('BT-103', 'not-negative'),
  }),
  { maxItems: LIMITS.adjustments },
);

const precedingInvoices: ListMember = list(
  group<PrecedingInvoice>('BG-3', {
    number: required(text('BT-25')),
    issueDate: date('BT-26'),
    routeNumber: text(),
  }),
);

const attachments: ListMember = list(
  group<Attachment>('BG-24', {
    id: required(text('BT-122')),
    description: text('BT-123'),
    filename: text('BT-125'),
    mime: code('BT-125', MIME_TYPES, 'media types of attachments'),
    contentBase64: text('BT-125', { clean: 'blanks' }),
    url: text('BT-124'),
  }),
);

/**
 * The canonical document, member by member (contract 2.2; decisions "Canonical invoice"). What is not in this table is an
 * unknown field. JSON names are the property names in snake case.
 */
export const CANONICAL_SCHEMA = group<CanonicalInvoice>(undefined, {
  lang: text(undefined, {
    pattern: { regexp: /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i, says: 'a language code such as de or fr' },
  }),
  country: country(),
  profile: code(undefined, new Set(PROFILES), 'profiles xrechnung, ro-cius, peppol, facturx, fr-ctc'),
  invoice: required(header),
  seller: required(seller),
  buyer: required(buyer),
  lines: list(line, { minItems: 1, maxItems: LIMITS.lines }),
  payment,
  orderReference: text('BT-13'),
  contractReference: text('BT-12'),
  projectReference: text('BT-11'),
  precedingInvoices,
  delivery: group<Delivery>('BG-13', {
    date: date('BT-72'),
    name: text('BT-70'),
    address: address('BG-15', ['BT-75', 'BT-76', 'BT-77', 'BT-78', 'BT-79', 'BT-80']),
  }),
  allowances: documentAllowances,
  charges: documentCharges,
  vatExemption: list(
    group<VatExemption>('BG-23', {
      vatCategory: required(vatCategory('BT-118')),
      reason: text('BT-120'),
      reasonCode: code('BT-121', EXEMPTION_REASONS, 'VAT exemption reasons (VATEX)'),
    }),
    { maxItems: LIMITS.exemptions },
  ),
  attachments,
  taxRepresentative: group<TaxRepresentative>('BG-11', {
    name: required(text('BT-62')),
    vatId: required(vatId('BT-63')),
    address: required(address('BG-12', ['BT-64', 'BT-65', 'BT-66', 'BT-67', 'BT-68', 'BT-69'])),
  }),
  payee: group<Payee>('BG-10', {
    name: required(text('BT-59')),
    id: text('BT-60'),
    companyId: text('BT-61'),
  }),
});
