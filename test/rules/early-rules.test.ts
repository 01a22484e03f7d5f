import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { earlyRuleFiles } from '../../scripts/early-rules/write-early-rules.ts';

/** Rules that can refuse an ERP invoice and are not checked on the canonical form, with the reason. */
const NOT_SEEN: Readonly<Record<string, string>> = {
  'BR-27': 'is about a syntax',
  'BR-50': 'no place for CREDIT-TRANSFER',
  'BR-66': 'asks for an element or attribute',
  'BR-67': 'asks for an element or attribute',
  'BR-B-01': 'no place for COUNTRY-CODE',
  'BR-DE-18': 'selects with call',
  'BR-CO-25': 'is about a syntax',
  'PEPPOL-EN16931-R130': 'no place for BASE-QUANTITY',
  // Code checks notes, identifiers and addresses of France (routes/fr-pa/early-rules.ts); the official layer checks the others.
  ...Object.fromEntries(
    ['05_BT-22-1', '05_BT-22-2', '05_BT-22-3'].map((nr) => [`BR-FR-${nr}`, 'no place for NOTE']),
  ),
  'BR-FR-CO-09_BT-23-1': 'no place for BT-112',
  'BR-FR-CO-09_BT-23-2': 'no place for BT-115',
  ...Object.fromEntries(
    [
      '06_BT-21-1',
      '06_BT-21-2',
      '06_BT-21-3',
      '06_BT-21-4',
      '11_BT-47',
      '20_BT-21',
      '21_BT-49',
      '22_BT-34',
      '30_BT-21',
    ].map((nr) => [`BR-FR-${nr}`, 'no place for NOTE']),
  ),
  'BR-FR-CO-03_BT-3': 'asks for an element or attribute',
  'BR-FR-CO-05_BT-3': 'asks for an element or attribute',
  ...Object.fromEntries(
    Object.entries({
      SELLER: ['09_BT-29', 'CO-10_BT-29-1', 'CO-10_BT-29-2'],
      BUYER: ['09_BT-46', 'CO-10_BT-46-1', 'CO-10_BT-46-2'],
      PAYEE: ['09_BT-60', 'CO-10_BT-60-1', 'CO-10_BT-60-2'],
      DELIVERY: ['09_BT-71'],
      'DELIVERED-TO': ['CO-10_BT-71-1', 'CO-10_BT-71-2'],
      'SELLER-PRIVATE-ID': ['24_BT-29', '26_BT-29'],
      'BUYER-PRIVATE-ID': ['24_BT-46', '26_BT-46'],
      'BREAKDOWN-TAX': ['15_BT-118-1', '16_BT-119'],
      'BREAKDOWN-RATE': ['DEC-04_BT-119'],
      'READABLE-COPY': ['18_BT-123'],
      'ANY-DUE-DATE': ['CO-09_BT-23-3'],
      NOTE: ['CO-14_BT-29-1'],
      'ITEM-PROPERTY': ['27_BG-32'],
      'PROPERTY-NAME': ['27_BT-160'],
      'LINE-ITEM-PROPERTY': ['28-Value'],
      'OBJECT-REFERENCES': ['29_BT-18'],
      'LINE-OBJECT-REFERENCES': ['30_BT-128'],
      'DOCUMENT-AFL': ['29_AFL'],
      'DOCUMENT-AVV': ['29_AVV'],
      'LINE-OBJECT-AFL': ['30_AFL'],
      'LINE-OBJECT-AVV': ['30_AVV'],
    }).flatMap(([place, nrs]) => nrs.map((nr) => [`BR-FR-${nr}`, `no place for ${place}`])),
  ),
  'UBL-SR-44': 'asks for an element',
  'UBL-SR-47': 'asks for an element',
  'UBL-SR-48': 'asks for an element or attribute',
  'UBL-SR-53': 'is about a syntax',
  'UBL-DT-06': 'is about a syntax',
  'UBL-DT-07': 'is about a syntax',
};

/** The schema checks codes and dates, a table of routes the types; extensions and their variants are not built. */
const isElsewhere = (id: string): boolean =>
  /^(?:PEPPOL-EN16931-(?:CL|P01(?:00|01|12))|BR-(?:CL|DEX|DE-CVD|TMP-CVD|RO-DT|FR-MV|FR-BD))|EXT-FR-FE/.test(
    id,
  );

const SAID = new Set([
  'is ours to keep',
  'refuses nothing',
  'nothing can break it',
  'the schema asks for it',
  'the schema refuses what would break it',
  'is filled in where it is left out',
  'a group in which nothing stands is not written',
  'is asked for in words of the canonical form',
  'another rule asks the same',
  'is judged by code',
  'the types that a route takes stand in its profile',
]);

describe('the rules as data for the canonical form', () => {
  const files = earlyRuleFiles();

  for (const { path, text } of files)
    it(`are up to date with the rules (npm run docs): ${path}`, () =>
      assert.equal(readFileSync(path, 'utf8'), text));

  it('are translated by a program that knows no phrase of a pack: phrases.yaml has them', () => {
    const code = readFileSync('scripts/early-rules/translate.ts', 'utf8');
    const packs = parse(readFileSync('scripts/early-rules/phrases.yaml', 'utf8')) as Readonly<
      Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>
    >;
    const phrases = Object.values(packs).flatMap((pack) => Object.values(pack).flatMap(Object.keys));
    assert.ok(phrases.length > 10);
    assert.deepEqual(
      phrases.filter((phrase) => code.includes(phrase)),
      [],
    );
  });

  it('have the same findings in an invoice for CII and in one for UBL', () => {
    const ids = (syntax: string): string[] =>
      files
        .filter(({ early }) => early.has('ubl') && early.has('cii'))
        .flatMap(({ early }) => (early.get(syntax)?.rules ?? []).map(({ id }) => id));
    const cii = new Set(ids('cii'));
    assert.deepEqual(
      ids('ubl').filter((id) => !cii.has(id)),
      // In CII a missing account is CII-SR-470, a payee that is the seller BR-17.
      ['BR-61', 'UBL-SR-19', 'UBL-SR-21'],
    );
  });

  it('leave out rules that cannot be broken, and a few others of UBL', () => {
    const left = files.flatMap(({ early }) => [...(early.get('ubl')?.left ?? [])]);
    const others = left.filter(([id, why]) => !SAID.has(why) && !isElsewhere(id));
    assert.deepEqual(Object.fromEntries(others), NOT_SEEN);
  });
});
