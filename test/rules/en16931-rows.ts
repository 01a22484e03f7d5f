import type { Row } from './row.ts';
import { add, all, make, remove, removeAttribute, set, setAttribute, untouched } from './edits.ts';
import { freeAllowance, freeCharge, freeSecondLine, totals } from './totals.ts';

const SELLER = 'cac:AccountingSupplierParty/cac:Party';
const BUYER = 'cac:AccountingCustomerParty/cac:Party';
const ALLOWANCE = 'cac:AllowanceCharge';
const CHARGE = 'cac:AllowanceCharge[2]';
const LINE_ALLOWANCE = 'cac:InvoiceLine/cac:AllowanceCharge';
const LINE_CHARGE = 'cac:InvoiceLine/cac:AllowanceCharge[2]';
const SUMS = 'cac:LegalMonetaryTotal';
const BREAKDOWN = 'cac:TaxTotal/cac:TaxSubtotal';
const ITEM = 'cac:InvoiceLine/cac:Item';
const NO_REASON = ['cbc:AllowanceChargeReasonCode', 'cbc:AllowanceChargeReason'];
const sum = (name: string, amount: string) => set(`${SUMS}/cbc:${name}`, amount);

export const VALID_ROWS: readonly Row[] = [
  { it: 'accepts the base invoice', edit: untouched, finds: [] },
  { it: 'accepts the base credit note', of: { root: 'CreditNote' }, edit: untouched, finds: [] },
  ...['Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'].map((category) => ({
    it: `accepts the base invoice in VAT category ${category}`,
    of: { category },
    edit: untouched,
    finds: [],
  })),
  { it: 'accepts a tax point date', edit: make('cbc:TaxPointDate', '2026-11-15'), finds: [] },
  {
    it: 'accepts a period that holds the tax point code only',
    edit: all(remove('cac:InvoicePeriod/cbc:StartDate', 'cac:InvoicePeriod/cbc:EndDate'), make('cac:InvoicePeriod/cbc:DescriptionCode', '35')),
    finds: [],
  },
  { it: 'accepts a period of one day', edit: set('cac:InvoicePeriod/cbc:EndDate', '2026-11-01'), finds: [] },
  { it: 'accepts a seller known by its register number only', edit: remove(`${SELLER}/cac:PartyIdentification`, `${SELLER}/cac:PartyTaxScheme`), finds: [] },
  { it: 'accepts a Greek VAT number', edit: set(`${BUYER}/cac:PartyTaxScheme/cbc:CompanyID`, 'EL123456789'), finds: [] },
  { it: 'accepts a payment in cash without an account', edit: all(set('cac:PaymentMeans/cbc:PaymentMeansCode', '10'), remove('cac:PaymentMeans/cac:PayeeFinancialAccount')), finds: [] },
  { it: 'accepts an allowance that has a reason code only', edit: remove(`${ALLOWANCE}/cbc:AllowanceChargeReason`), finds: [] },
  {
    it: 'accepts an invoice without allowances, charges and their sums',
    edit: all(totals({ allowances: 0, charges: 0 }), remove(ALLOWANCE, CHARGE, `${SUMS}/cbc:AllowanceTotalAmount`, `${SUMS}/cbc:ChargeTotalAmount`)),
    finds: [],
  },
  { it: 'accepts VAT that is rounded by less than one unit', edit: totals({ tax: 29.99 }), finds: [] },
  { it: 'accepts a note that only contains a #', edit: set('cbc:Note', 'Part #12'), finds: [] },
];

