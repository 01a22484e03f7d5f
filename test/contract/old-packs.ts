import assert from 'node:assert/strict';
import type { CareRow } from '../../src/domain/lifecycle/invoice-record.ts';
import type { OldPack } from '../../src/domain/lifecycle/old-pack.ts';
import { after, START } from '../support/records.ts';
import { on } from './each.ts';
import type { Open } from './kept.ts';

const ROW: CareRow = { code: 'EI-PACK-OLD', whoActs: 'us', openedAt: START, fixHint: 'Look for it.' };

const aPack = (own: Partial<OldPack> = {}): OldPack => {
  const { id = 'pack_xrechnung-3.0.2-sch-2.5.0' } = own;
  return { id, pack: id.slice(5), newer: '2.6.0', care: [ROW], version: 1, ...own };
};

export function describesOldPacks(open: Open): void {
  const it = on(open);

  it('are kept once, also if two processes find them', async ({ oldPacks, other }) => {
    const written = await Promise.all(
      [oldPacks, other.oldPacks, oldPacks, other.oldPacks].map((store) => store.replace(aPack())),
    );
    assert.deepEqual(written.toSorted(), [false, false, false, true]);
    assert.deepEqual(await other.oldPacks.all(), [aPack()]);
    assert.deepEqual(await other.oldPacks.find(aPack().id), aPack());
    assert.equal(await oldPacks.find('pack_xrechnung-3.0.2-sch-2.6.0'), undefined);
  });

  it('are replaced by the next version only, with the row of the audit log', async ({
    oldPacks,
    other,
    audit,
  }) => {
    await oldPacks.replace(aPack());
    const { newer: _, ...rest } = aPack({ version: 2, care: [{ ...ROW, handledAt: after(5) }] });
    const entry = { at: after(5), action: 'care_handled', actor: 'key_1', subject: rest.id };
    assert.equal(await other.oldPacks.replace(rest, entry), true);
    for (const version of [1, 2, 4]) assert.equal(await oldPacks.replace(aPack({ version }), entry), false);
    assert.deepEqual(await oldPacks.find(rest.id), rest);
    assert.equal((await audit.recent({ action: 'care_handled', limit: 10 })).length, 1);
  });

  it('have rows on the care list that name no client', async ({ oldPacks, other }) => {
    const later = { ...ROW, openedAt: after(10) };
    await oldPacks.replace(aPack());
    await oldPacks.replace(aPack({ id: 'pack_fr-ctc-1.4.0.03', care: [later] }));
    await oldPacks.replace(aPack({ id: 'pack_en16931-1.3.16', care: [{ ...ROW, handledAt: after(5) }] }));
    const open = await other.oldPacks.careList({ status: 'open' });
    assert.deepEqual(open, [
      { id: 'pack_fr-ctc-1.4.0.03', invoiceRef: 'fr-ctc-1.4.0.03', row: later },
      { id: aPack().id, invoiceRef: 'xrechnung-3.0.2-sch-2.5.0', row: ROW },
    ]);
    const listed = async (query: Parameters<typeof oldPacks.careList>[0]) =>
      (await other.oldPacks.careList(query)).length;
    assert.equal(await listed({ status: 'all' }), 3);
    assert.equal(await listed({ status: 'handled' }), 1);
    assert.equal(await listed({ status: 'all', limit: 2 }), 2);
    assert.equal(await listed({ status: 'all', id: aPack().id }), 1);
    for (const status of ['open', 'handled', 'all'] as const)
      assert.equal(await listed({ status, client: 'acme' }), 0);
  });
}
