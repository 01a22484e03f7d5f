import type { Row } from './row.ts';
import { SPECIFICATIONS } from './base.ts';
import { type Edit, add, all, make, remove, repeat, set, setAttribute, untouched } from './edits.ts';

const SELLER = 'cac:AccountingSupplierParty/cac:Party';
const BUYER = 'cac:AccountingCustomerParty/cac:Party';
const ALLOWANCE = 'cac:AllowanceCharge';
const PAYMENT = 'cac:PaymentMeans';
const LINE = 'cac:InvoiceLine';
const SUMS = 'cac:LegalMonetaryTotal';

const CARD = `${PAYMENT}/cac:CardAccount/cbc:PrimaryAccountNumberID`;
const code = (value: string): Edit => set(`${PAYMENT}/cbc:PaymentMeansCode`, value);
const noAccount = remove(`${PAYMENT}/cac:PayeeFinancialAccount`);
const creditor = add(SELLER, '<cac:PartyIdentification><cbc:ID schemeID="SEPA">DE98ZZZ09999999999</cbc:ID></cac:PartyIdentification>');
const mandate = all(
  make(`${PAYMENT}/cac:PaymentMandate/cbc:ID`, 'M-1'),
  make(`${PAYMENT}/cac:PaymentMandate/cac:PayerFinancialAccount/cbc:ID`, 'DE75512108001245126199'),
);
const directDebit = all(code('59'), noAccount, mandate, creditor);
const terms = (text: string): Edit => set('cac:PaymentTerms/cbc:Note', text);

const PEPPOL_ROWS: readonly Row[] = [
  { it: 'misses the business process', edit: remove('cbc:ProfileID'), finds: ['PEPPOL-EN16931-R001'] },
  { it: 'finds the invoice currency as accounting currency', edit: all(set('cbc:TaxCurrencyCode', 'EUR'), setAttribute('cac:TaxTotal[2]/cbc:TaxAmount', 'currencyID', 'USD')), finds: ['PEPPOL-EN16931-R005'] },
  { it: 'finds an empty element', edit: set('cbc:Note', ' '), finds: ['PEPPOL-EN16931-R008'] },
  { it: "misses the buyer's electronic address", edit: remove(`${BUYER}/cbc:EndpointID`), finds: ['PEPPOL-EN16931-R010'] },
  { it: "misses the seller's electronic address", edit: remove(`${SELLER}/cbc:EndpointID`), finds: ['PEPPOL-EN16931-R020'] },
  { it: 'finds an allowance that is not its percentage', edit: set(`${ALLOWANCE}/cbc:Amount`, '10.03'), finds: ['PEPPOL-EN16931-R040'] },
  { it: 'accepts an allowance that is its percentage but for two cents', edit: set(`${ALLOWANCE}/cbc:Amount`, '10.02'), finds: [] },
  { it: 'accepts half a forint', edit: all(set('cbc:DocumentCurrencyCode', 'HUF'), setAttribute('cac:TaxTotal/cbc:TaxAmount', 'currencyID', 'HUF'), set(`${ALLOWANCE}/cbc:Amount`, '10.50')), finds: [] },
  { it: 'misses the base amount', edit: remove(`${ALLOWANCE}/cbc:BaseAmount`), finds: ['PEPPOL-EN16931-R041'] },
  { it: 'misses the percentage', edit: remove(`${ALLOWANCE}/cbc:MultiplierFactorNumeric`), finds: ['PEPPOL-EN16931-R042'] },
  { it: 'accepts an allowance without base and percentage', edit: remove(`${ALLOWANCE}/cbc:BaseAmount`, `${ALLOWANCE}/cbc:MultiplierFactorNumeric`), finds: [] },
  { it: 'finds neither allowance nor charge', edit: set(`${ALLOWANCE}/cbc:ChargeIndicator`, '0'), finds: ['PEPPOL-EN16931-R043'] },
  { it: 'finds a charge inside a price', edit: set(`${LINE}/cac:Price/cac:AllowanceCharge/cbc:ChargeIndicator`, 'true'), finds: ['PEPPOL-EN16931-R044'] },
  { it: 'finds a price that is not gross less discount', edit: set(`${LINE}/cac:Price/cac:AllowanceCharge/cbc:BaseAmount`, '13.00'), finds: ['PEPPOL-EN16931-R046'] },
  { it: 'finds two totals with breakdowns', edit: repeat('cac:TaxTotal'), finds: ['PEPPOL-EN16931-R053'] },
  { it: 'misses the total in the accounting currency', edit: remove('cac:TaxTotal[2]'), finds: ['PEPPOL-EN16931-R054', 'PEPPOL-EN16931-R055'] },
  { it: 'finds a second total without its currency', edit: remove('cbc:TaxCurrencyCode'), finds: ['PEPPOL-EN16931-R054'] },
  { it: 'finds totals of different signs', edit: set('cac:TaxTotal[2]/cbc:TaxAmount', '-116.00'), finds: ['PEPPOL-EN16931-R055'] },
  { it: 'misses the mandate of a direct debit', edit: all(directDebit, remove(`${PAYMENT}/cac:PaymentMandate/cbc:ID`)), finds: ['PEPPOL-EN16931-R061'] },
  { it: 'finds another document on a line', edit: set(`${LINE}/cac:DocumentReference/cbc:DocumentTypeCode`, '50'), finds: ['PEPPOL-EN16931-R101'] },
  { it: 'finds a line that starts before the period', edit: set(`${LINE}/cac:InvoicePeriod/cbc:StartDate`, '2026-10-31'), finds: ['PEPPOL-EN16931-R110'] },
  { it: 'finds a line that ends after the period', edit: set(`${LINE}/cac:InvoicePeriod/cbc:EndDate`, '2026-12-01'), finds: ['PEPPOL-EN16931-R111'] },
  { it: 'finds a line amount that does not follow', edit: set(`${LINE}[2]/cbc:LineExtensionAmount`, '50.03'), finds: ['PEPPOL-EN16931-R120'] },
  { it: 'finds a base quantity of zero, which counts as one', edit: set(`${LINE}/cac:Price/cbc:BaseQuantity`, '0'), finds: ['PEPPOL-EN16931-R121'] },
  { it: 'finds another unit at the price', edit: setAttribute(`${LINE}/cac:Price/cbc:BaseQuantity`, 'unitCode', 'C62'), finds: ['PEPPOL-EN16931-R130'] },
];

