import assert from 'node:assert/strict';
import { addressedTo } from '../../src/application/content/addressed-to.ts';
import type { InvoiceRecord } from '../../src/domain/lifecycle/invoice-record.ts';
import type { HeldClaim, IdempotencyStore } from '../../src/ports/idempotency-store.ts';
import type { Intake, InvoiceStore } from '../../src/ports/invoice-store.ts';
import { aClaim, after, ahead, AN_ADDRESSING, anIntake, aRecord, hex, START } from '../support/records.ts';
import { on } from './each.ts';
import { changeOf, sequences, taken } from './invoices.ts';
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

/** A record with every member, also optional ones. */
const FULL: Partial<InvoiceRecord> = {
  route: 'PL-KSEF',
  invoiceNumber: 'RE-2026/17 ü',
  issueDate: '2026-03-02',
  sealedSummary: 'sealed-0',
  sealedReceiver: 'sealed-1',
  sealedDefaults: 'sealed-2',
  sealedReading: 'sealed-3',
  sealedPayments: 'sealed-4',
  mapping: { connector: 'erp-a', version: 'v1', sealedSettings: 'sealed-5' },
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
      truncated: 4980,
    },
  ],
  warnings: [{ code: 'EI-ID-VAT', severity: 'warning', source: 'pre-check', message: 'y', field: 'a' }],
  documents: [{ kind: 'ubl', sha256: hex(64), size: 5_000_000 }],
  care: [
    { code: 'BR-1', whoActs: 'erp', openedAt: START },
    { code: 'BR-2', whoActs: 'us', openedAt: START, handledAt: after(5), field: 'a.b', fixHint: 'so' },
  ],
  lastSequence: 1,
  failures: 2,
  work: 'send',
  submission: {
    id: 'sub-1',
    startedAt: START,
    isCalling: true,
    outcomeUnknown: true,
    answerLost: false,
    emptyLookups: 1,
    lastStatus: 'unreachable',
    heldSince: after(5),
    polls: 3,
  },
  exchanges: [{ no: 1, calls: 2, at: after(2), sealed: 'x' }],
  reachedRail: true,
  deadlineAt: new Date('2026-03-03T23:59:59.999Z'),
};

const ORDER = aClaim({ leaseUntil: ahead(2) });

async function claimed(idempotency: IdempotencyStore): Promise<HeldClaim> {
  const result = await idempotency.claim(ORDER);
  assert.ok(result.outcome === 'claimed');
  return result.claim;
}

async function takeIn(invoices: InvoiceStore, own: Partial<Intake>): Promise<Intake> {
  const intake = { ...anIntake(), ...own };
  assert.ok((await invoices.takeIn(intake)).taken);
  return intake;
}

