import { type Edit, add, all, make, removeAttribute, set, setAttribute } from '../edits.ts';
import * as at from './places.ts';
import type { Row } from './rows.ts';

const { SUMS, LINE, SELLER, AGREEMENT } = at;
const day = (path: string, text: string): Edit => set(`${path}/udt:DateTimeString`, text);

export const DATA_TYPE_ROWS: readonly Row[] = [
  ...[
    'schemeName',
    'schemeAgencyName',
    'schemeDataURI',
    'schemeURI',
    'schemeID',
    'schemeAgencyID',
    'schemeVersionID',
  ].map((name, nth): Row => [
    `${name} of the invoice number`,
    setAttribute(`${at.DOCUMENT}/ram:ID`, name, '0088'),
    `CII-DT-00${nth + 1}`,
  ]),
  ...['schemeName', 'schemeAgencyName', 'schemeDataURI', 'schemeURI'].map((name, nth): Row => [
    `${name} of an identifier`,
    setAttribute(`${SELLER}/ram:GlobalID`, name, 'x'),
    `CII-DT-10${nth + 1}`,
  ]),
  ['a name of a type code', setAttribute(`${at.DOCUMENT}/ram:TypeCode`, 'name', 'x'), 'CII-DT-008'],
  [
    'an address of the list of a type code',
    setAttribute(`${at.DOCUMENT}/ram:TypeCode`, 'listURI', 'x'),
    'CII-DT-009',
  ],
  ...['listID', 'listAgencyID', 'listVersionID', 'listURI'].map((name, nth): Row => [
    `${name} of the VAT category of a line`,
    setAttribute(`${at.LINE_TAX}/ram:CategoryCode`, name, 'x'),
    `CII-DT-04${nth + 5}`,
  ]),
  ['an address of the invoiced object', add(`${at.FILE}[2]`, '<ram:URIID>x</ram:URIID>'), 'CII-DT-015'],
  ['a name of the invoiced object', add(`${at.FILE}[2]`, '<ram:Name>x</ram:Name>'), 'CII-DT-021'],
  ['a file of the invoiced object', add(`${at.FILE}[2]`, '<ram:AttachmentBinaryObject/>'), 'CII-DT-022'],
  ['an unknown type of a document', set(`${at.FILE}[3]/ram:TypeCode`, '51'), 'CII-DT-018'],
  [
    'a reference type of a file',
    add(at.FILE, '<ram:ReferenceTypeCode>AAB</ram:ReferenceTypeCode>'),
    'CII-DT-024',
  ],
  [
    'a date of the order',
    add(`${AGREEMENT}/ram:BuyerOrderReferencedDocument`, '<ram:FormattedIssueDateTime/>'),
    'CII-DT-027',
  ],
  [
    'a currency of an amount',
    setAttribute(`${SUMS}/ram:GrandTotalAmount`, 'currencyID', 'EUR'),
    'CII-DT-031',
  ],
  [
    'a version of the currency of an amount',
    setAttribute(`${SUMS}/ram:GrandTotalAmount`, 'currencyCodeListVersionID', '1'),
    'CII-DT-032',
  ],
  [
    'units without any unit of a line',
    all(
      removeAttribute(at.QUANTITY, 'unitCode'),
      removeAttribute(`${LINE}[2]/ram:SpecifiedLineTradeDelivery/ram:BilledQuantity`, 'unitCode'),
    ),
    'BR-23 CII-DT-033',
  ],
  ...['unitCodeListID', 'unitCodeListAgencyID', 'unitCodeListAgencyName'].map((name, nth): Row => [
    `${name} of a quantity`,
    setAttribute(at.QUANTITY, name, 'x'),
    `CII-DT-03${nth + 4}`,
  ]),
  ['a taxable amount of a line', make(`${at.LINE_TAX}/ram:BasisAmount`, '1'), 'CII-DT-041'],
  ['a tax point date of a line', make(`${at.LINE_TAX}/ram:TaxPointDate`), 'CII-DT-054 BR-CO-03'],
  ['a tax point code of a line', make(`${at.LINE_TAX}/ram:DueDateTypeCode`, '29'), 'CII-DT-058'],
  [
    'an exemption code of an allowance',
    make(`${at.ALLOWANCE}/ram:CategoryTradeTax/ram:ExemptionReasonCode`, 'VATEX-EU-132'),
    'CII-DT-052',
  ],
  [
    'an exemption reason of an allowance',
    make(`${at.ALLOWANCE}/ram:CategoryTradeTax/ram:ExemptionReason`),
    'CII-DT-098',
  ],
  ['another tax than VAT', set(`${at.LINE_TAX}/ram:TypeCode`, 'vat'), 'CII-DT-037'],
  [
    'a day of a period in another format',
    setAttribute(`${at.PERIOD}/ram:StartDateTime/udt:DateTimeString`, 'format', '610'),
    'BR-29',
  ],
  ['a date with separators', day(`${at.DOCUMENT}/ram:IssueDateTime`, '2026-11-20'), 'CII-DT-097'],
];
