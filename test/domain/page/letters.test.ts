import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { runsOf } from '../../../src/adapters/pdf/fonts.ts';
import { DocumentBuilder } from '../../../src/domain/documents/document-builder.ts';
import { lettersWithoutFont } from '../../../src/domain/page/letters.ts';
import { profileOf } from '../../../src/domain/routes/all.ts';
import { readSyntaxes } from '../../../src/processes/read-syntaxes.ts';
import { parsed } from '../parsed.ts';
import { all, germanInvoice, set } from '../sample.ts';

describe('the letters of a page', () => {
  it('are those that a font has in the regular and in the bold face', () => {
    const wrong: string[] = [];
    for (let codePoint = 0x20; codePoint < 0x20000; codePoint += 1) {
      const letter = String.fromCodePoint(codePoint);
      // Controls, blanks and halves of pairs are not drawn.
      if (/[\p{C}\p{Z}\ufe00-\ufe0f]/u.test(letter)) continue;
      const isDrawn = (['regular', 'bold'] as const).every((face) =>
        runsOf(letter, face).every(({ actual }) => actual === undefined),
      );
      if (isDrawn !== (lettersWithoutFont(letter).length === 0)) wrong.push(`U+${codePoint.toString(16)}`);
    }
    assert.deepEqual(wrong, []);
  });

  for (const [what, text] of [
    ['the languages of the page', 'Zażółć gęślą jaźń, Größe, œuvre, țară, naïve'],
    ['Greek and Cyrillic', 'Ωμέγα Київ'],
    ['signs', '€ £ № ™ ² ½ → ☎'],
    ['blanks, controls and joiners', 'a\u00a0b\u200bc\u00add\r\n\te\ufe0f'],
  ] as const)
    it(`include ${what}`, () => assert.deepEqual(lettersWithoutFont(text), []));

  it('do not include Chinese letters and pictures', () =>
    assert.deepEqual(lettersWithoutFont('漢a🦄'), ['漢', '🦄']));
});

describe('a letter that no font has', () => {
  const documents = new DocumentBuilder(readSyntaxes(), profileOf);
  const invoice = parsed(
    all(
      set('buyer.name', '漢字 GmbH'),
      set('invoice.notes', ['Danke', 'Bis bald 🦄']),
      set('lines.0.description', '東'),
    )(germanInvoice()),
  );

  it('is a finding before the PDF is made, at the member that has it', () => {
    const findings = documents.limits(invoice, 'DE-XRECHNUNG', 'zugferd');
    assert.deepEqual(
      findings.map(({ code, field, severity, whoFixes }) => [code, field, severity, whoFixes]),
      ['invoice.notes[1]', 'buyer.name', 'lines[0].description'].map((field) => [
        'EI-PDF-LETTERS',
        field,
        'error',
        'erp',
      ]),
    );
    assert.ok(
      findings.every(({ message, fixHint }) => !/[漢🦄]/u.test(english(message)) && fixHint !== undefined),
    );
  });

  it('is in no PDF', async () => {
    const built = await documents.build(invoice, 'DE-XRECHNUNG', 'zugferd');
    assert.equal(built.ok, false);
  });

  it('may be in a document without a page', () =>
    assert.deepEqual(withEnglish(documents.limits(invoice, 'DE-XRECHNUNG', 'xrechnung-ubl')), []));
});
