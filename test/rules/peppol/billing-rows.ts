import { type Edit, all, make, remove, removeAttribute, repeat, set, setAttribute } from '../edits.ts';
import { ALLOWANCE, BREAKDOWN, BUYER, CHARGE, FILE, LINE, SUMS } from '../places.ts';
import { PEPPOL_ROWS } from '../peppol-rows.ts';
import type { Row } from '../row.ts';
import { IDENTIFIER_ROWS, UBL_IDENTIFIER_ROWS, identifierRows } from './identifier-rows.ts';
import { withProcess } from './with-process.ts';

const CREDIT_NOTE = { root: 'CreditNote' } as const;
const PARTY_ID = `${BUYER}/cac:PartyIdentification/cbc:ID`;
const PROJECT = 'cac:AdditionalDocumentReference';

const identified = (scheme: string, id: string): Edit =>
  all(setAttribute(PARTY_ID, 'schemeID', scheme), set(PARTY_ID, id));
const addressed = (scheme: string, id: string): Edit =>
  all(setAttribute(`${BUYER}/cbc:EndpointID`, 'schemeID', scheme), set(`${BUYER}/cbc:EndpointID`, id));
const abroad = set(`${BUYER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`, 'FR');
const secondNote = repeat('cbc:Note');

/** XRechnung has them, too, but accepts half a forint of difference and requires no process. */
const SHARED_ROWS = PEPPOL_ROWS.filter((row) => row.it !== 'accepts half a forint').map(withProcess);

const IDENTIFIERS = identifierRows([...IDENTIFIER_ROWS, ...UBL_IDENTIFIER_ROWS], identified);

/** The only category of an exemption reason, and another one. */
const EXEMPTIONS: readonly (readonly [rule: string, reason: string, category: string, other: string])[] = [
  ['P0104', 'VATEX-EU-G', 'G', 'E'],
  ['P0105', 'VATEX-EU-O', 'O', 'E'],
  ['P0106', 'VATEX-EU-IC', 'K', 'E'],
  ['P0107', 'vatex-eu-ae', 'AE', 'E'],
  ['P0108', 'VATEX-EU-D', 'E', 'O'],
  ['P0109', 'VATEX-EU-F', 'E', 'O'],
  ['P0110', 'VATEX-EU-I', 'E', 'O'],
  ['P0111', 'VATEX-EU-J', 'E', 'O'],
];
const reason = (code: string): Edit => make(`${BREAKDOWN}/cac:TaxCategory/cbc:TaxExemptionReasonCode`, code);
const EXEMPTION_ROWS: readonly Row[] = EXEMPTIONS.flatMap(([rule, code, category, other]): Row[] => [
  { it: `accepts ${code} in category ${category}`, of: { category }, edit: reason(code), finds: [] },
  {
    it: `refuses ${code} in category ${other}`,
    of: { category: other },
    edit: reason(code),
    finds: [`PEPPOL-EN16931-${rule}`],
  },
]);

