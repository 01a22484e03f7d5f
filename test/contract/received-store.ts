import { say } from 'en16931-rules/vocabulary/message.ts';
import assert from 'node:assert/strict';
import type { ReceivedRecord } from '../../src/domain/lifecycle/received-record.ts';
import type { Change } from '../../src/ports/ledger.ts';
import type { ReceivedQuery, ReceivedStore } from '../../src/ports/received-store.ts';
import { after, aReceipt, hex, START } from '../support/records.ts';
import { on } from './each.ts';
import { idsOf, sequences, taken as takenInvoice } from './invoices.ts';
import type { Open } from './kept.ts';

async function taken(store: ReceivedStore, own: Partial<ReceivedRecord> = {}): Promise<ReceivedRecord> {
  const result = await store.takeIn(aReceipt(own));
  assert.equal(result.outcome, 'taken');
  return result.received;
}

/** The next change of a record: one more version and event. */
function changeOf(record: ReceivedRecord, own: Partial<ReceivedRecord> = {}): Change<ReceivedRecord> {
  const sequence = record.lastSequence + 1;
  const next = { ...record, version: record.version + 1, lastSequence: sequence, ...own };
  const [event] = aReceipt(next).events;
  const text = event!.text.replace('"sequence":1', `"sequence":${sequence}`);
  return { record: next, events: [{ ...event!, sequence, text }], audit: [], files: [] };
}

const NOT_RUN = { code: 'KOSIT-RUN', whoActs: 'us', openedAt: after(10) } as const;
const ALL = { sort: 'oldest', page: 1, pageSize: 25 } as const;