const GERMAN_ROWS: readonly Row[] = [
  { it: 'misses the payment instructions', edit: remove(PAYMENT), finds: ['BR-DE-1'] },
  { it: 'misses the contact', edit: remove(`${SELLER}/cac:Contact`), finds: ['BR-DE-2'] },
  { it: "misses the seller's city", edit: remove(`${SELLER}/cac:PostalAddress/cbc:CityName`), finds: ['BR-DE-3'] },
  { it: "misses the seller's postcode", edit: remove(`${SELLER}/cac:PostalAddress/cbc:PostalZone`), finds: ['BR-DE-4'] },
  { it: "misses the contact's name", edit: remove(`${SELLER}/cac:Contact/cbc:Name`), finds: ['BR-DE-5'] },
  { it: "misses the contact's telephone", edit: remove(`${SELLER}/cac:Contact/cbc:Telephone`), finds: ['BR-DE-27', 'BR-DE-6'] },
  { it: "misses the contact's e-mail", edit: remove(`${SELLER}/cac:Contact/cbc:ElectronicMail`), finds: ['BR-DE-28', 'BR-DE-7'] },
  { it: "misses the buyer's city", edit: remove(`${BUYER}/cac:PostalAddress/cbc:CityName`), finds: ['BR-DE-8'] },
  { it: "misses the buyer's postcode", edit: remove(`${BUYER}/cac:PostalAddress/cbc:PostalZone`), finds: ['BR-DE-9'] },
  { it: 'misses the city of delivery', edit: remove('cac:Delivery/cac:DeliveryLocation/cac:Address/cbc:CityName'), finds: ['BR-DE-10'] },
  { it: 'misses the postcode of delivery', edit: remove('cac:Delivery/cac:DeliveryLocation/cac:Address/cbc:PostalZone'), finds: ['BR-DE-11'] },
  { it: 'misses the rate of a breakdown of category O', of: { category: 'O' }, edit: remove('cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:Percent'), finds: ['BR-DE-14'] },
  { it: 'misses the buyer reference', edit: remove('cbc:BuyerReference'), finds: ['BR-DE-15'] },
  { it: 'misses every tax number of the seller', edit: remove(`${SELLER}/cac:PartyTaxScheme`, 'cac:TaxRepresentativeParty'), finds: ['BR-DE-16'] },
  { it: 'accepts a seller without tax number in category O', of: { category: 'O' }, edit: untouched, finds: [] },
  { it: 'finds an unusual type', edit: set('cbc:InvoiceTypeCode', '386'), finds: ['BR-DE-17'] },
  ...['#SKONTO#TAGE=14#PROZENT=2.00#', '#SKONTO#TAGE=14#PROZENT=2#\n', '#skonto#TAGE=14#PROZENT=2.00#\n', '#2 % discount\n'].map((text) => ({
    it: `finds a cash discount that is written ${JSON.stringify(text)}`,
    edit: terms(text),
    finds: ['BR-DE-18'],
  })),
  { it: 'accepts two cash discounts, one of a part of the amount', edit: terms('#SKONTO#TAGE=7#PROZENT=3.00#BASISBETRAG=-100.00#\n#SKONTO#TAGE=14#PROZENT=2.00#\n'), finds: [] },
  { it: 'accepts payment terms without cash discount', edit: terms('Payable within 30 days, order #4711'), finds: [] },
  { it: 'finds a wrong IBAN', edit: set(`${PAYMENT}/cac:PayeeFinancialAccount/cbc:ID`, 'DE75512108001245126198'), finds: ['BR-DE-19'] },
  { it: 'accepts an IBAN in groups of four', edit: set(`${PAYMENT}/cac:PayeeFinancialAccount/cbc:ID`, 'DE75 5121 0800 1245 1261 99'), finds: [] },
  { it: 'accepts an account that is no IBAN for another transfer', edit: all(code('30'), set(`${PAYMENT}/cac:PayeeFinancialAccount/cbc:ID`, '1245126199')), finds: [] },
  { it: 'accepts a direct debit', edit: directDebit, finds: [] },
  { it: 'finds a wrong IBAN to be debited', edit: all(directDebit, set(`${PAYMENT}/cac:PaymentMandate/cac:PayerFinancialAccount/cbc:ID`, 'DE75512108001245126198')), finds: ['BR-DE-20'] },
  { it: 'finds another specification', edit: set('cbc:CustomizationID', 'urn:cen.eu:en16931:2017'), finds: ['BR-DE-21'] },
  { it: 'finds two files of one name', edit: repeat('cac:AdditionalDocumentReference'), finds: ['BR-DE-22'] },
  { it: 'misses the account of a transfer', edit: all(code('30'), noAccount), finds: ['BR-DE-23-a'] },
  { it: 'finds a card beside a transfer', edit: make(CARD, '1234'), finds: ['BR-DE-23-b'] },
  { it: 'accepts payment by card', edit: all(code('48'), noAccount, make(CARD, '1234')), finds: [] },
  { it: 'misses the card', edit: all(code('54'), noAccount), finds: ['BR-DE-24-a'] },
  { it: 'finds an account beside a card', edit: all(code('55'), make(CARD, '1234')), finds: ['BR-DE-24-b'] },
  { it: 'misses everything about a direct debit', edit: all(code('59'), noAccount), finds: ['BR-DE-20', 'BR-DE-25-a', 'PEPPOL-EN16931-R061'] },
  { it: 'finds an account beside a direct debit', edit: all(code('59'), mandate, creditor), finds: ['BR-DE-25-b'] },
  { it: 'misses the invoice that is corrected', edit: all(set('cbc:InvoiceTypeCode', '384'), remove('cac:BillingReference')), finds: ['BR-DE-26'] },
  { it: 'finds too short a telephone number', edit: set(`${SELLER}/cac:Contact/cbc:Telephone`, '110'.slice(1)), finds: ['BR-DE-27'] },
  ...['accounts', 'accounts@example', 'a@b@example.com', 'accounts@.com', 'acc ounts@example.com'].map((address) => ({
    it: `finds the e-mail address ${address}`,
    edit: set(`${SELLER}/cac:Contact/cbc:ElectronicMail`, address),
    finds: ['BR-DE-28'],
  })),
  { it: 'misses the creditor identifier', edit: all(code('59'), noAccount, mandate), finds: ['BR-DE-30'] },
  { it: 'misses the account to be debited, which is no IBAN then', edit: all(directDebit, remove(`${PAYMENT}/cac:PaymentMandate/cac:PayerFinancialAccount`)), finds: ['BR-DE-20', 'BR-DE-31'] },
  { it: 'misses every date of delivery', edit: remove('cac:Delivery/cbc:ActualDeliveryDate', 'cac:InvoicePeriod'), finds: ['BR-DE-TMP-32'] },
  { it: 'finds a relative address of a document', edit: set('cac:AdditionalDocumentReference/cac:Attachment/cac:ExternalReference/cbc:URI', 'files/hours.pdf'), finds: ['BR-TMP-2'] },
];

