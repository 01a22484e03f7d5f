import assert from 'node:assert/strict';
import { insertInto } from '../../../src/adapters/sqlite/field-columns.ts';
import { tableOf } from '../../../src/adapters/sqlite/record-table.ts';
import { SqliteWorkTable } from '../../../src/adapters/sqlite/sqlite-work-table.ts';
import type { Sendable } from '../../../src/application/sending/sendable.ts';
import { sendingSteps } from '../../../src/application/sending/sending-steps.ts';
import { Processor } from '../../../src/application/work/processor.ts';
import type { RecordKind, WorkStep } from '../../../src/application/work/record-kind.ts';
import { SUBMISSION_FIELDS } from '../../../src/domain/lifecycle/invoice-fields.ts';
import { LEASE_MS } from '../../../src/domain/lifecycle/due.ts';
import type { WorkRecord } from '../../../src/domain/lifecycle/work-record.ts';
import { OUTCOMES } from '../../../src/domain/sending/outcomes.ts';
import { MAX_FAILURES, RETRY_WAITS_MS } from '../../../src/domain/sending/retry.ts';
import { COMMON_STATUSES } from '../../../src/domain/sending/status-mapping.ts';
import type { Submission } from '../../../src/domain/sending/submission.ts';
import {
  count,
  nullable,
  objectOf,
  optional,
  positive,
  text,
  time,
} from '../../../src/domain/vocabulary/fields.ts';
import type { Change } from '../../../src/ports/ledger.ts';
import type { Rail } from '../../../src/ports/rail/rail.ts';
import type { FakeClock } from '../../fakes/clock.ts';
import { FakeRail, WORDS } from '../../fakes/rail.ts';
import { memorySqlite } from '../../support/memory-stores.ts';
import { AN_ADDRESSING } from '../../support/records.ts';
import { Mortal } from './mortal.ts';
import { Surroundings, toolsIn } from './world.ts';

/** A report of a month to the tax administration: neither an invoice nor a status. */
interface Report extends WorkRecord {
  readonly client: string;
  readonly state: 'due' | 'sending' | 'filed' | 'received' | 'refused' | 'lost';
  readonly route: 'PEPPOL';
  readonly text: string;
  readonly submission?: Submission;
}

const REPORTS = tableOf<Report>('report', {
  ...{ id: text, client: text, route: text, state: text, work: text, text, updatedAt: time },
  ...{ version: positive, failures: count, crashes: optional(count), dueAt: nullable(time) },
  submission: optional(objectOf(SUBMISSION_FIELDS)),
});

class Reports extends SqliteWorkTable<Report> {
  constructor(report: Report) {
    super(memorySqlite(), REPORTS);
    const lease = ['lease_token', 'lease_until', 'lease_holders'];
    this.sqlite.run(`CREATE TABLE report (${[...REPORTS.columns, ...lease].join(', ')})`);
    this.sqlite.run(insertInto('report', REPORTS.columns), REPORTS.write(report));
  }

  override async commit(change: Change<Report>): Promise<'committed' | 'conflict'> {
    return this.replacing(change, (replace) =>
      this.sqlite.writeToDisk(() => (replace() ? 'committed' : 'conflict')),
    );
  }
}

const next = (record: Report): WorkStep<Report> => ({
  record: { ...record, version: record.version + 1 },
  events: [],
  files: [],
});
const due = (record: Report, dueAt: Date | null): WorkStep<Report> => next({ ...record, dueAt });
const FACTS = { syntax: 'ubl-invoice', specification: null, number: null, issueDate: null } as const;

/** All that the engine needs to send a report. */
const sendableReport = (clock: FakeClock): Sendable<Report> => ({
  metricPrefix: 'report-',
  outcomesOf: () => OUTCOMES.status,
  carrierOn: (rail) => rail,
  open: ({ text, ...record }, rail) => {
    const bytes = new TextEncoder().encode(text);
    return {
      about: { documentSha256: text, legalId: null, document: () => assert.fail() },
      partyIds: async () => ['DE1'],
      bytes: async () => bytes,
      load: async () => ({
        ...{ bytes, record: { ...record, text } },
        send: (inquiry) => rail.send({ ...inquiry, bytes, facts: FACTS, addressing: AN_ADDRESSING }),
      }),
    };
  },
  accountWaits: ({ pollWaitsMs }) => pollWaitsMs,
  mark: (record) => due({ ...record, state: 'sending', work: 'inquire' }, clock.now()),
  note: ({ record }) => record,
  reschedule: due,
  awaitCall: (record, at) =>
    record.submission?.outcomeUnknown
      ? due({ ...record, state: 'sending', work: 'inquire' }, at)
      : due({ ...record, state: 'due', work: 'send' }, at),
  renew: async ({ record, rail }) => ({ record, submissionId: rail.newSubmissionId(record.text) }),
  conclude: ({ record, rail }, conclusion) => {
    if (typeof conclusion !== 'object') return due({ ...record, state: 'refused' }, null);
    const at = new Date(clock.now().getTime() + rail.pollWaitsMs[0]);
    return conclusion.then === 'poll'
      ? due({ ...record, state: 'filed', work: 'poll' }, at)
      : due({ ...record, state: 'received' }, null);
  },
  giveUp: ({ record }) => due({ ...record, state: 'lost' }, null),
});