/** What a document must say once, and about its parties. */
const DOCUMENT_ROWS: readonly Row[] = [
  { it: 'misses the specification identifier', edit: remove('cbc:CustomizationID'), finds: ['BR-01'] },
  { it: 'misses the invoice number', edit: remove('cbc:ID'), finds: ['BR-02'] },
  { it: 'misses the issue date', edit: remove('cbc:IssueDate'), finds: ['BR-03'] },
  { it: 'misses the type code', edit: remove('cbc:InvoiceTypeCode'), finds: ['BR-04'] },
  { it: 'misses the currency', edit: remove('cbc:DocumentCurrencyCode'), finds: ['BR-05'] },
  { it: "misses the seller's name", edit: set(`${SELLER}/cac:PartyLegalEntity/cbc:RegistrationName`, ''), finds: ['BR-06'] },
  { it: "misses the buyer's name", edit: set(`${BUYER}/cac:PartyLegalEntity/cbc:RegistrationName`, ' '), finds: ['BR-07'] },
  { it: "misses the seller's address", edit: remove(`${SELLER}/cac:PostalAddress`), finds: ['BR-08'] },
  { it: "misses the seller's country", edit: remove(`${SELLER}/cac:PostalAddress/cac:Country`), finds: ['BR-09'] },
  { it: "misses the buyer's address", edit: remove(`${BUYER}/cac:PostalAddress`), finds: ['BR-10'] },
  { it: "misses the buyer's country", edit: remove(`${BUYER}/cac:PostalAddress/cac:Country`), finds: ['BR-11'] },
  { it: 'misses the lines', edit: all(remove('cac:InvoiceLine', 'cac:InvoiceLine[2]'), totals({ lines: 0 })), finds: ['BR-16'] },
  { it: 'finds the seller as its own payee', edit: set('cac:PayeeParty/cac:PartyName/cbc:Name', 'Seller trading'), finds: ['BR-17'] },
  { it: "misses the tax representative's name", edit: set('cac:TaxRepresentativeParty/cac:PartyName/cbc:Name', ''), finds: ['BR-18'] },
  { it: "misses the tax representative's address", edit: remove('cac:TaxRepresentativeParty/cac:PostalAddress'), finds: ['BR-19'] },
  { it: "misses the tax representative's country", edit: remove('cac:TaxRepresentativeParty/cac:PostalAddress/cac:Country'), finds: ['BR-20'] },
  { it: 'finds a period that ends before it starts', edit: set('cac:InvoicePeriod/cbc:EndDate', '2026-10-31'), finds: ['BR-29'] },
  { it: 'misses the reference of an attachment', edit: set('cac:AdditionalDocumentReference/cbc:ID', ''), finds: ['BR-52'] },
  { it: 'misses VAT in the accounting currency', edit: remove('cac:TaxTotal[2]'), finds: ['BR-53'] },
  { it: 'misses the number of the earlier invoice', edit: remove('cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID'), finds: ['BR-55', 'UBL-SR-07'] },
  { it: "misses the tax representative's VAT number", edit: remove('cac:TaxRepresentativeParty/cac:PartyTaxScheme'), finds: ['BR-56'] },
  { it: 'misses the country of delivery', edit: remove('cac:Delivery/cac:DeliveryLocation/cac:Address/cac:Country'), finds: ['BR-57'] },
  { it: "misses the kind of the seller's address", edit: removeAttribute(`${SELLER}/cbc:EndpointID`, 'schemeID'), finds: ['BR-62'] },
  { it: "misses the kind of the buyer's address", edit: removeAttribute(`${BUYER}/cbc:EndpointID`, 'schemeID'), finds: ['BR-63'] },
  { it: 'finds both a tax point date and a code', edit: all(make('cbc:TaxPointDate', '2026-11-15'), make('cac:InvoicePeriod/cbc:DescriptionCode', '35')), finds: ['BR-CO-03'] },
  { it: 'finds a VAT number without country', edit: set(`${BUYER}/cac:PartyTaxScheme/cbc:CompanyID`, '987654321'), finds: ['BR-CO-09'] },
  { it: 'misses the VAT breakdown', edit: remove(BREAKDOWN), finds: ['BR-CO-18', 'BR-S-01'] },
  { it: 'finds an empty period', edit: remove('cac:InvoicePeriod/cbc:StartDate', 'cac:InvoicePeriod/cbc:EndDate'), finds: ['BR-CO-19'] },
  {
    it: 'finds nothing that identifies the seller',
    edit: remove(`${SELLER}/cac:PartyIdentification`, `${SELLER}/cac:PartyTaxScheme`, `${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`),
    finds: ['BR-CO-26'],
  },
  { it: 'misses the means of payment', edit: remove('cac:PaymentMeans/cbc:PaymentMeansCode'), finds: ['BR-49'] },
  { it: 'finds an account without number', edit: set('cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID', ''), finds: ['BR-50'] },
  { it: 'finds a whole card number', edit: make('cac:PaymentMeans/cac:CardAccount/cbc:PrimaryAccountNumberID', '4111111111111111'), finds: ['BR-51'] },
  { it: 'misses the account of a transfer', edit: remove('cac:PaymentMeans/cac:PayeeFinancialAccount'), finds: ['BR-61'] },
];

