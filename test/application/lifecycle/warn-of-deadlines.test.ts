import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import sinon from 'sinon';
import { WarnOfDeadlines } from '../../../src/application/lifecycle/warn-of-deadlines.ts';
import { deadlineFor } from '../../../src/domain/lifecycle/deadlines.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeTelemetry } from '../../fakes/telemetry.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { anIntake } from '../../support/records.ts';

/** Issued on Monday, 2 March: due at the end of Tuesday in Poland, of the next Monday in Romania. */
const ISSUED = '2026-03-02';

async function setUp(own: Partial<InvoiceRecord> = {}) {
  const { audit, invoices } = memoryStores();
  const clock = new FakeClock(`${ISSUED}T09:00:00Z`);
  const telemetry = new FakeTelemetry();
  const route = own.route ?? 'PL-KSEF';
  const deadlineAt = deadlineFor(route, ISSUED);
  const { record } = anIntake({ route, issueDate: ISSUED, ...(deadlineAt && { deadlineAt }), ...own });
  await invoices.takeIn({ record, events: [], audit: [], files: [] });
  const warn = new WarnOfDeadlines({ invoices, clock, telemetry, log: { warn: sinon.spy() } });
  const warnings = async () => (await audit.recent({ action: 'deadline_warning', limit: 9 })).toReversed();
  return { id: record.id, invoices, clock, telemetry, warn, warnings };
}

const at = async (world: Awaited<ReturnType<typeof setUp>>, time: string): Promise<number> => {
  world.clock.advance(Date.parse(time) - world.clock.now().getTime());
  await world.warn.run();
  await world.warn.run();
  return (await world.warnings()).length;
};

describe('the deadline of a queued invoice', () => {
  it('has one warning at half of the time and one at four fifths, in the audit log', async () => {
    const world = await setUp();
    // From midnight to midnight in Warsaw, 48 hours.
    assert.equal(await at(world, '2026-03-02T22:59:59Z'), 0);
    assert.equal(await at(world, '2026-03-02T23:00:00Z'), 1);
    assert.equal(await at(world, '2026-03-03T13:23:00Z'), 1);
    assert.equal(await at(world, '2026-03-03T13:24:00Z'), 2);
    assert.equal(await at(world, '2026-03-09T00:00:00Z'), 2);
    const [half, most] = await world.warnings();
    assert.deepEqual([half?.details?.['share'], most?.details?.['share']], [0.5, 0.8]);
    assert.equal(half?.subject, world.id);
    assert.deepEqual(world.telemetry.deadlines, ['PL-KSEF 0.5', 'PL-KSEF 0.8']);
  });

  it('has both warnings at once if the invoice arrived late', async () => {
    const world = await setUp();
    assert.equal(await at(world, '2026-03-06T00:00:00Z'), 2);
  });

  it('causes no event and no new time of change', async () => {
    const world = await setUp({ route: 'RO-EFACTURA' });
    const before = (await world.invoices.find(world.id))!;
    assert.equal(await at(world, '2026-03-06T00:00:00Z'), 1);
    assert.deepEqual(
      withEnglish(await world.invoices.find(world.id)),
      withEnglish({ ...before, version: 2, deadlineWarnings: 1 }),
    );
  });

  for (const [name, own] of [
    ['is submitted', { state: 'submitted' }],
    ['is under way', { state: 'submitting' }],
    ['is cancelled', { state: 'cancelled', dueAt: null }],
    ['has no deadline', { route: 'PEPPOL' }],
  ] as const)
    it(`has no warning if the invoice ${name}`, async () => {
      const world = await setUp(own);
      assert.equal(await at(world, '2026-03-20T00:00:00Z'), 0);
    });

  it('has its warning at the next run if a worker has the invoice', async () => {
    const world = await setUp();
    const { clock, invoices, id } = world;
    const until = new Date('2026-03-20T00:01:00Z');
    clock.advance(Date.parse('2026-03-20T00:00:00Z') - Number(clock.now()));
    await invoices.lease(id, { token: 'w', until }, clock.now());
    assert.equal(await at(world, '2026-03-20T00:00:00Z'), 0);
    await invoices.releaseLease(id, 'w');
    assert.equal(await at(world, '2026-03-20T00:00:00Z'), 2);
  });
});
