import assert from 'node:assert/strict';
import { MAX_ALSO_SENT_AS, noteReference } from '../../../src/application/intake/note-reference.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import { newSubmission } from '../../../src/domain/sending/submission.ts';
import type { InvoiceStore } from '../../../src/ports/invoice-store.ts';
import { taken } from '../../contract/invoices.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { after, START } from '../../support/records.ts';

const clock = { now: () => START };

describe('the reference under which a document came again', () => {
  let invoices: InvoiceStore;
  beforeEach(() => {
    invoices = memoryStores().invoices;
  });

  const referencesOf = async ({ id }: InvoiceRecord) => (await invoices.find(id))?.alsoSentAs;

  it('is noted once, in the order of the calls, and not if it is the first one', async () => {
    const first = await taken(invoices, { invoiceRef: 'A' });
    for (const ref of ['B', 'A', 'C', 'B']) await noteReference(first, ref, { invoices, clock });
    assert.deepEqual(await referencesOf(first), ['B', 'C']);
  });

  it('is noted beside a worker that was faster', async () => {
    const first = await taken(invoices, { invoiceRef: 'A' });
    const moved = { ...first, failures: 1, version: first.version + 1 };
    await invoices.commit({ record: moved, events: [], audit: [], files: [] });
    const noted = await noteReference(first, 'B', { invoices, clock });
    assert.deepEqual([noted.alsoSentAs, noted.failures], [['B'], 1]);
  });

  for (const crash of ['before', 'after'] as const)
    it(`is noted once if the process dies ${crash} the commit and the call is repeated`, async () => {
      const first = await taken(invoices, { invoiceRef: 'A' });
      const dying = {
        find: (id: string) => invoices.find(id),
        commit: async (change: Parameters<InvoiceStore['commit']>[0]) => {
          if (crash === 'after') await invoices.commit(change);
          throw new Error('died');
        },
      };
      await assert.rejects(noteReference(first, 'B', { invoices: dying, clock }), /died/);
      await noteReference(first, 'B', { invoices, clock });
      assert.deepEqual(await referencesOf(first), ['B']);
    });

  it('waits for the answer of the route: the call is answered busy, and stores nothing', async () => {
    const submission = { ...newSubmission('s-1', START), isCalling: true };
    const first = await taken(invoices, { invoiceRef: 'A', state: 'submitting', work: 'send', submission });
    const lease = { token: 'lse_1', until: after(60_000) };
    const leased = await invoices.lease(first.id, lease, START);
    assert.ok(leased);
    await assert.rejects(
      noteReference(leased, 'B', { invoices, clock }),
      (error) => error instanceof CallFailed && error.failure.kind === 'busy',
    );
    assert.equal(await referencesOf(first), undefined);
    const later = { now: () => after(61_000) };
    await noteReference(leased, 'B', { invoices, clock: later });
    assert.deepEqual(await referencesOf(first), ['B']);
  });

  it('is not noted beside a hundred others', async () => {
    const alsoSentAs = Array.from({ length: MAX_ALSO_SENT_AS }, (_, n) => `R-${n}`);
    const first = await taken(invoices, { invoiceRef: 'A', alsoSentAs });
    await noteReference(first, 'B', { invoices, clock });
    assert.deepEqual(await referencesOf(first), alsoSentAs);
  });

  it('is of no use if the invoice was deleted meanwhile', async () => {
    const first = await taken(memoryStores().invoices, { invoiceRef: 'A' });
    assert.equal((await noteReference(first, 'B', { invoices, clock })).id, first.id);
  });
});
