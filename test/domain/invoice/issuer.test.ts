import assert from 'node:assert/strict';
import { documentFacts, factForms } from '../../../src/domain/documents/document-facts.ts';
import { type Issuer, isSameIssuer } from '../../../src/domain/vocabulary/issuer.ts';
import { SYNTAXES } from '../../support/documents.ts';
import { exampleText } from '../../support/example-file.ts';
import { xmlRoot } from '../../support/xml-root.ts';

const FORMS = factForms(SYNTAXES);

const issuerIn = (name: string, change: (xml: string) => string = (xml) => xml): Issuer | undefined =>
  documentFacts(FORMS, xmlRoot(change(exampleText(name))))?.summary.issuer;

describe('the issuer of a document', () => {
  it('is its seller, by every number that the document states', () => {
    const { vatId, endpoint } = issuerIn('xrechnung-ubl.xml') ?? {};
    assert.equal(vatId, 'DE281457638');
    assert.ok(endpoint);
  });

  it('is the buyer who writes it', () =>
    assert.equal(
      issuerIn('xrechnung-ubl.xml', (xml) => xml.replace('>380<', '>389<'))?.vatId,
      'DE190384672',
    ));

  it('has its VAT number in one way of writing, with its country', () => {
    const spaced = issuerIn('xrechnung-ubl.xml', (xml) => xml.replaceAll('DE281457638', 'de 281 457 638'));
    assert.equal(spaced?.vatId, 'DE281457638');
    assert.equal(issuerIn('fa3.xml')?.vatId, 'PL5260250274');
  });

  it('is short, however long a number a hostile file states', () => {
    const long = issuerIn('xrechnung-ubl.xml', (xml) => xml.replaceAll('DE281457638', 'D'.repeat(1_000_000)));
    assert.equal(long?.vatId?.length, 100);
  });
});

describe('two issuers', () => {
  for (const [sentence, one, other, isSame] of [
    ['one VAT number', { vatId: 'A', endpoint: '1' }, { vatId: 'A', endpoint: '2' }, true],
    ['two VAT numbers at one address', { vatId: 'A', endpoint: '1' }, { vatId: 'B', endpoint: '1' }, false],
    ['one company number, one VAT number stated', { vatId: 'A', companyId: '7' }, { companyId: '7' }, true],
    ['one tax number', { taxNumber: '12/3' }, { taxNumber: '12/3' }, true],
    ['one address', { endpoint: '1' }, { vatId: 'A', endpoint: '1' }, true],
    ['nothing to compare', { taxNumber: 'A' }, { vatId: 'A' }, false],
    ['no number', {}, {}, false],
  ] as const)
    it(`are ${isSame ? 'the same' : 'not the same'}: ${sentence}`, () =>
      assert.equal(isSameIssuer(one, other), isSame));
});
