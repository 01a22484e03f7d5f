import assert from 'node:assert/strict';
import sinon from 'sinon';
import { LeaseHeartbeat } from '../../../src/application/checking/lease-heartbeat.ts';
import { LEASE_MS } from '../../../src/domain/lifecycle/due.ts';
import type { Lease } from '../../../src/domain/lifecycle/invoice-record.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeInvoiceStore } from '../../fakes/invoice-store.ts';

const BEAT_MS = LEASE_MS / 3;

describe('the heartbeat of a lease', () => {
  const clock = new FakeClock();
  let timers: sinon.SinonFakeTimers;
  let heartbeat: LeaseHeartbeat;
  let renewals: Lease[];

  beforeEach(() => {
    timers = sinon.useFakeTimers();
    renewals = [];
  });
  afterEach(() => {
    heartbeat.stop();
    timers.restore();
  });

  /** Beats on a store that answers renewals in turn, the last answer for ever. */
  function beatOn(...answers: (boolean | Error)[]): void {
    const invoices = new FakeInvoiceStore();
    invoices.renewLease = async (_id, lease) => {
      renewals.push(lease);
      const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
      if (answer instanceof Error) throw answer;
      return answer;
    };
    heartbeat = new LeaseHeartbeat(invoices, clock, 'inv_1', 'token');
  }

  it('renews three times within a lease, each time for a whole one', async () => {
    beatOn(true);
    await timers.tickAsync(LEASE_MS);
    const until = new Date(clock.now().getTime() + LEASE_MS);
    assert.deepEqual(renewals, Array(3).fill({ token: 'token', until }));
  });

  it('goes on after a renewal that failed', async () => {
    beatOn(new Error('no store'), true);
    await timers.tickAsync(2 * BEAT_MS);
    assert.equal(renewals.length, 2);
    assert.equal(timers.countTimers(), 1);
  });

  it('ends with the lease: one that was lost is not asked for again', async () => {
    beatOn(true, false);
    await timers.tickAsync(2 * BEAT_MS);
    assert.equal(timers.countTimers(), 0);
    await timers.tickAsync(LEASE_MS);
    assert.equal(renewals.length, 2);
  });

  it('ends when the work does', async () => {
    beatOn(true);
    heartbeat.stop();
    assert.equal(timers.countTimers(), 0);
    await timers.tickAsync(LEASE_MS);
    assert.deepEqual(renewals, []);
  });
});
