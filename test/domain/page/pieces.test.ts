import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { piecesOf } from '../../../src/domain/page/pieces.ts';

/** A text, its labels and ids, its addresses. */
const ROWS: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['E-Mail:\u00a0erika@muster-werkstatt.example', ['E-Mail:'], ['erika@muster-werkstatt.example']],
  ['0204:04011000-12345-03', [], ['0204:04011000-12345-03']],
  ['Leitweg-ID\u00a004011000-12345-03', ['Leitweg-ID'], ['04011000-12345-03']],
  ['Leitweg-ID\u00a004011000-12345-03-', ['Leitweg-ID'], []],
  [`0204:${'1'.repeat(101)}`, [], []],
  ['USt-IdNr.\u00a0DE123456788', ['USt-IdNr.'], []],
  ['Numer VAT-UE:\u00a0PL5260250274', ['VAT-UE:'], []],
  [`${'a'.repeat(21)}-b\u00a0`, [], []],
  ['A B2B-Rechnung has no label', [], []],
  ['(BR-CO-09), EI-SCHEMA and PEPPOL-EN16931-R010.', ['BR-CO-09', 'EI-SCHEMA', 'PEPPOL-EN16931-R010'], []],
  [
    'Elektronische Adresse:\u00a0a@b.example  ·  Telefon:\u00a01',
    ['Elektronische Adresse:'],
    ['a@b.example'],
  ],
  ['Adres pierwszy elektroniczny:\u00a01', ['Adres pierwszy elektroniczny:'], []],
  ['Adresse électronique du premier vendeur:\u00a01', ['du premier vendeur:'], []],
  ['One word:two and three:\u00a01', ['two and three:'], []],
  ['04011000-1234512345-06', [], ['04011000-1234512345-06']],
  ['BR-CO-09-x and RE-2026-NORDWERK-4711', [], ['RE-2026-NORDWERK-4711']],
  ['RE-2026-NORDWERK-4711.', [], []],
  ['', [], []],
];

describe('the pieces of a text of the page', () => {
  // V8 optimizes an expression when it pleases: the other way needs the most room.
  before(() => setFlagsFromString('--no-regexp-optimization'));
  after(() => setFlagsFromString('--regexp-optimization'));

  for (const [text, labels, addresses] of ROWS)
    it(`${[...labels, ...addresses].join(', ') || 'no label and no address'}: ${text}`, () => {
      const pieces = piecesOf(text);
      const textsOf = (kind: string) => pieces.flatMap((piece) => (piece.kind === kind ? [piece.text] : []));
      assert.deepEqual(textsOf('label'), labels);
      assert.deepEqual(textsOf('address'), addresses);
      assert.equal(pieces.map((piece) => piece.text).join(''), text);
    });

  it('are made in one pass: megabytes of any text take less than ten seconds of processor time', () => {
    const before = process.cpuUsage();
    for (const part of ['a', 'a-', 'a.', 'a b ', '1', '@', '\u00a0a-', '1234:', ' a@'])
      for (const text of [part.repeat(1_000_000), `${part.repeat(1_000_000)}@`])
        assert.equal(
          piecesOf(text)
            .map((piece) => piece.text)
            .join(''),
          text,
        );
    assert.ok(process.cpuUsage(before).user < 10_000_000);
  });
});
