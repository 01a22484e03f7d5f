import assert from 'node:assert/strict';
import { RenewProcess } from '../../../src/application/operation/renew-process.ts';
import { WatchWorkers } from '../../../src/application/operation/watch-workers.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import type { LiveProcesses } from '../../../src/ports/live-processes.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { anIntake } from '../../support/records.ts';
import { found } from '../sending/world.ts';
import { ID, setUp, VALID, type World, workerOn } from '../checking/world.ts';

const MINUTE = 60_000;

describe('due work without a worker', () => {
  let world: World;
  let realClock: FakeClock;
  let processes: LiveProcesses;
  let watch: WatchWorkers;

  beforeEach(async () => {
    world = await setUp();
    [realClock, processes] = [new FakeClock(), memoryStores().processes];
    const { invoices, clock, telemetry, log } = world;
    const nothing = {
      listNeglected: async () => [],
      find: async () => undefined,
      commit: async () => 'conflict' as const,
    };
    watch = new WatchWorkers({
      ...{ invoices, received: nothing, processes, lanes: ['check', 'PEPPOL', 'DE-XRECHNUNG'] },
      ...{ clock, realClock, telemetry, log },
    });
  });

  const worker = (...lanes: readonly string[]): RenewProcess =>
    new RenewProcess({
      processes,
      realClock,
      self: {
        id: `prc_${lanes[0]}`,
        role: 'worker',
        lanes,
        version: '0.1.0',
        masterKeys: [],
      },
    });

  /** Both clocks go on; the watch runs as it does every ten seconds. */
  async function pass(ms: number, alive: readonly RenewProcess[] = []): Promise<void> {
    for (let passed = 0; passed < ms; passed += 10_000) {
      world.clock.advance(10_000);
      realClock.advance(10_000);
      for (const each of alive) await each.run();
      await watch.run();
    }
  }

  const care = async () =>
    (await found(world)).care.map(({ code, whoActs, handledAt }) => [code, whoActs, handledAt !== undefined]);

  it('is on the care list after a minute, once, and named by its lane', async () => {
    await pass(MINUTE - 10_000);
    assert.deepEqual([await care(), watch.waitingLanes], [[], []]);
    await pass(MINUTE);
    assert.deepEqual([await care(), watch.waitingLanes], [[['EI-NO-WORKER', 'us', false]], ['check']]);
    assert.deepEqual(world.log.warn.args, [[{ lanes: ['check'] }, 'due work has no worker']]);
    assert.equal(world.telemetry.care.length, 1);
  });

  it('is not, while a worker of its lane is alive', async () => {
    await pass(5 * MINUTE, [worker('check')]);
    assert.deepEqual([await care(), watch.waitingLanes], [[], []]);
    assert.deepEqual(await watch.lanes(), [
      { lane: 'check', workers: 1 },
      { lane: 'PEPPOL', workers: 0 },
      { lane: 'DE-XRECHNUNG', workers: 0 },
    ]);
  });

  it('is, if only workers of other lanes are alive', async () => {
    await pass(3 * MINUTE, [worker('PEPPOL')]);
    assert.deepEqual(watch.waitingLanes, ['check']);
  });

  it('is found after the only worker was killed, and at once no more when it left a successor', async () => {
    const first = worker('check');
    await pass(MINUTE, [first]);
    await pass(2 * MINUTE);
    assert.deepEqual(watch.waitingLanes, ['check']);
    await pass(10_000, [worker('check')]);
    assert.deepEqual(watch.waitingLanes, []);
    assert.deepEqual(world.log.info.args, [[{ lanes: ['check'] }, 'due work has a worker again']]);
  });

  it('goes on as soon as a worker takes it: its care row is handled', async () => {
    await pass(2 * MINUTE);
    world.layers = VALID;
    await workerOn(world).run(ID, 'check');
    assert.equal((await found(world)).state, 'ready');
    assert.deepEqual(await care(), [['EI-NO-WORKER', 'us', true]]);
  });

  /** Invoices behind that of the world, each due a moment after the one before it. */
  async function more(count: number, own: Partial<InvoiceRecord> = {}): Promise<readonly string[]> {
    const ids: string[] = [];
    for (let n = 1; n <= count; n += 1) {
      const dueAt = new Date(world.clock.now().getTime() + n);
      const { record, ...intake } = anIntake({ dueAt, route: 'DE-XRECHNUNG', work: 'check', ...own });
      await world.invoices.takeIn({ ...intake, record });
      ids.push(record.id);
    }
    return ids;
  }
  const rowsOf = async (ids: readonly string[]): Promise<number> => {
    const records = await Promise.all(ids.map((id) => world.invoices.find(id)));
    return records.filter((record) => record!.care.some(({ code }) => code === 'EI-NO-WORKER')).length;
  };

  it('is on the care list, however many are due before it', async () => {
    const ids = await more(210);
    await pass(MINUTE + 40_000);
    assert.equal(await rowsOf(ids), 210);
    await pass(MINUTE);
    assert.equal(world.telemetry.care.length, 211, 'each once');
    assert.deepEqual(watch.waitingLanes, ['check']);
    assert.equal(world.log.info.callCount, 0, 'the lane has waited all the time');
  });

  it('is, although a lane that has a worker has many that are due before it', async () => {
    const alive = worker('check');
    await more(150);
    const [sent] = await more(1, {
      ...{ state: 'queued', work: 'send' },
      dueAt: new Date(world.clock.now().getTime() + 1_000),
    });
    await pass(3 * MINUTE, [alive]);
    assert.deepEqual(watch.waitingLanes, ['DE-XRECHNUNG']);
    assert.equal(await rowsOf([sent!]), 1);
  });

  it('is not suspected because a test moves the clock of the service', async () => {
    const alive = worker('check');
    await pass(MINUTE, [alive]);
    world.clock.advance(24 * 60 * MINUTE);
    await watch.run();
    assert.deepEqual(await care(), []);
  });
});
