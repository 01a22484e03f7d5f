import assert from 'node:assert/strict';
import { DeliverToReceiver } from '../../../src/application/webhooks/deliver-to-receiver.ts';
import {
  receiverTask,
  receiverTaskIn,
  WEBHOOK_LANES,
  WEBHOOK_RECEIVER,
} from '../../../src/domain/webhooks/delivery.ts';
import type { LastDelivery } from '../../../src/domain/webhooks/webhook.ts';
import { aDelivery } from '../../contract/webhook-stores.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeJobs } from '../../fakes/jobs.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { until } from '../../support/until.ts';
import { WebhookWorld } from './world.ts';

const FIRST = receiverTask({ client: 'acme', failures: 0 });
const UNANSWERED = receiverTaskIn(WEBHOOK_LANES.unanswered, 'acme');

/** A receiver with deliveries that are due, and a worker whose runs end when the test says so. */
class ReceiverWorld {
  readonly deliveries = memoryStores().deliveries;
  readonly clock = new FakeClock();
  readonly jobs = new FakeJobs();
  /** Of the last call; undefined before the first one. */
  last: LastDelivery | undefined;
  readonly webhooks = { lastDelivery: async () => this.last };
  /** How often a turn asked to leave its slot. */
  left = 0;
  readonly begun: string[] = [];
  readonly underWay = new Map<string, () => void>();
  maxAtOnce = 0;
  monotonic = 0;
  readonly monotonicMs = (): number => this.monotonic;
  /** What a run does before its delivery is done. */
  before: (id: string) => Promise<void> = () => Promise.resolve();

  /** Deliveries that wait in memory: the store refuses what a run over them writes. */
  unwritable: readonly string[] = [];

  private readonly worker = {
    run: async ({ id }: { readonly id: string }): Promise<unknown> => {
      this.begun.push(id);
      if (this.unwritable.includes(id)) return 'idle';
      this.underWay.set(id, () => undefined);
      this.maxAtOnce = Math.max(this.maxAtOnce, this.underWay.size);
      const token = `lse_${id}`;
      const leased = await this.deliveries.lease(
        id,
        { token, until: new Date(this.clock.now().getTime() + 60_000) },
        this.clock.now(),
      );
      await this.before(id);
      const { version } = leased!;
      const record = {
        ...leased!,
        version: version + 1,
        state: 'delivered' as const,
        dueAt: null,
        lease: null,
      };
      await this.deliveries.commit({ record, events: [], audit: [], files: [], lease: token });
      return this.underWay.delete(id);
    },
  };

  async waiting(count: number): Promise<readonly string[]> {
    const rows = Array.from({ length: count }, (_, n) =>
      aDelivery({ dueAt: new Date(this.clock.now().getTime() - 1000 + n) }),
    );
    await this.deliveries.enqueue(rows, '1');
    return rows.map(({ id }) => id);
  }

  /** A call that hangs until the returned function ends it. */
  hang(id: string): () => void {
    let end = (): void => undefined;
    const hanging = new Promise<void>((resolve) => (end = resolve));
    this.before = (one) => (one === id ? hanging : Promise.resolve());
    return end;
  }

  /** Whether no other call is under way. */
  isAlone(id: string): boolean {
    return this.underWay.size === 1 && this.underWay.has(id);
  }

  /** What the next call notes. */
  noteLast(httpStatus: number | null): void {
    this.last = { at: this.clock.now(), httpStatus };
  }

  run(task = FIRST, stopping = new AbortController().signal): Promise<void> {
    const leaveSlot = (): boolean => (this.left += 1) > 0;
    return new DeliverToReceiver(this.worker, this).run(task, { stopping, leaveSlot, goOnAs: () => false });
  }
}

