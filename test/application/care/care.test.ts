import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { careRows, errorsOf } from '../../../src/application/care/care.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { figure, say, sentences } from 'en16931-rules/vocabulary/message.ts';
import { type Layer, outcomeOf } from 'en16931-rules/vocabulary/layer.ts';
import { joinedByCause } from '../../../src/domain/findings/related.ts';

const catalogue = { find: () => undefined };
const finding = (code: string, more: Partial<Finding> = {}): Finding => ({
  code,
  severity: 'error',
  source: 'EN16931',
  message: 'The amount 4711 is wrong.',
  ...more,
});
const layerOf = (findings: readonly Finding[], pack: Layer['pack'] = null): Layer => ({
  layer: 'en16931',
  source: 'EN16931',
  pack,
  durationMs: 1,
  ...outcomeOf(findings),
});
const many = (count: number): readonly Finding[] =>
  Array.from({ length: count }, (_, n) => finding(`X-${n}`));
const codes = (errors: readonly Finding[]): readonly string[] => errors.map(({ code }) => code);

describe('the errors of a record', () => {
  it('are the first of each code, in the order of the layers', () => {
    const layers = [
      layerOf([finding('B', { field: 'first' }), finding('B'), finding('W', { severity: 'warning' })]),
      layerOf([finding('A'), finding('B')]),
    ];
    const errors = errorsOf(layers, catalogue);
    assert.deepEqual(codes(errors), ['B', 'A']);
    assert.equal(errors[0]!.field, 'first');
  });

  it('are causes: one that follows from another is in its related', () => {
    const layers = joinedByCause([layerOf([finding('BR-CO-15'), finding('BR-CO-14'), finding('BR-CO-16')])]);
    const errors = errorsOf(layers, catalogue);
    assert.deepEqual(codes(errors), ['BR-CO-14']);
    assert.deepEqual(
      errors[0]?.related?.map(({ code }) => code),
      ['BR-CO-15', 'BR-CO-16'],
    );
  });

  it('are at most 200', () => {
    assert.deepEqual(codes(errorsOf([layerOf(many(200))], catalogue)), codes(many(200)));
    assert.deepEqual(codes(errorsOf([layerOf(many(150)), layerOf(many(201))], catalogue)), codes(many(200)));
  });

  it('have no text of a rule pack: it may quote the document', () => {
    const [error] = errorsOf(
      [layerOf([finding('A')], { id: 'p', version: '1', origin: 'official' })],
      catalogue,
    );
    assert.equal(english(error?.message), 'Rule A of EN16931 is broken; see the validation report.');
  });

  for (const code of ['EI-TOTALS-MISMATCH', 'EI-PDF-15'])
    it(`have no amount that a check of our own states: ${code}`, () => {
      const message = say('pdf.is-but-its-parts-add-up', {
        what: sentences(say('pdf.total-with-vat-bt-112')),
        stated: figure('4711.00'),
        expected: undefined,
      });
      const [error] = errorsOf([layerOf([finding(code, { message })], null)], catalogue);
      assert.equal(english(error?.message), `Rule ${code} of EN16931 is broken; see the validation report.`);
    });

  it('have every other text of our own checks', () => {
    const message = say('pdf.pages-do-not-show-number-of', { number: '{"figure":"1"}' });
    assert.deepEqual(
      errorsOf([layerOf([finding('EI-PDF-16', { message })], null)], catalogue)[0]?.message,
      message,
    );
  });
});

describe('the care rows', () => {
  it('are one for each code of an error; without an owner they belong to the operator', () => {
    const openedAt = new Date(0);
    const errors = [finding('A'), finding('A', { whoFixes: 'erp' }), finding('B', { whoFixes: 'client' })];
    assert.deepEqual(withEnglish(careRows([...errors, finding('C', { severity: 'warning' })], openedAt)), [
      { code: 'A', whoActs: 'us', openedAt },
      { code: 'B', whoActs: 'client', openedAt },
    ]);
  });
});

describe('the count of findings that a record leaves out', () => {
  const counts = (errors: readonly Finding[]): readonly (readonly [string, number | undefined])[] =>
    errors.map(({ code, truncated }) => [code, truncated]);

  it('is with the first finding of each code, and includes findings that the layer left out', () => {
    const layers = [
      layerOf([finding('A'), finding('B'), finding('A'), finding('A', { truncated: 4980 })]),
      layerOf([finding('B')]),
    ];
    assert.deepEqual(counts(errorsOf(layers, catalogue)), [
      ['A', 4982],
      ['B', 1],
    ]);
  });

  it('is absent if the record leaves nothing out', () => {
    assert.deepEqual(counts(errorsOf([layerOf([finding('A')])], catalogue)), [['A', undefined]]);
  });

  it('is with the last finding if there are too many codes', () => {
    const errors = errorsOf([layerOf([...many(200), finding('Y'), finding('Y'), finding('Z')])], catalogue);
    assert.equal(errors.length, 200);
    assert.deepEqual(counts(errors).slice(-2), [
      ['X-198', undefined],
      ['X-199', 3],
    ]);
  });

  it('comes without the message of an official pack: it may quote the document', () => {
    const pack = { id: 'p', version: '1', origin: 'official' } as const;
    const [error] = errorsOf([layerOf([finding('A', { officialMessage: 'It is 4711.' })], pack)], catalogue);
    assert.equal(error?.officialMessage, undefined);
  });
});