const extension = { specification: SPECIFICATIONS.extension } as const;
const THIRD_PARTY = 'cac:PrepaidPayment';
const thirdPartyPayment: Edit = all(
  add('.', '<cac:PrepaidPayment><cbc:ID>T1</cbc:ID><cbc:PaidAmount currencyID="EUR">7.00</cbc:PaidAmount><cbc:InstructionID>Deposit</cbc:InstructionID></cac:PrepaidPayment>'),
  set(`${SUMS}/cbc:PayableAmount`, '161.10'),
);
const subLine = (amount: string): Edit =>
  add(
    LINE,
    `<cac:SubInvoiceLine><cbc:ID>1.1</cbc:ID><cbc:LineExtensionAmount currencyID="EUR">${amount}</cbc:LineExtensionAmount>
     <cac:Item><cbc:Name>Part</cbc:Name><cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID></cac:ClassifiedTaxCategory></cac:Item></cac:SubInvoiceLine>`,
  );
const SCHEMES: Readonly<Record<string, string>> = {
  'BR-DEX-04': `${SELLER}/cac:PartyIdentification/cbc:ID`,
  'BR-DEX-05': `${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`,
  'BR-DEX-06': `${LINE}/cac:Item/cac:StandardItemIdentification/cbc:ID`,
  'BR-DEX-07': `${SELLER}/cbc:EndpointID`,
  'BR-DEX-08': 'cac:Delivery/cac:DeliveryLocation/cbc:ID',
};
const FILE = 'cac:AdditionalDocumentReference/cac:Attachment/cbc:EmbeddedDocumentBinaryObject';

