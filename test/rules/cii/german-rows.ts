import { add, all, make, remove, repeat, set, setAttribute } from '../edits.ts';
import * as at from './places.ts';
import { blank } from './places.ts';
import { code, noAccount, mandate, creditor, debited, directDebit, card } from './payments.ts';
import type { Row } from './rows.ts';

const { SELLER, BUYER, SETTLEMENT, PAYMENT, TERMS } = at;
const ISSUE_DATE = `${at.DOCUMENT}/ram:IssueDateTime/udt:DateTimeString`;
const ANY_FILE = add(
  at.FILE,
  '<ram:AttachmentBinaryObject mimeCode="text/csv" filename="a.csv">YQ==</ram:AttachmentBinaryObject>',
);
const CONTACT = `${SELLER}/ram:DefinedTradeContact`;

export const GERMAN_ROWS: readonly Row[] = [
  [
    'nothing of a price with two discounts: the rules end with an error',
    repeat(`${at.GROSS_PRICE}/ram:AppliedTradeAllowanceCharge`),
    'no verdict',
  ],
  [
    'nothing of cash discounts in two payment terms: the rules end with an error',
    repeat(TERMS),
    'no verdict',
  ],
  [
    'nothing of a line with two net amounts: the rules end with an error',
    repeat(at.LINE_AMOUNT),
    'no verdict',
  ],
  [
    'nothing of an allowance with a percentage and two amounts: the rules end with an error',
    repeat(`${at.ALLOWANCE}/ram:ActualAmount`),
    'no verdict',
  ],
  [
    'nothing of a second account of a SEPA transfer: the rules end with an error',
    repeat(at.ACCOUNT),
    'no verdict',
  ],
  ['a second account of another transfer', all(code('30'), repeat(at.ACCOUNT)), ''],
  ['no payment instructions', remove(PAYMENT), 'BR-DE-1'],
  ['no buyer reference', blank(`${at.AGREEMENT}/ram:BuyerReference`), 'BR-DE-15 PEPPOL-EN16931-R008'],
  ['no contact', remove(CONTACT), 'BR-DE-2'],
  ['no city of the seller', remove(`${SELLER}/ram:PostalTradeAddress/ram:CityName`), 'BR-DE-3'],
  ['no postcode of the seller', remove(`${SELLER}/ram:PostalTradeAddress/ram:PostcodeCode`), 'BR-DE-4'],
  ['no name of the contact', blank(`${CONTACT}/ram:PersonName`), 'BR-DE-5 PEPPOL-EN16931-R008'],
  [
    'no telephone of the contact',
    blank(`${CONTACT}/ram:TelephoneUniversalCommunication/ram:CompleteNumber`),
    'BR-DE-6 BR-DE-27 PEPPOL-EN16931-R008',
  ],
  [
    'no e-mail address of the contact',
    blank(`${CONTACT}/ram:EmailURIUniversalCommunication/ram:URIID`),
    'BR-DE-7 BR-DE-28 PEPPOL-EN16931-R008',
  ],
  ['no city of the buyer', remove(`${BUYER}/ram:PostalTradeAddress/ram:CityName`), 'BR-DE-8'],
  ['no postcode of the buyer', remove(`${BUYER}/ram:PostalTradeAddress/ram:PostcodeCode`), 'BR-DE-9'],
  ['no city of the delivery', remove(`${at.SHIP_TO}/ram:PostalTradeAddress/ram:CityName`), 'BR-DE-10'],
  [
    'no postcode of the delivery',
    remove(`${at.SHIP_TO}/ram:PostalTradeAddress/ram:PostcodeCode`),
    'BR-DE-11',
  ],
  ['a breakdown without a rate', remove(`${at.BREAKDOWN}/ram:RateApplicablePercent`), 'BR-DE-14'],
  [
    'no tax number of the seller',
    remove(`${SELLER}/ram:SpecifiedTaxRegistration`, at.REPRESENTATIVE),
    'BR-DE-16',
  ],
  ['an unusual document type', set(`${at.DOCUMENT}/ram:TypeCode`, '82'), 'BR-DE-17'],
  ['a malformed cash discount', set(`${TERMS}/ram:Description`, '#SKONTO#TAGE=14#PROZENT=2#\n'), 'BR-DE-18'],
  ['a wrong IBAN', set(`${at.ACCOUNT}/ram:IBANID`, 'DE75512108001245126198'), 'BR-DE-19'],
  [
    'a wrong IBAN of the buyer',
    all(directDebit, set(`${PAYMENT}/ram:PayerPartyDebtorFinancialAccount/ram:IBANID`, 'DE1')),
    'BR-DE-20',
  ],
  [
    'another specification',
    set(`${at.CONTEXT}/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID`, 'urn:cen.eu:en16931:2017'),
    'BR-DE-21',
  ],
  ['two files of one name', repeat(at.FILE), 'BR-DE-22'],
  ['a transfer without an account', noAccount, 'BR-DE-23-a BR-DE-19'],
  ['a transfer and a mandate', mandate, 'BR-DE-23-b BR-DE-30 BR-DE-31'],
  ['a transfer and a card', card, 'BR-DE-23-b'],
  ['a card payment without a card', all(code('48'), noAccount), 'BR-DE-24-a'],
  ['a card payment to an account', all(code('48'), card), 'BR-DE-24-b'],
  ['a direct debit without a mandate', all(code('59'), noAccount), 'BR-DE-25-a BR-DE-20 PEPPOL-EN16931-R061'],
  [
    'a direct debit with a bank',
    all(directDebit, make(`${PAYMENT}/ram:PayeeSpecifiedCreditorFinancialInstitution/ram:BICID`, 'X')),
    'BR-DE-25-b',
  ],
  [
    'a correction without the corrected invoice',
    all(set(`${at.DOCUMENT}/ram:TypeCode`, '384'), remove(`${SETTLEMENT}/ram:InvoiceReferencedDocument`)),
    'BR-DE-26',
  ],
  [
    'a telephone number without digits',
    set(`${CONTACT}/ram:TelephoneUniversalCommunication/ram:CompleteNumber`, 'ask'),
    'BR-DE-27',
  ],
  [
    'an e-mail address without a domain',
    set(`${CONTACT}/ram:EmailURIUniversalCommunication/ram:URIID`, 'accounts@'),
    'BR-DE-28',
  ],
  ['a direct debit without a creditor', all(code('59'), noAccount, mandate, debited), 'BR-DE-30'],
  ['a direct debit without an account', all(code('59'), noAccount, mandate, creditor), 'BR-DE-31 BR-DE-20'],
  [
    'no date of delivery',
    remove(`${at.DELIVERY}/ram:ActualDeliverySupplyChainEvent`, at.PERIOD),
    'BR-DE-TMP-32',
  ],
  ['an address of a document that is not a URL', set(`${at.FILE}/ram:URIID`, 'hours.pdf'), 'BR-TMP-2'],
  ['two descriptions of a document', repeat(`${at.FILE}/ram:Name`), 'BR-TMP-4'],
  ['two files of a document', ANY_FILE, 'BR-TMP-5'],
  ['a date of another format', setAttribute(ISSUE_DATE, 'format', '610'), 'BR-TMP-7'],
  ['a date with a time', set(ISSUE_DATE, '20261005120000'), 'BR-TMP-7'],
  [
    'different quantities of net and gross price',
    set(`${at.GROSS_PRICE}/ram:BasisQuantity`, '2'),
    'BR-TMP-3',
  ],
  ['a valid direct debit', directDebit, ''],
];
