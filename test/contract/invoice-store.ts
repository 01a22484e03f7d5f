import assert from 'node:assert/strict';
import type { InvoiceRecord } from '../../src/domain/lifecycle/invoice-record.ts';
import type { InvoiceChange, InvoiceStore } from '../../src/ports/invoice-store.ts';
import { after, anEvent, anIntake, aRecord, hex, START } from '../support/records.ts';
import { on } from './each.ts';
import type { Open } from './kept.ts';

const RELEASING = ['rejected', 'validation_failed', 'cancelled', 'source_error'] as const;
const HOLDING = [
  'validated',
  'submitting',
  'submitted',
  'ready',
  'accepted',
  'delivered',
  'dead_letter',
] as const;

/** A record with every member set, optional ones too. */
const FULL: Partial<InvoiceRecord> = {
  route: 'PL-KSEF',
  invoiceNumber: 'RE-2026/17 ü',
  issueDate: '2026-03-02',
  legalId: 'K-1',
  buyerStatus: 'paid',
  documentSha256: hex(64),
  errors: [
    {
      code: 'BR-1',
      severity: 'error',
      source: 'EN16931',
      message: 'x',
      related: [{ code: 'a', source: 'b' }],
    },
  ],
  documents: [{ kind: 'ubl', sha256: hex(64), size: 5_000_000 }],
  care: [
    { code: 'BR-1', whoActs: 'erp', openedAt: START },
    { code: 'BR-2', whoActs: 'us', openedAt: START, handledAt: after(5), field: 'a.b', fixHint: 'so' },
  ],
  lastSequence: 1,
  failures: 2,
  reachedRail: true,
  deadlineAt: new Date('2026-03-03T23:59:59.999Z'),
};

/** The change that follows a record: one version and one event on. */
export function changeOf(record: InvoiceRecord, own: Partial<InvoiceRecord> = {}): InvoiceChange {
  const sequence = record.lastSequence + 1;
  const next = { ...record, version: record.version + 1, lastSequence: sequence, ...own };
  return { record: next, events: [anEvent(next, sequence)], audit: [] };
}

async function taken(store: InvoiceStore, own: Partial<InvoiceRecord> = {}): Promise<InvoiceRecord> {
  const result = await store.takeIn(anIntake(own));
  assert.ok(result.taken);
  return result.invoice;
}

