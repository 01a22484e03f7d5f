import assert from 'node:assert/strict';
import sinon from 'sinon';
import { Processor } from '../../../src/application/work/processor.ts';
import type { RecordKind, StepTable, WorkStep } from '../../../src/application/work/record-kind.ts';
import { NEGLECT_GRACE_MS, SweepNeglected } from '../../../src/application/work/sweep-neglected.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import { LEASE_MS } from '../../../src/domain/lifecycle/due.ts';
import type { Task } from '../../../src/domain/lifecycle/lanes.ts';
import type { Lease, WorkRecord } from '../../../src/domain/lifecycle/work-record.ts';
import type { AheadLease, DueWork } from '../../../src/ports/due-work.ts';
import type { Change, Ledger } from '../../../src/ports/ledger.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeIds } from '../../fakes/ids.ts';
import { FakeJobs } from '../../fakes/jobs.ts';
import { FakeTelemetry } from '../../fakes/telemetry.ts';

/** A record that is not an invoice: a reminder to send. */
interface Reminder extends WorkRecord {
  readonly client: string;
  readonly state: 'pending' | 'sent' | 'dead';
  readonly text: string;
}

/** A store of reminders in memory. */
class Reminders implements Ledger<Reminder>, DueWork<Reminder> {
  readonly records = new Map<string, Reminder>();

  async find(id: string): Promise<Reminder | undefined> {
    return this.records.get(id);
  }

  async commit({ record, lease }: Change<Reminder>): Promise<'committed' | 'conflict'> {
    const held = this.records.get(record.id);
    if (held?.version !== record.version - 1 || held.lease?.token !== lease) return 'conflict';
    this.records.set(record.id, {
      ...record,
      lease: record.lease && held.lease && { ...held.lease, holders: 1 },
    });
    return 'committed';
  }

  async lease(id: string, lease: Lease, now: Date): Promise<Reminder | undefined> {
    const held = this.records.get(id);
    const isFree = !held?.lease || held.lease.until <= now;
    if (!held?.dueAt || held.dueAt > now || !isFree) return undefined;
    const leased = { ...held, lease: { ...lease, holders: (held.lease?.holders ?? 0) + 1 } };
    this.records.set(id, leased);
    return leased;
  }

  async renewLease(id: string, lease: Lease): Promise<boolean> {
    const held = this.records.get(id);
    if (held?.lease?.token !== lease.token) return false;
    this.records.set(id, { ...held, lease: { ...held.lease, until: lease.until } });
    return true;
  }

  async releaseLease(id: string, token: string): Promise<void> {
    const held = this.records.get(id);
    if (held?.lease?.token === token) this.records.set(id, { ...held, lease: null });
  }

  async listLeasedAhead(): Promise<readonly AheadLease[]> {
    return [];
  }

  async expireLease(): Promise<boolean> {
    return false;
  }

  async listNeglected(before: Date, now: Date): Promise<readonly string[]> {
    return [...this.records.values()]
      .filter(({ dueAt, lease }) => dueAt && dueAt < before && !(lease && lease.until > now))
      .map(({ id }) => id);
  }
}

const noChange = { events: [], files: [] } as const;

function setUp() {
  const clock = new FakeClock();
  const store = new Reminders();
  const sent: string[] = [];
  store.records.set('rem_1', {
    id: 'rem_1',
    client: 'acme',
    state: 'pending',
    version: 1,
    failures: 0,
    dueAt: clock.now(),
    work: 'tell',
    lease: null,
    updatedAt: clock.now(),
    text: 'It is due.',
  });
  let elapsed = 0;
  const world = {
    clock,
    store,
    sent,
    ids: new FakeIds(),
    jobs: new FakeJobs(),
    telemetry: new FakeTelemetry(),
    log: { error: sinon.spy(), warn: sinon.spy() },
    retryScale: 1,
    /** A process freezes while this time passes for all others. */
    freezeFor(ms: number): void {
      clock.advance(ms);
      elapsed += ms;
    },
    monotonicMs: () => elapsed,
  };
  return world;
}
type World = ReturnType<typeof setUp>;

