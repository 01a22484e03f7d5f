import assert from 'node:assert/strict';
import type { SealedSummary } from '../../src/ports/sealed-summaries.ts';
import { after, aReceipt, anIntake } from '../support/records.ts';
import { on } from './each.ts';
import { taken } from './invoices.ts';
import type { Open } from './kept.ts';
import { aRefusal, idOf } from './refusal-store.ts';

const BODY = Uint8Array.of(1);

export function describesSummaries(open: Open): void {
  const it = on(open);
  const sorted = (found: readonly SealedSummary[]) => found.toSorted((a, b) => (a.id < b.id ? -1 : 1));

  it('are found by id, of any client, with what is stored of them', async ({
    invoices,
    received,
    ...kept
  }) => {
    const { refusals, other } = kept;
    const [full, bare] = [
      await taken(invoices, { sealedSummary: 'sealed-1' }),
      await taken(invoices, { client: 'acme.2' }),
    ];
    const summaries = sorted(await other.invoices.summaries([full.id, bare.id, 'inv_none', `${full.id}'`]));
    assert.deepEqual(
      summaries,
      sorted([
        { id: full.id, client: 'acme', sealedSummary: 'sealed-1' },
        { id: bare.id, client: 'acme.2' },
      ]),
    );
    const receipt = aReceipt({ sealedSummary: 'sealed-2' });
    await received.takeIn(receipt);
    const { id } = receipt.record;
    assert.deepEqual(await other.received.summaries([id, full.id]), [
      { id, client: 'acme', sealedSummary: 'sealed-2' },
    ]);
    await refusals.put(aRefusal({ sealedSummary: 'sealed-3' }), BODY);
    assert.deepEqual(await other.refusals.summaries([idOf(1), idOf(2)]), [
      { id: idOf(1), client: 'acme', sealedSummary: 'sealed-3', expiresAt: aRefusal().expiresAt },
    ]);
    assert.deepEqual(await other.invoices.summaries([]), []);
  });

  it('of a refusal are those of its last time', async ({ refusals, other }) => {
    await refusals.put(aRefusal({ sealedSummary: 'sealed' }), BODY);
    await refusals.put(aRefusal({ at: after(9) }), BODY);
    const [found] = await other.refusals.summaries([idOf(1)]);
    assert.equal(found?.sealedSummary, undefined);
  });

  it('are gone with their invoice, received one or refusal', async ({ invoices, received, ...kept }) => {
    const { refusals, clientData, other } = kept;
    const intake = anIntake({ sealedSummary: 'sealed' });
    await invoices.takeIn(intake);
    const receipt = aReceipt({ sealedSummary: 'sealed' });
    await received.takeIn(receipt);
    await refusals.put(aRefusal({ sealedSummary: 'sealed' }), BODY);
    for (const ledger of [invoices, received]) while ((await ledger.remove({ client: 'acme' }, 10)) > 0);
    await clientData.remove('acme', 'refusals');
    assert.deepEqual(await other.invoices.summaries([intake.record.id]), []);
    assert.deepEqual(await other.received.summaries([receipt.record.id]), []);
    assert.deepEqual(await other.refusals.summaries([idOf(1)]), []);
  });
}