function setUp(own: Partial<Report> = {}) {
  const surroundings = new Surroundings();
  const now = surroundings.clock.now();
  const reports = new Reports({
    ...{ id: 'rep_1', client: 'acme', route: 'PEPPOL', state: 'due', work: 'send', text: 'all of May' },
    ...{ version: 1, failures: 0, dueAt: now, lease: null, updatedAt: now, ...own },
  });
  return Object.assign(surroundings, { rail: new FakeRail(), reports });
}
type World = ReturnType<typeof setUp>;

function workerOn(world: World, rail: Rail = world.rail, store: World['reports'] = world.reports) {
  const tools = toolsIn(world, [rail]);
  const { prepare, send, ask, poll } = sendingSteps(sendableReport(world.clock), tools);
  const kind: RecordKind<Report> = {
    ...{ name: 'report', noun: 'a report', store },
    steps: {
      'due send': { mark: prepare, afterMark: send },
      'sending send': { mark: prepare, afterMark: send },
      'sending inquire': ask,
      'filed poll': poll,
    },
    taskOf: ({ id, client, route }) => ({ kind: 'report', lane: route, id, client }),
    reschedule: due,
    mayGiveUp: () => true,
    giveUp: (record) => due({ ...record, state: 'lost' }, null),
    isDeadLetter: ({ state }) => state === 'lost',
    logFields: ({ id }) => ({ report_id: id }),
    report: () => undefined,
  };
  return new Processor(kind, tools);
}

async function runToTheEnd(world: World, worker = workerOn(world)): Promise<Report> {
  for (let runs = 0; runs < 40; runs += 1) {
    const report = (await world.reports.find('rep_1'))!;
    if (!report.dueAt) return report;
    world.clock.advance(Math.max(0, report.dueAt.getTime() - world.clock.now().getTime()));
    await worker.run({ id: report.id, lane: 'PEPPOL' });
  }
  return assert.fail('no end');
}

const { answerLost, unreachable, tooMany } = COMMON_STATUSES;

describe('a record that is neither an invoice nor a status', () => {
  it('is sent once by the same engine, and polled until its end', async () => {
    const world = setUp();
    world.rail.next.send.push({ mapping: WORDS.held });
    assert.equal((await runToTheEnd(world)).state, 'received');
    assert.deepEqual(world.rail.calls, ['send sub-1', 'poll sub-1']);
  });

  it('is asked about after a lost answer, and not sent again', async () => {
    const world = setUp();
    world.rail.next.send.push({ mapping: answerLost });
    assert.equal((await runToTheEnd(world)).state, 'received');
    assert.deepEqual(world.rail.calls, ['send sub-1', 'ask sub-1']);
  });

  it('follows the schedule of tries, and the wish of its route', async () => {
    const world = setUp();
    const began = world.clock.now().getTime();
    world.rail.next.send.push(
      { mapping: unreachable, takes: false },
      { mapping: tooMany, retryAfterSeconds: 7, takes: false },
    );
    const { state, failures } = await runToTheEnd(world);
    assert.deepEqual([state, failures], ['received', 1]);
    assert.equal(world.clock.now().getTime() - began, RETRY_WAITS_MS[0] + 7000);
  });

  it('is not given up for the deaths of processes before an answer', async () => {
    const world = setUp({ crashes: 9 });
    world.rail.next.send.push({ mapping: unreachable, takes: false });
    await workerOn(world).run({ id: 'rep_1', lane: 'PEPPOL' });
    assert.equal((await world.reports.find('rep_1'))?.crashes, 0);
  });

  it('is refused for good, or given up after the last try', async () => {
    const world = setUp();
    world.rail.next.send.push({ mapping: WORDS.refused, takes: false });
    assert.equal((await runToTheEnd(world)).state, 'refused');
    const other = setUp();
    const failed = { mapping: unreachable, takes: false };
    other.rail.next.send.push(...Array.from({ length: MAX_FAILURES }, () => failed));
    assert.equal((await runToTheEnd(other)).state, 'lost');
  });

  it('is sent once more, under another identity, if the route drops it', async () => {
    const world = setUp();
    world.rail.next.send.push({ mapping: WORDS.held });
    world.rail.next.poll.push({ mapping: WORDS.dropped });
    assert.equal((await runToTheEnd(world)).state, 'received');
    assert.deepEqual(world.rail.calls, ['send sub-1', 'poll sub-1', 'send sub-2']);
  });

  for (const when of ['before', 'after'] as const)
    it(`is sent once if its worker dies ${when} any call`, async () => {
      for (let diesAt = 1, isOver = false; !isOver; diesAt += 1) {
        const world = setUp();
        const mortal = new Mortal(diesAt, when);
        const dying = workerOn(world, mortal.wrap<Rail>(world.rail), mortal.wrap(world.reports));
        await runToTheEnd(world, dying).catch(() => undefined);
        isOver = mortal.calls < diesAt;
        world.clock.advance(LEASE_MS + 1);
        assert.equal((await runToTheEnd(world)).state, 'received', `death ${diesAt} ${when}`);
        assert.deepEqual([...world.rail.held.values()], [1], `death ${diesAt} ${when}`);
      }
    });
});
