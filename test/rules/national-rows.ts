import { type Edit, add, all, make, remove, removeAttribute, repeat, set, setAttribute } from './edits.ts';
import { ALLOWANCE, BREAKDOWN, BUYER, ITEM, LINE, PAYMENT, SELLER } from './places.ts';
import type { FiringRow } from './row.ts';

/** A country by address and by VAT number; the national rules look at one or the other. */
const in_ = (party: string, country: string, vat = `${country}1`): Edit =>
  all(
    set(`${party}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`, country),
    set(`${party}/cac:PartyTaxScheme/cbc:CompanyID`, vat),
  );
const both = (country: string, vat?: string): Edit =>
  all(in_(SELLER, country, vat), in_(BUYER, country, vat));
const payBy = (code: string): Edit => set(`${PAYMENT}/cbc:PaymentMeansCode`, code);
const payId = (id: string): Edit => set(`${PAYMENT}/cbc:PaymentID`, id);
const account = (id: string, branch?: string): Edit =>
  all(
    set(`${PAYMENT}/cac:PayeeFinancialAccount/cbc:ID`, id),
    ...(branch
      ? [set(`${PAYMENT}/cac:PayeeFinancialAccount/cac:FinancialInstitutionBranch/cbc:ID`, branch)]
      : []),
  );
const noStreet = (party: string): Edit => remove(`${party}/cac:PostalAddress/cbc:StreetName`);
const otherRegistration = add(
  SELLER,
  '<cac:PartyTaxScheme><cbc:CompanyID>1</cbc:CompanyID><cac:TaxScheme><cbc:ID>FC</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>',
);
const attachment = (description: string, id: string): Edit =>
  all(
    set('cac:AdditionalDocumentReference/cbc:DocumentDescription', description),
    set('cac:AdditionalDocumentReference/cbc:ID', id),
  );

/** Schemes of identifiers whose form Peppol checks. */
const SCHEMES: Readonly<Record<string, string>> = {
  'PEPPOL-COMMON-R040': '0088',
  'PEPPOL-COMMON-R041': '0192',
  'PEPPOL-COMMON-R042': '0184',
  'PEPPOL-COMMON-R043': '0208',
  'PEPPOL-COMMON-R044': '0201',
  'PEPPOL-COMMON-R045': '0210',
  'PEPPOL-COMMON-R047': '0211',
  'PEPPOL-COMMON-R049': '0007',
  'PEPPOL-COMMON-R050': '0151',
  'PEPPOL-COMMON-R052': '0096',
  'PEPPOL-COMMON-R053': '0198',
  'PEPPOL-COMMON-R054': '0106',
  'PEPPOL-COMMON-R055': '0190',
  'PEPPOL-COMMON-R056-1': '9944',
  'PEPPOL-COMMON-R057': '0217',
};
/** Exemption codes that belong to one VAT category. */
const EXEMPTIONS: Readonly<Record<string, string>> = {
  'PEPPOL-EN16931-P0104': 'VATEX-EU-G',
  'PEPPOL-EN16931-P0105': 'VATEX-EU-O',
  'PEPPOL-EN16931-P0106': 'VATEX-EU-IC',
  'PEPPOL-EN16931-P0107': 'VATEX-EU-AE',
  'PEPPOL-EN16931-P0108': 'VATEX-EU-D',
  'PEPPOL-EN16931-P0109': 'VATEX-EU-F',
  'PEPPOL-EN16931-P0110': 'VATEX-EU-I',
  'PEPPOL-EN16931-P0111': 'VATEX-EU-J',
};
const creditNote = { root: 'CreditNote' } as const;
const both_greek = all(both('GR', 'EL1'), set('cbc:ID', 'a'));

