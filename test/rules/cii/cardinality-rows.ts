import { add, all, remove, repeat } from '../edits.ts';
import * as at from './places.ts';
import type { Row } from './rows.ts';

const { LINE, SELLER, BUYER, PAYEE, SETTLEMENT } = at;

/** The allowed numbers of occurrences in the tables of `syntax/cii-cardinality.yaml`. */
const twice: readonly (readonly [id: string, path: string])[] = [
  ['CII-SR-003', `${at.CONTEXT}/ram:BusinessProcessSpecifiedDocumentContextParameter`],
  ['CII-SR-030', `${at.DOCUMENT}/ram:IncludedNote/ram:Content`],
  ['CII-SR-039 CII-SR-040', `${LINE}/ram:AssociatedDocumentLineDocument/ram:IncludedNote`],
  ['CII-SR-040', `${LINE}/ram:AssociatedDocumentLineDocument/ram:IncludedNote/ram:Content`],
  ['CII-SR-069', `${at.PRODUCT}/ram:ApplicableProductCharacteristic/ram:Description`],
  ['CII-SR-072', `${at.PRODUCT}/ram:ApplicableProductCharacteristic/ram:Value`],
  ['CII-SR-090', `${at.PRODUCT}/ram:OriginTradeCountry/ram:ID`],
  ['CII-SR-440', `${at.GROSS_PRICE}/ram:AppliedTradeAllowanceCharge/ram:ActualAmount`],
  ['CII-SR-454', at.LINE_TAX],
  ['CII-SR-455', `${SELLER}/ram:DefinedTradeContact`],
  ['CII-SR-456', `${BUYER}/ram:DefinedTradeContact`],
  ['CII-SR-457', `${at.FILE}[3]`],
  ['CII-SR-458', `${at.FILE}[2]`],
  ['CII-SR-459', `${SELLER}/ram:URIUniversalCommunication`],
  ['CII-SR-460', `${BUYER}/ram:URIUniversalCommunication`],
  ['CII-SR-469', `${SETTLEMENT}/ram:PaymentReference`],
  ['CII-SR-472', `${at.ALLOWANCE}/ram:CategoryTradeTax`],
  ['CII-SR-473', `${at.ALLOWANCE}/ram:ActualAmount`],
  ['CII-SR-474', `${at.LINE_SETTLEMENT}/ram:AdditionalReferencedDocument`],
  ['CII-SR-475', `${at.FILE}/ram:Name`],
  ['CII-SR-476', `${at.FILE}/ram:AttachmentBinaryObject`],
];
export const CARDINALITY_ROWS: readonly Row[] = [
  ...twice.map(([id, path]): Row => [`${path} twice`, repeat(path), id]),
  [
    'no specification identifier',
    remove(`${at.CONTEXT}/ram:GuidelineSpecifiedDocumentContextParameter`),
    'BR-01 CII-SR-009 CII-SR-010',
  ],
  [
    'two net prices',
    add(at.NET_PRICE, '<ram:ChargeAmount>11.00</ram:ChargeAmount>'),
    'CII-SR-439 CII-SR-441',
  ],
  ['two terms of payment', repeat(at.TERMS), 'CII-SR-452 CII-SR-453'],
  ['an indicator that is missing', remove(`${at.LINE_ALLOWANCE}/ram:ChargeIndicator`), 'CII-SR-463'],
  [
    'a rate of an allowance itself, twice',
    add(
      at.ALLOWANCE,
      '<ram:RateApplicablePercent>1</ram:RateApplicablePercent><ram:RateApplicablePercent>1</ram:RateApplicablePercent>',
    ),
    'CII-SR-471',
  ],
  [
    'a price discount without an amount',
    remove(`${at.GROSS_PRICE}/ram:AppliedTradeAllowanceCharge/ram:ActualAmount`),
    'CII-SR-119',
  ],
  ['two kinds of identifier of the buyer', add(BUYER, '<ram:ID>B</ram:ID>'), 'CII-SR-450'],
  ['two kinds of identifier of the place of delivery', add(at.SHIP_TO, '<ram:ID>D</ram:ID>'), 'CII-SR-449'],
  [
    'two kinds of identifier of the payee',
    add(PAYEE, '<ram:GlobalID schemeID="0088">1</ram:GlobalID>'),
    'CII-SR-451',
  ],
  [
    'a person and a department of the seller',
    add(`${SELLER}/ram:DefinedTradeContact`, '<ram:DepartmentName>Sales</ram:DepartmentName>'),
    'CII-SR-465',
  ],
  [
    'a person and a department of the buyer',
    add(`${BUYER}/ram:DefinedTradeContact`, '<ram:DepartmentName>Purchase</ram:DepartmentName>'),
    'CII-SR-466',
  ],
  [
    'two tax point dates',
    all(
      remove(`${at.BREAKDOWN}/ram:DueDateTypeCode`),
      add(at.BREAKDOWN, '<ram:TaxPointDate/><ram:TaxPointDate/>'),
    ),
    'CII-SR-461',
  ],
  [
    'different tax point codes',
    add(at.BREAKDOWN, '<ram:DueDateTypeCode>72</ram:DueDateTypeCode>'),
    'CII-SR-462',
  ],
  [
    'different means of payment',
    add(
      SETTLEMENT,
      '<ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>10</ram:TypeCode></ram:SpecifiedTradeSettlementPaymentMeans>',
    ),
    'CII-SR-467',
  ],
  [
    'different texts of the means of payment',
    add(
      SETTLEMENT,
      '<ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>58</ram:TypeCode><ram:Information>another</ram:Information><ram:PayeePartyCreditorFinancialAccount><ram:IBANID>DE75512108001245126199</ram:IBANID></ram:PayeePartyCreditorFinancialAccount></ram:SpecifiedTradeSettlementPaymentMeans>',
    ),
    'CII-SR-468',
  ],
];
