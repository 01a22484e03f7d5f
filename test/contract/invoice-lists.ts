import assert from 'node:assert/strict';
import type { CareRow, InvoiceRecord } from '../../src/domain/lifecycle/invoice-record.ts';
import { type InvoiceQuery, MAX_ATTEMPTS, type OrderQuery } from '../../src/ports/invoice-reads.ts';
import type { InvoiceStore } from '../../src/ports/invoice-store.ts';
import { after, anIntake, START } from '../support/records.ts';
import { on } from './each.ts';
import { changeOf, idsOf, taken } from './invoices.ts';
import type { Open } from './kept.ts';

export function describesListing(open: Open): void {
  const it = on(open);

  describe('a list', () => {
    it('sorts by time and id, and gives the last page for one past the end', async ({ invoices }) => {
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

    it('pages through the invoices of many days, in every state', async ({ invoices, other }) => {
      const made: InvoiceRecord[] = [];
      for (let n = 0; n < 80; n += 1) {
        const createdAt = after(Math.floor(n / 9) * 86_400_000 + (n % 9));
        const own = { client: n % 4 === 0 ? 'other' : 'acme', invoiceRef: `ref-${n}-${n % 5}` };
        const record = await taken(invoices, { ...own, createdAt });
        const isRefused = n % 3 === 0;
        if (isRefused) await other.invoices.commit(changeOf(record, { state: 'rejected', dueAt: null }));
        made.push(isRefused ? { ...record, state: 'rejected' } : record);
      }
      const filters: readonly Partial<InvoiceQuery>[] = [
        {},
        { client: 'acme' },
        { states: ['rejected'] },
        { client: 'acme', states: ['queued', 'ready'] },
        { states: ['ready'] },
        { receivedFrom: '2026-03-05' },
        { receivedTo: '2026-03-05', states: ['rejected'] },
        { q: '-3' },
        { q: '-3', states: ['rejected'], receivedFrom: '2026-03-04', receivedTo: '2026-03-08' },
      ];
      const isListed = (
        record: InvoiceRecord,
        { client, states, q, receivedFrom, receivedTo }: Partial<InvoiceQuery>,
      ) =>
        (client === undefined || record.client === client) &&
        (!states || states.includes(record.state)) &&
        (q === undefined || record.invoiceRef.includes(q)) &&
        (receivedFrom === undefined || record.createdAt.toISOString() >= receivedFrom) &&
        (receivedTo === undefined || record.createdAt.toISOString().slice(0, 10) <= receivedTo);
      for (const filter of filters) {
        const { countsByState } = await invoices.list({ ...filter, sort: 'newest', page: 1, pageSize: 25 });
        assert.deepEqual(await invoices.countByState(filter), countsByState);
      }
      for (const filter of filters)
        for (const sort of ['oldest', 'newest'] as const) {
          const expected = made.filter((record) => isListed(record, filter));
          const pages: string[] = [];
          for (let page = 1; page <= Math.max(1, Math.ceil(expected.length / 7)); page += 1)
            pages.push(...idsOf((await invoices.list({ ...filter, sort, page, pageSize: 7 })).invoices));
          assert.deepEqual(pages, idsOf(sort === 'newest' ? [...expected].reverse() : expected));
        }
    });

    it('finds the invoices whose deadline, or whose next work, comes before a time', async ({ invoices }) => {
      const times = [
        { deadlineAt: after(10_000), dueAt: after(1_000) },
        { deadlineAt: after(20_000), dueAt: after(3_000) },
        { dueAt: after(2_000) },
        { deadlineAt: after(15_000), dueAt: null },
      ];
      for (const [n, own] of times.entries())
        await taken(invoices, { createdAt: after(n * 86_400_000), invoiceRef: `ref-${n}`, ...own });
      const query = { sort: 'oldest', page: 1, pageSize: 25 } as const;
      const found = async (filter: Partial<InvoiceQuery>) => {
        const page = await invoices.list({ ...query, ...filter });
        assert.equal(page.total, page.invoices.length);
        assert.equal(
          Object.values(page.countsByState).reduce((sum, count) => sum + count, 0),
          page.total,
        );
        return page.invoices.map(({ invoiceRef }) => invoiceRef);
      };
      assert.deepEqual(await found({ deadlineBefore: after(20_000) }), ['ref-0', 'ref-3']);
      assert.deepEqual(await found({ dueBefore: after(3_000) }), ['ref-0', 'ref-2']);
      assert.deepEqual(await found({ deadlineBefore: after(99_000), dueBefore: after(3_000) }), ['ref-0']);
      assert.deepEqual(await found({ dueBefore: after(9_000), q: '-1' }), ['ref-1']);
    });

    it('finds what is to be fetched, and every other invoice', async ({ invoices }) => {
      const times = [
        { toFetchSince: after(1_000) },
        { toFetchSince: after(1_000), fetchedAt: after(2_000) },
        { toFetchSince: after(1_000), mailedAt: after(2_000) },
        { toFetchSince: after(1_000), fetchedAt: after(2_000), mailedAt: after(3_000) },
        // Of an older version.
        {},
      ];
      for (const [n, own] of times.entries())
        await taken(invoices, { createdAt: after(n), invoiceRef: `ref-${n}`, state: 'ready', ...own });
      const found = async (filter: Partial<InvoiceQuery>) => {
        const page = await invoices.list({ sort: 'oldest', page: 1, pageSize: 25, ...filter });
        assert.equal(page.total, page.invoices.length);
        assert.deepEqual(page.countsByState, page.total > 0 ? { ready: page.total } : {});
        assert.deepEqual(await invoices.countByState(filter), page.countsByState);
        const inOrder = await invoices.inOrder(filter, undefined, 9);
        assert.deepEqual(idsOf(inOrder), idsOf(page.invoices));
        const [first] = inOrder;
        assert.deepEqual(idsOf(await invoices.inOrder(filter, first, 9)), idsOf(inOrder.slice(1)));
        return page.invoices.map(({ invoiceRef }) => invoiceRef);
      };
      assert.deepEqual(await found({ fetch: 'open' }), ['ref-0']);
      assert.deepEqual(await found({ fetch: 'open', states: ['ready'], q: '-0' }), ['ref-0']);
      assert.deepEqual(await found({ fetch: 'done' }), ['ref-1', 'ref-2', 'ref-3', 'ref-4']);
      assert.deepEqual(await found({ fetch: 'done', q: '-1', states: ['ready'] }), ['ref-1']);
    });

    it('finds the invoices whose deadline comes before a time of their route', async ({ invoices }) => {
      const rows = [
        { route: 'PL-KSEF', deadlineAt: after(10_000) },
        { route: 'RO-EFACTURA', deadlineAt: after(10_000) },
        { route: 'PL-KSEF', deadlineAt: after(20_000) },
        { route: 'PL-KSEF' },
        { route: 'PEPPOL', deadlineAt: after(1_000) },
      ] as const;
      for (const [n, own] of rows.entries())
        await taken(invoices, { createdAt: after(n * 86_400_000), invoiceRef: `ref-${n}`, ...own });
      const found = async (filter: Partial<InvoiceQuery>) => {
        const page = await invoices.list({ sort: 'oldest', page: 1, pageSize: 25, ...filter });
        assert.equal(page.total, page.invoices.length);
        return page.invoices.map(({ invoiceRef }) => invoiceRef);
      };
      const deadlineByRoute = [
        { route: 'PL-KSEF', before: after(20_000) },
        { route: 'RO-EFACTURA', before: after(20_000) },
      ] as const;
      assert.deepEqual(await found({ deadlineByRoute }), ['ref-0', 'ref-1']);
      assert.deepEqual(await found({ deadlineByRoute, q: '-1' }), ['ref-1']);
      assert.deepEqual(await found({ deadlineByRoute, routes: ['PL-KSEF'] }), ['ref-0']);
      const narrow = [deadlineByRoute[0], { route: 'RO-EFACTURA', before: after(10_000) }] as const;
      assert.deepEqual(await found({ deadlineByRoute: narrow }), ['ref-0']);
    });

    it('finds the invoices whose deadline is between two times of their route', async ({ invoices }) => {
      for (const [n, deadlineAt] of [after(10_000), after(20_000), after(30_000)].entries())
        await taken(invoices, { route: 'PL-KSEF', invoiceRef: `ref-${n}`, createdAt: after(n), deadlineAt });
      const deadlineByRoute = [{ route: 'PL-KSEF', from: after(20_000), before: after(30_000) }] as const;
      const { invoices: found } = await invoices.list({
        deadlineByRoute,
        sort: 'oldest',
        page: 1,
        pageSize: 25,
      });
      assert.deepEqual(
        found.map(({ invoiceRef }) => invoiceRef),
        ['ref-1'],
      );
    });

    it('finds what is still to be filed: not what arrived, was cancelled or was sent again', async ({
      invoices,
    }) => {
      const rows = [
        { invoiceRef: 'refused', state: 'rejected' },
        { invoiceRef: 'refused', state: 'rejected' },
        { invoiceRef: 'arrived', state: 'rejected' },
        { invoiceRef: 'arrived', state: 'ready' },
        { invoiceRef: 'taken back', state: 'dead_letter' },
        { invoiceRef: 'taken back', state: 'cancelled' },
        { invoiceRef: 'waits', state: 'queued' },
        { invoiceRef: 'sent', state: 'submitted' },
        { invoiceRef: 'waits', state: 'delivered', client: 'beta' },
      ] as const;
      const made: string[] = [];
      for (const [n, own] of rows.entries()) {
        const createdAt = after(Math.floor(n / 3) * 86_400_000 + (n % 3));
        const { id } = await taken(invoices, {
          deadlineAt: after(n),
          invoiceNumber: `no ${n}`,
          ...own,
          createdAt,
        });
        made.push(id);
      }
      const found = async (filter: Partial<InvoiceQuery>) => {
        const query = { client: 'acme', filing: 'open', ...filter } as const;
        const page = await invoices.list({ sort: 'oldest', page: 1, pageSize: 25, ...query });
        assert.equal(page.total, page.invoices.length);
        assert.deepEqual(idsOf(await invoices.inOrder(query, undefined, 9)), idsOf(page.invoices));
        return page.invoices.map(({ id }) => made.indexOf(id));
      };
      assert.deepEqual(await found({}), [1, 4, 6]);
      assert.deepEqual(await found({ client: undefined }), [1, 4, 6]);
      assert.deepEqual(await found({ states: ['rejected', 'ready'] }), [1]);
      assert.deepEqual(await found({ deadlineBefore: after(4) }), [1]);
      assert.deepEqual(await found({ q: 'take' }), [4]);
      const query = { client: 'acme', filing: 'open', sort: 'newest', pageSize: 1 } as const;
      const second = await invoices.list({ ...query, page: 2 });
      assert.deepEqual([idsOf(second.invoices), second.total], [[made[4]], 3]);
      assert.deepEqual(second.countsByState, { rejected: 1, dead_letter: 1, queued: 1 });
      const next = await invoices.inOrder({ client: 'acme', filing: 'open' }, second.invoices[0], 9);
      assert.deepEqual(idsOf(next), [made[6]]);
    });

    it('shows an invoice as to be filed again once what was sent after it is cancelled or deleted', async ({
      invoices,
    }) => {
      const refused = { invoiceRef: 'again', state: 'rejected', dueAt: null } as const;
      const first = await taken(invoices, { ...refused, createdAt: after(0) });
      const open = async (own: Partial<InvoiceQuery> = {}) => {
        const query = { client: 'acme', filing: 'open', ...own } as const;
        const { invoices: some } = await invoices.list({ sort: 'newest', page: 1, pageSize: 25, ...query });
        assert.deepEqual(idsOf(await invoices.inOrder(query, undefined, 9)), idsOf(some).reverse());
        return idsOf(some).reverse();
      };
      const second = await taken(invoices, { ...refused, createdAt: after(1000), state: 'queued' });
      assert.deepEqual(await open(), [second.id]);
      const third = await taken(invoices, { ...refused, createdAt: after(2000), state: 'queued' });
      assert.deepEqual(await open(), [third.id]);
      assert.deepEqual(await open({ states: ['rejected'] }), []);
      await invoices.commit(changeOf(second, { state: 'cancelled' }));
      assert.deepEqual(await open(), [third.id]);
      await invoices.commit(changeOf(third, { state: 'cancelled' }));
      assert.deepEqual(await open(), [first.id]);
      assert.deepEqual(await open({ client: undefined }), [first.id]);
      // The same reference of another client is another document.
      const other = await taken(invoices, { ...refused, createdAt: after(3000), client: 'beta' });
      assert.deepEqual(await open({ client: undefined }), [first.id, other.id]);
      const fourth = await taken(invoices, { ...refused, createdAt: after(4000), state: 'delivered' });
      assert.deepEqual(await open(), []);
      await invoices.commit(changeOf(fourth, { state: 'rejected' }));
      assert.deepEqual(await open(), [fourth.id]);
      await invoices.remove({ client: 'beta' }, 9);
      assert.deepEqual(await open({ client: undefined }), [fourth.id]);
    });

    it('finds invoices by what their buyer has answered last', async ({ invoices }) => {
      const answers = ['under_query', null, 'accepted', 'disputed'];
      for (const [n, buyerStatus] of answers.entries())
        await taken(invoices, {
          ...{ createdAt: after(n * 86_400_000), invoiceRef: `ref-${n}`, state: 'delivered' },
          buyerStatus,
        });
      const found = async (filter: Partial<InvoiceQuery>) => {
        const page = await invoices.list({ sort: 'oldest', page: 1, pageSize: 25, ...filter });
        assert.equal(page.total, page.invoices.length);
        assert.deepEqual(idsOf(await invoices.inOrder(filter, undefined, 9)), idsOf(page.invoices));
        return page.invoices.map(({ invoiceRef }) => invoiceRef);
      };
      const buyerStatuses = ['under_query', 'disputed'] as const;
      assert.deepEqual(await found({ buyerStatuses }), ['ref-0', 'ref-3']);
      assert.deepEqual(await found({ buyerStatuses, client: 'acme', q: '-3' }), ['ref-3']);
      assert.deepEqual(await found({ buyerStatuses, client: 'beta' }), []);
      assert.deepEqual(await found({ buyerStatuses: ['paid'] }), []);
    });

    it('finds invoices whose buyer waits until a person has closed the row about it', async ({
      invoices,
    }) => {
      const [openedAt, handledAt] = [after(0), after(1000)];
      const row = { code: 'EI-BUYER-ASKS', whoActs: 'business', openedAt } as const;
      const rows = {
        open: [row],
        'of-old': [],
        other: [{ ...row, code: 'EI-OVERDUE', handledAt }],
        answered: [{ ...row, handledAt }],
      };
      for (const [n, [invoiceRef, care]] of Object.entries(rows).entries()) {
        const shared = { createdAt: after(n * 1000), state: 'delivered', buyerStatus: 'disputed' } as const;
        await taken(invoices, { ...shared, invoiceRef, care });
      }
      await taken(invoices, { ...{ invoiceRef: 'paid', createdAt: after(9000) }, buyerStatus: 'paid' });
      const found = async (filter: Partial<InvoiceQuery>) => {
        const query = { ...filter, buyerAsks: 'open' } as const;
        const page = await invoices.list({ sort: 'oldest', page: 1, pageSize: 25, ...query });
        assert.deepEqual(idsOf(await invoices.inOrder(query, undefined, 9)), idsOf(page.invoices));
        const counts = Object.values(await invoices.countByState(query));
        assert.equal(
          counts.reduce((sum, n) => sum + n, 0),
          page.total,
        );
        return page.invoices.map(({ invoiceRef }) => invoiceRef);
      };
      assert.deepEqual(await found({}), ['open', 'of-old', 'other']);
      assert.deepEqual(await found({ client: 'acme', q: 'open' }), ['open']);
      assert.deepEqual(await found({ client: 'beta' }), []);
    });

    it('finds invoices by their own days, in the list and in order, whatever day they came in', async ({
      invoices,
    }) => {
      const days = ['2026-06-30', '2026-07-01', '2026-09-30', '2026-10-01', undefined];
      for (const [n, issueDate] of days.entries())
        await taken(invoices, {
          createdAt: after((9 - n) * 86_400_000),
          invoiceRef: `ref-${n}`,
          ...(issueDate !== undefined && { issueDate }),
        });
      const refs = (some: readonly InvoiceRecord[]) => some.map(({ invoiceRef }) => invoiceRef).sort();
      const found = async (filter: Partial<InvoiceQuery>) => {
        const page = await invoices.list({ sort: 'oldest', page: 1, pageSize: 25, ...filter });
        assert.equal(page.total, page.invoices.length);
        assert.deepEqual(page.countsByState, page.total > 0 ? { queued: page.total } : {});
        assert.deepEqual(refs(await invoices.inOrder(filter, undefined, 9)), refs(page.invoices));
        return refs(page.invoices);
      };
      const quarter = { issuedFrom: '2026-07-01', issuedTo: '2026-09-30' };
      assert.deepEqual(await found(quarter), ['ref-1', 'ref-2']);
      assert.deepEqual(await found({ ...quarter, client: 'acme', q: '-2' }), ['ref-2']);
      assert.deepEqual(await found({ ...quarter, client: 'beta' }), []);
      assert.deepEqual(await found({ issuedTo: '2026-07-01' }), ['ref-0', 'ref-1']);
      assert.deepEqual(await found({ issuedFrom: '2026-10-01' }), ['ref-3']);
      const day = after(8 * 86_400_000)
        .toISOString()
        .slice(0, 10);
      assert.deepEqual(await found({ ...quarter, receivedFrom: day }), ['ref-1']);
    });

    it('continues after an invoice in order, also if others are deleted meanwhile', async ({
      invoices,
      other,
    }) => {
      const made: InvoiceRecord[] = [];
      for (let n = 0; n < 9; n += 1)
        made.push(
          await taken(invoices, {
            client: n % 3 ? 'acme' : 'beta',
            createdAt: after(Math.floor(n / 2) * 43_200_000),
            updatedAt: START,
          }),
        );
      const sorted = made.sort(
        (one, two) => Number(one.createdAt) - Number(two.createdAt) || (one.id < two.id ? -1 : 1),
      );
      const walk = async (query: OrderQuery, inBetween?: () => Promise<unknown>): Promise<string[]> => {
        const ids: string[] = [];
        for (let last: InvoiceRecord | undefined; ; await inBetween?.()) {
          const some = await other.invoices.inOrder(query, last, 2);
          ids.push(...idsOf(some));
          last = some.at(-1);
          if (!last) return ids;
        }
      };
      const expected = (isMeant: (record: InvoiceRecord) => boolean) => idsOf(sorted.filter(isMeant));
      assert.deepEqual(
        await walk({}),
        expected(() => true),
      );
      assert.deepEqual(
        await walk({ client: 'acme', receivedFrom: '2026-03-03', receivedTo: '2026-03-03' }),
        expected(
          ({ client, createdAt }) => client === 'acme' && createdAt.toISOString().startsWith('2026-03-03'),
        ),
      );
      const acme = expected(({ client }) => client === 'acme');
      const all = await walk({}, () => invoices.remove({ client: 'beta' }, 1));
      assert.deepEqual(
        all.filter((id) => acme.includes(id)),
        acme,
      );
    });

    it('filters, and counts states with every filter except state', async ({ invoices }) => {
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
      const first = await invoices.inOrder({ ...query, states: ['ready', 'queued'] }, undefined, 1);
      const second = await invoices.inOrder({ ...query, states: ['ready', 'queued'] }, first[0], 5);
      assert.deepEqual([...idsOf(first), ...idsOf(second)], idsOf(ready.invoices));
      assert.deepEqual(idsOf((await invoices.list({ ...query, q: '100%' })).invoices), [number.id]);
      assert.deepEqual((await invoices.list({ ...query, q: '.*' })).invoices, []);
      const greek = await taken(invoices, { ...wanted, invoiceRef: 'ΟΔΟΣΑ' });
      assert.deepEqual(idsOf((await invoices.list({ ...query, q: 'οδοσ' })).invoices), [greek.id]);
      assert.deepEqual(idsOf((await invoices.list({ ...query, q: 'ΟΔΟΣ' })).invoices), [greek.id]);
      assert.deepEqual((await invoices.list({ ...query, q: '_rder' })).invoices, []);
      assert.deepEqual((await invoices.list({ ...query, q: 'order\u0000' })).invoices, []);
    });

    it('finds an invoice by each reference under which it came again, also one of later', async ({
      invoices,
    }) => {
      const find = async (q: string) =>
        idsOf((await invoices.list({ client: 'refs', q, sort: 'newest', page: 1, pageSize: 25 })).invoices);
      const first = await taken(invoices, { client: 'refs', invoiceRef: 'A-1' });
      assert.deepEqual(await find('b-1'), []);
      let record = first;
      for (const alsoSentAs of [['B-1'], ['B-1', 'C-1']]) {
        const change = { ...record, alsoSentAs, version: record.version + 1 };
        assert.equal(
          await invoices.commit({ record: change, events: [], audit: [], files: [] }),
          'committed',
        );
        record = change;
      }
      for (const q of ['a-1', 'b-1', 'c-1']) assert.deepEqual(await find(q), [first.id], q);
      assert.deepEqual((await invoices.find(first.id))?.alsoSentAs, ['B-1', 'C-1']);
    });

    it('finds umlauts in any case', async ({ invoices }) => {
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
      const second = await taken(invoices, { invoiceRef, invoiceNumber: 'RE-2', createdAt: after(1) });
      const first = await taken(invoices, { invoiceRef, state: 'rejected' });
      await taken(invoices, { invoiceRef, client: 'other' });
      assert.deepEqual(await invoices.attempts([{ client: 'acme', invoiceRef }]), [
        [
          { id: first.id, state: 'rejected', createdAt: START },
          { id: second.id, invoiceNumber: 'RE-2', state: 'queued', createdAt: after(1) },
        ],
      ]);
    });

    it('links the attempts of several documents, in the order of the query', async ({ invoices }) => {
      const client = 'acme';
      const invoiceRef = 'Größe "4\\2"\n';
      const newer = await taken(invoices, { client, invoiceRef, createdAt: after(1) });
      const older = await taken(invoices, { client, invoiceRef });
      const others = await taken(invoices, { client: 'other', invoiceRef, createdAt: after(2) });
      const number = await taken(invoices, { client, invoiceRef: '0042' });
      await taken(invoices, { client: 'other', invoiceRef: '0042' });
      const refs = [others, newer, { client, invoiceRef: 'unknown' }, number, older];
      assert.deepEqual((await invoices.attempts(refs)).map(idsOf), [
        [others.id],
        [older.id, newer.id],
        [],
        [number.id],
        [older.id, newer.id],
      ]);
      assert.deepEqual(await invoices.attempts([]), []);
    });

    it('links only the newest attempts of each document', async ({ invoices }) => {
      for (let n = 0; n < MAX_ATTEMPTS + 5; n += 1)
        await invoices.takeIn(anIntake({ invoiceRef: 'often', createdAt: after(n) }));
      await invoices.takeIn(anIntake({ invoiceRef: 'once' }));
      const [once, often] = await invoices.attempts([
        { client: 'acme', invoiceRef: 'once' },
        { client: 'acme', invoiceRef: 'often' },
      ]);
      assert.equal(once?.length, 1);
      assert.deepEqual(
        often?.map(({ createdAt }) => createdAt),
        Array.from({ length: MAX_ATTEMPTS }, (_, n) => after(n + 5)),
      );
    });

    it('identifies a document by client and invoice_ref only', async ({ invoices }) => {
      const record = await taken(invoices);
      const changed = { ...record, state: 'rejected', createdAt: after(1) } as const;
      assert.deepEqual((await invoices.attempts([changed])).map(idsOf), [[record.id]]);
    });

    it('finds an invoice by every hash of one of several lists beside its reference', async ({
      invoices,
      other,
    }) => {
      const [one, two, three] = ['1'.repeat(16), '2'.repeat(16), '3'.repeat(16)];
      const first = await taken(invoices, { buyerWords: [one, two] });
      const second = await taken(invoices, { buyerWords: [two, three] });
      await taken(invoices);
      const find = async (q: string, buyerWords: readonly (readonly string[])[]) => {
        const query = { sort: 'oldest', page: 1, pageSize: 10, client: 'acme', q, buyerWords } as const;
        const { invoices: found, total } = await other.invoices.list(query);
        assert.equal(total, found.length);
        assert.deepEqual(idsOf(await other.invoices.inOrder(query, undefined, 10)), idsOf(found));
        return new Set(idsOf(found));
      };
      assert.deepEqual(await find('none', [[one, two]]), new Set([first.id]));
      assert.deepEqual(await find('none', [[one, three], [two]]), new Set([first.id, second.id]));
      assert.deepEqual(await find(first.invoiceRef, [[three]]), new Set([first.id, second.id]));
      assert.deepEqual(await find('none', [['4'.repeat(16)]]), new Set());
      assert.deepEqual((await other.invoices.find(first.id))?.buyerWords, [one, two]);
    });

    it('finds an invoice by the newest words of its buyer only, on every page', async ({
      invoices,
      other,
    }) => {
      const [old, now, both] = ['1'.repeat(16), '2'.repeat(16), '3'.repeat(16)];
      const day = (n: number) => after(n * 86_400_000);
      const records = [];
      for (let n = 0; n < 5; n += 1)
        records.push(await taken(invoices, { createdAt: day(n % 3), buyerWords: [old, both] }));
      const changed = records[2]!;
      await invoices.commit(changeOf(changed, { buyerWords: [now, both] }));
      const find = async (words: readonly string[], page: number) => {
        const query = { sort: 'newest', page, pageSize: 2, client: 'acme', q: 'none' } as const;
        const found = await other.invoices.list({ ...query, buyerWords: [words] });
        return [found.total, idsOf(found.invoices)];
      };
      const listed = { sort: 'newest', page: 1, pageSize: 10, client: 'acme' } as const;
      const inOrder = idsOf((await other.invoices.list(listed)).invoices);
      const unchanged = inOrder.filter((id) => id !== changed.id);
      assert.deepEqual(await find([both], 2), [5, inOrder.slice(2, 4)]);
      assert.deepEqual(await find([old, both], 1), [4, unchanged.slice(0, 2)]);
      assert.deepEqual(await find([old], 2), [4, unchanged.slice(2, 4)]);
      assert.deepEqual(await find([now], 1), [1, [changed.id]]);
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

    it('counts a rejection on the day of its last change, in whichever order it came there', async ({
      invoices,
    }) => {
      const at = (day: number) => new Date(Date.UTC(2026, 2, day, 10));
      const query = { routes: ['PEPPOL'] as const, from: '2026-03-02', to: '2026-03-09' };
      const rejections = async (client?: string) =>
        (await invoices.series({ ...query, ...(client !== undefined && { client }) }))
          .filter(({ rejected }) => rejected > 0)
          .map(({ date, rejected }) => [Number(date.slice(-2)), rejected]);
      const sent = await taken(invoices, { createdAt: at(2), route: 'PEPPOL', state: 'submitted' });
      await taken(invoices, { createdAt: at(2), updatedAt: at(4), route: 'PEPPOL', state: 'rejected' });
      await taken(invoices, {
        createdAt: at(2),
        updatedAt: at(4),
        route: 'PEPPOL',
        state: 'rejected',
        client: 'other',
      });
      const change = async (own: Partial<typeof sent>) => {
        const before = (await invoices.find(sent.id))!;
        assert.equal(await invoices.commit(changeOf(before, own)), 'committed');
      };
      await change({ state: 'rejected', updatedAt: at(3) });
      assert.deepEqual(await rejections('acme'), [
        [3, 1],
        [4, 1],
      ]);
      assert.deepEqual(await rejections(), [
        [3, 1],
        [4, 2],
      ]);
      await change({ updatedAt: new Date(at(3).getTime() + 1000) });
      assert.deepEqual(await rejections('acme'), [
        [3, 1],
        [4, 1],
      ]);
      await change({ updatedAt: at(6) });
      assert.deepEqual(await rejections('acme'), [
        [4, 1],
        [6, 1],
      ]);
      await change({ state: 'delivered', updatedAt: at(6) });
      assert.deepEqual(await rejections('acme'), [[4, 1]]);
      assert.deepEqual(await rejections(), [[4, 2]]);
    });

    it('has a tally that is right after each change', async ({ invoices, other }) => {
      const row = (code: string, handledAt?: Date): CareRow => ({
        code,
        whoActs: 'erp',
        openedAt: START,
        ...(handledAt && { handledAt }),
      });
      const queued = await taken(invoices);
      const opened = changeOf(queued, { state: 'rejected', dueAt: null, care: [row('BR-1'), row('BR-2')] });
      await invoices.commit(opened);
      await taken(other.invoices, { state: 'rejected', dueAt: null, care: [row('BR-2')] });
      const handled = changeOf(opened.record, { care: [row('BR-1', START), row('BR-2')] });
      assert.equal(await other.invoices.commit(handled), 'committed');
      assert.equal(await invoices.commit(handled), 'conflict');
      const { byState, openCare } = await invoices.tally(START);
      assert.deepEqual(byState, { rejected: 2 });
      assert.deepEqual(openCare, [{ code: 'BR-2', whoActs: 'erp', rows: 2 }]);
    });

    it('has care rows, newest first, by client and status, up to a limit', async ({ invoices, other }) => {
      const row = (code: string, opened: number, own: Partial<CareRow> = {}): CareRow => ({
        code,
        whoActs: 'erp',
        openedAt: after(opened),
        ...own,
      });
      const full = { field: 'seller.vat_id', fixHint: 'Mend it.', handledAt: after(9) };
      await taken(invoices);
      const late = await taken(invoices, { care: [row('B-1', 5), row('B-2', 5), row('B-3', 1, full)] });
      const deadlineAt = after(86_400_000);
      const early = await taken(invoices, { deadlineAt, care: [row('A-1', 3, { handledAt: after(4) })] });
      const foreign = await taken(invoices, { client: 'other', care: [] });
      await other.invoices.commit(changeOf(foreign, { care: [row('C-1', 4)] }));
      const codes = async (query: Parameters<InvoiceStore['careList']>[0]): Promise<string[]> =>
        (await invoices.careList(query)).map((item) => item.row.code);
      assert.deepEqual(await codes({ status: 'all' }), ['B-1', 'B-2', 'C-1', 'A-1', 'B-3']);
      assert.deepEqual(await codes({ status: 'open' }), ['B-1', 'B-2', 'C-1']);
      assert.deepEqual(await codes({ status: 'handled' }), ['A-1', 'B-3']);
      assert.deepEqual(await codes({ status: 'open', client: 'other' }), ['C-1']);
      assert.deepEqual(await codes({ status: 'all', client: late.client, limit: 3 }), ['B-1', 'B-2', 'A-1']);
      assert.deepEqual(await codes({ status: 'all', client: 'nobody' }), []);
      assert.deepEqual(await codes({ status: 'all', id: late.id }), ['B-1', 'B-2', 'B-3']);
      assert.deepEqual(await codes({ status: 'open', id: late.id, client: late.client, limit: 1 }), ['B-1']);
      assert.deepEqual(await codes({ status: 'handled', id: early.id }), ['A-1']);
      assert.deepEqual(await codes({ status: 'open', id: early.id }), []);
      assert.deepEqual(await codes({ status: 'all', id: foreign.id, client: late.client }), []);
      assert.deepEqual(await codes({ status: 'all', id: 'inv_none' }), []);
      const summary = ({ id, client, route, invoiceRef }: InvoiceRecord) => ({
        id,
        client,
        route,
        invoiceRef,
      });
      assert.deepEqual(await invoices.careList({ status: 'handled' }), [
        { ...summary(early), deadlineAt, row: early.care[0] },
        { ...summary(late), row: late.care[2] },
      ]);
    });

    it('has the newest care rows, also if many are as old as the last, in any status', async ({
      invoices,
      other,
    }) => {
      const row = (code: string, opened: number, handled = false): CareRow => ({
        code,
        whoActs: 'erp',
        openedAt: after(opened),
        ...(handled && { handledAt: after(opened + 100) }),
      });
      const id = (n: number): string => `inv_${String(n).padStart(32, '0')}`;
      const first = await taken(invoices, { id: id(1), care: [row('1a', 7), row('1b', 2, true)] });
      for (const n of [3, 2, 4])
        await taken(other.invoices, { id: id(n), care: [row(`${n}a`, 5), row(`${n}b`, n)] });
      await taken(invoices, { id: id(5), care: [row('5a', 1, true)], client: 'acme-2' });
      const codes = async (query: Parameters<InvoiceStore['careList']>[0]): Promise<string> =>
        (await invoices.careList(query)).map((item) => item.row.code).join(' ');
      assert.equal(await codes({ status: 'open' }), '1a 4a 3a 2a 4b 3b 2b');
      assert.equal(await codes({ status: 'open', limit: 2 }), '1a 4a');
      assert.equal(await codes({ status: 'open', client: 'acme', limit: 3 }), '1a 4a 3a');
      assert.equal(await codes({ status: 'all', limit: 6 }), '1a 4a 3a 2a 4b 3b');
      const handled = { care: first.care.map((each) => ({ ...each, handledAt: after(200) })) };
      assert.equal(await other.invoices.commit(changeOf(first, handled)), 'committed');
      assert.equal(await codes({ status: 'open', limit: 2 }), '4a 3a');
      assert.equal(await codes({ status: 'handled' }), '1a 1b 5a');
      assert.equal(await codes({ status: 'handled', client: 'acme', limit: 1 }), '1a');
      assert.equal(await codes({ status: 'all', client: 'acme' }), '1a 4a 3a 2a 4b 3b 2b 1b');
    });

    it('finds queued invoices near their deadline, once for each warning', async ({ invoices, other }) => {
      // Issued on Friday, due on Monday, both in Warsaw: half of the four days have passed at its midnight, four fifths on Monday at 03:48.
      const deadlineAt = new Date('2026-03-02T23:59:59.999Z');
      const filed = { route: 'PL-KSEF', issueDate: '2026-02-27', deadlineAt } as const;
      const known = await taken(invoices, filed);
      await taken(invoices, { ...filed, state: 'submitting' });
      await taken(invoices, { route: 'PL-KSEF', issueDate: '2026-02-27' });
      const later = { ...filed, deadlineAt: new Date('2026-03-04T23:59:59.999Z') };
      const half = await taken(invoices, later);
      const near = async (at: Date, limit = 9) =>
        (await other.invoices.nearDeadline(at, limit)).map(({ id }) => id);
      assert.deepEqual(await near(new Date('2026-02-28T22:59:59.998Z')), []);
      assert.deepEqual(await near(START), [known.id, half.id]);
      assert.deepEqual(await near(START, 1), [known.id]);
      const held = await invoices.lease(half.id, { token: 'w', until: after(60_000) }, START);
      assert.ok(held);
      assert.deepEqual(await near(START), [known.id]);
      await invoices.releaseLease(half.id, 'w');
      const second = { ...half, version: 2, deadlineWarnings: 2 };
      await invoices.commit({ events: [], audit: [], files: [], record: second });
      const warned = { ...known, version: 2, deadlineWarnings: 1 };
      const nothing = { events: [], audit: [], files: [] };
      assert.equal(await invoices.commit({ ...nothing, record: warned }), 'committed');
      assert.deepEqual(await near(new Date('2026-03-02T03:47:00Z')), []);
      assert.deepEqual(await near(new Date('2026-03-02T03:48:00Z')), [known.id]);
      await invoices.commit({ ...nothing, record: { ...warned, version: 3, deadlineWarnings: 2 } });
      assert.deepEqual(await near(START), []);
      assert.equal((await other.invoices.find(known.id))?.deadlineWarnings, 2);
    });

    it('has the tallies for operators', async ({ invoices }) => {
      const care = [
        { code: 'BR-1', whoActs: 'erp', openedAt: START },
        { code: 'BR-2', whoActs: 'us', openedAt: after(-1), handledAt: START },
      ] as const;
      const ofSender = [{ code: 'BR-3', whoActs: 'us', senderCanFix: true, openedAt: START }] as const;
      await taken(invoices, { dueAt: after(-10) });
      const held = await taken(invoices, { dueAt: after(-20) });
      await invoices.lease(held.id, { token: 'w', until: after(1) }, START);
      await taken(invoices, { dueAt: after(1) });
      await taken(invoices, { state: 'rejected', dueAt: null, care: [...ofSender, ...care] });
      await taken(invoices, { state: 'rejected', dueAt: null, care });
      // Issued on Friday, due on Monday: 3.2 of the four days have passed on Monday at 04:48.
      const filed = { route: 'PL-KSEF', issueDate: '2026-02-27', dueAt: null } as const;
      const deadlineAt = new Date('2026-03-02T23:59:59.999Z');
      await taken(invoices, { ...filed, deadlineAt });
      await taken(invoices, { ...filed, deadlineAt, state: 'submitted' });
      await taken(invoices, { ...filed, deadlineAt: new Date('2026-03-05T23:59:59.999Z') });
      assert.deepEqual(await invoices.tally(START), {
        byState: { queued: 5, rejected: 2, submitted: 1 },
        waiting: 1,
        oldestDueAt: after(-10),
        openCare: [
          { code: 'BR-1', whoActs: 'erp', rows: 2 },
          { code: 'BR-3', whoActs: 'sender', rows: 1 },
        ],
        openCareSince: START,
        openCareByAge: [0, 0, 0, 0],
        deadlinesAtRisk: 1,
      });
      const { openCareByAge } = await invoices.tally(after(25 * 3_600_000));
      assert.deepEqual(openCareByAge, [2, 2, 0, 0]);
    });
  });
}
