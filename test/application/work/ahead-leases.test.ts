import assert from 'node:assert/strict';
import { SweepNeglected } from '../../../src/application/work/sweep-neglected.ts';
import { LEASE_MS, SKEW_MS } from '../../../src/domain/lifecycle/due.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import { taskOf } from '../../../src/domain/lifecycle/lanes.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeJobs } from '../../fakes/jobs.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { anIntake } from '../../support/records.ts';

/** As long as no live holder leaves its lease without a renewal. */
const PATIENCE_MS = LEASE_MS + SKEW_MS;

/** An invoice under a lease that ends a day later: the clock was set back since. */
async function setUp() {
  const clock = new FakeClock();
  const jobs = new FakeJobs();
  const { invoices } = memoryStores();
  const { record, ...intake } = anIntake({ dueAt: clock.now() });
  await invoices.takeIn({ ...intake, record });
  let elapsed = 0;
  const sweep = new SweepNeglected<InvoiceRecord>({ store: invoices, taskOf }, jobs, clock, () => elapsed);
  const until = (): Date => new Date(clock.now().getTime() + LEASE_MS);
  clock.advance(86_400_000);
  assert.ok(await invoices.lease(record.id, { token: 'lse_1', until: until() }, clock.now()));
  const later = until();
  clock.advance(-86_400_000);
  return {
    /** @returns whether the sweep has ended the lease. */
    async isEndedAfter(ms: number): Promise<boolean> {
      elapsed += ms;
      await sweep.run();
      return jobs.waiting.has(record.id);
    },
    renew: () =>
      invoices.renewLease(record.id, { token: 'lse_1', until: new Date(later.getTime() + LEASE_MS / 3) }),
    leaseAgain: () => invoices.lease(record.id, { token: 'lse_2', until: until() }, clock.now()),
  };
}

describe('a lease from before the clock was set back', () => {
  it('ends once its holder must be dead, and no moment earlier', async () => {
    const { isEndedAfter, leaseAgain } = await setUp();
    assert.equal(await isEndedAfter(0), false);
    assert.equal(await isEndedAfter(PATIENCE_MS - 1), false);
    assert.equal(await leaseAgain(), undefined);
    assert.equal(await isEndedAfter(1), true);
    assert.ok(await leaseAgain());
  });

  it('is watched from its first look on: how long it lasted before is unknown', async () => {
    const { isEndedAfter } = await setUp();
    assert.equal(await isEndedAfter(10 * PATIENCE_MS), false);
    assert.equal(await isEndedAfter(PATIENCE_MS), true);
  });

  it('stays with a holder that renews it', async () => {
    const { isEndedAfter, renew } = await setUp();
    assert.equal(await isEndedAfter(0), false);
    assert.ok(await renew());
    assert.equal(await isEndedAfter(PATIENCE_MS), false);
    assert.equal(await isEndedAfter(PATIENCE_MS - 1), false);
    assert.equal(await isEndedAfter(1), true);
  });
});
