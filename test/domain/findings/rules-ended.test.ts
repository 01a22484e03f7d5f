import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { type Layer, verdictOf } from 'en16931-rules/vocabulary/layer.ts';
import { forTheSender } from '../../../src/domain/findings/rules-ended.ts';

const LAYER = { layer: 'en16931', source: 'EN16931', pack: null, durationMs: 1 } as const;
const NOT_RUN: Layer = { ...LAYER, outcome: 'not_run', code: 'KOSIT-RUN', reason: 'why', findings: [] };
const ENDED: Layer = {
  ...NOT_RUN,
  rulesEnd: { code: 'XPTY0004', rule: 'BR-FR-12', location: { xpath: '/a/b', line: 3 } },
};

describe('rules that end with an error of their own', () => {
  it('refuse a file, for its sender to correct', () => {
    const [layer] = forTheSender([ENDED]);
    assert.deepEqual(withEnglish(verdictOf([layer!])), { verdict: 'invalid' });
    const [finding] = layer!.findings;
    assert.deepEqual([finding?.code, finding?.whoFixes], ['EI-RULES-END', 'erp']);
    assert.equal(
      english(finding!.message),
      'Rule BR-FR-12 of EN16931 cannot judge this file: it reads one value, and the file has several or none there (XPTY0004). ' +
        'No rule of this layer gives a verdict on the file.',
    );
    assert.deepEqual(finding!.location, { xpath: '/a/b', line: 3 });
    assert.equal(layer!.rulesEnd?.code, 'XPTY0004', 'the published verdict stays indeterminate');
  });

  it('name the element that stands several times, and the remedy', () => {
    const repeated = {
      ...{ location: { xpath: '/a/b/c[1]', line: 4 }, count: 2 },
      ...{ several: 'price discounts (BT-147)', remedy: 'State one price discount, the sum of them.' },
    };
    const [layer] = forTheSender([{ ...NOT_RUN, rulesEnd: { code: 'XPTY0004', rule: 'BR-27', repeated } }]);
    const [finding] = layer!.findings;
    assert.equal(
      english(finding?.message),
      'Rule BR-27 of EN16931 cannot judge this file: it reads one value, and the file has two price discounts (BT-147); EN 16931 allows one ' +
        '(XPTY0004). No rule of this layer gives a verdict on the file.',
    );
    assert.deepEqual(withEnglish([finding?.fixHint, finding?.location]), [
      repeated.remedy,
      repeated.location,
    ]);
  });

  for (const [code, reason] of [
    ['FORG0001', /it reads a number or a date/],
    ['FOAR0001', /it computes with a value that is zero or too large/],
    ['FORX0002', /^A rule of EN16931 cannot judge this file: it ends with an error \(FORX0002\)/],
  ] as const)
    it(`state the reason in words: ${code}`, () =>
      assert.match(
        english(forTheSender([{ ...NOT_RUN, rulesEnd: { code } }])[0]!.findings[0]!.message),
        reason,
      ));

  it('are information on a file if the layer is advisory', () => {
    const [layer] = forTheSender([{ ...ENDED, advisory: true }]);
    assert.deepEqual([layer?.outcome, layer?.findings[0]?.severity], ['valid', 'information']);
  });

  it('do not change a layer that did not run for another cause', () => {
    assert.deepEqual(withEnglish(forTheSender([NOT_RUN])), withEnglish([NOT_RUN]));
  });
});