const again = (record: Reminder, own: Partial<Reminder>): WorkStep<Reminder> => ({
  record: { ...record, ...own, version: record.version + 1 },
  ...noChange,
});

/** The steps: mark the reminder on the store, then send it. */
const STEPS = ({ sent }: World): StepTable<Reminder> => ({
  'pending tell': {
    mark: (record) => ({ ...again(record, { work: 'tell' }), call: record.text }),
    afterMark: async (marked, text: string, { lease }) => {
      await lease.confirm();
      sent.push(text);
      return again(marked, { state: 'sent', dueAt: null });
    },
  },
});

const kindOf = (world: World, steps = STEPS(world)): RecordKind<Reminder> => ({
  name: 'reminder',
  noun: 'a reminder',
  store: world.store,
  steps,
  taskOf: ({ id, client }) => ({ kind: 'reminder', lane: 'reminders', id, client }),
  reschedule: (record, at) => again(record, { dueAt: at }),
  mayGiveUp: () => true,
  giveUp: (record) => again(record, { state: 'dead', dueAt: null }),
  isDeadLetter: ({ state }) => state === 'dead',
  logFields: ({ id }) => ({ reminder: id }),
  report: () => undefined,
});

const TASK = { id: 'rem_1', lane: 'reminders' } as const;
const workerOn = (world: World, steps?: StepTable<Reminder>): Processor<Reminder> =>
  new Processor(kindOf(world, steps), world);

const NOT_DUE = 3_600_000;

/** Runs the record at each due time, until no work is left. */
async function runToTheEnd(world: World, worker: Processor<Reminder>): Promise<readonly string[]> {
  const results: string[] = [];
  for (let runs = 0; runs < 30; runs += 1) {
    const { dueAt } = world.store.records.get('rem_1')!;
    if (!dueAt) break;
    world.freezeFor(Math.max(0, dueAt.getTime() - world.clock.now().getTime()));
    results.push(await worker.run(TASK).catch(() => 'thrown'));
  }
  return results;
}