export function describesTakingIn(open: Open): void {
  const it = on(open);

  describe('an intake', () => {
    it('returns every member unchanged', async ({ invoices, other }) => {
      const intake = anIntake(FULL);
      await invoices.takeIn(intake);
      assert.deepEqual(await other.invoices.find(intake.record.id), intake.record);
      assert.deepEqual(await other.eventFeed.events(intake.record.id), intake.events);
    });

    it('names the seller as the receiver of a self-billed invoice that went out, read by another process', async ({
      invoices,
      other,
    }) => {
      const { submission, documentSha256 } = FULL;
      const addressing = { ...AN_ADDRESSING, typeCode: '389' };
      const sealedReading = JSON.stringify({ sha256: documentSha256, facts: {}, addressing });
      const intake = anIntake({ submission, documentSha256, sealedReading, route: 'PEPPOL' });
      await invoices.takeIn(intake);
      const opening = { openText: async (_client: string, sealed: string) => sealed };
      const stored = (await other.invoices.find(intake.record.id))!;
      assert.deepEqual(await addressedTo(stored, { content: opening }), {
        scheme: '9930',
        id: 'de123456789',
      });
    });

    it('has no members that were not written', async ({ invoices }) => {
      const intake = anIntake();
      await invoices.takeIn(intake);
      assert.deepEqual(await invoices.find(intake.record.id), intake.record);
    });

    it('finds what an intake would meet', async ({ invoices, other }) => {
      const { record } = await takeIn(invoices, {});
      const { client, intakeKey, fingerprint } = record;
      const meets = async (own: object): Promise<string | undefined> =>
        (await other.invoices.findTaken({ client, intakeKey, fingerprint, ...own }))?.id;
      assert.equal(await meets({ fingerprint: 'other' }), record.id);
      assert.equal(await meets({ intakeKey: 'other' }), record.id);
      assert.equal(await meets({ intakeKey: 'other', fingerprint: 'other' }), undefined);
      assert.equal(await meets({ intakeKey: 'other', client: 'other' }), undefined);
    });

    for (const isOfClaim of [true, false])
      it(`stores its files and its answer, ${isOfClaim ? 'made under the claim' : 'whatever its key'}`, async ({
        invoices,
        idempotency,
        sealed,
        other,
      }) => {
        const claim = await claimed(idempotency);
        const answer = { status: 202, headers: {}, body: '{"id":"ü"}', invoiceId: 'inv_1' };
        const files = [{ sha256: hex(64), sealed: Uint8Array.of(1, 2, 3) }];
        const documents = [{ kind: 'canonical' as const, sha256: files[0]!.sha256, size: 3 }];
        const { record, ...intake } = anIntake(isOfClaim ? { intakeKey: claim.claimId, documents } : {});
        await invoices.takeIn({ ...intake, record, files, answer: { claim, answer } });
        assert.deepEqual(await other.idempotency.claim(ORDER), { outcome: 'answered', answer });
        const held = await other.sealed.content(record.client, files[0]!.sha256);
        assert.deepEqual(Uint8Array.from(held!), files[0]!.sealed);
        assert.equal(await sealed.content('other', files[0]!.sha256), undefined);
        const { expiresAt } = ORDER;
        assert.equal((await other.idempotency.claim({ ...ORDER, now: expiresAt! })).outcome, 'claimed');
      });

    it('stores an answer that is forgotten with it', async ({ invoices, idempotency, other }) => {
      const claim = await claimed(idempotency);
      const intake = anIntake({ intakeKey: claim.claimId });
      const answer = { status: 202, headers: {}, body: '{}', invoiceId: intake.record.id };
      await invoices.takeIn({ ...intake, answer: { claim, answer } });
      assert.equal((await other.idempotency.claim(ORDER)).outcome, 'answered');
      await other.idempotency.forgetAbout(intake.record.id);
      const next = await idempotency.claim({ ...ORDER, claimId: hex(32) });
      assert.ok(next.outcome === 'claimed');
      assert.notEqual(next.claim.claimId, claim.claimId);
    });

    it('stores no answer without its invoice', async ({ invoices, idempotency }) => {
      const first = await taken(invoices);
      const claim = await claimed(idempotency);
      const answer = { claim, answer: { status: 202, headers: {}, body: '{}' } };
      await invoices.takeIn({ ...anIntake({ fingerprint: first.fingerprint }), answer });
      await invoices.takeIn({ ...anIntake({ intakeKey: first.intakeKey }), answer });
      assert.deepEqual(await idempotency.claim(ORDER), { outcome: 'in-progress' });
    });

    it('stores no answer under a claim that was taken over', async ({ invoices, idempotency }) => {
      const slow = await claimed(idempotency);
      const later = { ...ORDER, now: ahead(2), leaseUntil: ahead(4) };
      assert.equal((await idempotency.claim(later)).outcome, 'claimed');
      const answer = { claim: slow, answer: { status: 202, headers: {}, body: '{}' } };
      await invoices.takeIn({ ...anIntake(), answer });
      assert.deepEqual(await idempotency.claim({ ...later, now: ahead(3) }), { outcome: 'in-progress' });
      await invoices.takeIn({ ...anIntake({ intakeKey: slow.claimId }), answer });
      assert.deepEqual(await idempotency.claim({ ...later, now: ahead(3) }), { outcome: 'in-progress' });
    });

    it('names the holder of the same document and stores nothing', async ({ invoices, eventFeed, other }) => {
      const first = await taken(invoices);
      const second = anIntake({ fingerprint: first.fingerprint });
      assert.deepEqual(await other.invoices.takeIn(second), { taken: false, holder: first });
      assert.equal(await invoices.find(second.record.id), undefined);
      assert.deepEqual(await eventFeed.events(second.record.id), []);
    });

    it('stores one invoice if the same document arrives many times at once', async ({ invoices, other }) => {
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

    it('separates clients', async ({ invoices }) => {
      const first = await taken(invoices);
      const second = await invoices.takeIn(anIntake({ fingerprint: first.fingerprint, client: 'other' }));
      assert.ok(second.taken);
    });

    it('returns the invoice of the first try if a call is repeated', async ({ invoices, other }) => {
      const first = await taken(invoices);
      const again = anIntake({ fingerprint: first.fingerprint, intakeKey: first.intakeKey });
      assert.equal(again.record.id, first.id);
      assert.deepEqual(await other.invoices.takeIn(again), { taken: true, invoice: first, isNew: false });
      assert.equal((await invoices.list({ sort: 'newest', page: 1, pageSize: 25 })).total, 1);
    });

    it('returns it, also if it was rejected and the document was sent again', async ({ invoices }) => {
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

    it('returns it, also if the repeated call leads to another document', async ({ invoices }) => {
      const first = await taken(invoices);
      const again = await invoices.takeIn(anIntake({ intakeKey: first.intakeKey }));
      assert.ok(again.taken);
      assert.equal(again.invoice.id, first.id);
      const fresh = await invoices.takeIn(anIntake({ fingerprint: first.fingerprint }));
      assert.ok(!fresh.taken);
    });

    for (const state of RELEASING)
      it(`accepts the document again after ${state}`, async ({ invoices }) => {
        const first = await taken(invoices);
        await invoices.commit(changeOf(first, { state, dueAt: null }));
        const second = await taken(invoices, { fingerprint: first.fingerprint });
        assert.notEqual(second.id, first.id);
        const third = await invoices.takeIn(anIntake({ fingerprint: first.fingerprint }));
        assert.ok(!third.taken);
        assert.equal(third.holder.id, second.id);
      });

    for (const state of HOLDING)
      it(`refuses the document as a duplicate in state ${state}`, async ({ invoices }) => {
        const first = await taken(invoices);
        await invoices.commit(changeOf(first, { state }));
        const second = await invoices.takeIn(anIntake({ fingerprint: first.fingerprint }));
        assert.ok(!second.taken);
        assert.equal(second.holder.state, state);
      });

    it('stores one of many that arrive at once after a rejection', async ({ invoices, other }) => {
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
}

export function describesCommitting(open: Open): void {
  const it = on(open);

  describe('a commit', () => {
    it('writes record, event and outbox together', async ({ invoices, other }) => {
      const first = await taken(invoices);
      const change = changeOf(first, { state: 'validated', documentSha256: hex(64), updatedAt: after(1) });
      assert.equal(await invoices.commit(change), 'committed');
      assert.deepEqual(await other.invoices.find(first.id), change.record);
      assert.deepEqual((await other.eventFeed.events(first.id)).at(-1), change.events[0]);
      assert.deepEqual((await other.eventFeed.outbox(undefined, 10)).at(-1)?.event, change.events[0]);
      const second = await taken(invoices);
      const all = await other.eventFeed.eventsOf([second.id, first.id]);
      for (const { id } of [first, second]) assert.deepEqual(all.get(id), await other.eventFeed.events(id));
    });

    it('succeeds once for two changes of the same version', async ({ invoices, eventFeed, other }) => {
      const first = await taken(invoices);
      const results = await Promise.all(
        Array.from({ length: 10 }, (_, n) => (n % 2 ? invoices : other.invoices).commit(changeOf(first))),
      );
      assert.equal(results.filter((result) => result === 'committed').length, 1);
      assert.deepEqual(sequences(await eventFeed.events(first.id)), [1, 2]);
      assert.equal((await eventFeed.outbox(undefined, 10)).length, 2);
    });

    it('stores the files of a change', async ({ invoices, other }) => {
      const record = await taken(invoices);
      const files = [hex(64), hex(64)].map((sha256, n) => ({ sha256, sealed: Uint8Array.of(n) }));
      assert.equal(await invoices.commit({ ...changeOf(record), files }), 'committed');
      for (const { sha256, sealed } of files)
        assert.deepEqual(Uint8Array.from((await other.sealed.content('acme', sha256))!), sealed);
    });

    it('writes nothing on a conflict', async ({ invoices, eventFeed, audit }) => {
      const first = await taken(invoices);
      await invoices.commit(changeOf(first, { state: 'validated' }));
      const late = {
        ...changeOf(first, { state: 'cancelled' }),
        audit: [{ at: START, action: 'late', actor: 'x' }],
      };
      assert.equal(await invoices.commit(late), 'conflict');
      assert.equal((await invoices.find(first.id))?.state, 'validated');
      assert.deepEqual(sequences(await eventFeed.events(first.id)), [1, 2]);
      assert.deepEqual(await audit.recent({ action: 'late', limit: 5 }), []);
    });

    it('is a conflict for an invoice that does not exist', async ({ invoices }) => {
      assert.equal(await invoices.commit(changeOf(aRecord())), 'conflict');
    });

    it('gives sequences without gaps to many writers', async ({ invoices, eventFeed, other }) => {
      const { id } = await taken(invoices);
      const writer = async (store: InvoiceStore) => {
        for (let written = 0; written < 10;) {
          const record = await store.find(id);
          if ((await store.commit(changeOf(record!))) === 'committed') written += 1;
        }
      };
      await Promise.all([writer(invoices), writer(other.invoices), writer(invoices)]);
      assert.deepEqual(
        sequences(await eventFeed.events(id)),
        Array.from({ length: 31 }, (_, n) => n + 1),
      );
      assert.equal((await invoices.find(id))?.lastSequence, 31);
    });

    it('stores its audit rows, as an intake does', async ({ invoices, audit, other }) => {
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
}
