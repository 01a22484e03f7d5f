import assert from 'node:assert/strict';
import { INVOICE_FIELDS } from '../../../src/domain/lifecycle/invoice-fields.ts';
import { newSubmission, type Submission } from '../../../src/domain/sending/submission.ts';
import { fromStored, toStored } from '../../../src/domain/vocabulary/fields.ts';

describe('a member with another name on the store', () => {
  const { kind } = INVOICE_FIELDS.submission;
  const at = new Date('2026-03-02T09:00:00Z');
  const submission: Submission = {
    ...newSubmission('sub-1', at),
    resumeToken: 'session',
    outcomeUnknown: true,
    lastStatus: 'HTTP 503',
    queuePosition: at,
  };

  it('is written and read under the name of older programs', () => {
    const { resumeToken, outcomeUnknown, lastStatus, queuePosition, ...rest } = submission;
    const stored = toStored(submission, kind);
    const old = { memo: resumeToken, mayBeHeld: outcomeUnknown, lastSign: lastStatus, turn: queuePosition };
    assert.deepEqual(stored, { ...rest, ...old });
    assert.deepEqual(fromStored(stored, kind), submission);
  });

  it('may be absent with its object', () => {
    assert.equal(toStored(undefined, kind), undefined);
    assert.equal(fromStored(null, kind), null);
  });
});