/** The rules of all packs of Peppol for UBL. */
const UBL_ROWS: readonly Row[] = [
  ...SHARED_ROWS,
  ...IDENTIFIERS,
  ...EXEMPTION_ROWS,
  {
    it: 'finds half a forint',
    edit: all(
      set('cbc:DocumentCurrencyCode', 'HUF'),
      ...['Amount', 'BaseAmount'].map((name) =>
        setAttribute(`${ALLOWANCE}/cbc:${name}`, 'currencyID', 'HUF'),
      ),
      set(`${ALLOWANCE}/cbc:Amount`, '10.50'),
    ),
    finds: ['PEPPOL-EN16931-R040', 'PEPPOL-EN16931-R051', 'PEPPOL-EN16931-R055'],
  },
  { it: 'accepts two notes between Germans', edit: secondNote, finds: [] },
  { it: 'finds two notes', edit: all(abroad, secondNote), finds: ['PEPPOL-EN16931-R002'] },
  { it: "accepts the buyer's reference alone", edit: remove('cac:OrderReference'), finds: [] },
  { it: 'accepts the order alone', edit: all(abroad, remove('cbc:BuyerReference')), finds: [] },
  {
    it: 'requires a reference of the buyer',
    edit: all(abroad, remove('cbc:BuyerReference', 'cac:OrderReference')),
    finds: ['PEPPOL-EN16931-R003'],
  },
  {
    it: 'finds another specification',
    edit: set('cbc:CustomizationID', 'urn:cen.eu:en16931:2017'),
    finds: ['PEPPOL-EN16931-R004'],
  },
  {
    it: 'finds an unknown process',
    edit: set('cbc:ProfileID', 'urn:fdc:peppol.eu:2017:poacc:billing:03:1.0'),
    finds: ['PEPPOL-EN16931-R007'],
  },
  {
    it: 'accepts a French process',
    edit: set('cbc:ProfileID', 'urn:peppol:france:billing:regulated'),
    finds: [],
  },
  {
    it: 'accepts one project',
    of: CREDIT_NOTE,
    edit: make(`${PROJECT}/cbc:DocumentTypeCode`, '50'),
    finds: [],
  },
  {
    it: 'finds two projects',
    of: CREDIT_NOTE,
    edit: all(make(`${PROJECT}/cbc:DocumentTypeCode`, '50'), repeat(PROJECT)),
    finds: ['PEPPOL-EN16931-R080'],
  },
  {
    it: 'finds two objects of a line',
    edit: repeat(`${LINE}/cac:DocumentReference`),
    finds: ['PEPPOL-EN16931-R100'],
  },
  {
    it: 'finds an amount in another currency',
    edit: setAttribute(`${SUMS}/cbc:PayableAmount`, 'currencyID', 'USD'),
    finds: ['PEPPOL-EN16931-R051'],
  },
  {
    it: 'finds a price in another currency',
    edit: setAttribute(`${LINE}/cac:Price/cbc:PriceAmount`, 'currencyID', 'USD'),
    finds: ['PEPPOL-EN16931-R051'],
  },
  {
    it: 'finds a currency that is not in use',
    edit: all(
      set('cbc:TaxCurrencyCode', 'DEM'),
      setAttribute('cac:TaxTotal[2]/cbc:TaxAmount', 'currencyID', 'DEM'),
    ),
    finds: ['PEPPOL-EN16931-CL007'],
  },
  {
    it: 'finds an attachment of another type',
    edit: setAttribute(FILE, 'mimeCode', 'text/xml'),
    finds: ['PEPPOL-EN16931-CL001'],
  },
  {
    it: 'ignores the missing type of an attachment, which other rules check',
    edit: removeAttribute(FILE, 'mimeCode'),
    finds: [],
  },
  {
    it: 'finds an unknown reason of an allowance',
    edit: set(`${ALLOWANCE}/cbc:AllowanceChargeReasonCode`, 'FC'),
    finds: ['PEPPOL-EN16931-CL002'],
  },
  {
    it: 'finds an unknown reason of a charge',
    edit: set(`${CHARGE}/cbc:AllowanceChargeReasonCode`, '95'),
    finds: ['PEPPOL-EN16931-CL003'],
  },
  {
    it: 'accepts a code of the tax point',
    edit: make('cac:InvoicePeriod/cbc:DescriptionCode', '35'),
    finds: [],
  },
  {
    it: 'finds an unknown code of the tax point',
    edit: make('cac:InvoicePeriod/cbc:DescriptionCode', '5'),
    finds: ['PEPPOL-EN16931-CL006'],
  },
  { it: 'accepts a participant by VAT number', edit: addressed('9930', 'DE123456788'), finds: [] },
  {
    it: 'finds an e-mail address',
    edit: addressed('EM', 'buyer@example.com'),
    finds: ['PEPPOL-EN16931-CL008'],
  },
  {
    it: 'ignores the missing scheme of an address, which other rules check',
    edit: removeAttribute(`${BUYER}/cbc:EndpointID`, 'schemeID'),
    finds: [],
  },
  {
    it: 'accepts a codice fiscale of a withdrawn scheme',
    edit: addressed('9907', 'RSSMRA80A01H501U'),
    finds: ['PEPPOL-EN16931-CL008'],
  },
  {
    it: 'finds that it is not one',
    edit: addressed('9907', 'IT?'),
    finds: ['PEPPOL-EN16931-CL008', 'PEPPOL-COMMON-R046'],
  },
  {
    it: 'accepts a Dutch VAT number',
    edit: set(`${BUYER}/cac:PartyTaxScheme/cbc:CompanyID`, 'NL123456789B01'),
    finds: [],
  },
  {
    it: 'finds that it is not one',
    edit: set(`${BUYER}/cac:PartyTaxScheme/cbc:CompanyID`, 'NL1234567890'),
    finds: ['PEPPOL-COMMON-R056-2'],
  },
  {
    it: 'checks a number by its scheme first',
    edit: all(
      set(`${BUYER}/cac:PartyTaxScheme/cbc:CompanyID`, 'NL1234567890'),
      setAttribute(`${BUYER}/cac:PartyTaxScheme/cbc:CompanyID`, 'schemeID', '0211'),
    ),
    finds: [],
  },
  {
    it: 'finds a day with its time zone',
    edit: set('cbc:DueDate', '2026-12-20Z'),
    finds: ['PEPPOL-EN16931-F001'],
  },
  {
    it: 'finds a day that does not exist',
    edit: set('cbc:DueDate', '2026-02-30'),
    finds: ['PEPPOL-EN16931-F001'],
  },
];

