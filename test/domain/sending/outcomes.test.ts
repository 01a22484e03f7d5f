import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import {
  isOverdue,
  nextPoll,
  SANDBOX_POLL_WAITS_MS,
  nextTry,
  OVERDUE_MS,
  pauseMs,
} from '../../../src/domain/sending/retry.ts';
import { ALL_STATUSES } from '../../../src/adapters/rails/fr-pa/status-mappings.ts';
import { PEPPOL_STATUSES } from '../../../src/adapters/rails/peppol/status-mappings.ts';
import { KSEF_STATUS_MAPPINGS } from '../../../src/adapters/rails/pl-ksef/status-mappings.ts';
import { ANAF_STATUSES } from '../../../src/adapters/rails/ro-efactura/status-mappings.ts';
import { courseOf, finalMapping, OUTCOMES, type Question } from '../../../src/domain/sending/outcomes.ts';
import {
  COMMON_STATUSES,
  type Meaning,
  MEANINGS,
  type StatusMapping,
} from '../../../src/domain/sending/status-mapping.ts';
import { newSubmission, type Submission } from '../../../src/domain/sending/submission.ts';
import { OWN_CODES } from '../../../src/domain/catalogue/own-codes.ts';
import { type InvoiceState, mayMove } from '../../../src/domain/lifecycle/states.ts';
import { RETRY_WAITS_MS } from '../../../src/domain/sending/retry.ts';

const STATUSES_BY_ROUTE: readonly { route: string; statuses: readonly StatusMapping[] }[] = [
  { route: 'PEPPOL', statuses: Object.values(PEPPOL_STATUSES) },
  { route: 'PL-KSEF', statuses: Object.values(KSEF_STATUS_MAPPINGS) },
  { route: 'RO-EFACTURA', statuses: Object.values(ANAF_STATUSES) },
  { route: 'FR-PA', statuses: Object.values(ALL_STATUSES) },
];

const NOW = new Date('2026-03-02T09:00:00Z');
const inMs = (ms: number): Date => new Date(NOW.getTime() + ms);
const { unreachable, answerLost } = COMMON_STATUSES;

/** The platform that has the invoice sends it on or stores it, as the hints say. */
const OF_PLATFORM = /(NON_TRANSMISE|ROUTAGE_ERR)$/;

describe('a refusal for good', () => {
  // Nothing more comes from the network.
  for (const { route, statuses } of STATUSES_BY_ROUTE)
    for (const { networkStatus, meaning, owner, senderCanFix = false } of statuses)
      if (['refused', 'refused-since'].includes(meaning) && !OF_PLATFORM.test(networkStatus))
        it(`waits for somebody who can do something: ${route}, ${networkStatus}`, () =>
          assert.ok(senderCanFix || (owner !== 'route' && owner !== 'buyer'), owner));
});

/** Asks for another content of the invoice, which only its sender can give. */
const ASKS_SENDER =
  /^(?:Correct|Rename|Leave|Send (?:a|the attachment)|Make|Split|Enter|Use|State|Change|Remove|Add|Register)\b/;
const ASKS_OPERATOR = /^(?:The operator|Ask the operator)\b/;

describe('the hint of a refusal', () => {
  const hintOf = ({ fixHint, code }: StatusMapping): string => {
    const hint = fixHint ?? OWN_CODES.find((entry) => entry.code === code)?.fixHint;
    return hint === undefined ? '' : english(hint);
  };
  for (const { route, statuses } of STATUSES_BY_ROUTE)
    for (const mapping of statuses) {
      const { networkStatus, meaning, owner, senderCanFix } = mapping;
      if (meaning !== 'refused' || networkStatus.startsWith('report')) continue;
      it(`asks those for an act whom its row names: ${route}, ${networkStatus}`, () => {
        const hint = hintOf(mapping);
        if (owner === 'us' && !senderCanFix) assert.doesNotMatch(hint, ASKS_SENDER);
        if (owner === 'erp') assert.doesNotMatch(hint, ASKS_OPERATOR);
      });
    }
});

