import { readFileSync } from 'node:fs';
import { readRules } from 'en16931-rules/packs/expand/rule-file.ts';
import { SELLER, BUYER, PAYMENT, FILE } from './places.ts';
import type { Row } from './row.ts';
import { type Edit, add, all, make, remove, removeAttribute, repeat, set, setAttribute } from './edits.ts';

const registration = (number: string, scheme: string): string =>
  `<cac:PartyTaxScheme><cbc:CompanyID>${number}</cbc:CompanyID><cac:TaxScheme><cbc:ID>${scheme}</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>`;
const secondPayment: Edit = all(
  repeat(PAYMENT),
  removeAttribute(`${PAYMENT}[2]/cbc:PaymentMeansCode`, 'name'),
);

/** Writes an element twice that may occur once. */
const TWICE: Readonly<Record<string, string>> = {
  'UBL-SR-01': 'cac:ContractDocumentReference',
  'UBL-SR-02': 'cac:ReceiptDocumentReference',
  'UBL-SR-03': 'cac:DespatchDocumentReference',
  'UBL-SR-04': 'cac:AdditionalDocumentReference[2]',
  'UBL-SR-05': 'cac:PaymentTerms',
  'UBL-SR-06': 'cac:BillingReference/cac:InvoiceDocumentReference',
  'UBL-SR-08': 'cac:InvoicePeriod',
  'UBL-SR-10': `${SELLER}/cac:PartyName`,
  'UBL-SR-11': `${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`,
  'UBL-SR-12': `${SELLER}/cac:PartyTaxScheme`,
  'UBL-SR-14': `${SELLER}/cac:PartyLegalEntity/cbc:CompanyLegalForm`,
  'UBL-SR-16': `${BUYER}/cac:PartyIdentification`,
  'UBL-SR-17': `${BUYER}/cac:PartyLegalEntity/cbc:CompanyID`,
  'UBL-SR-18': `${BUYER}/cac:PartyTaxScheme`,
  'UBL-SR-19': 'cac:PayeeParty/cac:PartyName',
  'UBL-SR-20': 'cac:PayeeParty/cac:PartyIdentification',
  'UBL-SR-21': 'cac:PayeeParty/cac:PartyLegalEntity/cbc:CompanyID',
  'UBL-SR-23': 'cac:TaxRepresentativeParty/cac:PartyTaxScheme',
  'UBL-SR-24': 'cac:Delivery',
  'UBL-SR-25': 'cac:Delivery/cac:DeliveryParty/cac:PartyName',
  'UBL-SR-26': `${PAYMENT}/cbc:PaymentID`,
  'UBL-SR-30': 'cac:AllowanceCharge/cbc:AllowanceChargeReason',
  'UBL-SR-31': 'cac:AllowanceCharge[2]/cbc:AllowanceChargeReason',
  'UBL-SR-33': 'cac:AdditionalDocumentReference/cbc:DocumentDescription',
  'UBL-SR-34': 'cac:InvoiceLine/cbc:Note',
  'UBL-SR-35': 'cac:InvoiceLine/cac:OrderLineReference',
  'UBL-SR-36': 'cac:InvoiceLine/cac:InvoicePeriod',
  'UBL-SR-37': 'cac:InvoiceLine/cac:Price/cac:AllowanceCharge/cbc:Amount',
  'UBL-SR-39': 'cac:ProjectReference',
  'UBL-SR-40': `${BUYER}/cac:PartyName`,
  'UBL-SR-46': PAYMENT,
  'UBL-SR-48': 'cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory',
  'UBL-SR-50': 'cac:InvoiceLine/cac:Item/cbc:Description',
  'UBL-SR-51': `${SELLER}/cac:PostalAddress/cac:AddressLine`,
  'UBL-SR-52': 'cac:InvoiceLine/cac:DocumentReference',
  'UBL-SR-56': 'cac:OriginatorDocumentReference',
};
const TWICE_ROWS: readonly Row[] = Object.entries(TWICE).map(([id, path]) => ({
  it: `finds ${path} twice`,
  edit: repeat(path),
  finds: [id],
}));