/** Documents that fire the published Peppol rules which no other row of this folder fires. */
export const PEPPOL_NATIONAL_ROWS: readonly FiringRow[] = [
  ...Object.entries(SCHEMES).map(([id, scheme]) => ({
    fires: [id],
    edit: all(
      setAttribute(`${SELLER}/cac:PartyIdentification/cbc:ID`, 'schemeID', scheme),
      set(`${SELLER}/cac:PartyIdentification/cbc:ID`, 'IT?'),
    ),
  })),
  ...Object.entries(EXEMPTIONS).map(([id, code]) => ({
    fires: [id],
    edit: make(`${BREAKDOWN}/cac:TaxCategory/cbc:TaxExemptionReasonCode`, code),
  })),
  { fires: ['PEPPOL-COMMON-R046'], edit: setAttribute(`${SELLER}/cbc:EndpointID`, 'schemeID', '9907') },
  { fires: ['PEPPOL-COMMON-R056-2'], edit: set(`${SELLER}/cac:PartyTaxScheme/cbc:CompanyID`, 'NL1') },
  {
    fires: ['PEPPOL-EN16931-R080'],
    of: creditNote,
    edit: all(
      make('cac:AdditionalDocumentReference/cbc:DocumentTypeCode', '50'),
      repeat('cac:AdditionalDocumentReference'),
    ),
  },
  { fires: ['PEPPOL-EN16931-R002'], edit: all(in_(SELLER, 'FR'), repeat('cbc:Note')) },
  { fires: ['PEPPOL-EN16931-R003'], edit: remove('cbc:BuyerReference', 'cac:OrderReference') },
  { fires: ['PEPPOL-EN16931-P0112'], edit: all(in_(SELLER, 'FR'), set('cbc:InvoiceTypeCode', '326')) },
  { fires: ['NO-R-001', 'NO-R-002'], edit: in_(SELLER, 'NO') },
  {
    fires: ['DK-R-002'],
    edit: all(in_(SELLER, 'DK'), remove(`${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`)),
  },
  {
    fires: ['DK-R-014', 'DK-R-013', 'DK-R-017', 'DK-R-005'],
    edit: all(
      both('DK'),
      payBy('30'),
      removeAttribute(`${SELLER}/cac:PartyIdentification/cbc:ID`, 'schemeID'),
    ),
  },
  {
    fires: ['DK-R-016'],
    of: creditNote,
    edit: all(both('DK'), set('cac:LegalMonetaryTotal/cbc:PayableAmount', '-1.00')),
  },
  {
    fires: ['DK-R-006'],
    edit: all(
      both('DK'),
      payBy('42'),
      remove(`${PAYMENT}/cac:PayeeFinancialAccount/cac:FinancialInstitutionBranch`),
    ),
  },
  { fires: ['DK-R-007'], edit: all(both('DK'), payBy('49')) },
  { fires: ['DK-R-008'], edit: all(both('DK'), payBy('50')) },
  { fires: ['DK-R-009'], edit: all(both('DK'), payBy('50'), payId('04#1'), account('1234567')) },
  { fires: ['DK-R-010'], edit: all(both('DK'), payBy('93')) },
  { fires: ['DK-R-011'], edit: all(both('DK'), payBy('93'), payId('71#1'), account('12345678')) },
  {
    fires: ['DK-R-003'],
    edit: all(
      both('DK'),
      setAttribute(`${ITEM}/cac:CommodityClassification/cbc:ItemClassificationCode`, 'listID', 'TST'),
    ),
  },
  { fires: ['DK-R-004'], edit: all(both('DK'), set(`${ALLOWANCE}/cbc:AllowanceChargeReasonCode`, 'ZZZ')) },
  {
    fires: ['IT-R-001', 'IT-R-002', 'IT-R-003', 'IT-R-004'],
    edit: all(
      in_(SELLER, 'IT'),
      otherRegistration,
      noStreet(SELLER),
      remove(`${SELLER}/cac:PostalAddress/cbc:CityName`, `${SELLER}/cac:PostalAddress/cbc:PostalZone`),
    ),
  },
  {
    fires: ['SE-R-001', 'SE-R-002', 'SE-R-003', 'SE-R-004', 'SE-R-005', 'SE-R-006', 'SE-R-013'],
    edit: all(
      in_(SELLER, 'SE', 'SEabc'),
      otherRegistration,
      set(`${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`, 'abc'),
    ),
  },
  {
    fires: ['SE-R-007', 'SE-R-010'],
    edit: all(in_(SELLER, 'SE'), payBy('30'), account('abcdefghij', 'SE:PLUSGIRO')),
  },
  {
    fires: ['SE-R-008', 'SE-R-009'],
    edit: all(in_(SELLER, 'SE'), payBy('30'), account('abc', 'SE:BANKGIRO')),
  },
  { fires: ['SE-R-011'], edit: all(in_(SELLER, 'SE'), payBy('50')) },
  { fires: ['SE-R-012'], edit: all(both('SE'), payBy('31')) },
  {
    fires: [
      ...['1', '2', '3', '4', '5', '6', '7'].map((part) => `GR-R-001-${part}`),
      ...['GR-S-011', 'GR-R-003', 'GR-R-004-1', 'GR-S-008-1', 'GR-R-009', 'GR-R-006', 'GR-R-010'],
    ],
    edit: both_greek,
  },
  {
    fires: ['GR-R-002', 'GR-R-005'],
    edit: all(both_greek, remove(`${SELLER}/cac:PartyName`, `${BUYER}/cac:PartyName`)),
  },
  { fires: ['GR-R-004-2'], edit: all(both_greek, attachment('##M.AR.K##', 'x')) },
  {
    fires: ['GR-R-008-2', 'GR-R-008-3'],
    edit: all(
      both_greek,
      attachment('##INVOICE|URL##', 'x'),
      remove('cac:AdditionalDocumentReference/cac:Attachment'),
      repeat('cac:AdditionalDocumentReference'),
    ),
  },
  {
    fires: ['IS-R-001', 'IS-R-002', 'IS-R-003', 'IS-R-004', 'IS-R-005', 'IS-R-006'],
    edit: all(both('IS'), set('cbc:InvoiceTypeCode', '384'), noStreet(SELLER), noStreet(BUYER), payBy('9')),
  },
  { fires: ['IS-R-007'], edit: all(in_(SELLER, 'IS'), payBy('42')) },
  {
    fires: ['IS-R-008', 'IS-R-009', 'IS-R-010'],
    edit: all(in_(SELLER, 'IS'), attachment('EINDAGI', '1'), remove('cbc:DueDate')),
  },
  { fires: ['NL-R-001'], of: creditNote, edit: all(in_(SELLER, 'NL'), remove('cac:BillingReference')) },
  {
    fires: ['NL-R-002', 'NL-R-003', 'NL-R-004', 'NL-R-005', 'NL-R-006', 'NL-R-008', 'NL-R-009'],
    edit: all(
      both('NL'),
      noStreet(SELLER),
      noStreet(BUYER),
      noStreet('cac:TaxRepresentativeParty'),
      set('cac:TaxRepresentativeParty/cac:PostalAddress/cac:Country/cbc:IdentificationCode', 'NL'),
      payBy('10'),
      remove('cac:OrderReference'),
    ),
  },
  { fires: ['NL-R-007'], edit: all(in_(SELLER, 'NL'), remove(PAYMENT)) },
  {
    fires: ['PEPPOL-EN16931-P0100'],
    edit: set('cbc:ProfileID', 'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0'),
  },
  {
    fires: ['PEPPOL-EN16931-P0101'],
    of: creditNote,
    edit: set('cbc:ProfileID', 'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0'),
  },
];

