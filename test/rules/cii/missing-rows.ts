import { type Edit, add, all, make, remove, removeAttribute, set, setAttribute } from '../edits.ts';
import * as at from './places.ts';
import { blank } from './places.ts';
import type { Row } from './rows.ts';

const { SUMS, LINE, SELLER, BUYER, REPRESENTATIVE, PAYEE, SETTLEMENT } = at;
const day = (path: string, text: string): Edit => set(`${path}/udt:DateTimeString`, text);
const card = (number: string): Edit =>
  make(`${at.PAYMENT}/ram:ApplicableTradeSettlementFinancialCard/ram:ID`, number);

/** The element that is missing, or blank. */
export const MISSING_ROWS: readonly Row[] = [
  [
    'a blank specification identifier',
    blank(`${at.CONTEXT}/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID`),
    'BR-01',
  ],
  ['a blank invoice number', blank(`${at.DOCUMENT}/ram:ID`), 'BR-02'],
  ['no issue date', remove(`${at.DOCUMENT}/ram:IssueDateTime`), 'BR-03'],
  [
    'an issue date in another format',
    setAttribute(`${at.DOCUMENT}/ram:IssueDateTime/udt:DateTimeString`, 'format', '610'),
    'BR-03',
  ],
  ['no document type', remove(`${at.DOCUMENT}/ram:TypeCode`), 'BR-04 CII-SR-014'],
  ['no invoice currency', remove(`${SETTLEMENT}/ram:InvoiceCurrencyCode`), 'BR-05'],
  ['a blank seller name', blank(`${SELLER}/ram:Name`), 'BR-06'],
  ['a blank buyer name', blank(`${BUYER}/ram:Name`), 'BR-07'],
  ['no seller address', remove(`${SELLER}/ram:PostalTradeAddress`), 'BR-08 BR-09'],
  ['a seller address without a country', remove(`${SELLER}/ram:PostalTradeAddress/ram:CountryID`), 'BR-09'],
  ['no buyer address', remove(`${BUYER}/ram:PostalTradeAddress`), 'BR-10 BR-11'],
  ['a buyer address without a country', remove(`${BUYER}/ram:PostalTradeAddress/ram:CountryID`), 'BR-11'],
  ['no sum of lines', remove(`${SUMS}/ram:LineTotalAmount`), 'BR-12 BR-CO-10 BR-CO-13'],
  ['no total without VAT', remove(`${SUMS}/ram:TaxBasisTotalAmount`), 'BR-13 BR-CO-13 BR-CO-15'],
  ['no total with VAT', remove(`${SUMS}/ram:GrandTotalAmount`), 'BR-14 BR-CO-15 BR-CO-16'],
  ['no amount due', remove(`${SUMS}/ram:DuePayableAmount`), 'BR-15 BR-CO-16'],
  ['no lines', all(remove(LINE), remove(LINE)), 'BR-16 BR-CO-10 BR-S-08'],
  ['a payee without a name', remove(`${PAYEE}/ram:Name`), 'BR-17'],
  ['a payee named as the seller', set(`${PAYEE}/ram:Name`, 'Seller GmbH'), 'BR-17'],
  ['a payee with the identifier of the seller', set(`${PAYEE}/ram:ID`, 'S-42'), 'BR-17'],
  [
    'a payee with the register number of the seller',
    set(`${PAYEE}/ram:SpecifiedLegalOrganization/ram:ID`, 'HRB 1'),
    'BR-17',
  ],
  ['a blank name of the tax representative', blank(`${REPRESENTATIVE}/ram:Name`), 'BR-18'],
  ['no address of the tax representative', remove(`${REPRESENTATIVE}/ram:PostalTradeAddress`), 'BR-19 BR-20'],
  [
    'no country of the tax representative',
    remove(`${REPRESENTATIVE}/ram:PostalTradeAddress/ram:CountryID`),
    'BR-20',
  ],
  ['a blank line number', blank(`${LINE}/ram:AssociatedDocumentLineDocument/ram:LineID`), 'BR-21'],
  [
    'no quantity of a line',
    all(remove(at.QUANTITY), removeAttribute(`${at.GROSS_PRICE}/ram:BasisQuantity`, 'unitCode')),
    'BR-22 BR-23',
  ],
  ['no unit of a line', removeAttribute(at.QUANTITY, 'unitCode'), 'BR-23'],
  ['no amount of a line', remove(at.LINE_AMOUNT), 'BR-24 BR-CO-10 BR-S-08'],
  ['a blank item name', blank(`${at.PRODUCT}/ram:Name`), 'BR-25'],
  ['no net price', remove(`${at.NET_PRICE}/ram:ChargeAmount`), 'BR-26 BR-27 CII-SR-439'],
  ['a negative net price', set(`${at.NET_PRICE}/ram:ChargeAmount`, '-1'), 'BR-27'],
  ['a negative gross price', set(`${at.GROSS_PRICE}/ram:ChargeAmount`, '-1'), 'BR-28'],
  [
    'an invoicing period that ends before it starts',
    day(`${at.PERIOD}/ram:EndDateTime`, '20261031'),
    'BR-29',
  ],
  ['a line period that ends before it starts', day(`${at.LINE_PERIOD}/ram:EndDateTime`, '20261101'), 'BR-30'],
  [
    'an invoicing period without days',
    remove(`${at.PERIOD}/ram:StartDateTime`, `${at.PERIOD}/ram:EndDateTime`),
    'BR-CO-19',
  ],
  [
    'a line period without days',
    remove(`${at.LINE_PERIOD}/ram:StartDateTime`, `${at.LINE_PERIOD}/ram:EndDateTime`),
    'BR-CO-20',
  ],
  [
    'no taxable amount of a breakdown',
    remove(`${at.BREAKDOWN}/ram:BasisAmount`),
    'BR-45 BR-CO-17 BR-S-08 BR-S-09',
  ],
  [
    'no VAT amount of a breakdown',
    remove(`${at.BREAKDOWN}/ram:CalculatedAmount`),
    'BR-46 BR-CO-14 BR-CO-17 BR-S-09',
  ],
  ['no VAT category of a breakdown', remove(`${at.BREAKDOWN}/ram:CategoryCode`), 'BR-47'],
  ['no rate of a breakdown', remove(`${at.BREAKDOWN}/ram:RateApplicablePercent`), 'BR-48 BR-CO-17 BR-S-09'],
  [
    'a breakdown of another tax',
    set(`${at.BREAKDOWN}/ram:TypeCode`, 'FUEL'),
    'BR-47 BR-48 BR-CO-17 CII-DT-037',
  ],
  ['no means of payment', remove(`${at.PAYMENT}/ram:TypeCode`), 'BR-49'],
  ['an account without a number', all(set(`${at.ACCOUNT}/ram:IBANID`, ' ')), 'BR-50'],
  [
    'a credit transfer to an account without identifiers',
    remove(`${at.ACCOUNT}/ram:IBANID`),
    'BR-50 BR-61 CII-SR-470',
  ],
  ['a whole card number', card('1234567890123456'), 'BR-51'],
  ['a document without a reference', remove(`${at.FILE}/ram:IssuerAssignedID`), 'BR-52'],
  ['no VAT in the accounting currency', remove(`${SUMS}/ram:TaxTotalAmount[2]`), 'BR-53 BR-DEC-15'],
  [
    'an accounting currency that is the invoice currency',
    set(`${SETTLEMENT}/ram:TaxCurrencyCode`, 'EUR'),
    'BR-53',
  ],
  [
    'an item attribute without a name',
    remove(`${at.PRODUCT}/ram:ApplicableProductCharacteristic/ram:Description`),
    'BR-54 CII-SR-069',
  ],
  [
    'an item attribute without a value',
    remove(`${at.PRODUCT}/ram:ApplicableProductCharacteristic/ram:Value`),
    'BR-54 CII-SR-072',
  ],
  [
    'a preceding invoice without a number',
    blank(`${SETTLEMENT}/ram:InvoiceReferencedDocument/ram:IssuerAssignedID`),
    'BR-55',
  ],
  [
    'a tax representative without a VAT number',
    remove(`${REPRESENTATIVE}/ram:SpecifiedTaxRegistration`),
    'BR-56',
  ],
  [
    'a delivery address without a country',
    remove(`${at.SHIP_TO}/ram:PostalTradeAddress/ram:CountryID`),
    'BR-57',
  ],
  [
    'an electronic address of the seller without a scheme',
    removeAttribute(`${SELLER}/ram:URIUniversalCommunication/ram:URIID`, 'schemeID'),
    'BR-62',
  ],
  [
    'an electronic address of the buyer with an empty scheme',
    setAttribute(`${BUYER}/ram:URIUniversalCommunication/ram:URIID`, 'schemeID', ''),
    'BR-63 BR-CL-25',
  ],
  [
    'an item number without a scheme',
    removeAttribute(`${at.PRODUCT}/ram:GlobalID`, 'schemeID'),
    'BR-64 CII-SR-046',
  ],
  [
    'an item number with an empty scheme',
    setAttribute(`${at.PRODUCT}/ram:GlobalID`, 'schemeID', ''),
    'BR-64 BR-CL-21',
  ],
  [
    'a classification without a list',
    removeAttribute(`${at.PRODUCT}/ram:DesignatedProductClassification/ram:ClassCode`, 'listID'),
    'BR-65',
  ],
  [
    'a date and a code of the tax point',
    add(
      at.BREAKDOWN,
      '<ram:TaxPointDate><udt:DateString format="102">20261115</udt:DateString></ram:TaxPointDate>',
    ),
    'BR-CO-03',
  ],
  ['no VAT category of a line', remove(`${at.LINE_TAX}/ram:CategoryCode`), 'BR-CO-04 BR-S-08'],
  [
    'a VAT number without a country',
    set(`${BUYER}/ram:SpecifiedTaxRegistration/ram:ID`, '987654321'),
    'BR-CO-09',
  ],
  ['no breakdown', remove(at.BREAKDOWN), 'BR-CO-18 BR-CO-14'],
  [
    'no identifier of the seller',
    remove(
      `${SELLER}/ram:ID`,
      `${SELLER}/ram:GlobalID`,
      `${SELLER}/ram:SpecifiedLegalOrganization/ram:ID`,
      `${SELLER}/ram:SpecifiedTaxRegistration`,
    ),
    'BR-CO-26',
  ],
];
