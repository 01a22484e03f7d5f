import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { earlyRuleFiles } from '../../validators/packs/expand/write-early-rules.ts';

/** Why a rule that may refuse an invoice of an ERP is not seen in the canonical form. */
const NOT_SEEN: Readonly<Record<string, string>> = {
  'BR-27': 'is about a syntax',
  'BR-50': 'no place for CREDIT-TRANSFER',
  'BR-66': 'asks for an element or attribute',
  'BR-67': 'asks for an element or attribute',
  'BR-B-01': 'no place for COUNTRY-CODE',
  'BR-DE-18': 'asks for a phrase of a syntax',
  'BR-CO-25': 'is about a syntax',
  'BR-RO-020_1': 'no place for INVOICE-TYPE',
  'BR-RO-020_2': 'no place for CREDIT-NOTE-TYPE',
  'PEPPOL-EN16931-R130': 'no place for BASE-QUANTITY',
  ...Object.fromEntries(
    ['40', '41', '42', '43', '49', '50', '52', '53'].map((nr) => [
      `PEPPOL-COMMON-R0${nr}`,
      'no place for IDENTIFIER',
    ]),
  ),
  ...Object.fromEntries(
    ['04', '05', '06', '07', '08', '09', '10', '11'].map((nr) => [
      `PEPPOL-EN16931-P01${nr}`,
      'no place for TAX-CATEGORY',
    ]),
  ),
  'UBL-SR-20': 'asks for an element or attribute',
  'UBL-SR-44': 'asks for an element',
  'UBL-SR-47': 'asks for an element',
  'UBL-SR-48': 'asks for an element or attribute',
  'UBL-SR-53': 'is about a syntax',
  'UBL-DT-06': 'is about a syntax',
  'UBL-DT-07': 'is about a syntax',
};

/** The schema holds codes to the same lists, a table of routes the types, and dates to one form; the extension and its variants are not built. */
const isElsewhere = (id: string): boolean =>
  /^(?:PEPPOL-EN16931-(?:CL|P01(?:00|01|12))|BR-(?:CL|DEX|DE-CVD|TMP-CVD|RO-DT))/.test(id);

const SAID = new Set([
  'is ours to keep',
  'refuses nothing',
  'nothing can break it',
  'the schema asks for it',
  'the schema refuses what would break it',
  'is filled in where it is left out',
  'a group in which nothing stands is not written',
  'is asked for in words of the canonical form',
]);

describe('the rules as data for the canonical form', () => {
  const files = earlyRuleFiles();

  for (const { path, text } of files)
    it(`are what the rules say now (npm run docs): ${path}`, () =>
      assert.equal(readFileSync(path, 'utf8'), text));

  it('leave out what is guaranteed anyway, and little else of UBL', () => {
    const left = files.flatMap(({ early }) => [...(early.get('ubl')?.left ?? [])]);
    const others = left.filter(([id, why]) => !SAID.has(why) && !isElsewhere(id));
    assert.deepEqual(Object.fromEntries(others), NOT_SEEN);
  });
});
