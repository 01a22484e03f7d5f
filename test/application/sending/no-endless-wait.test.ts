import assert from 'node:assert/strict';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import { LOG_IN_MS, LOG_IN_PAUSE_SECONDS } from '../../../src/ports/sessions.ts';
import { OUTCOMES, type Question } from '../../../src/domain/sending/outcomes.ts';
import { COMMON_STATUSES, type StatusMapping } from '../../../src/domain/sending/status-mapping.ts';
import type { RailAnswer } from '../../../src/ports/rail/rail-answer.ts';
import { railsOf } from '../../../src/processes/rails.ts';
import { readSettings } from '../../../src/processes/settings/read-settings.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeRail, UPO, WORDS } from '../../fakes/rail.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { found, runToTheEnd, setUp } from './world.ts';

const HOUR_MS = 3_600_000;
const QUESTIONS: readonly Question[] = ['prepare', 'send', 'ask', 'poll', 'receipt'];

/** Pauses that their rail ends: an announced outage opens a care row after an hour; an open batch is unclear after a day. */
const OWN_LIMITS = ['Latarnia FAILURE', 'Latarnia MAINTENANCE', 'Latarnia TOTAL_FAILURE', 'batch open'];

/** The answers of all rails, with those of the mail. */
function answersOfAllRails(): readonly StatusMapping[] {
  const refuse = () => assert.fail('nothing is called');
  const clocks = { clock: new FakeClock(), realClock: new FakeClock() };
  const tools = {
    sessions: { use: refuse } as never,
    participants: { lookUp: refuse, smpOf: refuse },
    ...clocks,
  };
  const rails = railsOf(readSettings({}), { ...tools, caps: memoryStores().caps });
  return [...rails.values()].flatMap(({ statusMappings }) => statusMappings);
}

/** Those that the engine treats differently, and every pause. */
function distinctAnswers(): readonly StatusMapping[] {
  const { overdue, receiptOverdue, clockSetBack, unmatched, ...common } = COMMON_STATUSES;
  const ofTheService = new Set<string>(
    [overdue, receiptOverdue, clockSetBack, unmatched].map(({ networkStatus }) => networkStatus),
  );
  const treated = ({ meaning, networkStatus, opensCareAtOnce, heals, receiptFollows }: StatusMapping) =>
    JSON.stringify([meaning, meaning === 'later' && networkStatus, opensCareAtOnce, heals, receiptFollows]);
  const all = [...answersOfAllRails(), ...Object.values(common)];
  const answers = all.filter(({ networkStatus }) => !ofTheService.has(networkStatus));
  return [...new Map(answers.map((mapping) => [treated(mapping), mapping])).values()];
}

/** Whether an invoice ends, or somebody is told, if its route gives one answer to a question for ever. */
async function hasEnd(question: Question, mapping: StatusMapping): Promise<boolean> {
  const rail = new FakeRail({ prepares: question === 'prepare', receipts: question === 'receipt' });
  const answer: RailAnswer = {
    mapping,
    retryAfterSeconds: 3600,
    ...(mapping.meaning === 'receipt' && { receipt: UPO }),
  };
  const sent = { poll: WORDS.held, receipt: WORDS.accepted, ask: COMMON_STATUSES.answerLost } as const;
  const before = question in sent ? sent[question as keyof typeof sent] : WORDS.delivered;
  Object.assign(rail, {
    pollWaitsMs: [HOUR_MS],
    receiptWaitsMs: [HOUR_MS],
    send: async () => ({ mapping: before }),
    [question]: async () => answer,
  });
  const world = await setUp(rail);
  const isEnded = ({ dueAt, care }: InvoiceRecord): boolean =>
    dueAt === null || care.some(({ handledAt }) => !handledAt);
  for (let runs = 0; runs < 100; runs += 1) {
    if (isEnded(await found(world))) return true;
    await runToTheEnd(world, 1);
  }
  return false;
}

describe('an answer that a route repeats for ever', () => {
  it('is limited by its rail for few pauses', () => {
    const limited = answersOfAllRails().filter(({ hasOwnLimit }) => hasOwnLimit);
    assert.deepEqual(limited.map(({ networkStatus }) => networkStatus).sort(), OWN_LIMITS);
    assert.ok(limited.every(({ meaning }) => meaning === 'later'));
  });

  for (const question of QUESTIONS)
    for (const mapping of distinctAnswers().filter(({ hasOwnLimit }) => !hasOwnLimit)) {
      const { meaning, networkStatus } = mapping;
      if (OUTCOMES.invoice[question][meaning] === 'never') continue;
      it(`ends the invoice or opens a care row: ${meaning} (${networkStatus}) to ${question}`, async () => {
        assert.ok(await hasEnd(question, mapping), 'it waits, and no person is told');
      });
    }
});

it('a log-in of a process that died gives no invoice up while its mark lasts, if RETRY_SCALE leaves no other wait', async () => {
  const mapping = answersOfAllRails().find(({ networkStatus }) => networkStatus === 'log-in under way');
  assert.ok(mapping);
  const rail = new FakeRail();
  const world = await setUp(rail);
  world.retryScale = 0.001;
  const mark = world.clock.now().getTime() + LOG_IN_MS;
  const isMarked = () => world.clock.now().getTime() < mark;
  const delivered = rail.send.bind(rail);
  rail.send = async (...call: Parameters<typeof delivered>) =>
    isMarked() ? { mapping, retryAfterSeconds: LOG_IN_PAUSE_SECONDS } : delivered(...call);
  await runToTheEnd(world, 500);
  const { state, care } = await found(world);
  assert.deepEqual([state, care], ['delivered', []]);
});