const LINE_ROWS: readonly Row[] = [
  { it: 'misses the number of a line', edit: set('cac:InvoiceLine/cbc:ID', ''), finds: ['BR-21'] },
  { it: 'misses the quantity of a line, and with it its unit', edit: remove('cac:InvoiceLine/cbc:InvoicedQuantity'), finds: ['BR-22', 'BR-23'] },
  { it: 'misses the unit of a line', edit: removeAttribute('cac:InvoiceLine/cbc:InvoicedQuantity', 'unitCode'), finds: ['BR-23'] },
  { it: 'misses the amount of a line', edit: all(freeSecondLine(), remove('cac:InvoiceLine[2]/cbc:LineExtensionAmount')), finds: ['BR-24'] },
  { it: 'misses the name of an item', edit: set(`${ITEM}/cbc:Name`, ''), finds: ['BR-25'] },
  { it: 'misses the price of a line, which then is not positive either', edit: remove('cac:InvoiceLine/cac:Price/cbc:PriceAmount'), finds: ['BR-26', 'BR-27'] },
  { it: 'finds a negative price', edit: set('cac:InvoiceLine/cac:Price/cbc:PriceAmount', '-11.00'), finds: ['BR-27'] },
  { it: 'finds a negative gross price', edit: set('cac:InvoiceLine/cac:Price/cac:AllowanceCharge/cbc:BaseAmount', '-12.00'), finds: ['BR-28'] },
  { it: 'finds a line period that ends before it starts', edit: set('cac:InvoiceLine/cac:InvoicePeriod/cbc:EndDate', '2026-11-01'), finds: ['BR-30'] },
  { it: 'finds an empty line period', edit: remove('cac:InvoiceLine/cac:InvoicePeriod/cbc:StartDate', 'cac:InvoiceLine/cac:InvoicePeriod/cbc:EndDate'), finds: ['BR-CO-20'] },
  { it: 'misses the VAT category of a line', edit: all(freeSecondLine(), set('cac:InvoiceLine[2]/cac:Item/cac:ClassifiedTaxCategory/cac:TaxScheme/cbc:ID', 'GST')), finds: ['BR-CO-04'] },
  { it: 'finds an attribute without value', edit: remove(`${ITEM}/cac:AdditionalItemProperty/cbc:Value`), finds: ['BR-54'] },
  { it: 'misses the scheme of an item number', edit: removeAttribute(`${ITEM}/cac:StandardItemIdentification/cbc:ID`, 'schemeID'), finds: ['BR-64'] },
  { it: 'misses the scheme of an item class', edit: removeAttribute(`${ITEM}/cac:CommodityClassification/cbc:ItemClassificationCode`, 'listID'), finds: ['BR-65'] },
];

