import { type Edit, add, all, remove, removeAttribute, repeat, set, setAttribute } from '../edits.ts';
import * as at from '../cii/places.ts';
import { PEPPOL_ROWS } from '../cii/peppol-rows.ts';
import type { Row } from '../row.ts';
import { IDENTIFIER_ROWS, identifierRows } from './identifier-rows.ts';
import { withProcess } from './with-process.ts';

const PARTY_ID = `${at.BUYER}/ram:GlobalID`;
const ADDRESS = `${at.BUYER}/ram:URIUniversalCommunication/ram:URIID`;
const identified = (scheme: string, id: string): Edit =>
  all(setAttribute(PARTY_ID, 'schemeID', scheme), set(PARTY_ID, id));
const addressed = (scheme: string, id: string): Edit =>
  all(setAttribute(ADDRESS, 'schemeID', scheme), set(ADDRESS, id));
const document = (type: string): Edit =>
  add(
    at.AGREEMENT,
    `<ram:AdditionalReferencedDocument><ram:IssuerAssignedID>1</ram:IssuerAssignedID><ram:TypeCode>${type}</ram:TypeCode></ram:AdditionalReferencedDocument>`,
  );
const discountIndicator = `${at.GROSS_PRICE}/ram:AppliedTradeAllowanceCharge/ram:ChargeIndicator/udt:Indicator`;

/** The rules that XRechnung's rules for CII do not share with these, or have under another id. */
const OTHERWISE = ['R008', 'R043-1', 'R043-2', 'R044', 'R046'];
const isShared = ([, , finds]: (typeof PEPPOL_ROWS)[number]): boolean =>
  !OTHERWISE.some((rule) => finds.includes(`PEPPOL-EN16931-${rule}`));

