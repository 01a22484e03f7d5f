import assert from 'node:assert/strict';
import sinon from 'sinon';
import { LeaseKeeper, LeaseLost } from '../../../src/application/work/lease-keeper.ts';
import { LEASE_MS, SKEW_MS } from '../../../src/domain/lifecycle/due.ts';
import type { Lease } from '../../../src/domain/lifecycle/work-record.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { memoryStores } from '../../support/memory-stores.ts';

const BEAT_MS = LEASE_MS / 3;

describe('the keeper of a lease', () => {
  const clock = new FakeClock();
  let timers: sinon.SinonFakeTimers;
  let lease: LeaseKeeper;
  let renewals: Lease[];

  beforeEach(() => {
    timers = sinon.useFakeTimers();
    renewals = [];
  });
  afterEach(() => {
    lease.stop();
    timers.restore();
  });

  /** Heartbeats on a store with these answers to renewals in order; the last one repeats. */
  function beatOn(...answers: (boolean | Error)[]): void {
    const invoices = memoryStores().invoices;
    invoices.renewLease = async (_id, renewed) => {
      renewals.push(renewed);
      const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
      if (answer instanceof Error) throw answer;
      return answer;
    };
    lease = new LeaseKeeper(invoices, { clock }, { id: 'inv_1', token: 'token' });
  }

  it('renews three times within a lease, each time for the full duration', async () => {
    beatOn(true);
    await timers.tickAsync(LEASE_MS);
    const until = new Date(clock.now().getTime() + LEASE_MS);
    assert.deepEqual(renewals, Array(3).fill({ token: 'token', until }));
  });

  it('continues after a failed renewal', async () => {
    beatOn(new Error('no store'), true);
    await timers.tickAsync(2 * BEAT_MS);
    assert.equal(renewals.length, 2);
    assert.equal(timers.countTimers(), 1);
  });

  it('ends with a lost lease', async () => {
    beatOn(true, false);
    await timers.tickAsync(2 * BEAT_MS);
    assert.equal(timers.countTimers(), 0);
    await timers.tickAsync(LEASE_MS);
    assert.equal(renewals.length, 2);
  });

  it('ends with the work', async () => {
    beatOn(true);
    lease.stop();
    assert.equal(timers.countTimers(), 0);
    await timers.tickAsync(LEASE_MS);
    assert.deepEqual(renewals, []);
  });

  describe('before a call to another system', () => {
    let elapsed = 0;

    function keeperOn(renewLease: () => Promise<boolean>): LeaseKeeper {
      elapsed = 0;
      const tools = { clock, monotonicMs: () => elapsed };
      lease = new LeaseKeeper({ renewLease }, tools, { id: 'inv_1', token: 'token' });
      return lease;
    }

    it('is sure of its lease until a process with a fast clock may have taken over', () => {
      const keeper = keeperOn(async () => true);
      elapsed = LEASE_MS - SKEW_MS - 1;
      assert.equal(keeper.isSure, true);
      elapsed += 1;
      assert.equal(keeper.isSure, false);
      assert.throws(() => keeper.requireSure(), LeaseLost);
    });

    it('is not sure if only the clock has advanced, as after a suspended machine', () => {
      const keeper = keeperOn(async () => true);
      clock.advance(LEASE_MS);
      assert.equal(keeper.isSure, false);
    });

    it('stays sure if the clock is set back', () => {
      const keeper = keeperOn(async () => true);
      clock.advance(-3_600_000);
      elapsed = 1000;
      assert.equal(keeper.isSure, true);
    });

    it('lets the store confirm the lease, whatever the time without renewal', async () => {
      const keeper = keeperOn(async () => true);
      elapsed = 10 * LEASE_MS;
      await keeper.confirm();
      assert.equal(keeper.isSure, true);
    });

    it('has lost the lease for good after the store has reported this', async () => {
      const keeper = keeperOn(async () => false);
      await assert.rejects(keeper.confirm(), LeaseLost);
      await assert.rejects(keeper.confirm(), LeaseLost);
      assert.equal(keeper.isSure, false);
    });

    it('does not rely on a late answer', async () => {
      const keeper = keeperOn(async () => {
        elapsed += LEASE_MS;
        return true;
      });
      await assert.rejects(keeper.confirm(), LeaseLost);
    });
  });
});