const SUM_ROWS: readonly Row[] = [
  { it: 'misses the amount of an allowance', edit: all(freeAllowance(), remove(`${ALLOWANCE}/cbc:Amount`)), finds: ['BR-31'] },
  { it: 'misses the VAT category of an allowance', edit: all(freeAllowance(), remove(`${ALLOWANCE}/cac:TaxCategory`)), finds: ['BR-32'] },
  { it: 'misses the reason of an allowance', edit: remove(...NO_REASON.map((name) => `${ALLOWANCE}/${name}`)), finds: ['BR-33', 'BR-CO-21'] },
  { it: 'misses the amount of a charge', edit: all(freeCharge(), remove(`${CHARGE}/cbc:Amount`)), finds: ['BR-36'] },
  { it: 'misses the VAT category of a charge', edit: all(freeCharge(), remove(`${CHARGE}/cac:TaxCategory`)), finds: ['BR-37'] },
  { it: 'misses the reason of a charge', edit: remove(...NO_REASON.map((name) => `${CHARGE}/${name}`)), finds: ['BR-38', 'BR-CO-22'] },
  { it: 'misses the amount of a line allowance', edit: remove(`${LINE_ALLOWANCE}/cbc:Amount`), finds: ['BR-41'] },
  { it: 'misses the reason of a line allowance', edit: remove(...NO_REASON.map((name) => `${LINE_ALLOWANCE}/${name}`)), finds: ['BR-42', 'BR-CO-23'] },
  { it: 'misses the amount of a line charge', edit: remove(`${LINE_CHARGE}/cbc:Amount`), finds: ['BR-43'] },
  { it: 'misses the reason of a line charge', edit: remove(...NO_REASON.map((name) => `${LINE_CHARGE}/${name}`)), finds: ['BR-44', 'BR-CO-24'] },
  { it: 'misses the sum of the lines', edit: remove(`${SUMS}/cbc:LineExtensionAmount`), finds: ['BR-12', 'BR-CO-10', 'BR-CO-13'] },
  { it: 'misses the total without VAT', edit: remove(`${SUMS}/cbc:TaxExclusiveAmount`), finds: ['BR-13', 'BR-CO-13', 'BR-CO-15'] },
  { it: 'misses the total with VAT', edit: remove(`${SUMS}/cbc:TaxInclusiveAmount`), finds: ['BR-14', 'BR-CO-15', 'BR-CO-16'] },
  { it: 'misses the amount due', edit: remove(`${SUMS}/cbc:PayableAmount`), finds: ['BR-15', 'BR-CO-16'] },
  {
    it: 'finds a wrong sum of the lines',
    edit: all(totals({ lines: 160, taxable: 145, tax: 29 })),
    finds: ['BR-CO-10'],
  },
  { it: 'finds a wrong sum of the allowances', edit: totals({ allowances: 11, taxable: 145, tax: 29 }), finds: ['BR-CO-11'] },
  { it: 'finds a wrong sum of the charges', edit: totals({ charges: 6, taxable: 145, tax: 29 }), finds: ['BR-CO-12'] },
  {
    it: 'finds a wrong total without VAT',
    edit: all(sum('TaxExclusiveAmount', '146.00'), sum('TaxInclusiveAmount', '175.00'), sum('PayableAmount', '155.10')),
    finds: ['BR-CO-13'],
  },
  {
    it: 'finds VAT that is not the sum of the breakdowns',
    edit: all(set('cac:TaxTotal/cbc:TaxAmount', '30.00'), sum('TaxInclusiveAmount', '175.00'), sum('PayableAmount', '155.10')),
    finds: ['BR-CO-14'],
  },
  { it: 'finds a wrong total with VAT', edit: all(sum('TaxInclusiveAmount', '180.00'), sum('PayableAmount', '160.10')), finds: ['BR-CO-15'] },
  { it: 'finds a wrong amount due', edit: sum('PayableAmount', '154.11'), finds: ['BR-CO-16'] },
  { it: 'misses the taxable amount', edit: remove(`${BREAKDOWN}/cbc:TaxableAmount`), finds: ['BR-45', 'BR-CO-17', 'BR-S-08', 'BR-S-09'] },
  { it: 'misses the VAT of a breakdown', edit: remove(`${BREAKDOWN}/cbc:TaxAmount`), finds: ['BR-46', 'BR-CO-14', 'BR-CO-17', 'BR-S-09'] },
  { it: 'misses the category of a breakdown', edit: remove(`${BREAKDOWN}/cac:TaxCategory/cbc:ID`), finds: ['BR-47', 'BR-S-01'] },
  { it: 'misses the rate of a breakdown', of: { category: 'E' }, edit: remove(`${BREAKDOWN}/cac:TaxCategory/cbc:Percent`), finds: ['BR-48'] },
  {
    it: 'finds VAT at a rate that rounds to zero',
    edit: all(
      ...[`${ALLOWANCE}/cac:TaxCategory`, `${CHARGE}/cac:TaxCategory`, `${ITEM}/cac:ClassifiedTaxCategory`, 'cac:InvoiceLine[2]/cac:Item/cac:ClassifiedTaxCategory', `${BREAKDOWN}/cac:TaxCategory`].map(
        (path) => set(`${path}/cbc:Percent`, '0.4'),
      ),
      totals({ tax: 0.58 }),
    ),
    finds: ['BR-CO-17'],
  },
];

