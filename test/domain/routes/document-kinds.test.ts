import assert from 'node:assert/strict';
import { ROUTE_PROFILES } from '../../../src/domain/routes/all.ts';
import { DOCUMENT_KINDS, readKind } from '../../../src/domain/routes/document-kinds.ts';
import { receiptName } from '../../../src/domain/proof/proof-page.ts';
import { LANGUAGES } from '../../../src/domain/words/language.ts';
import { Translator } from '../../../src/domain/words/translator.ts';
import { WordFiles } from '../../../src/processes/read-words.ts';

const RECEIPTS = [
  'unmatched-answer',
  ...ROUTE_PROFILES.flatMap(({ documentKinds }) => documentKinds.map(({ kind }) => kind)),
];

describe('the kinds of documents of an invoice', () => {
  it('are each in one row', () => assert.equal(new Set(DOCUMENT_KINDS).size, DOCUMENT_KINDS.length));

  for (const [kind, row, code] of [
    ['fr-lifecycle-205', 'fr-lifecycle', '205'],
    ['fr-lifecycle-other', 'fr-lifecycle', 'other'],
    ['fr-lifecycle', 'fr-lifecycle', undefined],
    ['buyer-message-5000000001', 'buyer-message', '5000000001'],
    ['access-point-event-no_action_taken', 'access-point-event', 'no_action_taken'],
    ['xrechnung-ubl', 'xrechnung-ubl', undefined],
  ] as const)
    it(`are read: ${kind}`, () => {
      const known = readKind(kind);
      assert.deepEqual([known?.row.kind, known?.code], [row, code]);
    });

  for (const kind of ['', '-', 'ubl-1', 'mls-', 'buyer-message-x', 'invoice-response-ZZ', 'fr-lifecycle-2O5'])
    it(`are unknown: “${kind}”`, () => assert.equal(readKind(kind), undefined));

  for (const language of LANGUAGES)
    it(`have a name on a proof in ${language}, if a network answers with them`, () => {
      const { say } = new Translator(language, new WordFiles().in(language));
      for (const kind of RECEIPTS) {
        const name = receiptName(kind, { say });
        assert.ok(name && !name.includes(kind), kind);
      }
    });

  it('are named on a proof by the words of the buyer’s answer, not by its code', () => {
    const { say } = new Translator('en', new WordFiles().in('en'));
    for (const [kind, name] of [
      ['invoice-response-AB', 'The buyer’s answer: has received it'],
      ['invoice-response-PD', 'The buyer’s answer: has paid'],
    ] as const)
      assert.equal(receiptName(kind, { say }), name);
  });
});
