import type { Edit } from '../edits.ts';
import type { Row } from '../row.ts';

/** Identifiers of one scheme. */
interface IdentifierRow {
  readonly rule: string;
  readonly scheme: string;
  /** Valid identifiers of the scheme. */
  readonly valid: readonly string[];
  /** With a wrong digit, exchanged digits, too short, too long, with characters that the scheme does not have. */
  readonly wrong: readonly string[];
}

const OTHER_LETTERS = ['123456789X', '12345 67897', '123456-7897'];

export const IDENTIFIER_ROWS: readonly IdentifierRow[] = [
  {
    rule: 'PEPPOL-COMMON-R040',
    scheme: '0088',
    valid: ['4012345000009', ' 4012345000009 ', '0'],
    wrong: ['4012345000008', '4021345000009', '401234500000X', '4012345 000009'],
  },
  {
    rule: 'PEPPOL-COMMON-R041',
    scheme: '0192',
    valid: ['123456785', ' 123456785'],
    wrong: ['123456784', '213456785', '000000000', '12345678', '1234567850', '12345678X'],
  },
  {
    rule: 'PEPPOL-COMMON-R042',
    scheme: '0184',
    valid: ['DK12345678', '12345678'],
    wrong: ['DK1234567', '1234567', 'dk12345678', ' 12345678', 'DK1234567X', 'SE12345678'],
  },
  {
    rule: 'PEPPOL-COMMON-R043',
    scheme: '0208',
    valid: ['0123456749', ' 0123456749'],
    wrong: ['0123456748', '1023456749', '123456749', '0123.456.749', '012345674X'],
  },
  {
    rule: 'PEPPOL-COMMON-R044',
    scheme: '0201',
    valid: ['UFAbc1', ' UFABC1'],
    wrong: ['UFABC', 'UFABC12', 'UF-BC1'],
  },
  {
    rule: 'PEPPOL-COMMON-R045',
    scheme: '0210',
    valid: ['RSSMRA80A01H501U', 'rssmra80a01x-y1u', '12345678901'],
    wrong: [
      'RSSMRA80A01H501',
      'RSSM1A80A01H501U',
      'RSSMRAX0A01H501U',
      'RSSMRA80101H501U',
      'RSSMRA80AX1H501U',
    ],
  },
  {
    rule: 'PEPPOL-COMMON-R045',
    scheme: '0210',
    valid: [],
    wrong: ['RSSMRA80A01H50XU', 'RSSMRA80A01H5011', '1234567890', '1234567890X'],
  },
  {
    rule: 'PEPPOL-COMMON-R047',
    scheme: '0211',
    valid: ['IT12345678903', 'it12345678903', 'DE1', '12345678901'],
    wrong: ['IT12345678901', 'IT21345678903', 'IT1234567890', 'IT1234567890X'],
  },
  {
    rule: 'PEPPOL-COMMON-R049',
    scheme: '0007',
    valid: ['1234567897', ' 1234567897'],
    wrong: ['1234567898', '2134567897', '123456789', ...OTHER_LETTERS],
  },
  {
    rule: 'PEPPOL-COMMON-R050',
    scheme: '0151',
    valid: ['51824753556', ' 51824753556'],
    wrong: ['51824753557', '15824753556', '5182475355', '5182475355X'],
  },
];

/** Of schemes that only the rules for UBL look at. */
export const UBL_IDENTIFIER_ROWS: readonly IdentifierRow[] = [
  {
    rule: 'PEPPOL-COMMON-R050',
    scheme: '0151',
    valid: [],
    wrong: ['518247535560', '51 824 753 556'],
  },
  {
    rule: 'PEPPOL-COMMON-R052',
    scheme: '0096',
    valid: ['1234567890'],
    wrong: ['123456789', '12345678901', '123456789X', ' 1234567890'],
  },
  {
    rule: 'PEPPOL-COMMON-R053',
    scheme: '0198',
    valid: ['DK12345678'],
    wrong: ['12345678', 'DK1234567', 'DK1234567X', 'SE12345678'],
  },
  {
    rule: 'PEPPOL-COMMON-R054',
    scheme: '0106',
    valid: ['12345678', ' 12345678 '],
    wrong: ['1234567', '123456789', '1234567X'],
  },
  {
    rule: 'PEPPOL-COMMON-R055',
    scheme: '0190',
    valid: ['12345678901234567890'],
    wrong: ['1234567890123456789', '123456789012345678901', '1234567890123456789X'],
  },
  {
    rule: 'PEPPOL-COMMON-R056-1',
    scheme: '9944',
    valid: ['NL123456789B01'],
    wrong: ['123456789B01', 'NL12345678B01', 'NL123456789B1', 'nl123456789b01', 'NL123456789X01'],
  },
  {
    rule: 'PEPPOL-COMMON-R057',
    scheme: '0217',
    valid: ['123456789012'],
    wrong: ['12345678901', '1234567890123', '12345678901X'],
  },
];

/** @param identified puts an identifier of a scheme into the invoice. */
export const identifierRows = (
  schemes: readonly IdentifierRow[],
  identified: (scheme: string, id: string) => Edit,
): readonly Row[] =>
  schemes.flatMap(({ rule, scheme, valid, wrong }) => {
    const row = (it: string, id: string, finds: readonly string[]): Row => ({
      it: `${it} '${id}' of scheme ${scheme}`,
      edit: identified(scheme, id),
      finds,
    });
    return [...valid.map((id) => row('takes', id, [])), ...wrong.map((id) => row('refuses', id, [rule]))];
  });