/** Where one more decimal goes in, the value staying the same; UBL-DT-01 is about every amount. */
const DECIMALS: Readonly<Record<string, string>> = {
  'BR-DEC-01': `${ALLOWANCE}/cbc:Amount`,
  'BR-DEC-02': `${ALLOWANCE}/cbc:BaseAmount`,
  'BR-DEC-05': `${CHARGE}/cbc:Amount`,
  'BR-DEC-06': `${CHARGE}/cbc:BaseAmount`,
  'BR-DEC-09': `${SUMS}/cbc:LineExtensionAmount`,
  'BR-DEC-10': `${SUMS}/cbc:AllowanceTotalAmount`,
  'BR-DEC-11': `${SUMS}/cbc:ChargeTotalAmount`,
  'BR-DEC-12': `${SUMS}/cbc:TaxExclusiveAmount`,
  'BR-DEC-14': `${SUMS}/cbc:TaxInclusiveAmount`,
  'BR-DEC-16': `${SUMS}/cbc:PrepaidAmount`,
  'BR-DEC-17': `${SUMS}/cbc:PayableRoundingAmount`,
  'BR-DEC-18': `${SUMS}/cbc:PayableAmount`,
  'BR-DEC-19': `${BREAKDOWN}/cbc:TaxableAmount`,
  'BR-DEC-20': `${BREAKDOWN}/cbc:TaxAmount`,
  'BR-DEC-23': 'cac:InvoiceLine/cbc:LineExtensionAmount',
  'BR-DEC-24': `${LINE_ALLOWANCE}/cbc:Amount`,
  'BR-DEC-25': `${LINE_ALLOWANCE}/cbc:BaseAmount`,
  'BR-DEC-27': `${LINE_CHARGE}/cbc:Amount`,
  'BR-DEC-28': `${LINE_CHARGE}/cbc:BaseAmount`,
};
const DECIMAL_ROWS: readonly Row[] = Object.entries(DECIMALS).map(([id, path]) => ({
  it: `finds a third decimal at ${path}`,
  edit: add(path, '0'),
  finds: [id, 'UBL-DT-01'],
}));

