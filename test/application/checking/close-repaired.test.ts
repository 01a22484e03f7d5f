import assert from 'node:assert/strict';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import { anIntake } from '../../support/records.ts';
import { ID, setUp, type World, workerOn } from './world.ts';

const EARLIER = 'inv_00000000000000000000000e';

/** An earlier submission of the same reference, an hour before. */
async function withEarlier(world: World, own: Partial<InvoiceRecord>): Promise<void> {
  const openedAt = new Date(world.clock.now().getTime() - 3_600_000);
  const error = { code: 'X', severity: 'error', source: 'PEPPOL', whoFixes: 'erp' } as const;
  await world.memory.invoices.takeIn(
    anIntake({
      id: EARLIER,
      route: 'PEPPOL',
      state: 'rejected',
      reachedRail: true,
      errors: [{ ...error, message: {} as never }],
      care: [{ code: 'X', whoActs: 'erp', openedAt }],
      dueAt: null,
      createdAt: openedAt,
      updatedAt: openedAt,
      invoiceRef: 'ref-1',
      ...own,
    }),
  );
}

interface Row {
  readonly of: string;
  readonly own: Partial<InvoiceRecord>;
  readonly isClosed: boolean;
}

const ROWS: readonly Row[] = [
  { of: 'the refused invoice that it corrects', own: {}, isClosed: true },
  {
    of: 'one that the checks refused',
    own: { state: 'validation_failed', reachedRail: false },
    isClosed: true,
  },
  {
    of: 'a dead letter that was never sent',
    own: { state: 'dead_letter', reachedRail: false },
    isClosed: true,
  },
  { of: 'a dead letter that the network may have', own: { state: 'dead_letter' }, isClosed: false },
  { of: 'one that was delivered', own: { state: 'delivered' }, isClosed: false },
  { of: 'another invoice', own: { invoiceRef: 'ref-2' }, isClosed: false },
  { of: "another client's invoice", own: { client: 'other' }, isClosed: false },
];

describe('an invoice that is sent again', () => {
  for (const { of, own, isClosed } of ROWS)
    it(`${isClosed ? 'closes' : 'leaves'} the care rows of ${of}`, async () => {
      const world = await setUp();
      await withEarlier(world, own);
      await workerOn(world).run(ID, 'check');
      const [row] = (await world.invoices.find(EARLIER))!.care;
      assert.equal(row?.handledAt !== undefined, isClosed);
      assert.equal(row?.handledBy, undefined);
    });

  it('leaves what came after it', async () => {
    const world = await setUp();
    const later = new Date(world.clock.now().getTime() + 3_600_000);
    await withEarlier(world, { createdAt: later });
    await workerOn(world).run(ID, 'check');
    assert.equal((await world.invoices.find(EARLIER))!.care[0]?.handledAt, undefined);
  });
});
