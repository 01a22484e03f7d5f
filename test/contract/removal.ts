import assert from 'node:assert/strict';
import type { InvoiceRecord } from '../../src/domain/lifecycle/invoice-record.ts';
import { ROUTES } from '../../src/domain/routes/all.ts';
import type { InvoiceStore } from '../../src/ports/invoice-store.ts';
import { aClaim, after, anIntake, hex, START } from '../support/records.ts';
import { on } from './each.ts';
import { changeOf, taken } from './invoices.ts';
import type { Open } from './kept.ts';

const ENDED: Partial<InvoiceRecord> = { state: 'delivered', dueAt: null };
const OPEN_CARE = [{ code: 'BR-1', whoActs: 'erp', openedAt: START }] as const;
const HANDLED_CARE = [{ ...OPEN_CARE[0], handledAt: after(5) }];

const counts = async (invoices: InvoiceStore, client?: string) => {
  const own = client === undefined ? {} : { client };
  const query = { from: '2026-03-01', to: '2026-03-05', routes: ROUTES, ...own };
  return {
    series: await invoices.series(query),
    listed: (await invoices.list({ ...own, sort: 'newest', page: 1, pageSize: 25 })).total,
  };
};

export function describesRemoving(open: Open): void {
  const it = on(open);

  describe('a removal', () => {
    it('removes an invoice with its events and answers, and no others', async ({
      invoices,
      eventFeed,
      idempotency,
      other,
    }) => {
      const [gone, kept] = [
        await taken(invoices, ENDED),
        await taken(invoices, { ...ENDED, client: 'beta' }),
      ];
      const claim = await idempotency.claim(aClaim());
      assert.ok(claim.outcome === 'claimed');
      await idempotency.keep(claim.claim, { status: 202, headers: {}, body: '{}', invoiceId: gone.id });
      // Another answer was written with its invoice.
      const order = aClaim({ key: 'key-of-intake', expiresAt: null });
      const made = await idempotency.claim(order);
      assert.ok(made.outcome === 'claimed');
      const answer = { status: 202, headers: {}, body: '{}' };
      const intake = anIntake({ ...ENDED, intakeKey: made.claim.claimId });
      await invoices.takeIn({
        ...intake,
        answer: { claim: made.claim, answer: { ...answer, invoiceId: intake.record.id } },
      });
      assert.equal((await other.idempotency.claim(order)).outcome, 'answered');
      const [event] = await eventFeed.outbox(undefined, 10, 'acme');
      assert.equal(await invoices.remove({ client: 'acme' }, 10), 2);
      const again = await other.idempotency.claim({ ...order, claimId: 'req_next' });
      assert.deepEqual(again.outcome === 'claimed' && again.claim.claimId, 'req_next');
      assert.equal(await other.invoices.find(gone.id), undefined);
      assert.deepEqual(await other.eventFeed.events(gone.id), []);
      assert.equal(await other.eventFeed.event(event!.event.eventId), undefined);
      assert.equal((await other.idempotency.claim(aClaim())).outcome, 'claimed');
      assert.equal((await other.invoices.find(kept.id))?.id, kept.id);
      const feed = await other.eventFeed.outbox(undefined, 10);
      assert.deepEqual(
        feed.map(({ invoiceId }) => invoiceId),
        [kept.id],
      );
      assert.equal(await invoices.remove({ client: 'acme' }, 10), 0);
    });

    it('by retention removes answers without a window with their invoice, and keeps those without an invoice', async ({
      invoices,
      idempotency,
      other,
    }) => {
      const invoice = await taken(invoices, ENDED);
      const made = aClaim({ space: 'operator', key: 'erp:invoice:1', expiresAt: null });
      const refused = aClaim({ space: 'operator', key: 'erp:invoice:2', expiresAt: null });
      const years = after(1000 * 24 * 3_600_000);
      for (const [claim, about] of [
        [made, { status: 202, invoiceId: invoice.id }],
        [refused, { status: 422 }],
      ] as const) {
        const held = await idempotency.claim(claim);
        assert.ok(held.outcome === 'claimed');
        await idempotency.keep(held.claim, { headers: {}, body: '{}', ...about });
      }
      const outcomes = async (): Promise<readonly string[]> =>
        Promise.all(
          [made, refused].map(
            async (claim) => (await other.idempotency.claim({ ...claim, now: years })).outcome,
          ),
        );
      assert.deepEqual(await outcomes(), ['answered', 'answered']);
      assert.equal(await invoices.remove({ client: 'acme', endedBefore: years }, 10), 1);
      assert.deepEqual(await outcomes(), ['claimed', 'answered']);
    });

    it('lets the document be submitted again, as a new invoice', async ({ invoices, other }) => {
      const first = await taken(invoices, ENDED);
      await invoices.remove({ client: 'acme' }, 10);
      const again = await other.invoices.takeIn(anIntake({ fingerprint: first.fingerprint }));
      assert.ok(again.taken);
      assert.notEqual(again.invoice.id, first.id);
      const third = await invoices.takeIn(anIntake({ fingerprint: first.fingerprint }));
      assert.deepEqual(third.taken ? undefined : third.holder.id, again.invoice.id);
    });

    it('leaves the invoices in the series, but not in lists', async ({ invoices }) => {
      const rejectedAt = after(86_400_000);
      await taken(invoices, { state: 'rejected', dueAt: null, updatedAt: rejectedAt, care: HANDLED_CARE });
      await taken(invoices, { state: 'rejected', dueAt: null, updatedAt: rejectedAt });
      await taken(invoices, ENDED);
      await taken(invoices, { ...ENDED, client: 'beta' });
      const before = [await counts(invoices), await counts(invoices, 'acme')];
      assert.equal(await invoices.remove({ client: 'acme' }, 1), 1);
      const after1 = [await counts(invoices), await counts(invoices, 'acme')];
      assert.equal(await invoices.remove({ client: 'acme' }, 10), 2);
      const after3 = [await counts(invoices), await counts(invoices, 'acme')];
      for (const now of [after1, after3])
        assert.deepEqual(
          now.map(({ series }) => series),
          before.map(({ series }) => series),
        );
      assert.deepEqual(
        [before, after1, after3].map((each) => each.map(({ listed }) => listed)),
        [
          [4, 3],
          [3, 2],
          [1, 0],
        ],
      );
      const { countsByState } = await invoices.list({ sort: 'newest', page: 1, pageSize: 25 });
      assert.deepEqual(countsByState, { delivered: 1 });
      assert.deepEqual((await invoices.tally(after(0))).byState, { delivered: 1 });
    });

    it('by age removes invoices that ended long ago, without open care rows', async ({ invoices, other }) => {
      const old = { createdAt: START, updatedAt: START };
      const gone = [
        await taken(invoices, { ...ENDED, ...old }),
        await taken(invoices, { ...old, state: 'rejected', dueAt: null, care: HANDLED_CARE }),
      ];
      const stay = [
        await taken(invoices, { ...old, state: 'rejected', dueAt: null, care: [...OPEN_CARE] }),
        await taken(invoices, { ...ENDED, ...old, updatedAt: after(20) }),
        await taken(invoices, { ...ENDED, ...old, dueAt: after(1) }),
        await taken(invoices, { ...old, state: 'submitted', dueAt: after(1) }),
        await taken(invoices, { ...ENDED, ...old, client: 'beta' }),
      ];
      assert.equal(await invoices.remove({ client: 'acme', endedBefore: after(10) }, 10), gone.length);
      for (const { id } of gone) assert.equal(await other.invoices.find(id), undefined);
      for (const { id } of stay) assert.equal((await other.invoices.find(id))?.id, id);
      const { openCare } = await invoices.tally(after(0));
      assert.deepEqual(openCare, [{ code: 'BR-1', whoActs: 'erp', rows: 1 }]);
    });

    it('removes a leased invoice; the commit of the worker is a conflict', async ({
      invoices,
      eventFeed,
      other,
    }) => {
      const { id } = await taken(invoices);
      const lease = { token: hex(32), until: after(60_000) };
      const held = await other.invoices.lease(id, lease, START);
      assert.equal(await invoices.remove({ client: 'acme' }, 10), 1);
      const change = changeOf(held!, { state: 'submitting' });
      assert.equal(await other.invoices.commit({ ...change, lease: lease.token }), 'conflict');
      assert.equal(await other.invoices.renewLease(id, lease), false);
      assert.equal(await other.invoices.find(id), undefined);
      assert.deepEqual(await eventFeed.outbox(undefined, 10), []);
    });

    it('leaves the positions of removed events unused', async ({ invoices, other }) => {
      await taken(invoices, ENDED);
      await taken(invoices, ENDED);
      const seen = (await other.eventFeed.outbox(undefined, 10)).at(-1)!.position;
      await invoices.remove({ client: 'acme' }, 10);
      const { id } = await taken(invoices, { client: 'beta' });
      const next = await other.eventFeed.outbox(seen, 10);
      assert.deepEqual(
        next.map(({ invoiceId }) => invoiceId),
        [id],
      );
    });

    it('by several processes removes each invoice once', async ({ invoices, other }) => {
      for (let n = 0; n < 12; n += 1) await taken(invoices, { ...ENDED, route: ROUTES[n % 5]! });
      const before = await counts(invoices);
      const runs = await Promise.all(
        [invoices, other.invoices, invoices, other.invoices].map((store) =>
          store.remove({ client: 'acme' }, 12),
        ),
      );
      for (const store of [invoices, other.invoices]) await store.remove({ client: 'acme' }, 12);
      assert.ok(runs.reduce((sum, one) => sum + one, 0) <= 12);
      const now = await counts(invoices);
      assert.deepEqual([now.series, now.listed], [before.series, 0]);
    });

    it('deletes files that no other invoice names', async ({ invoices, sealed }) => {
      const [shared, own] = [hex(64), hex(64)];
      const file = (sha256: string) => ({ sha256, sealed: Uint8Array.of(1) });
      const ref = (sha256: string) => ({ kind: 'ubl', sha256, size: 1 });
      const both = anIntake({ ...ENDED, documents: [ref(shared), ref(own)] });
      await invoices.takeIn({ ...both, files: [file(shared), file(own)] });
      const one = anIntake({ state: 'delivered', dueAt: after(1), documents: [ref(shared)] });
      await invoices.takeIn({ ...one, files: [file(shared)] });
      assert.equal(await invoices.remove({ client: 'acme', endedBefore: after(10) }, 10), 1);
      await invoices.tidyUp();
      assert.ok(await sealed.content('acme', shared));
      // A file without a reference is removed later (`ORPHANED_MS`); the tests of each store show it.
    });
  });
}