export function describesAReceivedStore(open: Open): void {
  const it = on(open);
  const sha = hex(64);

  describe('an intake', () => {
    it('is returned unchanged, complete and minimal, with its event and its file', async (kept) => {
      const { received, other, eventFeed, sealed } = kept;
      const plain = await taken(received);
      const whole = await taken(received, {
        railId: 'rail/1',
        issueDate: '2026-03-01',
        sealedSummary: 'sealed',
        errors: [{ code: 'BR-1', severity: 'error', source: 'EN16931', message: 'no' }],
        warnings: [{ code: 'W-1', severity: 'warning', source: 'EN16931', message: 'so' }],
        care: [NOT_RUN],
        crashes: 1,
      });
      for (const one of [plain, whole]) assert.deepEqual(await other.received.find(one.id), one);
      assert.deepEqual(sequences(await eventFeed.events(plain.id)), [1]);
      const ofBoth = await eventFeed.eventsOf([whole.id, 'rcv_none', plain.id]);
      assert.deepEqual(
        [...ofBoth].map(([id, events]) => [id, sequences(events)]),
        [
          [whole.id, [1]],
          ['rcv_none', []],
          [plain.id, [1]],
        ],
      );
      const entries = await other.eventFeed.outbox(undefined, 9);
      assert.deepEqual(entries.map(({ invoiceId }) => invoiceId).sort(), [plain.id, whole.id].sort());
      assert.ok(await sealed.content('acme', plain.documentSha256));
      assert.equal(await received.find('rcv_none'), undefined);
    });

    it('stores a document once, by its id at the route or by its bytes', async ({ received }) => {
      const first = await taken(received, { railId: 'A', documentSha256: sha });
      const outcomes = async (own: Partial<ReceivedRecord>) => {
        const result = await received.takeIn(aReceipt(own));
        return [result.outcome, result.received.id === first.id];
      };
      assert.deepEqual(await outcomes({ railId: 'A', documentSha256: sha }), ['held', true]);
      assert.deepEqual(await outcomes({ railId: 'A' }), ['conflict', true]);
      assert.deepEqual(await outcomes({ documentSha256: sha }), ['held', true], 'the same bytes');
      assert.deepEqual(await outcomes({ railId: 'B', documentSha256: sha }), ['taken', false]);
      assert.deepEqual(await outcomes({ railId: 'A', route: 'FR-PA' }), ['taken', false]);
      assert.deepEqual(await outcomes({ railId: 'A', client: 'other' }), ['taken', false]);
      assert.equal((await received.list(ALL)).total, 4);
      assert.equal(await received.holds('acme', 'PEPPOL', 'B'), true);
      assert.equal(await received.holds('acme', 'PEPPOL', 'C'), false);
      assert.equal(await received.holds('other', 'PEPPOL', 'B'), false);
    });

    it('is found by its number, within its client and route, the newest first', async ({
      received,
      other,
    }) => {
      const [first, second] = [
        await taken(received, { invoiceNumber: 'N-1' }),
        await taken(received, { invoiceNumber: 'N-1', createdAt: after(10), presentStatus: 'refused' }),
      ];
      await taken(received, { invoiceNumber: 'N-1', client: 'other' });
      const elsewhere = await taken(received, {
        ...{ invoiceNumber: 'N-1', route: 'FR-PA' },
        createdAt: after(20),
      });
      await taken(received, { invoiceNumber: 'N-2' });
      const onRoute = { client: 'acme', route: 'PEPPOL', invoiceNumber: 'N-1', limit: 20 } as const;
      assert.deepEqual(await other.received.findNumbered(onRoute), [second, first]);
      assert.deepEqual(await other.received.findNumbered({ ...onRoute, limit: 1 }), [second]);
      assert.deepEqual(await other.received.findNumbered({ ...onRoute, invoiceNumber: 'N-3' }), []);
      const { route: _, ...anywhere } = onRoute;
      assert.deepEqual(await other.received.findNumbered(anywhere), [elsewhere, second, first]);
      assert.deepEqual(await other.received.findNumbered({ ...anywhere, limit: 2 }), [elsewhere, second]);
    });

    it('is found by its number as soon as it is taken in, also of two that two processes take in at once', async ({
      received,
      other,
    }) => {
      for (let n = 0; n < 10; n += 1) {
        const query = { client: 'acme', invoiceNumber: `T-${n}`, limit: 20 } as const;
        const takeIn = async (store: ReceivedStore): Promise<readonly [string, readonly string[]]> => {
          const { id } = await taken(store, { invoiceNumber: query.invoiceNumber });
          return [id, idsOf(await store.findNumbered(query))];
        };
        const [one, another] = await Promise.all([takeIn(received), takeIn(other.received)]);
        assert.ok(
          one[1].includes(another[0]) || another[1].includes(one[0]),
          'the later one finds the other',
        );
      }
    });

    it('is found by what came of its answer, in the list, its counts and in order', async ({ received }) => {
      const answered = {
        answerStatus: 'accepted',
        answerId: 'sts_1',
        answerAt: after(1),
        sealedAnswer: 'sealed',
      } as const;
      const rows = [
        {},
        { ...answered, answerState: 'under_way' },
        { ...answered, answerState: 'handed_over', presentStatus: 'accepted' },
        { ...answered, answerState: 'failed', issueDate: '2026-03-01' },
        { presentStatus: 'cancelled' },
        { route: 'PL-KSEF' },
        { answerBar: say('statuses.no-answer-over', { route: 'PEPPOL' }) },
        { ...answered, answerState: 'handed_over', answerBar: 'It cannot be sent.', answerBasis: '0.1.0' },
        { client: 'other' },
      ] as const;
      for (const [n, own] of rows.entries()) {
        const record = await taken(received, { railId: String(n), createdAt: after(n), ...own });
        assert.deepEqual(await received.find(record.id), record);
      }
      const found = async (query: Partial<ReceivedQuery>) => {
        const of = { client: 'acme', ...query };
        const page = await received.list({ ...ALL, ...of });
        assert.equal(page.total, page.invoices.length);
        assert.deepEqual(await received.countByState(of), page.countsByState);
        const inOrder = await received.inOrder(of, undefined, 9);
        assert.deepEqual(idsOf(inOrder), idsOf(page.invoices));
        const [first] = inOrder;
        if (first) assert.deepEqual(idsOf(await received.inOrder(of, first, 9)), idsOf(inOrder.slice(1)));
        return page.invoices.map(({ railId }) => railId);
      };
      assert.deepEqual(await found({ answers: ['none'] }), ['0']);
      assert.deepEqual(await found({ answers: ['none', 'failed'] }), ['0', '3']);
      assert.deepEqual(await found({ answers: ['under_way', 'handed_over'] }), ['1', '2', '7']);
      assert.deepEqual(await found({ answers: ['failed'], issuedFrom: '2026-03-01' }), ['3']);
      assert.deepEqual(await found({ answers: ['none'], routes: ['PL-KSEF'] }), []);
      assert.deepEqual(await found({ answers: ['none'], states: ['validated'] }), []);
    });

    it('recognises a document without an id of the route if it arrives again with one', async ({
      received,
    }) => {
      const first = await taken(received, { documentSha256: sha });
      const again = await received.takeIn(aReceipt({ documentSha256: sha, railId: 'A' }));
      assert.deepEqual([again.outcome, again.received.id], ['held', first.id]);
      const changed = await received.takeIn(aReceipt({ railId: 'A' }));
      assert.deepEqual([changed.outcome, changed.received.id], ['conflict', first.id]);
    });

    it('returns the record of the first try of the same call', async ({ received }) => {
      const first = await taken(received, { intakeKey: 'one', documentSha256: sha });
      const again = await received.takeIn(aReceipt({ intakeKey: 'one', documentSha256: sha }));
      assert.deepEqual([again.outcome, again.received.id], ['taken', first.id]);
    });

    it('stores one of two simultaneous ones, with the id of the route and without', async ({
      received,
      other,
    }) => {
      for (let round = 0; round < 10; round += 1) {
        const documentSha256 = String(round).padStart(64, '0');
        const [one, another] = await Promise.all([
          received.takeIn(aReceipt({ documentSha256, railId: `A${round}` })),
          other.received.takeIn(aReceipt({ documentSha256 })),
        ]);
        assert.equal(one.received.id, another.received.id);
        assert.deepEqual([one.outcome, another.outcome].sort(), ['held', 'taken']);
      }
      assert.equal((await received.list(ALL)).total, 10);
    });

    it('stores two with different ids of the route, also if they arrive at the same time', async ({
      received,
      other,
    }) => {
      const results = await Promise.all([
        received.takeIn(aReceipt({ documentSha256: sha, railId: 'A' })),
        other.received.takeIn(aReceipt({ documentSha256: sha, railId: 'B' })),
      ]);
      assert.deepEqual(
        results.map(({ outcome }) => outcome),
        ['taken', 'taken'],
      );
      assert.equal((await received.list(ALL)).total, 2);
    });

    it('stores one of many simultaneous ones in two processes', async ({ received, other }) => {
      const results = await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          (n % 2 ? received : other.received).takeIn(
            aReceipt({ documentSha256: sha, ...(n % 3 !== 0 && { railId: 'A' }) }),
          ),
        ),
      );
      assert.deepEqual(
        results
          .map(({ outcome }) => outcome)
          .sort()
          .slice(-2),
        ['held', 'taken'],
      );
      assert.equal(new Set(results.map((result) => result.received.id)).size, 1);
      const { total, countsByState } = await received.list(ALL);
      assert.deepEqual([total, countsByState], [1, { received: 1 }]);
    });

    it('does not block sent invoices of the same client', async ({ received, invoices }) => {
      await taken(received, { documentSha256: sha, invoiceRef: 'X' });
      const sent = await takenInvoice(invoices, { fingerprint: sha, invoiceRef: 'X' });
      const { invoices: listed, countsByState } = await invoices.list(ALL);
      assert.deepEqual(idsOf(listed), [sent.id]);
      assert.deepEqual(countsByState, { queued: 1 });
      assert.deepEqual((await invoices.tally(START)).byState, { queued: 1 });
    });
  });

  describe('work', () => {
    const lease = (token: string, ms = 60_000) => ({ token, until: after(ms) });

    it('belongs to one worker at a time, and a commit under a lost lease is refused', async (kept) => {
      const { received, other, eventFeed } = kept;
      const { id } = await taken(received);
      const leases = await Promise.all([
        received.lease(id, lease('a'), START),
        other.received.lease(id, lease('b'), START),
      ]);
      const [held, ...more] = leases.filter((record) => record !== undefined);
      assert.equal(more.length, 0);
      const change = changeOf(held!, { state: 'validated', dueAt: null, lease: null });
      assert.equal(await other.received.commit({ ...change, lease: 'lost' }), 'conflict');
      assert.equal(await received.commit({ ...change, lease: held!.lease!.token }), 'committed');
      assert.deepEqual(await other.received.find(id), change.record);
      assert.deepEqual(sequences(await eventFeed.events(id)), [1, 2]);
      assert.equal(await received.lease(id, lease('c'), START), undefined, 'nothing is due');
    });

    it('is found if it is due and has no lease', async ({ received }) => {
      const late = await taken(received);
      await taken(received, { dueAt: after(1000) });
      const held = await taken(received);
      await received.lease(held.id, lease('a'), START);
      await taken(received, { dueAt: null });
      assert.deepEqual(await received.listNeglected(after(500), after(500), 9), [late.id]);
    });
  });

  describe('lists', () => {
    it('have pages and filters, and count states with every filter except state', async ({
      received,
      other,
    }) => {
      const made: ReceivedRecord[] = [];
      for (let n = 0; n < 30; n += 1)
        made.push(
          await taken(received, {
            id: `rcv_${String(n).padStart(24, '0')}`,
            client: n % 3 === 0 ? 'other' : 'acme',
            route: n % 2 === 0 ? 'PEPPOL' : 'FR-PA',
            invoiceRef: `REF-${n}`,
            createdAt: after(Math.floor(n / 8) * 86_400_000 + n),
          }),
        );
      const [first] = made;
      await other.received.commit(changeOf(first!, { state: 'validated', dueAt: null }));
      const newest = await received.list({ sort: 'newest', page: 9, pageSize: 25 });
      assert.deepEqual([newest.page, newest.total], [2, 30]);
      assert.deepEqual(idsOf(newest.invoices), idsOf(made.slice(0, 5).reverse()));
      assert.deepEqual(newest.countsByState, { received: 29, validated: 1 });
      const validated = await received.list({ ...ALL, client: 'other', states: ['validated'] });
      assert.deepEqual([idsOf(validated.invoices), validated.total], [[first!.id], 1]);
      assert.deepEqual(validated.countsByState, { received: 9, validated: 1 });
      const some = await received.list({ ...ALL, q: 'ref-1', routes: ['FR-PA'], receivedFrom: '2026-03-03' });
      assert.deepEqual(idsOf(some.invoices), idsOf([11, 13, 15, 17, 19].map((n) => made[n]!)));
    });

    it('are found by the days of the invoices, in the list and in order', async ({ received, other }) => {
      const days = ['2026-06-30', '2026-07-01', '2026-09-30', '2026-10-01'];
      const made: ReceivedRecord[] = [];
      for (const [n, issueDate] of days.entries())
        made.push(await taken(received, { createdAt: after(n), issueDate }));
      await taken(received);
      const quarter = { issuedFrom: '2026-07-01', issuedTo: '2026-09-30' };
      const expected = idsOf(made.slice(1, 3));
      const { invoices, total } = await other.received.list({ ...ALL, ...quarter });
      assert.deepEqual([idsOf(invoices), total], [expected, 2]);
      assert.deepEqual(idsOf(await received.inOrder(quarter, undefined, 9)), expected);
      assert.equal((await received.list({ ...ALL, ...quarter, client: 'other' })).total, 0);
    });

    it('have and count records with open care rows', async ({ received, other, invoices }) => {
      const stuck = await taken(received);
      await received.commit(changeOf(stuck, { dueAt: null, care: [NOT_RUN] }));
      const listed = await other.received.careList({ status: 'open' });
      assert.deepEqual(
        listed.map(({ id, row }) => [id, row.code]),
        [[stuck.id, 'KOSIT-RUN']],
      );
      assert.deepEqual(await received.careList({ status: 'all', id: stuck.id }), listed);
      assert.deepEqual(await received.careList({ status: 'all', id: 'rcv_none' }), []);
      assert.deepEqual(await received.careList({ status: 'open', client: 'other' }), []);
      assert.deepEqual(await received.careList({ status: 'handled', client: 'acme' }), []);
      assert.deepEqual(await received.tally(START), { byState: { received: 1 }, openCare: 1 });
      assert.deepEqual(await invoices.careList({ status: 'all' }), []);
    });
  });

  describe('retention', () => {
    it('removes finished records, and accepts their documents again', async (kept) => {
      const { received, invoices, eventFeed, other } = kept;
      const ended = { dueAt: null, updatedAt: START } as const;
      const old = await taken(received, { ...ended, documentSha256: sha, railId: 'A' });
      const fresh = await taken(received, { ...ended, updatedAt: after(10) });
      const due = await taken(received);
      const open = await taken(received, { ...ended, care: [NOT_RUN] });
      const handled = await taken(received, { ...ended, care: [{ ...NOT_RUN, handledAt: START }] });
      const foreign = await taken(received, { ...ended, client: 'other' });
      // The feed gets the events before the removal.
      await invoices.tidyUp();
      assert.equal(await received.remove({ client: 'acme', endedBefore: after(5) }, 9), 2);
      for (const gone of [old, handled]) assert.equal(await other.received.find(gone.id), undefined);
      for (const { id } of [fresh, due, open, foreign]) assert.ok(await other.received.find(id));
      assert.deepEqual(await eventFeed.events(old.id), []);
      const told = (await other.eventFeed.outbox(undefined, 20)).map(({ invoiceId }) => invoiceId);
      assert.ok(told.includes(fresh.id) && !told.includes(old.id));
      const { total, countsByState } = await received.list(ALL);
      assert.deepEqual([total, countsByState], [4, { received: 4 }]);
      assert.equal(await received.remove({ client: 'acme', endedBefore: after(5) }, 9), 0);
      await taken(received, { documentSha256: sha, railId: 'A' });
    });
  });
}