/** Leaves every text of the invoice 1,100 characters long, but what is a code, a number or a date. */
const everythingLong: Edit = (document) => {
  const FIXED =
    /(Amount|Date|Percent|Quantity|Numeric|Indicator|TypeCode|CurrencyCode|IdentificationCode|CustomizationID|PaymentMeansCode|BinaryObject)$/;
  for (const element of document.getElementsByTagName('*')) {
    const isTax = /cac:(TaxScheme|TaxCategory|ClassifiedTaxCategory)/.test(
      element.parentElement?.nodeName ?? '',
    );
    const isReason = element.nodeName === 'cbc:TaxExemptionReason';
    if (element.children.length === 0 && !FIXED.test(element.nodeName) && (!isTax || isReason))
      element.textContent = 'x'.repeat(1_100);
    for (const name of ['name', 'filename'])
      if (element.hasAttribute(name)) element.setAttribute(name, 'x'.repeat(300));
  }
};
const region = (path: string, code: string): Edit => make(`${path}/cbc:CountrySubentity`, code);
const DELIVERY = 'cac:Delivery/cac:DeliveryLocation/cac:Address';
const REPRESENTATIVE = 'cac:TaxRepresentativeParty/cac:PostalAddress';
const addresses = [`${SELLER}/cac:PostalAddress`, `${BUYER}/cac:PostalAddress`, REPRESENTATIVE, DELIVERY];
const romanian = all(...addresses.map((path) => set(`${path}/cac:Country/cbc:IdentificationCode`, 'RO')));
const times = (count: number, edit: Edit): Edit => all(...Array.from({ length: count }, () => edit));