export function describesAnInvoiceStore(open: Open): void {
  const it = on(open);

  describe('taking in', () => {
    it('gives back every member as it was written', async ({ invoices, other }) => {
      const intake = anIntake(FULL);
      await invoices.takeIn(intake);
      assert.deepEqual(await other.invoices.find(intake.record.id), intake.record);
      assert.deepEqual(await other.invoices.events(intake.record.id), intake.events);
    });

    it('leaves absent members absent', async ({ invoices }) => {
      const intake = anIntake();
      await invoices.takeIn(intake);
      assert.deepEqual(await invoices.find(intake.record.id), intake.record);
    });

    it('names the holder of the same document and stores nothing', async ({ invoices, other }) => {
      const first = await taken(invoices);
      const second = anIntake({ fingerprint: first.fingerprint });
      assert.deepEqual(await other.invoices.takeIn(second), { taken: false, holder: first });
      assert.equal(await invoices.find(second.record.id), undefined);
      assert.deepEqual(await invoices.events(second.record.id), []);
    });

    it('keeps one invoice when the same document arrives many times at once', async ({ invoices, other }) => {
      const fingerprint = hex(64);
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          (n % 2 ? invoices : other.invoices).takeIn(anIntake({ fingerprint })),
        ),
      );
      const [winner, ...more] = results.filter(({ taken }) => taken);
      assert.ok(winner?.taken);
      assert.equal(more.length, 0);
      for (const result of results) if (!result.taken) assert.equal(result.holder.id, winner.invoice.id);
      assert.equal((await invoices.list({ sort: 'newest', page: 1, pageSize: 25 })).total, 1);
    });

    it('tells clients apart', async ({ invoices }) => {
      const first = await taken(invoices);
      const second = await invoices.takeIn(anIntake({ fingerprint: first.fingerprint, client: 'other' }));
      assert.ok(second.taken);
    });

    it('returns what the first try made when a call is repeated', async ({ invoices, other }) => {
      const first = await taken(invoices);
      const again = anIntake({ fingerprint: first.fingerprint, intakeKey: first.intakeKey });
      assert.deepEqual(await other.invoices.takeIn(again), { taken: true, invoice: first });
      assert.equal(await invoices.find(again.record.id), undefined);
    });

    it('returns it also when it has been rejected and the document was sent anew since', async ({
      invoices,
    }) => {
      const first = await taken(invoices);
      await invoices.commit(changeOf(first, { state: 'rejected', dueAt: null }));
      const second = await taken(invoices, { fingerprint: first.fingerprint });
      const again = await invoices.takeIn(
        anIntake({ fingerprint: first.fingerprint, intakeKey: first.intakeKey }),
      );
      assert.ok(again.taken);
      assert.equal(again.invoice.id, first.id);
      const third = await invoices.takeIn(anIntake({ fingerprint: first.fingerprint }));
      assert.ok(!third.taken);
      assert.equal(third.holder.id, second.id);
    });

    it('returns it also when the repeated call would make another document of it', async ({ invoices }) => {
      const first = await taken(invoices);
      const again = await invoices.takeIn(anIntake({ intakeKey: first.intakeKey }));
      assert.ok(again.taken);
      assert.equal(again.invoice.id, first.id);
      const fresh = await invoices.takeIn(anIntake({ fingerprint: first.fingerprint }));
      assert.ok(!fresh.taken);
    });

    for (const state of RELEASING)
      it(`takes the document again after ${state}`, async ({ invoices }) => {
        const first = await taken(invoices);
        await invoices.commit(changeOf(first, { state, dueAt: null }));
        const second = await taken(invoices, { fingerprint: first.fingerprint });
        assert.notEqual(second.id, first.id);
        const third = await invoices.takeIn(anIntake({ fingerprint: first.fingerprint }));
        assert.ok(!third.taken);
        assert.equal(third.holder.id, second.id);
      });

    for (const state of HOLDING)
      it(`holds the document in state ${state}`, async ({ invoices }) => {
        const first = await taken(invoices);
        await invoices.commit(changeOf(first, { state }));
        const second = await invoices.takeIn(anIntake({ fingerprint: first.fingerprint }));
        assert.ok(!second.taken);
        assert.equal(second.holder.state, state);
      });

    it('keeps one of many that arrive at once after a rejection', async ({ invoices, other }) => {
      const first = await taken(invoices);
      await invoices.commit(changeOf(first, { state: 'rejected', dueAt: null }));
      const { fingerprint } = first;
      const results = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          (n % 2 ? invoices : other.invoices).takeIn(anIntake({ fingerprint })),
        ),
      );
      assert.equal(results.filter(({ taken }) => taken).length, 1);
    });
  });

  describe('committing', () => {
    it('moves record, event and outbox together', async ({ invoices, other }) => {
      const first = await taken(invoices);
      const change = changeOf(first, { state: 'validated', documentSha256: hex(64), updatedAt: after(1) });
      assert.equal(await invoices.commit(change), 'committed');
      assert.deepEqual(await other.invoices.find(first.id), change.record);
      assert.deepEqual((await other.invoices.events(first.id)).at(-1), change.events[0]);
      assert.deepEqual((await other.invoices.outbox(undefined, 10)).at(-1)?.event, change.events[0]);
    });

    it('lets one of two commits on the same version through', async ({ invoices, other }) => {
      const first = await taken(invoices);
      const results = await Promise.all(
        Array.from({ length: 10 }, (_, n) => (n % 2 ? invoices : other.invoices).commit(changeOf(first))),
      );
      assert.equal(results.filter((result) => result === 'committed').length, 1);
      assert.deepEqual(sequences(await invoices.events(first.id)), [1, 2]);
      assert.equal((await invoices.outbox(undefined, 10)).length, 2);
    });

    it('writes nothing at all on a conflict', async ({ invoices, audit }) => {
      const first = await taken(invoices);
      await invoices.commit(changeOf(first, { state: 'validated' }));
      const late = {
        ...changeOf(first, { state: 'cancelled' }),
        audit: [{ at: START, action: 'late', actor: 'x' }],
      };
      assert.equal(await invoices.commit(late), 'conflict');
      assert.equal((await invoices.find(first.id))?.state, 'validated');
      assert.deepEqual(sequences(await invoices.events(first.id)), [1, 2]);
      assert.deepEqual(await audit.recent({ action: 'late', limit: 5 }), []);
    });

    it('answers conflict for an invoice that does not exist', async ({ invoices }) => {
      assert.equal(await invoices.commit(changeOf(aRecord())), 'conflict');
    });

    it('keeps sequences without gaps under many writers', async ({ invoices, other }) => {
      const { id } = await taken(invoices);
      const writer = async (store: InvoiceStore) => {
        for (let written = 0; written < 10;) {
          const record = await store.find(id);
          if ((await store.commit(changeOf(record!))) === 'committed') written += 1;
        }
      };
      await Promise.all([writer(invoices), writer(other.invoices), writer(invoices)]);
      assert.deepEqual(
        sequences(await invoices.events(id)),
        Array.from({ length: 31 }, (_, n) => n + 1),
      );
      assert.equal((await invoices.find(id))?.lastSequence, 31);
    });

    it('keeps audit rows of intake and commit', async ({ invoices, audit, other }) => {
      const intake = {
        ...anIntake(),
        audit: [{ at: START, action: 'route_chosen', actor: 'key_1', client: 'acme' }],
      };
      await invoices.takeIn(intake);
      const row = {
        at: after(1),
        action: 'invoice_cancelled',
        actor: 'key_2',
        details: { version: 2, ok: true },
      };
      await other.invoices.commit({ ...changeOf(intake.record), audit: [row] });
      assert.deepEqual(await audit.recent({ limit: 5 }), [row, intake.audit[0]]);
    });
  });

  describe('leasing', () => {
    const lease = (token: string, ms = 60_000) => ({ token, until: after(ms) });

    it('gives an invoice to one of many workers', async ({ invoices, other }) => {
      const { id } = await taken(invoices);
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          (n % 2 ? invoices : other.invoices).lease(id, lease(`w${n}`), START),
        ),
      );
      const [winner, ...more] = results.filter((result) => result !== undefined);
      assert.equal(more.length, 0);
      assert.equal(winner?.version, 1);
      assert.deepEqual((await invoices.find(id))?.lease, winner?.lease);
    });

    it('refuses an invoice that is not due, has nothing to do or is unknown', async ({ invoices }) => {
      const later = await taken(invoices, { dueAt: after(1) });
      const done = await taken(invoices, { dueAt: null });
      assert.equal(await invoices.lease(later.id, lease('w'), START), undefined);
      assert.ok(await invoices.lease(later.id, lease('w'), after(1)));
      assert.equal(await invoices.lease(done.id, lease('w'), START), undefined);
      assert.equal(await invoices.lease('inv_none', lease('w'), START), undefined);
    });

    it('is taken over once it has run out, and then fences the slow worker', async ({ invoices }) => {
      const { id } = await taken(invoices);
      const slow = await invoices.lease(id, lease('slow', 1000), START);
      assert.equal(await invoices.lease(id, lease('next', 9000), after(999)), undefined);
      const next = await invoices.lease(id, lease('next', 9000), after(1000));
      assert.equal(await invoices.commit({ ...changeOf(slow!), lease: 'slow' }), 'conflict');
      assert.equal(await invoices.renewLease(id, lease('slow', 99_000)), false);
      await invoices.releaseLease(id, 'slow');
      assert.deepEqual((await invoices.find(id))?.lease, { token: 'next', until: after(9000) });
      assert.equal(await invoices.commit({ ...changeOf(next!), lease: 'next' }), 'committed');
    });

    it('is kept by its holder while nobody took it over', async ({ invoices }) => {
      const { id } = await taken(invoices);
      const record = await invoices.lease(id, lease('w', 1000), START);
      assert.equal(await invoices.renewLease(id, lease('w', 5000)), true);
      assert.equal(await invoices.lease(id, lease('v'), after(4999)), undefined);
      assert.equal(await invoices.commit({ ...changeOf(record!), lease: 'w' }), 'committed');
      assert.deepEqual((await invoices.find(id))?.lease, lease('w', 5000));
    });

    it('is handed back by a commit without lease in its record', async ({ invoices }) => {
      const { id } = await taken(invoices);
      const record = await invoices.lease(id, lease('w'), START);
      await invoices.commit({ ...changeOf(record!, { lease: null, dueAt: after(5) }), lease: 'w' });
      assert.equal((await invoices.find(id))?.lease, null);
    });

    it('is handed back by releasing', async ({ invoices }) => {
      const { id } = await taken(invoices);
      await invoices.lease(id, lease('w'), START);
      await invoices.releaseLease(id, 'w');
      assert.ok(await invoices.lease(id, lease('v'), START));
    });

    it('stays when somebody without it commits', async ({ invoices }) => {
      const before = await taken(invoices);
      await invoices.lease(before.id, lease('w'), START);
      assert.equal(await invoices.commit(changeOf(before, { state: 'cancelled' })), 'committed');
      assert.deepEqual((await invoices.find(before.id))?.lease, lease('w'));
    });

    it('leaves neglected invoices to be found, oldest first', async ({ invoices }) => {
      const second = await taken(invoices, { dueAt: after(-1000) });
      const first = await taken(invoices, { dueAt: after(-2000) });
      const held = await taken(invoices, { dueAt: after(-3000) });
      const lost = await taken(invoices, { dueAt: after(-500) });
      await taken(invoices, { dueAt: START });
      await taken(invoices, { dueAt: null });
      await invoices.lease(held.id, lease('w', 1), START);
      await invoices.lease(lost.id, lease('w', 0), START);
      assert.deepEqual(await invoices.neglected(START, START, 10), [first.id, second.id, lost.id]);
      assert.deepEqual(await invoices.neglected(START, START, 1), [first.id]);
      assert.equal((await invoices.neglected(START, after(1), 10))[0], held.id);
    });
  });

  describe('listing', () => {
    it('sorts by time received, ties by id, and clamps a page past the end', async ({ invoices }) => {
      const ids: string[] = [];
      for (let n = 0; n < 60; n += 1) {
        const id = `inv_${String(n).padStart(24, '0')}`;
        await taken(invoices, { id, createdAt: after(Math.floor(n / 2) * 1000) });
        ids.push(id);
      }
      const page = await invoices.list({ sort: 'oldest', page: 2, pageSize: 25 });
      assert.deepEqual(idsOf(page.invoices), ids.slice(25, 50));
      const newest = await invoices.list({ sort: 'newest', page: 99, pageSize: 25 });
      assert.deepEqual(idsOf(newest.invoices), ids.slice(0, 10).reverse());
      assert.deepEqual([newest.page, newest.total], [3, 60]);
      const none = await invoices.list({ client: 'nobody', sort: 'newest', page: 4, pageSize: 25 });
      assert.deepEqual(none, { invoices: [], total: 0, page: 1, countsByState: {} });
    });

    it('filters, counting states with every filter but state', async ({ invoices }) => {
      const at = (time: string) => ({ createdAt: new Date(time) });
      const wanted = { client: 'a', route: 'PEPPOL', ...at('2026-03-02T00:00:00.000Z') } as const;
      const match = await taken(invoices, { ...wanted, invoiceRef: 'ORDER-1', state: 'ready' });
      const state = await taken(invoices, { ...wanted, invoiceRef: 'xorder-1', state: 'rejected' });
      const number = await taken(invoices, {
        ...wanted,
        ...at('2026-03-03T23:59:59.999Z'),
        invoiceNumber: 'order-100%',
        state: 'ready',
      });
      await taken(invoices, { ...wanted, client: 'b', invoiceRef: 'order-1' });
      await taken(invoices, { ...wanted, route: 'FR-PA', invoiceRef: 'order-1' });
      await taken(invoices, { ...wanted, ...at('2026-03-01T23:59:59.999Z'), invoiceRef: 'order-1' });
      await taken(invoices, { ...wanted, ...at('2026-03-04T00:00:00.000Z'), invoiceRef: 'order-1' });
      await taken(invoices, { ...wanted, invoiceRef: 'orde' });
      const query = {
        client: 'a',
        q: 'oRder-1',
        routes: ['PEPPOL', 'RO-EFACTURA'] as const,
        receivedFrom: '2026-03-02',
        receivedTo: '2026-03-03',
        sort: 'oldest',
        page: 1,
        pageSize: 25,
      } as const;
      const all = await invoices.list(query);
      assert.deepEqual(idsOf(all.invoices).sort(), [match.id, state.id, number.id].sort());
      const ready = await invoices.list({ ...query, states: ['ready', 'queued'] });
      assert.deepEqual(idsOf(ready.invoices), [match.id, number.id]);
      assert.equal(ready.total, 2);
      assert.deepEqual(ready.countsByState, { ready: 2, rejected: 1 });
      assert.deepEqual(idsOf((await invoices.list({ ...query, q: '100%' })).invoices), [number.id]);
      assert.deepEqual((await invoices.list({ ...query, q: '.*' })).invoices, []);
      assert.deepEqual((await invoices.list({ ...query, q: '_rder' })).invoices, []);
      assert.deepEqual((await invoices.list({ ...query, q: 'order\u0000' })).invoices, []);
    });

    it('finds umlauts whatever their case', async ({ invoices }) => {
      const { id } = await taken(invoices, { invoiceRef: 'GRÖSSE-1' });
      const page = await invoices.list({
        q: 'größe'.replace('ß', 'ss'),
        sort: 'newest',
        page: 1,
        pageSize: 25,
      });
      assert.deepEqual(idsOf(page.invoices), [id]);
    });

    it('links the attempts of one document, oldest first', async ({ invoices }) => {
      const invoiceRef = 'same';
      const second = await taken(invoices, { invoiceRef, createdAt: after(1) });
      const first = await taken(invoices, { invoiceRef, state: 'rejected' });
      await taken(invoices, { invoiceRef, client: 'other' });
      assert.deepEqual(await invoices.attempts('acme', invoiceRef), [
        { id: first.id, state: 'rejected', createdAt: START },
        { id: second.id, state: 'queued', createdAt: after(1) },
      ]);
    });

    it('counts arrivals and rejections by UTC day and route', async ({ invoices }) => {
      const at = (text: string) => new Date(text);
      const rejected = { state: 'rejected', updatedAt: at('2026-03-03T00:00:00.000Z') } as const;
      await taken(invoices, { createdAt: at('2026-03-01T23:59:59.999Z') });
      await taken(invoices, { createdAt: at('2026-03-02T00:00:00.000Z'), ...rejected });
      await taken(invoices, { createdAt: at('2026-03-02T10:00:00.000Z') });
      await taken(invoices, { createdAt: at('2026-03-02T10:00:00.000Z'), route: 'PEPPOL' });
      await taken(invoices, { createdAt: at('2026-03-02T10:00:00.000Z'), route: 'FR-PA' });
      await taken(invoices, { createdAt: at('2026-03-02T10:00:00.000Z'), client: 'other' });
      const query = { routes: ['DE-XRECHNUNG', 'PEPPOL'] as const, from: '2026-03-02', to: '2026-03-03' };
      assert.deepEqual(await invoices.series({ ...query, client: 'acme' }), [
        { date: '2026-03-02', route: 'DE-XRECHNUNG', received: 2, rejected: 0 },
        { date: '2026-03-02', route: 'PEPPOL', received: 1, rejected: 0 },
        { date: '2026-03-03', route: 'DE-XRECHNUNG', received: 0, rejected: 1 },
      ]);
      assert.equal((await invoices.series(query))[0]?.received, 3);
    });

    it('tallies what operators watch', async ({ invoices }) => {
      const care = [
        { code: 'BR-1', whoActs: 'erp', openedAt: START },
        { code: 'BR-2', whoActs: 'us', openedAt: START, handledAt: START },
      ] as const;
      await taken(invoices, { dueAt: after(-10) });
      const held = await taken(invoices, { dueAt: after(-20) });
      await invoices.lease(held.id, { token: 'w', until: after(1) }, START);
      await taken(invoices, { dueAt: after(1) });
      await taken(invoices, { state: 'rejected', dueAt: null, care });
      await taken(invoices, { state: 'rejected', dueAt: null, care });
      // Issued Friday, due Monday: four days, of which 3.2 are gone on Monday at 04:48.
      const filed = { route: 'PL-KSEF', issueDate: '2026-02-27', dueAt: null } as const;
      const deadlineAt = new Date('2026-03-02T23:59:59.999Z');
      await taken(invoices, { ...filed, deadlineAt });
      await taken(invoices, { ...filed, deadlineAt, state: 'submitted' });
      await taken(invoices, { ...filed, deadlineAt: new Date('2026-03-05T23:59:59.999Z') });
      assert.deepEqual(await invoices.tally(START), {
        byState: { queued: 5, rejected: 2, submitted: 1 },
        waiting: 1,
        oldestDueAt: after(-10),
        openCare: [{ code: 'BR-1', whoActs: 'erp', rows: 2 }],
        deadlinesAtRisk: 1,
      });
    });
  });

  describe('the outbox', () => {
    it('gives every event once, in one order, page by page', async ({ invoices, other }) => {
      const writer = async (store: InvoiceStore, client: string) => {
        for (let n = 0; n < 8; n += 1) {
          const record = await taken(store, { client });
          await store.commit(changeOf(record));
        }
      };
      const seen: string[] = [];
      let cursor: string | undefined;
      const read = async (limit: number) => {
        const page = await invoices.outbox(cursor, limit);
        seen.push(...page.map(({ event }) => event.eventId));
        cursor = page.at(-1)?.position ?? cursor;
        return page.length;
      };
      let writing = true;
      const writers = Promise.all([
        writer(invoices, 'a'),
        writer(other.invoices, 'b'),
        writer(invoices, 'c'),
      ]);
      const reader = (async () => {
        while (writing) {
          await read(3);
          await new Promise((resolve) => setImmediate(resolve));
        }
      })();
      await writers;
      writing = false;
      await reader;
      while ((await read(3)) > 0);
      assert.equal(seen.length, 48);
      assert.equal(new Set(seen).size, 48);
      const whole = await other.invoices.outbox(undefined, 1000);
      assert.deepEqual(
        whole.map(({ event }) => event.eventId),
        seen,
      );
      for (const { invoiceId } of whole) {
        const own = whole.filter((entry) => entry.invoiceId === invoiceId);
        assert.deepEqual(sequences(own.map(({ event }) => event)), [1, 2]);
      }
    });

    it('names invoice and client and keeps the text byte for byte', async ({ invoices }) => {
      const intake = anIntake({ client: 'müller', invoiceRef: 'Zeile\n"1"' });
      await invoices.takeIn(intake);
      const [entry] = await invoices.outbox(undefined, 10);
      assert.deepEqual([entry?.invoiceId, entry?.client], [intake.record.id, 'müller']);
      assert.deepEqual(entry?.event, intake.events[0]);
    });
  });
}

const sequences = (events: readonly { sequence: number }[]): number[] =>
  events.map(({ sequence }) => sequence);
const idsOf = (records: readonly { id: string }[]): string[] => records.map(({ id }) => id);
