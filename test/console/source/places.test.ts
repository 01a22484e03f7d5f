import assert from 'node:assert/strict';
import { syntaxTables } from '../../../scripts/syntax-tables.mjs';
import { placeInJson, placeInXml } from '../../../src/console/app/source/places.ts';
import { exampleText } from '../../support/example-file.ts';

const lineAt = (text: string, at: number | undefined): string =>
  at === undefined ? '' : (text.slice(text.lastIndexOf('\n', at - 1) + 1).split('\n')[0] ?? '').trim();

const missingReference = {
  code: 'BR-DE-15',
  term: 'BT-10',
  location: { xpath: '/Invoice', line: 2, column: 1 },
};

// As the build fills it in.
Object.assign(globalThis, { SYNTAX_TABLES: await syntaxTables() });

describe('the place of a finding', () => {
  it('in XML is the line that the check names', () => {
    const text = exampleText('xrechnung-ubl.xml');
    const location = { xpath: '/Invoice/cac:LegalMonetaryTotal', line: 100, column: 3 };
    assert.equal(
      lineAt(text, placeInXml(text, { code: 'BR-CO-10', location })?.at),
      text.split('\n')[99]!.trim(),
    );
  });

  it('of an element that UBL lacks is the line after which it belongs', () => {
    const text = exampleText('xrechnung-ubl.xml').replace(/\s*<cbc:BuyerReference>.*/, '');
    const place = placeInXml(text, missingReference);
    assert.match(lineAt(text, place?.at), /^<cbc:DocumentCurrencyCode>/);
    assert.equal(place?.ghost, '<cbc:BuyerReference>…</cbc:BuyerReference>');
  });

  it('of an element that CII lacks is the line of the group around it', () => {
    const text = exampleText('broken-xrechnung-cii.xml');
    const place = placeInXml(text, missingReference);
    assert.match(lineAt(text, place?.at), /^<ram:ApplicableHeaderTradeAgreement>/);
    assert.equal(place?.ghost, '<ram:BuyerReference>…</ram:BuyerReference>');
  });

  it('of a term is the element that has it, if the check names only the root', () => {
    const text = exampleText('xrechnung-cii.xml');
    assert.match(lineAt(text, placeInXml(text, missingReference)?.at), /^<ram:BuyerReference>/);
  });

  it('in JSON is the member of the finding', () => {
    const text = exampleText('plain.json');
    const byField = placeInJson(text, { code: 'EI-SCHEMA', field: 'lines[1].unit_price' });
    assert.match(lineAt(text, byField?.at), /^"unit_price": 24.5/);
    assert.equal(placeInJson(text, missingReference), undefined);
  });

  it('in a text of 2 MB is found for many findings in the time of few', () => {
    const line = '<cac:InvoiceLine><cbc:ID>1</cbc:ID></cac:InvoiceLine>\n';
    const text = `<Invoice xmlns:cbc="b" xmlns:cac="a">\n<cbc:ID>1</cbc:ID>\n${line.repeat(40_000)}</Invoice>`;
    const took = (count: number): number => {
      const start = performance.now();
      for (let each = 0; each < count; each += 1) assert.ok(placeInXml(text, missingReference)?.ghost);
      return performance.now() - start;
    };
    const first = took(1);
    // Of several times one is without another program between.
    const tens = Array.from({ length: 10 }, () => took(10));
    assert.ok(Math.min(...tens) < 5 * first, `one: ${first} ms`);
  });
});