export const CII_ROWS: readonly Row[] = [
  ...PEPPOL_ROWS.filter(isShared)
    .map(([has, edit, finds]): Row => ({
      it: `${finds === '' ? 'takes' : 'finds'} ${has}`,
      edit,
      finds: finds === '' ? [] : finds.split(' '),
    }))
    .map(withProcess),
  ...identifierRows(IDENTIFIER_ROWS, identified),
  {
    it: 'accepts more than eleven digits of scheme 0151',
    edit: identified('0151', '518247535560'),
    finds: [],
  },
  {
    it: 'finds an unknown process',
    edit: set(`${at.CONTEXT}/ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID`, 'billing'),
    finds: ['PEPPOL-EN16931-R007'],
  },
  {
    it: 'finds another specification',
    edit: set(
      `${at.CONTEXT}/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID`,
      'urn:cen.eu:en16931:2017',
    ),
    finds: ['PEPPOL-EN16931-R004'],
  },
  {
    it: 'accepts a double colon in the specification',
    edit: set(
      `${at.CONTEXT}/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID`,
      'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::D16B',
    ),
    finds: [],
  },
  {
    it: 'finds two notes, also between Germans',
    edit: repeat(`${at.DOCUMENT}/ram:IncludedNote`),
    finds: ['PEPPOL-EN16931-R002'],
  },
  {
    it: 'finds a subject of a note',
    edit: add(`${at.DOCUMENT}/ram:IncludedNote`, '<ram:SubjectCode>AAI</ram:SubjectCode>'),
    finds: ['PEPPOL-EN16931-R002'],
  },
  {
    it: 'requires a reference of the buyer',
    edit: remove(`${at.AGREEMENT}/ram:BuyerReference`, `${at.AGREEMENT}/ram:BuyerOrderReferencedDocument`),
    finds: ['PEPPOL-EN16931-R003'],
  },
  { it: "accepts the buyer's order alone", edit: remove(`${at.AGREEMENT}/ram:BuyerReference`), finds: [] },
  { it: 'finds two objects', edit: all(document('130'), document('130')), finds: ['PEPPOL-EN16931-R006'] },
  { it: 'finds two projects', edit: document('50'), finds: ['PEPPOL-EN16931-R080'] },
  {
    it: 'finds a missing total of VAT',
    edit: remove(`${at.SUMS}/ram:TaxTotalAmount`),
    finds: ['PEPPOL-EN16931-R053', 'PEPPOL-EN16931-R055'],
  },
  {
    it: 'finds neither allowance nor charge',
    edit: set(`${at.ALLOWANCE}/ram:ChargeIndicator/udt:Indicator`, '0'),
    finds: ['PEPPOL-EN16931-R043'],
  },
  {
    it: 'finds neither discount nor surcharge',
    edit: set(discountIndicator, '0'),
    finds: ['PEPPOL-EN16931-R043'],
  },
  { it: 'accepts a surcharge of a price', edit: set(discountIndicator, 'true'), finds: [] },
  {
    it: 'finds two objects of a line',
    edit: repeat(`${at.LINE_SETTLEMENT}/ram:AdditionalReferencedDocument`),
    finds: ['PEPPOL-EN16931-R100'],
  },
  {
    it: 'finds an attachment of another type',
    edit: setAttribute(`${at.FILE}/ram:AttachmentBinaryObject`, 'mimeCode', 'text/xml'),
    finds: ['PEPPOL-EN16931-CL001'],
  },
  {
    it: 'finds an unknown reason of an allowance',
    edit: set(`${at.ALLOWANCE}/ram:ReasonCode`, 'FC'),
    finds: ['PEPPOL-EN16931-CL002'],
  },
  {
    it: 'finds an unknown reason of a charge',
    edit: set(`${at.CHARGE}/ram:ReasonCode`, '95'),
    finds: ['PEPPOL-EN16931-CL003'],
  },
  {
    it: 'finds a currency that is not in use',
    edit: all(
      set(`${at.SETTLEMENT}/ram:TaxCurrencyCode`, 'DEM'),
      setAttribute(`${at.SUMS}/ram:TaxTotalAmount[2]`, 'currencyID', 'DEM'),
    ),
    finds: ['PEPPOL-EN16931-CL007'],
  },
  { it: 'accepts a participant by VAT number', edit: addressed('9930', 'DE123456788'), finds: [] },
  {
    it: 'finds an e-mail address',
    edit: addressed('EM', 'buyer@example.com'),
    finds: ['PEPPOL-EN16931-CL008'],
  },
  {
    it: 'requires the scheme of an address',
    edit: removeAttribute(ADDRESS, 'schemeID'),
    finds: ['PEPPOL-EN16931-CL008'],
  },
  {
    it: 'accepts Italian numbers of withdrawn schemes',
    edit: addressed('9907', 'RSSMRA80A01H501U'),
    finds: ['PEPPOL-EN16931-CL008'],
  },
  {
    it: 'finds an invalid codice fiscale',
    edit: addressed('9907', 'IT?'),
    finds: ['PEPPOL-EN16931-CL008', 'PEPPOL-COMMON-R046'],
  },
  {
    it: 'accepts an Italian VAT number',
    edit: addressed('9906', 'IT12345678903'),
    finds: ['PEPPOL-EN16931-CL008'],
  },
  {
    it: 'finds an invalid VAT number',
    edit: addressed('9906', 'IT12345678901'),
    finds: ['PEPPOL-EN16931-CL008', 'PEPPOL-COMMON-R048'],
  },
  {
    it: 'finds a day in another format',
    edit: setAttribute(`${at.DOCUMENT}/ram:IssueDateTime/udt:DateTimeString`, 'format', '203'),
    finds: ['PEPPOL-EN16931-F001'],
  },
  {
    it: 'finds a day of another century',
    edit: set(`${at.DOCUMENT}/ram:IssueDateTime/udt:DateTimeString`, '19261120'),
    finds: ['PEPPOL-EN16931-F001'],
  },
];