describe('a turn of a receiver', () => {
  let world: ReceiverWorld;
  beforeEach(() => {
    world = new ReceiverWorld();
  });

  it('delivers all that is due in the order in which it is due, eight at once', async () => {
    const ids = await world.waiting(30);
    await world.run();
    assert.deepEqual(world.begun, ids);
    assert.equal(world.maxAtOnce, 8);
    assert.equal(world.jobs.waiting.size, 0);
  });

  it('ends after half a second, and asks for the next turn', async () => {
    await world.waiting(30);
    world.before = async () => void (world.monotonic += 100);
    await world.run();
    assert.ok(world.begun.length < 30, `${world.begun.length} were begun`);
    assert.deepEqual([...world.jobs.waiting], [['acme', world.clock.now()]]);
    while (world.jobs.waiting.size > 0) await world.jobs.runDue(world.clock.now(), () => world.run());
    assert.equal(new Set(world.begun).size, 30);
    assert.equal(world.begun.length, 30);
  });

  it('goes on beside a call that hangs', async () => {
    const [first, ...others] = await world.waiting(30);
    const end = world.hang(first!);
    const turn = world.run();
    await until(() => world.begun.length === 30 && world.isAlone(first!), 'all others were delivered');
    world.monotonic = 600;
    const [late] = await world.waiting(1);
    await until(() => world.begun.includes(late!), 'a delivery that came after the turn was to end');
    end();
    await turn;
    assert.equal(world.begun.length, others.length + 2);
  });

  it('ends if every call takes a little longer than a turn: other receivers wait for its slot', async () => {
    await world.waiting(30);
    const ends: (() => void)[] = [];
    world.before = () => new Promise((resolve) => ends.push(resolve));
    const endCalls = (count: number): void => ends.splice(0, count).forEach((end) => end());
    const turn = world.run();
    await until(() => ends.length === 8, 'the first calls');
    world.monotonic = 600;
    endCalls(4);
    await until(() => world.begun.length === 12, 'calls beside those that still run');
    world.monotonic = 1200;
    endCalls(4);
    world.before = () => Promise.resolve();
    await until(() => world.underWay.size <= 4, 'the first calls have ended');
    endCalls(4);
    await turn;
    assert.equal(world.begun.length, 12);
    assert.deepEqual([...world.jobs.waiting], [['acme', world.clock.now()]]);
  });

  it('ends ten seconds after its begin although a call hangs', async () => {
    const [first] = await world.waiting(1);
    const end = world.hang(first!);
    const turn = world.run();
    await until(() => world.begun.length === 1, 'the call that hangs');
    world.monotonic = 10_000;
    await world.waiting(1);
    end();
    await turn;
    assert.equal(world.begun.length, 1);
    assert.deepEqual([...world.jobs.waiting.keys()], ['acme']);
  });

  it('begins no delivery once its process stops, and leaves the rest to another one', async () => {
    const [first] = await world.waiting(1);
    const end = world.hang(first!);
    const stop = new AbortController();
    const turn = world.run(FIRST, stop.signal);
    await until(() => world.begun.length === 1, 'the call that hangs');
    stop.abort();
    await world.waiting(3);
    end();
    await turn;
    assert.deepEqual(world.begun, [first]);
    assert.deepEqual([...world.jobs.waiting], [['acme', world.clock.now()]]);
  });

  it('waits for its calls if the store cannot say what else is due, and then fails', async () => {
    const [first] = await world.waiting(1);
    const end = world.hang(first!);
    let isAsked = false;
    const due = world.deliveries.due.bind(world.deliveries);
    world.deliveries.due = async (...query) => {
      if (world.begun.length === 0) return due(...query);
      isAsked = true;
      throw new Error('no answer');
    };
    let isOver = false;
    const turn = world.run().finally(() => (isOver = true));
    turn.catch(() => undefined);
    await until(() => isAsked, 'the store was asked for more');
    for (let turns = 0; turns < 10; turns += 1) await new Promise(setImmediate);
    assert.equal(isOver, false, 'the turn ended before its call');
    end();
    await assert.rejects(turn, /no answer/);
    assert.equal((await world.deliveries.find(first!))!.state, 'delivered');
  });

  it('is asked for at the time at which the next delivery is due', async () => {
    const at = new Date(world.clock.now().getTime() + 60_000);
    const repeated = { failures: 1, attempts: 1, firstFailureAt: world.clock.now(), dueAt: at };
    await world.deliveries.enqueue([aDelivery(repeated)], '1');
    await world.run(receiverTask({ client: 'acme', failures: 1 }));
    assert.deepEqual([...world.jobs.waiting], [['acme', at]]);
  });

  it('delivers what is due behind deliveries that the store refuses to change, however many', async () => {
    const ids = await world.waiting(23);
    world.unwritable = ids.slice(0, 20);
    const at = new Date(world.clock.now().getTime() + 60_000);
    await world.deliveries.enqueue([aDelivery({ dueAt: at })], '2');
    await world.run();
    assert.deepEqual(world.begun, ids);
    assert.deepEqual([...world.jobs.waiting], [['acme', at]], 'and asks for what is due later');
  });

  it('delivers the others if a run cannot be stored, and then fails, so that its job is repeated', async () => {
    const ids = await world.waiting(8);
    world.before = (id) => (id === ids[0] ? Promise.reject(new Error('no disk')) : Promise.resolve());
    await assert.rejects(world.run(), /no disk/);
    const states = await Promise.all(ids.map(async (id) => (await world.deliveries.find(id))!.state));
    assert.equal(states.filter((state) => state === 'delivered').length, 7);
  });
});