const CARDINALITY_ROWS: readonly Row[] = [
  {
    it: 'finds two tax numbers of the seller',
    edit: all(
      remove(`${SELLER}/cac:PartyTaxScheme`),
      add(SELLER, registration('1', 'FC') + registration('2', 'FC')),
    ),
    finds: ['UBL-SR-13'],
  },
  {
    it: 'counts a registration as no VAT number if blanks stand around VAT',
    edit: all(
      remove(`${SELLER}/cac:PartyTaxScheme`),
      add(SELLER, registration('DE136695976', ' VAT') + registration('2', 'FC')),
    ),
    finds: ['UBL-SR-13'],
  },
  {
    it: 'finds three registrations of the seller, two of them of one kind',
    edit: add(SELLER, registration('1', 'FC') + registration('DE1', 'VAT')),
    finds: ['UBL-SR-12', 'UBL-SR-42'],
  },
  { it: 'accepts a VAT number and a tax number', edit: add(SELLER, registration('12/345', 'FC')), finds: [] },
  {
    it: 'finds two mandates of one payment',
    edit: all(make(`${PAYMENT}/cac:PaymentMandate/cbc:ID`), repeat(`${PAYMENT}/cac:PaymentMandate/cbc:ID`)),
    finds: ['UBL-SR-28'],
  },
  {
    it: 'finds two creditor identifiers',
    edit: add(
      SELLER,
      '<cac:PartyIdentification><cbc:ID schemeID="SEPA">DE98ZZZ1</cbc:ID></cac:PartyIdentification>'.repeat(
        2,
      ),
    ),
    finds: ['UBL-SR-29'],
  },
  {
    it: 'finds two exemption reasons',
    of: { category: 'E' },
    edit: repeat('cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:TaxExemptionReason'),
    finds: ['UBL-SR-32'],
  },
  {
    it: 'finds a type of document that only a credit note may have',
    edit: make('cac:AdditionalDocumentReference/cbc:DocumentTypeCode', '50'),
    finds: ['UBL-SR-43'],
  },
  {
    it: 'accepts the project of a credit note',
    of: { root: 'CreditNote' },
    edit: make('cac:AdditionalDocumentReference/cbc:DocumentTypeCode', '50'),
    finds: [],
  },
  {
    it: 'finds two payment references',
    edit: all(secondPayment, set(`${PAYMENT}[2]/cbc:PaymentID`, 'other')),
    finds: ['UBL-SR-44'],
  },
  {
    it: 'finds two due dates',
    of: { root: 'CreditNote' },
    edit: all(
      secondPayment,
      make(`${PAYMENT}/cbc:PaymentDueDate`, '2026-12-20'),
      add(`${PAYMENT}[2]`, '<cbc:PaymentDueDate>2026-12-20</cbc:PaymentDueDate>'),
    ),
    finds: ['UBL-SR-45'],
  },
  {
    it: 'finds two means of payment',
    edit: all(secondPayment, set(`${PAYMENT}[2]/cbc:PaymentMeansCode`, '30')),
    finds: ['UBL-SR-47'],
  },
  {
    it: 'finds two tax point codes',
    edit: add(
      'cac:InvoicePeriod',
      '<cbc:DescriptionCode>35</cbc:DescriptionCode><cbc:DescriptionCode>3</cbc:DescriptionCode>',
    ),
    finds: ['UBL-SR-49'],
  },
  {
    it: 'finds a registration without number',
    edit: remove(`${BUYER}/cac:PartyTaxScheme/cbc:CompanyID`),
    finds: ['UBL-SR-53'],
  },
  {
    it: 'finds two cards',
    edit: all(
      make(`${PAYMENT}/cac:CardAccount/cbc:PrimaryAccountNumberID`, '1111'),
      repeat(`${PAYMENT}/cac:CardAccount`),
    ),
    finds: ['UBL-SR-54'],
  },
  {
    it: 'finds two mandates',
    edit: all(
      make(`${PAYMENT}/cac:PaymentMandate/cac:PayerFinancialAccount/cbc:ID`),
      repeat(`${PAYMENT}/cac:PaymentMandate`),
    ),
    finds: ['UBL-SR-55'],
  },
  { it: 'finds another version of UBL', edit: make('cbc:UBLVersionID', '2.3'), finds: ['UBL-CR-002'] },
  { it: 'accepts version 2.1 of UBL', edit: make('cbc:UBLVersionID', '2.1'), finds: [] },
  {
    it: 'finds the due date of an invoice at the payment',
    edit: make(`${PAYMENT}/cbc:PaymentDueDate`, '2026-12-20'),
    finds: ['UBL-CR-412'],
  },
  {
    it: 'finds a scheme at a supporting document, which only the invoiced object has',
    edit: setAttribute('cac:AdditionalDocumentReference/cbc:ID', 'schemeID', 'AAB'),
    finds: ['UBL-CR-665', 'UBL-SR-43'],
  },
  {
    it: 'finds a file at the invoiced object',
    edit: make(
      'cac:AdditionalDocumentReference[2]/cac:Attachment/cac:ExternalReference/cbc:URI',
      'https://example.com',
    ),
    finds: ['UBL-CR-666'],
  },
  {
    it: 'finds a description of the invoiced object',
    edit: make('cac:AdditionalDocumentReference[2]/cbc:DocumentDescription'),
    finds: ['UBL-CR-673'],
  },
];

const rulesOf = (file: string) =>
  readRules(readFileSync(new URL(`../../schematron/en16931/syntax/${file}`, import.meta.url), 'utf8'), file)
    .blocks;