/** Documents that fire the published rules of CIUS-RO which no other row of this folder fires. */
export const CIUS_RO_ROWS: readonly FiringRow[] = [
  {
    fires: [
      ...['L0201', 'L0202', 'L0203', 'L0204', 'L155', 'L0302', 'L0303', 'L0304', 'L0305', 'L0306', 'L0307'],
      ...['L0501', 'L0502', 'L0503', 'L0504', 'L1001', 'L1002', 'L1003', 'L1004', 'L1005', 'L1006', 'L1007'],
      ...['L1008', 'L1009', 'L1010', 'L1011', 'L1012', 'L1013', 'L1014', 'L1015', 'L151', 'L152', 'L153'],
      ...['L154', 'L201', 'L202', 'L203', 'L204', 'L205', 'L206', 'L207', 'L301', 'L1000', 'L208', 'L209'],
      ...['L1016', 'L140', 'L1024', 'L1021', 'L212', 'L303', 'L0505', 'L1025', 'L1017', 'L1018', 'L1022'],
      ...['L1023', 'L302', 'L0308', 'L1020', 'L210', 'L211', 'L156'],
    ].map((id) => `BR-RO-${id}`),
    of: { category: 'E' },
    edit: all(
      make(`${PAYMENT}/cac:CardAccount/cbc:HolderName`),
      make(`${BUYER}/cac:Contact/cbc:Telephone`),
      make(`${BUYER}/cac:Contact/cbc:ElectronicMail`),
      everythingLong,
    ),
  },
  { fires: ['BR-RO-110', 'BR-RO-111', 'BR-RO-170', 'BR-RO-212'], edit: romanian },
  {
    fires: ['BR-RO-100', 'BR-RO-101', 'BR-RO-160', 'BR-RO-202'],
    edit: all(romanian, ...addresses.map((path) => region(path, 'RO-B'))),
  },
  {
    fires: ['BR-RO-140', 'BR-RO-150', 'BR-RO-180'],
    edit: remove(
      `${REPRESENTATIVE}/cbc:StreetName`,
      `${REPRESENTATIVE}/cbc:CityName`,
      `${DELIVERY}/cbc:StreetName`,
    ),
  },
  { fires: ['BR-RO-A020'], edit: times(20, repeat('cbc:Note')) },
  {
    fires: ['BR-RO-A500', 'UBL-SR-06'],
    edit: add('cac:BillingReference', '<cac:InvoiceDocumentReference/>'.repeat(500)),
  },
  { fires: ['BR-RO-DT003'], edit: set('cbc:DueDate', '20.12.2026') },
  { fires: ['BR-RO-DT004'], edit: set('cac:Delivery/cbc:ActualDeliveryDate', '15.11.2026') },
  {
    fires: ['BR-RO-DT005'],
    edit: all(remove('cac:InvoicePeriod/cbc:EndDate'), set('cac:InvoicePeriod/cbc:StartDate', '1.11.2026')),
  },
  {
    fires: ['BR-RO-DT006'],
    edit: all(remove('cac:InvoicePeriod/cbc:StartDate'), set('cac:InvoicePeriod/cbc:EndDate', '1.11.2026')),
  },
  { fires: ['BR-07'], edit: remove(`${BUYER}/cac:PartyLegalEntity/cbc:RegistrationName`) },
  { fires: ['BR-CO-25'], edit: remove('cbc:DueDate', 'cac:PaymentTerms') },
  // Element names that the published rules misspell, or look for in the wrong place.
  {
    fires: ['UBL-CR-487'],
    edit: make(`${ALLOWANCE}/cac:TaxCategory/cac:TaxScheme/cac:JurisdiccionRegionAddress`),
  },
  { fires: ['UBL-CR-572'], edit: make(`${ITEM}/cac:BuyersItemIdentification/cbc:BarecodeSymbologyID`) },
  { fires: ['UBL-CR-577'], edit: make(`${ITEM}/cac:SellersItemIdentification/cbc:BarecodeSymbologyID`) },
  { fires: ['UBL-CR-583'], edit: make(`${ITEM}/cac:StandardItemIdentification/cbc:BarecodeSymbologyID`) },
  { fires: ['UBL-SR-24'], edit: add('.', '<cac:Delivery/>') },
  { fires: ['UBL-CR-674'], edit: make(`${LINE}/cbc:PrimaryAccountNumber/@schemeID`) },
  {
    fires: ['UBL-SR-23'],
    edit: add(
      'cac:TaxRepresentativeParty',
      '<cac:Party><cac:PartyTaxScheme><cbc:CompanyID>1</cbc:CompanyID></cac:PartyTaxScheme><cac:PartyTaxScheme><cbc:CompanyID>2</cbc:CompanyID></cac:PartyTaxScheme></cac:Party>',
    ),
  },
];
