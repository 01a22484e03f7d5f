import assert from 'node:assert/strict';
import sinon from 'sinon';
import { LEASE_MS, SKEW_MS } from '../../../src/domain/lifecycle/due.ts';
import { NEGLECT_GRACE_MS } from '../../../src/application/work/sweep-neglected.ts';
import { statuses } from '../sending/world.ts';
import { ID, VALID, NOT_RUN, setUp, workerOn, sweepOn } from './world.ts';

describe('a clock that is set back by an hour', () => {
  const HOUR = 3_600_000;

  it('delays no invoice that is queued, waits for a retry or is leased by a dead worker', async () => {
    const world = await setUp();
    let elapsed = 0;
    const sweep = sweepOn(world, () => elapsed);
    const found = async () => {
      assert.equal(await sweep.run(), 1);
      world.jobs.forget();
    };
    world.clock.advance(-HOUR);
    await found();
    const until = new Date(world.clock.now().getTime() + LEASE_MS);
    await world.invoices.lease(ID, { token: 'dead', until }, world.clock.now());
    world.clock.advance(-HOUR);
    assert.equal(await sweep.run(), 0, 'the holder may be alive');
    elapsed += LEASE_MS + SKEW_MS;
    await found();
    world.layers = NOT_RUN;
    assert.equal(await workerOn(world).run(ID, 'check'), 'retried');
    assert.equal(await workerOn(world).run(ID, 'check'), 'idle', 'it waits by the current clock');
    world.clock.advance(-HOUR);
    await found();
    world.layers = VALID;
    assert.equal(await workerOn(world).run(ID, 'check'), 'done');
    assert.deepEqual(await statuses(world), ['received', 'validated', 'ready']);
  });
});

describe('a clock that is set back during a run', () => {
  for (const back of [30_000, 3_600_000])
    it(`by ${back / 1000} s leaves the invoice to its worker`, async () => {
      const world = await setUp();
      let elapsed = 0;
      const sweep = sweepOn(world, () => elapsed);
      const timers = sinon.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      try {
        const slow = workerOn(world, async () => {
          world.clock.advance(-back);
          for (let third = 0; third < 9; third += 1) {
            assert.equal(await workerOn(world).run(ID, 'check'), 'idle');
            await sweep.run();
            world.jobs.forget();
            world.clock.advance(LEASE_MS / 3);
            elapsed += LEASE_MS / 3;
            await timers.tickAsync(LEASE_MS / 3);
          }
        });
        assert.equal(await slow.run(ID, 'check'), 'done');
      } finally {
        timers.restore();
      }
    });
});

describe('the sweep', () => {
  it('schedules an invoice whose job was lost, after a grace', async () => {
    const world = await setUp();
    const sweep = sweepOn(world);
    assert.equal(await sweep.run(), 0);
    world.clock.advance(NEGLECT_GRACE_MS - 1);
    assert.equal(await sweep.run(), 0);
    assert.deepEqual([...world.jobs.waiting.keys()], []);
    world.clock.advance(2);
    assert.equal(await sweep.run(), 1);
    assert.deepEqual([...world.jobs.waiting.keys()], [ID]);
  });
});
