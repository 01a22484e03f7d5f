import assert from 'node:assert/strict';
import {
  isOverdue,
  isSecondInRow,
  finalMapping,
  nextPoll,
  SANDBOX_POLL_WAITS_MS,
  nextTry,
  OUTCOMES,
  OVERDUE_MS,
  pauseMs,
  type Question,
} from '../../../src/domain/delivery/decisions.ts';
import { COMMON_STATUSES, type Meaning, MEANINGS } from '../../../src/domain/delivery/status-mapping.ts';
import { newSubmission } from '../../../src/domain/lifecycle/submission.ts';
import { OWN_CODES } from '../../../src/domain/catalogue/own-codes.ts';
import { type InvoiceState, mayMove } from '../../../src/domain/lifecycle/states.ts';
import { RETRY_WAITS_MS } from '../../../src/domain/lifecycle/retry.ts';

const NOW = new Date('2026-03-02T09:00:00Z');
const inMs = (ms: number): Date => new Date(NOW.getTime() + ms);
const { unreachable, answerLost } = COMMON_STATUSES;

describe('the outcome of an answer of a route', () => {
  const TRANSIENT: readonly Meaning[] = ['not-taken', 'not-taken-once', 'unclear'];

  for (const question of ['prepare', 'send', 'ask', 'poll'] as Question[])
    for (const meaning of MEANINGS)
      it(`is decided for ${meaning} to ${question}`, () => {
        const outcome = OUTCOMES[question][meaning];
        if (meaning === 'refused') assert.equal(outcome, 'reject');
        if (TRANSIENT.includes(meaning)) assert.notEqual(outcome, 'reject');
        if (meaning === 'later') assert.equal(outcome, 'wait', 'no failure');
        if (typeof outcome !== 'object') return;
        let before: InvoiceState = question === 'poll' ? 'submitted' : 'submitting';
        for (const state of outcome.to) {
          assert.ok(mayMove(before, state), `${before} → ${state}`);
          before = state;
        }
      });

  it('is an end if the acceptance is final, else a further poll', () => {
    for (const question of ['send', 'ask', 'poll'] as const) {
      const last = OUTCOMES[question].accepted;
      const soFar = OUTCOMES[question]['accepted-so-far'];
      assert.ok(typeof last === 'object' && last.then === 'end' && last.to.at(-1) === 'accepted');
      assert.ok(typeof soFar === 'object' && soFar.then === 'poll' && soFar.to.at(-1) === 'accepted');
    }
  });

  it('changes only documents if it is about a receipt', () => {
    const about = new Set(MEANINGS.map((meaning) => OUTCOMES.receipt[meaning]));
    assert.deepEqual([...about].sort(), ['fetch-again', 'go-without', 'keep-receipt', 'never', 'wait']);
  });

  it('is another send only if the status inquiry of the route cannot tell', () => {
    assert.deepEqual(
      MEANINGS.filter((meaning) => OUTCOMES.ask[meaning] === 'resend'),
      ['cannot-tell'],
    );
  });

  it('is not a dead letter if the route holds the document', () => {
    assert.ok(MEANINGS.every((meaning) => OUTCOMES.poll[meaning] !== 'fail'));
  });
});

describe('the next call to a route', () => {
  it('is after 30 seconds, 2, 10, 30 and 60 minutes, scaled in the sandbox, and never after the sixth failure', () => {
    RETRY_WAITS_MS.forEach((wait, n) => assert.deepEqual(nextTry(n + 1, NOW, 1), { at: inMs(wait) }));
    assert.deepEqual(nextTry(1, NOW, 0.01), { at: inMs(300) });
    for (const failures of [6, 7, 60]) assert.equal(nextTry(failures, NOW, 1), 'give-up');
  });

  it('is after the time in Retry-After, by default after a minute', () => {
    assert.equal(pauseMs(2), 2000);
    assert.equal(pauseMs(undefined), 60_000);
  });

  it('is after 1, 2, 4 and then every 5 seconds in the sandbox until the end', () => {
    const waits = [0, 1, 2, 3, 50].map(
      (polls) => Number(nextPoll(SANDBOX_POLL_WAITS_MS, polls, NOW, 1)) - Number(NOW),
    );
    assert.deepEqual(waits, [1000, 2000, 4000, 5000, 5000]);
  });

  it('has a care row after 24 hours', () => {
    assert.equal(isOverdue(NOW, inMs(OVERDUE_MS - 1)), false);
    assert.equal(isOverdue(NOW, inMs(OVERDUE_MS)), true);
  });
});

describe('a pause that a network states', () => {
  it('lasts between a second and an hour, and a minute if none is stated', () => {
    for (const [asked, ms] of [
      [undefined, 60_000],
      [0, 1000],
      [-5, 1000],
      [2, 2000],
      [86_400, 3_600_000],
    ] as const)
      assert.equal(pauseMs(asked), ms);
  });
});

describe('a failure that may pass', () => {
  it('is a refusal if the same networkStatus arrives twice in a row', () => {
    const before = { ...newSubmission('a', NOW), lastStatus: answerLost.networkStatus };
    assert.equal(isSecondInRow(before, answerLost), true);
    assert.equal(isSecondInRow(before, unreachable), false);
    assert.equal(isSecondInRow(newSubmission('a', NOW), unreachable), false);
  });
});

describe('a dead letter', () => {
  it('names the last failure, or that the outcome at the route is unknown', () => {
    const fresh = newSubmission('a', NOW);
    const open = { ...fresh, outcomeUnknown: true };
    for (const [submission, last] of [
      [{ ...open, answerLost: true }, answerLost],
      [open, answerLost],
      [{ ...fresh, isCalling: true }, answerLost],
      [{ ...open, notHeld: true }, unreachable],
      [fresh, unreachable],
      [undefined, unreachable],
    ] as const)
      assert.equal(finalMapping(submission, unreachable, answerLost), last);
  });
});

describe('the failures of all routes', () => {
  it('have an entry in the catalogue, of the same owner', () => {
    for (const word of Object.values(COMMON_STATUSES)) {
      if (!('code' in word)) continue;
      const entry = OWN_CODES.find(({ code }) => code === word.code);
      assert.equal(entry?.whoFixes, word.owner, word.code);
    }
  });
});
