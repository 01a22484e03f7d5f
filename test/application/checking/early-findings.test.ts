import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { earlyFindings } from '../../../src/application/checking/early-findings.ts';

describe('a document that no check could read', () => {
  it('is refused with a reason, also if no check has a finding', () => {
    const { findings, fit } = earlyFindings({ findings: [], progress: {} }, () => '');
    assert.equal(fit, undefined);
    assert.deepEqual(withEnglish(findings.map(({ code, severity, message }) => [code, severity, message])), [
      ['EI-SCHEMA', 'error', 'The service cannot read this invoice, and no check says why.'],
    ]);
  });
});
