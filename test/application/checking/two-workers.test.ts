import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import sinon from 'sinon';
import { LEASE_MS } from '../../../src/domain/lifecycle/due.ts';
import { statuses, found } from '../sending/world.ts';
import { ID, setUp, workerOn } from './world.ts';

describe('two workers on one invoice', () => {
  it('do not run at the same time', async () => {
    const world = await setUp();
    let runs = 0;
    const busy = workerOn(world, async () => {
      runs += 1;
      await new Promise((resolve) => setImmediate(resolve));
    });
    const results = await Promise.all([
      busy.run(ID, 'check'),
      busy.run(ID, 'check'),
      workerOn(world).run(ID, 'check'),
    ]);
    assert.deepEqual(results.toSorted(), ['done', 'idle', 'idle']);
    assert.equal(runs, 1);
    assert.deepEqual(await statuses(world), ['received', 'validated', 'ready']);
  });

  it('drop the result of the slow one, whose lease has expired', async () => {
    const world = await setUp();
    const slow = workerOn(world, async () => {
      world.clock.advance(LEASE_MS);
      assert.equal(await workerOn(world).run(ID, 'check'), 'done');
    });
    assert.equal(await slow.run(ID, 'check'), 'conflict');
    assert.equal((await found(world)).state, 'ready');
    assert.deepEqual(await statuses(world), ['received', 'validated', 'ready']);
  });

  it('keep the lease of the other if the slow one ends first', async () => {
    const world = await setUp();
    const other = { token: 'lse_other', until: new Date(world.clock.now().getTime() + 10 * LEASE_MS) };
    const slow = workerOn(world, async () => {
      world.clock.advance(LEASE_MS);
      await world.invoices.lease(ID, other, world.clock.now());
    });
    assert.equal(await slow.run(ID, 'check'), 'conflict');
    assert.deepEqual((await found(world)).lease, { ...other, holders: 2 });
  });

  it('do nothing in a lane in which it is not due, also if the lease holder died', async () => {
    const world = await setUp();
    const { invoices, clock } = world;
    const sent = { ...(await found(world)), work: 'send', version: 2 } as const;
    await invoices.commit({ record: sent, events: [], audit: [], files: [] });
    await invoices.lease(ID, { token: 'lse_dead', until: clock.now() }, clock.now());
    const before = await found(world);
    assert.equal(await workerOn(world).run(ID, 'check'), 'idle');
    assert.deepEqual(withEnglish(await found(world)), withEnglish(before));
  });

  it('let a cancel between their runs take effect', async () => {
    const world = await setUp();
    const worker = workerOn(world, async () => {
      const record = await found(world);
      const cancelled = { ...record, state: 'cancelled', version: record.version + 1, dueAt: null } as const;
      await world.invoices.commit({ record: cancelled, events: [], audit: [], files: [] });
    });
    assert.equal(await worker.run(ID, 'check'), 'conflict');
    const { state, lease, documents } = await found(world);
    assert.deepEqual([state, lease, documents.length], ['cancelled', null, 1]);
  });

  it('leave it to the next run if another writer without a lease changed it', async () => {
    const world = await setUp();
    const worker = workerOn(world, async () => {
      if ((await found(world)).deadlineWarnings) return;
      const record = await found(world);
      const warned = { ...record, deadlineWarnings: 1, version: record.version + 1 };
      await world.invoices.commit({ record: warned, events: [], audit: [], files: [] });
    });
    assert.equal(await worker.run(ID, 'check'), 'conflict');
    await world.jobs.runDue(world.clock.now(), ({ id, lane }) => worker.run(id, lane));
    assert.equal((await found(world)).state, 'ready');
    assert.deepEqual(await statuses(world), ['received', 'validated', 'ready']);
  });

  it('renew the lease during a long check', async () => {
    const world = await setUp();
    const timers = sinon.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const slow = workerOn(world, async () => {
        for (let third = 0; third < 9; third += 1) {
          world.clock.advance(LEASE_MS / 3);
          await timers.tickAsync(LEASE_MS / 3);
          assert.equal(await workerOn(world).run(ID, 'check'), 'idle');
        }
      });
      assert.equal(await slow.run(ID, 'check'), 'done');
      assert.equal(timers.countTimers(), 0);
    } finally {
      timers.restore();
    }
  });
});