const type = (code: string): Edit => set('cbc:InvoiceTypeCode', code);
const creditType = (code: string): Edit => set('cbc:CreditNoteTypeCode', code);
const BREAKDOWN_IN_DOLLARS = setAttribute(`${BREAKDOWN}/cbc:TaxAmount`, 'currencyID', 'USD');
const WITH_RESPONSE = set('cbc:ProfileID', 'urn:peppol:bis:billing_with_response');

export const BILLING_ROWS: readonly Row[] = [
  ...UBL_ROWS,
  {
    it: 'accepts a specification with an extension',
    edit: set(
      'cbc:CustomizationID',
      'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0#conformant#urn:example',
    ),
    finds: [],
  },
  {
    it: 'finds a double colon in the specification',
    edit: set(
      'cbc:CustomizationID',
      'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1',
    ),
    finds: ['PEPPOL-EN16931-R004'],
  },
  { it: 'finds a self-billed invoice', edit: type('389'), finds: ['PEPPOL-EN16931-P0100'] },
  {
    it: 'finds a self-billed invoice with response',
    edit: all(WITH_RESPONSE, type('389')),
    finds: ['PEPPOL-EN16931-P0100'],
  },
  { it: 'accepts a partial invoice between Germans', edit: type('326'), finds: [] },
  { it: 'finds a partial invoice', edit: all(abroad, type('326')), finds: ['PEPPOL-EN16931-P0112'] },
  { it: 'finds a corrected invoice', edit: all(abroad, type(' 384 ')), finds: ['PEPPOL-EN16931-P0112'] },
  { it: 'accepts a credit note', of: CREDIT_NOTE, edit: creditType('396'), finds: [] },
  {
    it: 'finds a self-billed credit note',
    of: CREDIT_NOTE,
    edit: creditType('261'),
    finds: ['PEPPOL-EN16931-P0101'],
  },
  {
    it: 'finds the tax of a breakdown in another currency',
    edit: BREAKDOWN_IN_DOLLARS,
    finds: ['PEPPOL-EN16931-R051'],
  },
];

export const SELF_BILLING_ROWS: readonly Row[] = [
  ...UBL_ROWS,
  {
    it: 'finds the specification of an invoice that the seller writes',
    edit: set(
      'cbc:CustomizationID',
      'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
    ),
    finds: ['PEPPOL-EN16931-R004'],
  },
  {
    it: 'finds the process of an invoice that the seller writes',
    edit: set('cbc:ProfileID', 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'),
    finds: ['PEPPOL-EN16931-R007'],
  },
  { it: 'accepts a self-billed fee note', edit: type('527'), finds: [] },
  { it: 'finds an invoice of the seller', edit: type('380'), finds: ['PEPPOL-EN16931-P0100'] },
  { it: 'accepts any type with response', edit: all(WITH_RESPONSE, type('380')), finds: [] },
  {
    it: 'finds a credit note of the seller',
    of: CREDIT_NOTE,
    edit: creditType('381'),
    finds: ['PEPPOL-EN16931-P0101'],
  },
  {
    it: 'ignores the tax of a breakdown in another currency, which other rules check',
    edit: BREAKDOWN_IN_DOLLARS,
    finds: [],
  },
];
