import { all, make, set, setAttribute } from '../edits.ts';
import * as at from './places.ts';
import type { Row } from './rows.ts';

const { SUMS, LINE, SELLER, BUYER, SETTLEMENT } = at;

const CODES: readonly Row[] = [
  ['an unknown document type', set(`${at.DOCUMENT}/ram:TypeCode`, '999'), 'BR-CL-01'],
  [
    'an unknown currency of VAT',
    all(
      set(`${SETTLEMENT}/ram:TaxCurrencyCode`, 'XX1'),
      setAttribute(`${SUMS}/ram:TaxTotalAmount[2]`, 'currencyID', 'XX1'),
    ),
    'BR-CL-03 BR-CL-05',
  ],
  [
    'an unknown invoice currency',
    all(
      set(`${SETTLEMENT}/ram:InvoiceCurrencyCode`, 'XX1'),
      setAttribute(`${SUMS}/ram:TaxTotalAmount`, 'currencyID', 'XX1'),
    ),
    'BR-CL-03 BR-CL-04',
  ],
  ['a tax point code of UBL', set(`${at.BREAKDOWN}/ram:DueDateTypeCode`, '35'), 'BR-CL-06'],
  ['an unknown scheme of the invoiced object', set(`${at.FILE}[2]/ram:ReferenceTypeCode`, '???'), 'BR-CL-07'],
  ['an unknown subject of a note', set(`${at.DOCUMENT}/ram:IncludedNote/ram:SubjectCode`, '???'), 'BR-CL-08'],
  [
    'an unknown scheme of an identifier',
    setAttribute(`${SELLER}/ram:GlobalID`, 'schemeID', '9999'),
    'BR-CL-10',
  ],
  [
    'an unknown scheme of a register number',
    setAttribute(`${SELLER}/ram:SpecifiedLegalOrganization/ram:ID`, 'schemeID', '9999'),
    'BR-CL-11',
  ],
  [
    'an unknown classification',
    setAttribute(`${at.PRODUCT}/ram:DesignatedProductClassification/ram:ClassCode`, 'listID', '???'),
    'BR-CL-13',
  ],
  ['an unknown country', set(`${SELLER}/ram:PostalTradeAddress/ram:CountryID`, 'XY'), 'BR-CL-14'],
  ['an unknown country of origin', set(`${at.PRODUCT}/ram:OriginTradeCountry/ram:ID`, 'XY'), 'BR-CL-15'],
  ['an unknown means of payment', set(`${at.PAYMENT}/ram:TypeCode`, '999'), 'BR-CL-16'],
  [
    'an unknown VAT category of an allowance',
    set(`${at.ALLOWANCE}/ram:CategoryTradeTax/ram:CategoryCode`, '?'),
    'BR-CL-17 BR-S-08',
  ],
  ['an unknown VAT category of a line', set(`${at.LINE_TAX}/ram:CategoryCode`, '?'), 'BR-CL-18 BR-S-08'],
  ['an unknown reason of an allowance', set(`${at.ALLOWANCE}/ram:ReasonCode`, 'FC'), 'BR-CL-19'],
  ['an unknown reason of a charge', set(`${at.CHARGE}/ram:ReasonCode`, '95'), 'BR-CL-20'],
  [
    'an unknown scheme of an item number',
    setAttribute(`${at.PRODUCT}/ram:GlobalID`, 'schemeID', '9999'),
    'BR-CL-21',
  ],
  [
    'an unknown exemption code',
    make(`${at.BREAKDOWN}/ram:ExemptionReasonCode`, 'VATEX-EU-999'),
    'BR-CL-22',
    { category: 'E' },
  ],
  [
    'an exemption code in small letters',
    make(`${at.BREAKDOWN}/ram:ExemptionReasonCode`, 'vatex-eu-132'),
    '',
    { category: 'E' },
  ],
  [
    'an unknown unit',
    all(setAttribute(`${LINE}[2]/ram:SpecifiedLineTradeDelivery/ram:BilledQuantity`, 'unitCode', '???')),
    'BR-CL-23',
  ],
  [
    'a file of a kind that is not allowed',
    setAttribute(`${at.FILE}/ram:AttachmentBinaryObject`, 'mimeCode', 'text/html'),
    'BR-CL-24',
  ],
  [
    'an unknown scheme of an electronic address',
    setAttribute(`${BUYER}/ram:URIUniversalCommunication/ram:URIID`, 'schemeID', '9999'),
    'BR-CL-25',
  ],
  [
    'an unknown scheme of the place of delivery',
    setAttribute(`${at.SHIP_TO}/ram:GlobalID`, 'schemeID', '9999'),
    'BR-CL-26',
  ],
];

const SPLIT_PAYMENT: readonly Row[] = [
  [
    'split payment outside Italy, beside the standard rate',
    set(`${at.LINE_TAX}/ram:CategoryCode`, 'B'),
    'BR-B-01 BR-B-02 BR-S-08',
  ],
];

export const CODE_ROWS: readonly Row[] = [...CODES, ...SPLIT_PAYMENT];
