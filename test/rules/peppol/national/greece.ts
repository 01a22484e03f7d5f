import { type Edit, add, all, remove, repeat, set } from '../../edits.ts';
import { BUYER, SELLER } from '../../places.ts';
import type { Row } from '../../row.ts';
import { type Country, COUNTRY, REPRESENTATIVE, VAT_NUMBER, identified, located } from './country.ts';

const TIN = '094019245';
const LINK = 'cac:AdditionalDocumentReference';
const MARK = 'cac:AdditionalDocumentReference[3]';
const number = (...parts: readonly string[]): Edit => set('cbc:ID', parts.join('|'));
const endpoint = (party: string, scheme: string, id: string): Edit =>
  identified(`${party}/cbc:EndpointID`, scheme, id);
const foreignBuyer = located(BUYER, 'FR', 'FR1');

const NUMBER_ROWS: readonly Row[] = [
  {
    it: 'finds a seventh part',
    edit: number(TIN, '20/11/2026', '0', '1.1', 'A', '17', '8'),
    finds: ['GR-R-001-1'],
  },
  {
    it: 'finds the tax number of another party',
    edit: number('123456783', '20/11/2026', '0', '1.1', 'A', '17'),
    finds: ['GR-R-001-2'],
  },
  {
    it: "accepts the tax representative's number",
    edit: all(
      set(`${REPRESENTATIVE}/${VAT_NUMBER}`, 'EL123456783'),
      number('123456783', '20/11/2026', '0', '1.1', 'A', '17'),
    ),
    finds: [],
  },
  ...['21/11/2026', '20-11-2026', '2026-11-20', ''].map((date) => ({
    it: `finds the date "${date}"`,
    edit: number(TIN, date, '0', '1.1', 'A', '17'),
    finds: ['GR-R-001-3'],
  })),
  ...['', 'x', '-1'].map((branch) => ({
    it: `finds the branch "${branch}"`,
    edit: number(TIN, '20/11/2026', branch, '1.1', 'A', '17'),
    finds: ['GR-R-001-4'],
  })),
  ...['', '1', '1.2'].map((type) => ({
    it: `finds the document type "${type}"`,
    edit: number(TIN, '20/11/2026', '0', type, 'A', '17'),
    finds: ['GR-R-001-5'],
  })),
  { it: 'requires the series', edit: number(TIN, '20/11/2026', '0', '1.1', '', '17'), finds: ['GR-R-001-6'] },
  {
    it: 'requires the serial number',
    edit: number(TIN, '20/11/2026', '0', '1.1', 'A', ''),
    finds: ['GR-R-001-7'],
  },
];

const PARTY_ROWS: readonly Row[] = [
  { it: "requires the seller's name", edit: remove(`${SELLER}/cac:PartyName`), finds: ['GR-R-002'] },
  { it: "requires the buyer's name", edit: remove(`${BUYER}/cac:PartyName`), finds: ['GR-R-005'] },
  {
    it: 'finds a VAT number with another prefix',
    edit: set(`${SELLER}/${VAT_NUMBER}`, `GR${TIN}`),
    finds: ['GR-R-003', 'GR-S-011'],
  },
  {
    it: 'requires the VAT number',
    edit: all(remove(`${SELLER}/cac:PartyTaxScheme`), set(`${REPRESENTATIVE}/${VAT_NUMBER}`, `EL${TIN}`)),
    finds: ['GR-S-011'],
  },
  {
    it: "finds a wrong digit in the buyer's VAT number",
    edit: set(`${BUYER}/${VAT_NUMBER}`, 'EL094019246'),
    finds: ['GR-R-006'],
  },
  ...[
    ['0088', '4012345000009'],
    ['9933', '094019246'],
  ].flatMap(([scheme = '', id = '']) => [
    {
      it: `finds the seller's address ${scheme}:${id}`,
      edit: endpoint(SELLER, scheme, id),
      finds: ['GR-R-009'],
    },
    {
      it: `finds the buyer's address ${scheme}:${id}`,
      edit: endpoint(BUYER, scheme, id),
      finds: ['GR-R-010'],
    },
  ]),
  {
    it: 'requires only the name of a foreign buyer',
    edit: all(foreignBuyer, endpoint(BUYER, '0088', '4012345000009')),
    finds: [],
  },
  {
    it: 'recognises a Greek seller by its tax representative, and accepts its address',
    edit: all(
      remove(`${SELLER}/cac:PartyTaxScheme`),
      set(`${SELLER}/${COUNTRY}`, 'CH'),
      set(`${REPRESENTATIVE}/${VAT_NUMBER}`, `EL${TIN}`),
      endpoint(SELLER, '0088', '4012345000009'),
      remove(MARK, LINK),
    ),
    finds: ['GR-S-011'],
  },
];

const REPORT_ROWS: readonly Row[] = [
  { it: 'requires the MARK', edit: remove(MARK), finds: ['GR-R-004-1'] },
  { it: 'finds two MARKs', edit: repeat(MARK), finds: ['GR-R-004-1'] },
  { it: 'finds a MARK that is not a number', edit: set(`${MARK}/cbc:ID`, '0'), finds: ['GR-R-004-2'] },
  { it: 'requires the place to verify', edit: remove(LINK), finds: ['GR-S-008-1'] },
  {
    it: 'finds two places to verify',
    edit: repeat(LINK),
    finds: ['GR-R-008-2', 'GR-S-008-1'],
  },
  {
    it: 'requires the address of the place to verify',
    edit: set(`${LINK}/cac:Attachment/cac:ExternalReference/cbc:URI`, ' '),
    finds: ['GR-R-008-3', 'PEPPOL-EN16931-R008'],
  },
];

export const GREECE: Country = {
  name: 'Greece',
  home: all(
    ...[SELLER, BUYER].flatMap((party) => [located(party, 'GR', `EL${TIN}`), endpoint(party, '9933', TIN)]),
    number(TIN, '20/11/2026', '0', '1.1', 'A', '17'),
    set(`${LINK}/cbc:DocumentDescription`, '##INVOICE|URL##'),
    add(
      '.',
      '<cac:AdditionalDocumentReference><cbc:ID>400001</cbc:ID><cbc:DocumentDescription>##M.AR.K##</cbc:DocumentDescription></cac:AdditionalDocumentReference>',
    ),
  ),
  rows: [...NUMBER_ROWS, ...PARTY_ROWS, ...REPORT_ROWS],
};