describe('the slot of a turn', () => {
  let world: ReceiverWorld;
  beforeEach(() => {
    world = new ReceiverWorld();
  });

  it('is kept while calls are answered', async () => {
    await world.waiting(30);
    await world.run();
    assert.equal(world.left, 0);
  });

  it('is left once calls are not answered, before they end', async () => {
    const [first] = await world.waiting(3);
    const end = world.hang(first!);
    const turn = world.run();
    await until(() => world.left === 1 && world.isAlone(first!), 'the slot is left');
    const [late] = await world.waiting(1);
    await until(() => world.begun.includes(late!), 'the turn goes on');
    end();
    await turn;
    assert.equal(world.left, 1);
  });
});

describe('a receiver whose last call got no answer', () => {
  let world: ReceiverWorld;
  let rows: readonly string[];
  beforeEach(async () => {
    world = new ReceiverWorld();
    world.noteLast(null);
    const failed = { failures: 1, attempts: 1, firstFailureAt: new Date(0) };
    const longest = aDelivery({ ...failed, dueAt: new Date(world.clock.now().getTime() - 5000) });
    await world.deliveries.enqueue([longest], '0');
    rows = [longest.id, ...(await world.waiting(3))];
  });
  const lanesOf = async (): Promise<readonly string[]> => {
    const lanes: string[] = [];
    await world.jobs.runDue(world.clock.now(), async ({ lane }) => void lanes.push(lane));
    return lanes;
  };

  it('gets no call in the other lanes: its deliveries are moved', async () => {
    for (const failures of [0, 1]) {
      await world.run(receiverTask({ client: 'acme', failures }));
      assert.deepEqual(world.begun, []);
      assert.deepEqual(await lanesOf(), [WEBHOOK_LANES.unanswered]);
    }
  });

  it('gets one call in a turn, first or repeated, the one that is due longest', async () => {
    for (let turn = 1; turn <= rows.length; turn += 1) {
      await world.run(UNANSWERED);
      assert.deepEqual(world.begun, rows.slice(0, turn));
      assert.deepEqual(await lanesOf(), turn < rows.length ? [WEBHOOK_LANES.unanswered] : []);
    }
    assert.equal(world.maxAtOnce, 1);
  });

  it('gets its call although deliveries that the store refuses to change are due longer', async () => {
    world.unwritable = rows.slice(0, 2);
    await world.run(UNANSWERED);
    assert.deepEqual(world.begun, rows.slice(0, 3));
  });

  it('takes no slot of its lane while the call hangs', async () => {
    const end = world.hang(rows[0]!);
    const turn = world.run(UNANSWERED);
    await until(() => world.left === 1, 'the slot is left');
    end();
    await turn;
    assert.deepEqual(world.begun, rows.slice(0, 1));
  });

  it('is called at the time at which its next delivery is due', async () => {
    for (const id of rows) await world.deliveries.commit(await ended(world, id));
    const at = new Date(world.clock.now().getTime() + 60_000);
    await world.deliveries.enqueue([aDelivery({ dueAt: at })], '2');
    await world.run(UNANSWERED);
    assert.deepEqual([...world.jobs.waiting], [['acme', at]]);
  });

  it('returns to the first lane with its first answer, whatever the status', async () => {
    world.before = async () => world.noteLast(503);
    await world.run(UNANSWERED);
    assert.deepEqual(world.begun, rows.slice(0, 1));
    assert.deepEqual(await lanesOf(), [WEBHOOK_LANES.first]);
    await world.run();
    assert.deepEqual(world.begun, rows);
  });

  it('returns with its repeated deliveries, too, if another process got the answer', async () => {
    world.noteLast(204);
    await world.run(UNANSWERED);
    assert.deepEqual(world.begun, []);
    assert.deepEqual(await lanesOf(), [WEBHOOK_LANES.first, WEBHOOK_LANES.again]);
  });
});

/** The end of a delivery that is not part of the test. */
async function ended(world: ReceiverWorld, id: string) {
  const row = (await world.deliveries.find(id))!;
  const record = { ...row, version: row.version + 1, state: 'delivered' as const, dueAt: null };
  return { record, events: [], audit: [], files: [] };
}

describe('deliveries of many events to one receiver', () => {
  it('are one job, and so is a replay', async () => {
    const world = new WebhookWorld();
    await world.set();
    for (let n = 0; n < 5; n += 1) await world.event();
    const kinds: string[] = [];
    const schedule = world.jobs.schedule.bind(world.jobs);
    world.jobs.schedule = (task, at) => {
      kinds.push(`${task.kind} ${task.id}`);
      return schedule(task, at);
    };
    await world.enqueue();
    assert.deepEqual(kinds, [`${WEBHOOK_RECEIVER} acme`]);
    await world.runDue();
    assert.equal(world.posted.length, 5);
  });
});