describe('the worker, on records that are not invoices', () => {
  it('takes the steps of their own table, and releases the record', async () => {
    const world = setUp();
    assert.equal(await workerOn(world).run(TASK), 'done');
    const { state, lease, dueAt } = world.store.records.get('rem_1')!;
    assert.deepEqual([state, lease, dueAt, world.sent], ['sent', null, null, ['It is due.']]);
    assert.equal(await workerOn(world).run(TASK), 'idle');
  });

  it('writes nothing after the commit that releases the record', async () => {
    const world = setUp();
    const released: string[] = [];
    world.store.releaseLease = async (id) => void released.push(id);
    assert.equal(await workerOn(world).run(TASK), 'done');
    assert.deepEqual([world.store.records.get('rem_1')!.lease, released], [null, []]);
    // A commit that ends as a conflict does not release the record.
    const other = setUp();
    other.store.commit = async () => 'conflict';
    other.store.releaseLease = async (id) => void released.push(id);
    assert.equal(await workerOn(other).run(TASK), 'conflict');
    assert.deepEqual(released, ['rem_1']);
  });

  describe('whose next step is of another lane', () => {
    const LANE_OF = { check: 'checks', tell: 'reminders' } as Readonly<Record<string, string>>;
    function setUpChecks() {
      const world = setUp();
      const { store } = world;
      store.records.set('rem_1', { ...store.records.get('rem_1')!, work: 'check' });
      const steps: StepTable<Reminder> = {
        'pending check': (record) => again(record, { work: 'tell' }),
        'pending tell': STEPS(world)['pending tell']!,
      };
      const taskOf = ({ id, client, work }: Reminder): Task => ({
        ...{ kind: 'reminder', lane: LANE_OF[work]!, id, client },
      });
      let leases = 0;
      const lease = store.lease.bind(store);
      store.lease = async (...args) => {
        leases += 1;
        return lease(...args);
      };
      const worker = new Processor({ ...kindOf(world, steps), taskOf }, world);
      const nextLanes: string[] = [];
      const run = (hasSlot: boolean) =>
        worker.run(
          { id: 'rem_1', lane: 'checks' },
          {
            stopping: new AbortController().signal,
            goOnAs: ({ lane }) => (nextLanes.push(lane), hasSlot),
          },
        );
      return { ...world, run, nextLanes, leases: () => leases };
    }

    it('goes on under one lease in a free slot there', async () => {
      const world = setUpChecks();
      assert.equal(await world.run(true), 'done');
      const { state, lease } = world.store.records.get('rem_1')!;
      assert.deepEqual([state, lease, world.sent], ['sent', null, ['It is due.']]);
      assert.deepEqual([world.nextLanes, world.leases(), world.jobs.waiting.size], [['reminders'], 1, 0]);
    });

    it('is released and gets its task there without one', async () => {
      const world = setUpChecks();
      assert.equal(await world.run(false), 'done');
      const { state, work, lease } = world.store.records.get('rem_1')!;
      assert.deepEqual([state, work, lease, world.sent], ['pending', 'tell', null, []]);
      const lanes: string[] = [];
      await world.jobs.runDue(world.clock.now(), async (task) => void lanes.push(task.lane));
      assert.deepEqual(lanes, ['reminders']);
    });

    it('sends nothing if another worker has taken over behind the first step', async () => {
      const world = setUpChecks();
      const { store } = world;
      const commit = store.commit.bind(store);
      store.commit = async (change) => {
        const result = await commit(change);
        world.freezeFor(LEASE_MS);
        await store.lease('rem_1', { token: 'other', until: new Date(8.64e15) }, world.clock.now());
        return result;
      };
      assert.equal(await world.run(true), 'conflict');
      assert.deepEqual(world.sent, []);
      assert.equal(store.records.get('rem_1')!.lease?.token, 'other');
    });

    it('is released if the answer to the first commit is lost, and goes on from what was stored', async () => {
      const world = setUpChecks();
      const { store } = world;
      const commit = store.commit.bind(store);
      store.commit = async (change) => {
        await commit(change);
        store.commit = commit;
        throw new CallFailed({ kind: 'busy', retryAfterSeconds: 1 });
      };
      await assert.rejects(world.run(true));
      const { work, lease } = store.records.get('rem_1')!;
      assert.deepEqual([work, lease, world.sent], ['tell', null, []]);
      assert.equal(await world.run(true), 'done');
      assert.deepEqual(world.sent, ['It is due.']);
      assert.equal(store.records.get('rem_1')!.crashes, undefined);
    });
  });

  it('schedules a record whose job was lost, in its own lane', async () => {
    const world = setUp();
    const sweep = new SweepNeglected(kindOf(world), world.jobs, world.clock);
    world.freezeFor(NEGLECT_GRACE_MS + 1);
    assert.equal(await sweep.run(), 1);
    const tasks: object[] = [];
    await world.jobs.runDue(world.clock.now(), async (task) => void tasks.push(task));
    assert.deepEqual(tasks, [{ kind: 'reminder', client: 'acme', ...TASK }]);
  });

  it('gives up a record on which our code fails ten times', async () => {
    const world = setUp();
    const fails = () => Promise.reject(new Error('a bug'));
    const results = await runToTheEnd(world, workerOn(world, { 'pending tell': fails }));
    assert.deepEqual(results, [...Array<string>(9).fill('failed'), 'dead-letter']);
    assert.equal(world.store.records.get('rem_1')?.failures, 0, 'the receiver did not fail');
  });

  it('gives up a record after ten refusals of the store, and does not touch it while it waits', async () => {
    const world = setUp();
    const { store } = world;
    const [commit, lease] = [store.commit.bind(store), store.lease.bind(store)];
    store.commit = async (change) => {
      if (change.record.state !== 'dead') throw new Error('the document is too large');
      return commit(change);
    };
    let leases = 0;
    store.lease = async (...args) => {
      leases += 1;
      return lease(...args);
    };
    const worker = workerOn(world);
    for (let n = 1; n <= 10; n += 1) {
      assert.equal(await worker.run(TASK), 'failed');
      assert.equal(await worker.run(TASK), 'idle');
      assert.equal(leases, n);
      world.freezeFor(2 * 86_400_000);
    }
    assert.equal(await worker.run(TASK), 'dead-letter');
    assert.deepEqual(world.sent, []);
    assert.equal(world.log.error.callCount, 20);
  });

  it('counts no process as dead if the answers to six leases in a row are lost', async () => {
    const world = setUp();
    const { store } = world;
    const lease = store.lease.bind(store);
    let lost = 0;
    store.lease = async (...args) => {
      const leased = await lease(...args);
      if ((lost += 1) > 6) return leased;
      throw new CallFailed({ kind: 'busy', retryAfterSeconds: 1 });
    };
    const worker = workerOn(world);
    for (let n = 0; n < 6; n += 1) await assert.rejects(worker.run(TASK));
    assert.equal(await worker.run(TASK), 'done');
    assert.equal(store.records.get('rem_1')?.crashes, undefined);
    assert.deepEqual(world.sent, ['It is due.']);
  });

  it('releases a record before the next try if the first release failed', async () => {
    const world = setUp();
    const { store } = world;
    const [lease, release] = [store.lease.bind(store), store.releaseLease.bind(store)];
    const busy = () => Promise.reject(new CallFailed({ kind: 'busy', retryAfterSeconds: 1 }));
    store.lease = async (...args) => (await lease(...args)) && busy();
    store.releaseLease = busy;
    const worker = workerOn(world);
    await assert.rejects(worker.run(TASK));
    assert.notEqual(store.records.get('rem_1')?.lease, null);
    Object.assign(store, { lease, releaseLease: release });
    assert.equal(await worker.run(TASK), 'done');
    assert.equal(store.records.get('rem_1')?.crashes, undefined);
  });

  it('counts each dead process once, also if a later run continued', async () => {
    const world = setUp();
    const { store } = world;
    const commit = store.commit.bind(store);
    let runs = 0;
    const goesOn: StepTable<Reminder> = {
      'pending tell': {
        mark: (record) => ({ ...again(record, {}), call: null }),
        // The process dies here: its later calls have no effect.
        afterMark: async (marked) => {
          runs += 1;
          store.commit = async () => 'conflict';
          return again(marked, {});
        },
      },
    };
    for (let deaths = 1; deaths <= 3; deaths += 1) {
      const release = store.releaseLease.bind(store);
      store.releaseLease = async () => undefined;
      while (runs < deaths) {
        const { dueAt, lease } = store.records.get('rem_1')!;
        const at = Math.max(dueAt!.getTime(), lease?.until.getTime() ?? 0);
        world.freezeFor(Math.max(0, at - world.clock.now().getTime()));
        await workerOn(world, goesOn).run(TASK);
      }
      Object.assign(store, { commit, releaseLease: release });
    }
    const { crashes = 0, lease } = store.records.get('rem_1')!;
    assert.equal(crashes + lease!.holders, 3);
  });

  it('makes no call for a record that another process took over during a freeze', async () => {
    const world = setUp();
    const { store } = world;
    const commit = store.commit.bind(store);
    store.commit = async (change) => {
      const result = await commit(change);
      store.commit = commit;
      // The freeze is between the mark and the call.
      world.freezeFor(LEASE_MS + 1);
      assert.equal(await workerOn(world).run(TASK), 'done');
      return result;
    };
    assert.equal(await workerOn(world).run(TASK), 'conflict');
    assert.deepEqual(world.sent, ['It is due.']);
  });

  it('continues after a freeze if no other worker took over', async () => {
    const world = setUp();
    const { store } = world;
    const commit = store.commit.bind(store);
    store.commit = async (change) => {
      const result = await commit(change);
      store.commit = commit;
      world.freezeFor(NOT_DUE);
      return result;
    };
    assert.equal(await workerOn(world).run(TASK), 'done');
    assert.deepEqual(world.sent, ['It is due.']);
  });
});