const DATA_TYPE_ROWS: readonly Row[] = [
  {
    it: 'finds a third decimal of an amount that no rule names',
    edit: add('cac:TaxTotal[2]/cbc:TaxAmount', '0'),
    finds: ['UBL-DT-01'],
  },
  {
    it: 'accepts a price of many decimals',
    edit: add('cac:InvoiceLine/cac:Price/cbc:PriceAmount', '00'),
    finds: [],
  },
  { it: 'requires the media type of a file', edit: removeAttribute(FILE, 'mimeCode'), finds: ['UBL-DT-06'] },
  { it: 'requires the name of a file', edit: removeAttribute(FILE, 'filename'), finds: ['UBL-DT-07'] },
  {
    it: 'finds the attribute name at a note',
    edit: setAttribute('cbc:Note', 'name', 'x'),
    finds: ['UBL-DT-18'],
  },
  ...rulesOf('ubl-data-types.yaml').flatMap(({ check }) =>
    check.flatMap(({ id, test }) => {
      const [, attribute] = /^not\(\/\/@(\w+)\)$/.exec(test ?? '') ?? [];
      return attribute
        ? [
            {
              it: `finds the attribute ${attribute}`,
              edit: setAttribute('cbc:Note', attribute, 'x'),
              finds: [id],
            },
          ]
        : [];
    }),
  ),
];

/** Parents of elements that the table names without a path. */
const HOSTS: Readonly<Record<string, string>> = {
  'cac:PartyTaxScheme': SELLER,
  'cac:Country': `${SELLER}/cac:PostalAddress`,
  'cbc:AllowanceChargeReasonCode': 'cac:AllowanceCharge',
  'cac:FinancialInstitution': `${PAYMENT}/cac:PayeeFinancialAccount/cac:FinancialInstitutionBranch`,
  'cac:BuyersItemIdentification': 'cac:InvoiceLine/cac:Item',
  'cac:SellersItemIdentification': 'cac:InvoiceLine/cac:Item',
  'cac:Price': 'cac:InvoiceLine',
  'cbc:PrimaryAccountNumberID': `${PAYMENT}/cac:CardAccount`,
  'cac:CardAccount': PAYMENT,
  'cac:PaymentMandate': PAYMENT,
  'cac:PaymentMeans': '',
  'cac:TaxCategory': 'cac:TaxTotal/cac:TaxSubtotal',
  'cac:ClassifiedTaxCategory': 'cac:InvoiceLine/cac:Item',
};

const unused = rulesOf('ubl-unused.yaml').flatMap(({ in: place, check }) =>
  check.map(({ id, test = '' }) => {
    const path = test.slice('not('.length, -1);
    const inside = place === 'BG-25' ? `cac:InvoiceLine/${path}` : path;
    const [host, below] = [HOSTS[path.slice(2).split('/')[0] ?? ''], path.slice(2)];
    return {
      id,
      path: host === undefined || !path.startsWith('//') ? inside : host === '' ? below : `${host}/${below}`,
    };
  }),
);

/** Rules about an element of that name at any place, or about its parent. */
const ALSO_BROKEN: Readonly<Record<string, readonly string[]>> = {
  'UBL-CR-043': ['BR-52'],
  'UBL-CR-274': ['UBL-SR-53'],
  'UBL-CR-396': ['UBL-SR-53'],
  'UBL-CR-459': ['BR-CL-03'],
  'UBL-CR-480': ['BR-CL-22'],
  'UBL-CR-489': ['BR-49'],
  'UBL-CR-523': ['BR-CL-06'],
  'UBL-CR-531': ['BR-55', 'UBL-SR-07'],
  'UBL-CR-560': ['BR-49'],
  'UBL-CR-600': ['BR-CL-22'],
  'UBL-CR-633': ['BR-CL-19'],
  'UBL-CR-643': ['BR-49'],
  'UBL-CR-659': ['UBL-SR-43'],
};

/** One row for each unused element: the row creates it with its parents; the ids of the parents are broken with it. */
export const UNUSED_ROWS: readonly Row[] = unused.map(({ path }) => {
  const ids = unused
    .filter((other) => path === other.path || path.startsWith(`${other.path}/`))
    .map(({ id }) => id);
  return {
    it: `finds ${path}`,
    ...(path.startsWith('cbc:CreditNote') && { of: { root: 'CreditNote' } }),
    edit: path.startsWith('//@') ? setAttribute('cbc:Note', path.slice(3), 'x') : make(path),
    finds: [...ids, ...ids.flatMap((id) => ALSO_BROKEN[id] ?? [])],
  };
});

export const UBL_ROWS: readonly Row[] = [...TWICE_ROWS, ...CARDINALITY_ROWS, ...DATA_TYPE_ROWS];