describe('the catalogue', () => {
  for (const { route, statuses } of STATUSES_BY_ROUTE)
    for (const code of new Set(statuses.flatMap((mapping) => mapping.code ?? []))) {
      const rows = statuses.filter((mapping) => mapping.code === code && mapping.meaning === 'refused');
      const entry = OWN_CODES.find((each) => each.code === code);
      // A row whose sender can correct it is of the catalogue's owner, or of one whom only the row names.
      const [first, ...others] = rows.filter(({ owner }) => owner === entry?.whoFixes);
      if (!first || others.some(({ senderCanFix }) => senderCanFix !== first.senderCanFix)) continue;
      it(`says as the rows do whether a sender can correct it: ${route}, ${code}`, () =>
        assert.equal(entry?.senderCanFix, first.senderCanFix));
    }
});

describe('the outcome of an answer of a route', () => {
  const TRANSIENT: readonly Meaning[] = ['not-taken', 'not-taken-once', 'unclear'];

  for (const question of ['prepare', 'send', 'ask', 'poll'] as Question[])
    for (const meaning of MEANINGS)
      it(`is decided for ${meaning} to ${question}`, () => {
        const outcome = OUTCOMES.invoice[question][meaning];
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
      const last = OUTCOMES.invoice[question].accepted;
      const soFar = OUTCOMES.invoice[question]['accepted-so-far'];
      assert.ok(typeof last === 'object' && last.then === 'end' && last.to.at(-1) === 'accepted');
      assert.ok(typeof soFar === 'object' && soFar.then === 'poll' && soFar.to.at(-1) === 'accepted');
    }
  });

  it('changes only documents if it is about a receipt', () => {
    const about = new Set(MEANINGS.map((meaning) => OUTCOMES.invoice.receipt[meaning]));
    assert.deepEqual([...about].sort(), ['fetch-again', 'go-without', 'keep-receipt', 'never', 'wait']);
  });

  it('is another send only if the status inquiry of the route cannot tell', () => {
    assert.deepEqual(
      MEANINGS.filter((meaning) => OUTCOMES.invoice.ask[meaning] === 'resend'),
      ['cannot-tell'],
    );
  });

  it('is not a dead letter if the route holds the document', () => {
    assert.ok(MEANINGS.every((meaning) => OUTCOMES.invoice.poll[meaning] !== 'fail'));
  });
});

describe('the outcome of an answer of a route about a status', () => {
  it('never is another send if the route cannot tell', () => {
    assert.ok(MEANINGS.every((meaning) => OUTCOMES.status.ask[meaning] !== 'resend'));
  });

  it('is an end without a wait for the receiver', () => {
    for (const question of ['send', 'ask', 'poll'] as const)
      for (const meaning of ['accepted', 'accepted-so-far', 'delivered', 'delivered-so-far'] as const) {
        const outcome = OUTCOMES.status[question][meaning];
        assert.ok(typeof outcome === 'object' && outcome.then === 'end');
      }
  });

  it('is not the end of the tries if the route has the status', () => {
    assert.ok(MEANINGS.every((meaning) => OUTCOMES.status.poll[meaning] !== 'fail'));
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
    const once = { ...unreachable, meaning: 'not-taken-once' } as const;
    const after = (lastStatus: string) => courseOf(OUTCOMES.invoice, 'send', once, { lastStatus });
    assert.equal(after(unreachable.networkStatus), 'reject');
    assert.equal(after(answerLost.networkStatus), 'fail');
    assert.equal(courseOf(OUTCOMES.invoice, 'send', once, {}), 'fail');
  });

  it('is a refusal if the route drops a status twice, for whatever reason', () => {
    const drop = { ...unreachable, meaning: 'dropped' } as const;
    const after = (own: Partial<Submission>) => courseOf(OUTCOMES.status, 'poll', drop, own);
    assert.equal(after({}), 'start-over-at-once');
    assert.equal(after({ drops: 1, lastDrop: answerLost.networkStatus }), 'reject');
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
      assert.deepEqual(withEnglish(finalMapping(submission, unreachable)), withEnglish(last));
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