const CODE_ROWS: readonly Row[] = [
  { it: 'finds an unknown invoice type', edit: set('cbc:InvoiceTypeCode', '381'), finds: ['BR-CL-01'] },
  { it: 'finds an unknown credit note type', of: { root: 'CreditNote' }, edit: set('cbc:CreditNoteTypeCode', '380'), finds: ['BR-CL-01'] },
  { it: 'finds an unknown currency of an amount', edit: setAttribute('cac:InvoiceLine/cac:Price/cbc:PriceAmount', 'currencyID', 'EURO'), finds: ['BR-CL-03'] },
  { it: 'finds an unknown invoice currency, in which no VAT is given', edit: set('cbc:DocumentCurrencyCode', 'EURO'), finds: ['BR-CL-04', 'BR-CO-15'] },
  { it: 'finds an unknown accounting currency, in which no VAT is given', edit: set('cbc:TaxCurrencyCode', 'ZLOTY'), finds: ['BR-CL-05', 'BR-53'] },
  { it: 'finds an unknown tax point code', edit: make('cac:InvoicePeriod/cbc:DescriptionCode', '7'), finds: ['BR-CL-06'] },
  { it: 'finds an unknown scheme of the invoiced object', edit: setAttribute('cac:AdditionalDocumentReference[2]/cbc:ID', 'schemeID', '?'), finds: ['BR-CL-07'] },
  { it: 'finds an unknown subject of a note', edit: set('cbc:Note', '#QQQ#Hello'), finds: ['BR-CL-08'] },
  { it: 'finds an unknown scheme of a party', edit: setAttribute(`${SELLER}/cac:PartyIdentification/cbc:ID`, 'schemeID', '9999'), finds: ['BR-CL-10'] },
  { it: 'finds a creditor identifier at the buyer', edit: setAttribute(`${BUYER}/cac:PartyIdentification/cbc:ID`, 'schemeID', 'SEPA'), finds: ['BR-CL-10'] },
  { it: 'finds an unknown register', edit: setAttribute(`${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`, 'schemeID', '9999'), finds: ['BR-CL-11'] },
  { it: 'finds an unknown classification', edit: setAttribute(`${ITEM}/cac:CommodityClassification/cbc:ItemClassificationCode`, 'listID', '?'), finds: ['BR-CL-13'] },
  { it: 'finds an unknown country', edit: set(`${SELLER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`, 'de'), finds: ['BR-CL-14'] },
  { it: 'finds an unknown country of origin', edit: set(`${ITEM}/cac:OriginCountry/cbc:IdentificationCode`, 'POL'), finds: ['BR-CL-15'] },
  { it: 'finds an unknown means of payment', edit: set('cac:PaymentMeans/cbc:PaymentMeansCode', '99'), finds: ['BR-CL-16'] },
  { it: 'finds an unknown VAT category of an allowance', edit: all(freeAllowance(), set(`${ALLOWANCE}/cac:TaxCategory/cbc:ID`, 'T')), finds: ['BR-CL-17'] },
  { it: 'finds an unknown VAT category of a line', edit: all(freeSecondLine(), set('cac:InvoiceLine[2]/cac:Item/cac:ClassifiedTaxCategory/cbc:ID', 'T')), finds: ['BR-CL-18'] },
  { it: 'finds an unknown reason of an allowance', edit: set(`${ALLOWANCE}/cbc:AllowanceChargeReasonCode`, 'FC'), finds: ['BR-CL-19'] },
  { it: 'finds an unknown reason of a charge', edit: set(`${CHARGE}/cbc:AllowanceChargeReasonCode`, '95'), finds: ['BR-CL-20'] },
  { it: 'finds an unknown scheme of an item number', edit: setAttribute(`${ITEM}/cac:StandardItemIdentification/cbc:ID`, 'schemeID', 'GTIN'), finds: ['BR-CL-21'] },
  { it: 'finds an unknown exemption code', of: { category: 'E' }, edit: make(`${BREAKDOWN}/cac:TaxCategory/cbc:TaxExemptionReasonCode`, 'VATEX-XX'), finds: ['BR-CL-22'] },
  { it: 'accepts an exemption code in small letters', of: { category: 'E' }, edit: make(`${BREAKDOWN}/cac:TaxCategory/cbc:TaxExemptionReasonCode`, 'vatex-eu-132'), finds: [] },
  { it: 'finds an unknown unit', edit: setAttribute('cac:InvoiceLine/cbc:InvoicedQuantity', 'unitCode', 'hours'), finds: ['BR-CL-23'] },
  { it: 'finds an unknown media type', edit: setAttribute('cac:AdditionalDocumentReference/cac:Attachment/cbc:EmbeddedDocumentBinaryObject', 'mimeCode', 'text/html'), finds: ['BR-CL-24'] },
  { it: 'finds an unknown kind of address', edit: setAttribute(`${BUYER}/cbc:EndpointID`, 'schemeID', 'mail'), finds: ['BR-CL-25'] },
  { it: 'finds an unknown scheme of the place of delivery', edit: setAttribute('cac:Delivery/cac:DeliveryLocation/cbc:ID', 'schemeID', '?'), finds: ['BR-CL-26'] },
];

export const EN16931_ROWS: readonly Row[] = [...VALID_ROWS, ...DOCUMENT_ROWS, ...LINE_ROWS, ...SUM_ROWS, ...DECIMAL_ROWS, ...CODE_ROWS];