const EXTENSION_ROWS: readonly Row[] = (
  [
    { it: 'accepts the base invoice', edit: untouched, finds: [] },
    { it: 'accepts an XML file', edit: setAttribute(FILE, 'mimeCode', 'application/xml'), finds: [] },
    { it: 'finds an unknown media type', edit: setAttribute(FILE, 'mimeCode', 'text/html'), finds: ['BR-DEX-01'] },
    { it: 'accepts sub-lines that add up', edit: all(subLine('60.00'), subLine('40.00')), finds: [] },
    { it: 'finds sub-lines that do not add up', edit: all(subLine('60.00'), subLine('30.00')), finds: ['BR-DEX-02'] },
    { it: 'misses the VAT of a sub-line', edit: all(subLine('100.00'), remove(`${LINE}/cac:SubInvoiceLine/cac:Item/cac:ClassifiedTaxCategory`)), finds: ['BR-DEX-03'] },
    ...Object.entries(SCHEMES).flatMap(([id, path]) => [
      { it: `accepts scheme XR01 at ${path}`, edit: setAttribute(path, 'schemeID', 'XR01'), finds: [] },
      { it: `finds an unknown scheme at ${path}`, edit: setAttribute(path, 'schemeID', 'XR04'), finds: [id] },
    ]),
    { it: 'accepts a payment to a third party', edit: thirdPartyPayment, finds: [] },
    { it: 'finds a payment to a third party that is not counted', edit: all(thirdPartyPayment, set(`${SUMS}/cbc:PayableAmount`, '154.10')), finds: ['BR-DEX-09'] },
    { it: 'misses the type of a payment to a third party', edit: all(thirdPartyPayment, remove(`${THIRD_PARTY}/cbc:ID`)), finds: ['BR-DEX-10'] },
    {
      it: 'misses the amount of a payment to a third party, and with it the currency',
      edit: all(thirdPartyPayment, remove(`${THIRD_PARTY}/cbc:PaidAmount`), set(`${SUMS}/cbc:PayableAmount`, '154.10')),
      finds: ['BR-DEX-11', 'BR-DEX-14'],
    },
    { it: 'misses the text of a payment to a third party', edit: all(thirdPartyPayment, remove(`${THIRD_PARTY}/cbc:InstructionID`)), finds: ['BR-DEX-12'] },
    { it: 'finds a third decimal', edit: all(thirdPartyPayment, add(`${THIRD_PARTY}/cbc:PaidAmount`, '0')), finds: ['BR-DEX-13'] },
    { it: 'finds another currency', edit: all(thirdPartyPayment, setAttribute(`${THIRD_PARTY}/cbc:PaidAmount`, 'currencyID', 'PLN')), finds: ['BR-DEX-14'] },
  ] satisfies readonly Row[]
).map((row) => ({ ...row, it: `${row.it} in the extension`, of: extension }));

