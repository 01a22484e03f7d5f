import assert from 'node:assert/strict';
import { countEmptyLookup } from '../../../src/domain/sending/retry.ts';
import { newSubmission, type Submission } from '../../../src/domain/sending/submission.ts';

const START = new Date('2026-03-02T09:00:00Z');
const MINUTE = 60_000;
const at = (minutes: number): Date => new Date(START.getTime() + minutes * MINUTE);
const LATE = { needed: 2, countAfterMs: 6 * MINUTE };

const counted = (own: Partial<Submission>, now: Date, looks = LATE) =>
  countEmptyLookup({ submission: { ...newSubmission('a', START), ...own }, failures: 1 }, looks, now, 1);

describe('an empty lookup at a route', () => {
  it('shows that the document is not held, if one is enough', () => {
    const { submission, nextLookupAt } = counted({}, at(0), { needed: 1, countAfterMs: 0 });
    assert.deepEqual([submission.notHeld, submission.emptyLookups, nextLookupAt], [true, 0, undefined]);
  });

  it('is followed by another one after a wait of the schedule, until there are enough', () => {
    const first = counted({ calledAt: at(1) }, at(7));
    assert.deepEqual([first.submission.emptyLookups, first.nextLookupAt], [1, at(7.5)]);
    const second = counted(first.submission, at(8));
    assert.deepEqual([second.submission.notHeld, second.nextLookupAt], [true, undefined]);
  });

  it('does not count before the route may show what the last call left', () => {
    const early = counted({ calledAt: at(1), emptyLookups: 1 }, at(3));
    assert.deepEqual([early.submission.emptyLookups, early.nextLookupAt], [1, at(7)]);
    assert.equal(early.submission.notHeld, undefined);
  });

  it('is measured from the start of a submission without a call', () => {
    assert.deepEqual(counted({}, at(1)).nextLookupAt, at(6));
  });

  it('comes an hour later at most, even if the clock was set back over the call', () => {
    assert.deepEqual(counted({ calledAt: at(3000) }, at(0)).nextLookupAt, at(60));
  });

  it('counts at a route that shows a call at once, even if the clock was set back over the call', () => {
    const { submission } = counted({ calledAt: at(3000) }, at(0), { needed: 1, countAfterMs: 0 });
    assert.equal(submission.notHeld, true);
  });
});
