import assert from 'node:assert/strict';
import type { CareRow, InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import { handIn, type RunningApi, typeOf, withOwnClients } from './harness.ts';
import { openCare as openCareOf } from './open-care.ts';
import { OPERATOR_KEY } from './world.ts';

describe('the care list', () => {
  let api: RunningApi;
  let client: string;
  let key: string;

  withOwnClients((own) => ({ api, client, key } = own));

  const row = (code: string, own: Partial<CareRow> = {}): CareRow => ({
    code,
    whoActs: 'erp',
    openedAt: api.world.clock.now(),
    ...own,
  });

  const openCare = (care: readonly CareRow[], own: Partial<InvoiceRecord> = {}): Promise<string> =>
    openCareOf(api, client, care, own);

  const list = (query = '', by = key) => api.call('GET', `/care${query}`, { key: by });
  const handle = (id: string, by = key) => api.call('POST', `/care/${id}/handled`, { key: by });
  const codes = async (query: string): Promise<unknown[]> =>
    ((await list(query)).json.data as { catalogue_code: string }[]).map((shown) => shown.catalogue_code);

  it('separates the rows that the sender can correct from those of the operator', async () => {
    await openCare([row('BR-1', { whoActs: 'us', senderCanFix: true }), row('BR-2', { whoActs: 'us' })]);
    const { data } = (await list()).json as {
      data: readonly { readonly catalogue_code: string; readonly sender_can_fix: boolean }[];
    };
    const codes = data.map(({ catalogue_code: code, sender_can_fix: can }) => [code, can]);
    assert.deepEqual(
      new Map(codes as [string, boolean][]),
      new Map([
        ['BR-1', true],
        ['BR-2', false],
      ]),
    );
  });

  it('has a row for each code of an invoice, with the time and who must act', async () => {
    const deadlineAt = new Date('2026-10-20T00:00:00.000Z');
    const care = [row('BR-1', { field: 'seller.name', fixHint: 'Name the seller.' })];
    const id = await openCare(care, { deadlineAt });
    const { invoiceRef } = (await api.world.invoices.find(id))!;
    api.world.clock.advance(90_500);
    const { status, json } = await list();
    assert.equal(status, 200);
    const [shown] = json.data as { age_seconds: number }[];
    assert.ok(shown!.age_seconds >= 90 && shown!.age_seconds < 92);
    assert.deepEqual(json, {
      data: [
        {
          invoice_id: id,
          catalogue_code: 'BR-1',
          who_acts: 'erp',
          sender_can_fix: true,
          age_seconds: shown!.age_seconds,
          handled: false,
          route: 'DE-XRECHNUNG',
          client,
          invoice_ref: invoiceRef,
          deadline_at: deadlineAt.toISOString(),
          field: 'seller.name',
          fix_hint: 'Name the seller.',
        },
      ],
    });
  });

  it('shows open rows, handled rows, or all', async () => {
    await openCare([row('BR-1', { handledAt: api.world.clock.now() }), row('BR-2')]);
    assert.deepEqual(await codes('?status=open'), ['BR-2']);
    assert.deepEqual(await codes('?status=handled'), ['BR-1']);
    assert.deepEqual(await codes(''), ['BR-1', 'BR-2']);
    assert.equal((await list('?status=new')).status, 400);
    assert.equal((await list('?client=*')).status, 400);
  });

  it('shows the rows of one invoice, also those behind 200 newer ones, and none of another client', async () => {
    const id = await openCare([row('BR-1'), row('BR-2')]);
    api.world.clock.advance(1000);
    await openCare(Array.from({ length: 201 }, (_, n) => row(`N-${n}`)));
    assert.deepEqual(await codes(`?invoice_id=${id}`), ['BR-1', 'BR-2']);
    assert.deepEqual(await codes(`?invoice_id=${id}&catalogue_code=BR-2`), ['BR-2']);
    assert.deepEqual(await codes(`?invoice_id=${id}&status=handled`), []);
    assert.deepEqual(await codes('?invoice_id=inv_none'), []);
    const other = await api.world.clientKey(`${client}-other`);
    assert.deepEqual((await list(`?invoice_id=${id}`, other)).json.data, []);
  });

  it('has the newest 200 rows of the requested status for a client key, and all rows for the operator', async () => {
    const { clock } = api.world;
    await openCare([row('OLD-OPEN')]);
    clock.advance(1000);
    const handledAt = clock.now();
    await openCare(Array.from({ length: 200 }, (_, n) => row(`H-${n}`, { handledAt })));
    const cut = await list();
    assert.equal((cut.json.data as unknown[]).length, 200);
    assert.equal(cut.json.truncated, true);
    assert.deepEqual(await codes('?status=open'), ['OLD-OPEN']);
    assert.equal((await list('?status=handled')).json.truncated, undefined);
    const whole = await list(`?client=${client}`, OPERATOR_KEY);
    assert.equal((whole.json.data as unknown[]).length, 201);
    assert.equal(whole.json.truncated, undefined);
  });

  it('has pages for a client key: each row once, also if rows of one instant lie on both sides', async () => {
    const { clock } = api.world;
    const instant = clock.now();
    await openCare(Array.from({ length: 150 }, (_, n) => row(`OLD-${n}`, { openedAt: instant })));
    await openCare(Array.from({ length: 150 }, (_, n) => row(`SAME-${n}`, { openedAt: instant })));
    clock.advance(1000);
    await openCare([row('NEW'), row('OLDEST', { openedAt: new Date(instant.getTime() - 1000) })]);
    const seen: string[] = [];
    const sizes: number[] = [];
    for (let next: string | undefined = ''; next !== undefined;) {
      const { json } = await list(next === '' ? '' : `?after=${encodeURIComponent(next)}`);
      const data = json.data as { catalogue_code: string }[];
      sizes.push(data.length);
      seen.push(...data.map(({ catalogue_code: code }) => code));
      assert.equal(json.truncated, json.next === undefined ? undefined : true);
      next = json.next as string | undefined;
    }
    assert.deepEqual(sizes, [200, 102]);
    assert.equal(new Set(seen).size, 302);
    assert.deepEqual([seen[0], seen.at(-1)], ['NEW', 'OLDEST']);
    assert.equal((await list('?after=later')).status, 400);
  });

  it('goes on behind a row that was handled since', async () => {
    const { clock } = api.world;
    await openCare([row('LAST')]);
    clock.advance(1000);
    const id = await openCare(Array.from({ length: 200 }, (_, n) => row(`BR-${n}`)));
    const { json } = await list('?status=open');
    assert.equal((await handle(id)).status, 200);
    assert.deepEqual(await codes(`?status=open&after=${encodeURIComponent(String(json.next))}`), ['LAST']);
  });

  it('can be read 30 times a minute, files of an invoice 10 times', async () => {
    const id = await openCare([row('BR-1')]);
    // The calls start with a minute, and are spread over seconds because of the rate of the scope.
    api.world.clock.advance(60_000 - (api.world.clock.now().getTime() % 60_000));
    const statuses = async (path: string, times: number): Promise<number[]> => {
      const found: number[] = [];
      for (let n = 0; n < times; n += 1) found.push((await api.call('GET', path, { key })).status);
      return found;
    };
    assert.deepEqual(await statuses('/care', 31), [...Array<number>(30).fill(200), 429]);
    api.world.clock.advance(2000);
    assert.deepEqual(await statuses(`/care/${id}/evidence`, 11), [...Array<number>(10).fill(200), 429]);
    assert.equal((await api.call('GET', `/invoices/${id}`, { key })).status, 200);
    api.world.clock.advance(60_000);
    assert.equal((await list()).status, 200);
  });

  describe('marked handled', () => {
    it('has no more open rows of the invoice, with one audit row; a repeat changes nothing', async () => {
      const handledAt = api.world.clock.now();
      const id = await openCare([row('BR-1', { handledAt }), row('BR-2'), row('BR-3')]);
      const before = (await api.world.invoices.find(id))!;
      api.world.clock.advance(86_400_000);
      const first = await handle(id);
      assert.deepEqual([first.status, first.json], [200, { invoice_id: id, handled: 2 }]);
      const again = await handle(id);
      assert.deepEqual([again.status, again.json], [200, { invoice_id: id, handled: 0 }]);
      const { care, updatedAt, version } = (await api.world.invoices.find(id))!;
      assert.deepEqual(care[0]?.handledAt, handledAt);
      assert.deepEqual(care[1]?.handledAt, api.world.clock.now());
      assert.equal(version, before.version + 1);
      // The series counts a rejection on the day of the last change.
      assert.deepEqual(updatedAt, before.updatedAt);
      const rows = await api.world.audit.recent({ client, action: 'care_handled', limit: 10 });
      assert.deepEqual(
        rows.map(({ subject, details }) => [subject, details]),
        [[id, { rows: 2 }]],
      );
    });

    it('waits while a worker has the lease of the invoice, so that the worker can store the answer of the route', async () => {
      const id = await openCare([row('EI-CREDENTIAL-MISSING')], { dueAt: api.world.clock.now() });
      const { clock, invoices } = api.world;
      const lease = { token: 'worker', until: new Date(clock.now().getTime() + 30_000) };
      assert.ok(await invoices.lease(id, lease, clock.now()));
      const refused = await handle(id);
      assert.deepEqual([refused.status, typeOf(refused)], [503, 'busy']);
      await invoices.releaseLease(id, 'worker');
      assert.equal((await handle(id)).json.handled, 1);
    });

    it('uses the current rows if another writer was faster', async () => {
      const id = await openCare([row('BR-1')]);
      const { invoices } = api.world;
      const commit = invoices.commit.bind(invoices);
      const given = Object.getOwnPropertyDescriptor(invoices, 'commit')!;
      let raced = false;
      Object.defineProperty(invoices, 'commit', {
        configurable: true,
        value: async (change: Parameters<typeof commit>[0]) => {
          if (raced) return commit(change);
          raced = true;
          const known = (await invoices.find(id))!;
          const care = [...known.care, row('BR-2')];
          await commit({ ...change, audit: [], record: { ...known, care, version: known.version + 1 } });
          return commit(change);
        },
      });
      try {
        assert.equal((await handle(id)).json.handled, 2);
      } finally {
        Object.defineProperty(invoices, 'commit', given);
      }
    });

    it('needs the scope submit', async () => {
      const id = await openCare([row('BR-1')]);
      const reader = await api.world.clientKey(client, ['read']);
      assert.equal((await handle(id, reader)).status, 403);
    });
  });

  it('gives the stored files of an invoice, handled or not', async () => {
    const id = await openCare([row('BR-1')]);
    await handle(id);
    const { status, json } = await api.call('GET', `/care/${id}/evidence`, { key });
    assert.equal(status, 200);
    const { documents } = (await api.world.invoices.find(id))!;
    assert.ok(documents.length > 0);
    const shown = json.documents as { kind: string; sha256: string; size: number; content_base64: string }[];
    assert.deepEqual(
      shown.map(({ kind, sha256, size }) => ({ kind, sha256, size })),
      documents,
    );
    for (const { sha256, size, content_base64: content } of shown) {
      const bytes = Buffer.from(content, 'base64');
      assert.deepEqual([api.world.digests.sha256(bytes), bytes.length], [sha256, size]);
    }
  });

  it('answers 404 for an invoice without a row', async () => {
    const id = await handIn(api, client);
    for (const absent of [id, `rcv_${'0'.repeat(24)}`]) {
      assert.equal((await handle(absent)).status, 404);
      assert.equal((await api.call('GET', `/care/${absent}/evidence`, { key })).status, 404);
    }
    assert.equal((await handle('BR-1')).status, 400);
  });
});