const vehicles = { specification: SPECIFICATIONS.vehicles } as const;
const CLASS = `${LINE}/cac:Item/cac:CommodityClassification/cbc:ItemClassificationCode`;
const PROPERTY = `${LINE}/cac:Item/cac:AdditionalItemProperty`;
const vehicle: Edit = all(
  setAttribute(CLASS, 'listID', 'CVD'),
  set(CLASS, 'M1'),
  set(`${PROPERTY}/cbc:Name`, 'cva'),
  set(`${PROPERTY}/cbc:Value`, 'clean'),
);

const VEHICLE_ROWS: readonly Row[] = (
  [
    { it: 'accepts a line that is a vehicle', edit: vehicle, finds: [] },
    { it: 'misses the contract', edit: all(vehicle, remove('cac:ContractDocumentReference')), finds: ['BR-DE-CVD-01'] },
    { it: 'misses the tender', edit: all(vehicle, remove('cac:OriginatorDocumentReference')), finds: ['BR-DE-CVD-02'] },
    { it: 'misses a vehicle', edit: untouched, finds: ['BR-DE-CVD-03'] },
    { it: 'finds an unknown vehicle category', edit: all(vehicle, set(CLASS, 'M9')), finds: ['BR-DE-CVD-04'] },
    { it: 'finds an unknown attribute value', edit: all(vehicle, set(`${PROPERTY}/cbc:Value`, 'dirty')), finds: ['BR-DE-CVD-05'] },
    {
      it: 'finds a second vehicle without attribute',
      edit: all(vehicle, setAttribute(CLASS.replace(LINE, `${LINE}[2]`), 'listID', 'CVD'), set(CLASS.replace(LINE, `${LINE}[2]`), 'N1')),
      finds: ['BR-DE-CVD-06-a'],
    },
    { it: 'finds an attribute without vehicle', edit: all(vehicle, set(`${PROPERTY.replace(LINE, `${LINE}[2]`)}/cbc:Name`, 'cva'), set(`${PROPERTY.replace(LINE, `${LINE}[2]`)}/cbc:Value`, 'other')), finds: ['BR-DE-CVD-06-b'] },
    { it: 'finds an unknown classification', edit: all(vehicle, setAttribute(CLASS.replace(LINE, `${LINE}[2]`), 'listID', '?')), finds: ['BR-TMP-CVD-01'] },
  ] satisfies readonly Row[]
).map((row) => ({ ...row, it: `${row.it} in the clean vehicles variant`, of: vehicles }));

export const XRECHNUNG_ROWS: readonly Row[] = [
  { it: 'accepts the base invoice', edit: untouched, finds: [] },
  { it: 'accepts the base credit note', of: { root: 'CreditNote' }, edit: untouched, finds: [] },
  ...PEPPOL_ROWS,
  ...GERMAN_ROWS,
  ...EXTENSION_ROWS,
  ...VEHICLE_ROWS,
];
