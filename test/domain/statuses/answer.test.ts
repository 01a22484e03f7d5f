import assert from 'node:assert/strict';
import type { AnswerState, ReceivedRecord } from '../../../src/domain/lifecycle/received-record.ts';
import { ANSWERED_ROUTES, answerOf, noteAnswer } from '../../../src/domain/statuses/answer.ts';
import { after, aReceipt } from '../../support/records.ts';

const record = (own: Partial<ReceivedRecord> = {}): ReceivedRecord =>
  aReceipt({ route: 'PEPPOL', ...own }).record;
const answer = (id: string, ms: number) => ({ id, status: 'accepted', createdAt: after(ms) }) as const;

/** What is noted after these steps, in this order. */
const noted = (...steps: readonly (readonly [string, number, AnswerState])[]): string => {
  let one = record();
  for (const [id, ms, state] of steps) one = noteAnswer(one, answer(id, ms), state);
  return `${one.answerId} ${one.answerState}`;
};

describe('the answer to a received invoice', () => {
  it('is the last one, in whatever order the notes come', () => {
    assert.equal(noted(['b', 2, 'under_way'], ['a', 1, 'handed_over']), 'b under_way');
    assert.equal(noted(['b', 1, 'handed_over'], ['a', 1, 'failed']), 'b handed_over');
    assert.equal(noted(['a', 1, 'failed'], ['b', 2, 'under_way'], ['b', 2, 'handed_over']), 'b handed_over');
  });

  it('stays what it came to, and may be refused later', () => {
    assert.equal(noted(['a', 1, 'handed_over'], ['a', 1, 'under_way']), 'a handed_over');
    assert.equal(noted(['a', 1, 'handed_over'], ['a', 1, 'failed']), 'a failed');
    const one = noteAnswer(record(), answer('a', 1), 'failed');
    assert.equal(noteAnswer(one, answer('a', 1), 'under_way'), one);
  });

  it('has the reason and note of the last one, or none', () => {
    const first = noteAnswer(record(), { ...answer('a', 1), sealedAnswer: 'sealed' }, 'under_way');
    assert.equal(first.sealedAnswer, 'sealed');
    assert.equal(noteAnswer(first, answer('0', 0), 'failed').sealedAnswer, 'sealed');
    assert.ok(!('sealedAnswer' in noteAnswer(first, answer('b', 2), 'under_way')));
  });

  it('is waited for where its route takes one and nothing is known of any', () => {
    assert.deepEqual([...ANSWERED_ROUTES].sort(), ['FR-PA', 'PEPPOL']);
    assert.deepEqual(answerOf(record()), { state: 'none' });
    assert.equal(answerOf(record({ route: 'PL-KSEF' })), undefined);
    assert.equal(answerOf(record({ presentStatus: 'cancelled' })), undefined);
    const told = noteAnswer(record({ route: 'RO-EFACTURA' }), answer('a', 1), 'failed');
    assert.deepEqual(answerOf(told), { state: 'failed', status: 'accepted' });
  });
});
