import assert from 'node:assert/strict';
import { type Layer, verdictOf } from '../../../src/domain/findings/layer.ts';
import { forTheSender } from '../../../src/domain/findings/rules-ended.ts';

const LAYER = { layer: 'en16931', source: 'EN16931', pack: null, durationMs: 1 } as const;
const NOT_RUN: Layer = { ...LAYER, outcome: 'not_run', code: 'KOSIT-RUN', reason: 'why', findings: [] };
const ENDED: Layer = { ...NOT_RUN, rulesEndWith: 'XPTY0004' };

describe('rules that end with an error of their own', () => {
  it('refuse a file, for its sender to mend', () => {
    const [layer] = forTheSender([ENDED]);
    assert.deepEqual(verdictOf([layer!]), { verdict: 'invalid' });
    const [finding] = layer!.findings;
    assert.deepEqual([finding?.code, finding?.whoFixes], ['EI-XML-SYNTAX', 'erp']);
    assert.match(finding!.message, /EN16931 .* XPTY0004/);
  });

  it('remark on a file where the layer only advises', () => {
    const [layer] = forTheSender([{ ...ENDED, advisory: true }]);
    assert.deepEqual([layer?.outcome, layer?.findings[0]?.severity], ['valid', 'information']);
  });

  it('leave a check that could not run for another cause one that did not run', () => {
    assert.deepEqual(forTheSender([NOT_RUN]), [NOT_RUN]);
  });
});
