import assert from 'node:assert/strict';
import type { CareRow } from '../../../src/domain/lifecycle/invoice-record.ts';
import { type RunningApi, withOwnClients } from './harness.ts';
import { openCare } from './open-care.ts';
import { OPERATOR_KEY } from './world.ts';

const MINUTE = 60_000;

describe('what people do with care rows', () => {
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
  const open = (care: readonly CareRow[], deadlineAt?: Date) =>
    openCare(api, client, care, deadlineAt && { deadlineAt });
  const post = (path: string, body?: object, by = key) =>
    api.call('POST', path, { key: by, ...(body && { body }) });
  const note = (id: string, body: object) => api.call('PUT', `/care/${id}/note`, { key, body });
  const groups = async (by = key, query = '') =>
    (await api.call('GET', `/care/groups${query}`, { key: by })).json.data as Record<string, unknown>[];
  const rows = async (query = '') =>
    (await api.call('GET', `/care${query}`, { key })).json.data as Record<string, unknown>[];
  const codesIn = (list: readonly Record<string, unknown>[]) => list.map((one) => one.catalogue_code);
  const audited = async (action: string) =>
    (await api.world.audit.recent({ client, action, limit: 9 })).map(({ subject, details }) => [
      subject,
      details,
    ]);

  describe('groups', () => {
    it('have the rows of one code, field and owner, with the earliest deadline first', async () => {
      const [late, soon] = [new Date('2026-11-20T00:00:00.000Z'), new Date('2026-11-10T00:00:00.000Z')];
      const openedAt = api.world.clock.now();
      await open([row('BR-1', { field: 'seller.name' }), row('BR-2')]);
      api.world.clock.advance(MINUTE);
      await open([row('BR-2', { fixHint: 'Name it.' })], late);
      await open([row('BR-2', { handledAt: openedAt }), row('BR-1', { field: 'buyer.name' })], soon);
      const found = await groups();
      assert.deepEqual(
        found.map((one) => [one.catalogue_code, one.field, one.rows, one.deadline_at]),
        [
          ['BR-1', 'buyer.name', 1, soon.toISOString()],
          ['BR-2', undefined, 2, late.toISOString()],
          ['BR-1', 'seller.name', 1, undefined],
        ],
      );
      const { catalogue_code, field, rows: count, deadline_at, ...rest } = found[1]!;
      void [catalogue_code, field, count, deadline_at];
      assert.deepEqual(rest, {
        who_acts: 'erp',
        sender_can_fix: true,
        clients: 1,
        routes: ['DE-XRECHNUNG'],
        opened_at: openedAt.toISOString(),
        ...(rest.fix_hint !== undefined && { fix_hint: 'Name it.' }),
      });
    });

    it('have the end of the day where the tax office is', async () => {
      const day = new Date('2026-11-20T23:59:59.999Z');
      for (const route of ['PL-KSEF', 'RO-EFACTURA'] as const)
        await openCare(api, client, [row('BR-DAY')], { deadlineAt: day, route });
      const [group] = await groups();
      assert.deepEqual(
        [group!.routes, group!.deadline_at, group!.deadline_local, group!.late_after],
        [
          ['PL-KSEF', 'RO-EFACTURA'],
          day.toISOString(),
          '2026-11-20T23:59:59.999+02:00',
          '2026-11-20T23:59:59.999+02:00',
        ],
      );
    });

    it('of all clients are shown to the operator, those of its own to a client', async () => {
      await open([row('BR-ONLY')]);
      const other = await api.world.clientKey('bystander');
      assert.deepEqual(codesIn(await groups(other)), []);
      assert.deepEqual(codesIn(await groups(OPERATOR_KEY, `?client=${client}`)), ['BR-ONLY']);
      assert.ok(codesIn(await groups(OPERATOR_KEY)).includes('BR-ONLY'));
    });

    it('are closed by one call, and rows of other groups stay open', async () => {
      const ids = [await open([row('BR-1'), row('BR-2')]), await open([row('BR-1')])];
      const withField = await open([row('BR-1', { field: 'seller.name' })]);
      const { status, json, text } = await post('/care/groups/handled', {
        catalogue_code: 'BR-1',
        who_acts: 'erp',
      });
      assert.equal(status, 200, text);
      assert.deepEqual([json.handled, json.busy, json.truncated], [2, 0, false]);
      assert.deepEqual(new Set(json.invoice_ids as string[]), new Set(ids));
      const left = await rows('?status=open');
      assert.deepEqual(
        new Set(left.map((one) => [one.invoice_id, one.catalogue_code].join(' '))),
        new Set([`${ids[0]!} BR-2`, `${withField} BR-1`]),
      );
    });

    it('are opened again by one call, but for rows that are not of the group or the caller', async () => {
      const ids = [await open([row('BR-1'), row('BR-2')]), await open([row('BR-1')])];
      for (const id of ids) await post(`/care/${id}/handled`);
      const stranger = await openCare(api, 'another-client', [row('BR-1', { handledAt: api.world.clock.now(), handledBy: 'key_x' })]); // prettier-ignore
      const { status, json, text } = await post('/care/groups/reopened', {
        catalogue_code: 'BR-1',
        invoice_ids: [...ids, ids[0]!, stranger, 'inv_unknown'],
      });
      assert.equal(status, 200, text);
      assert.deepEqual(json, { reopened: 2, invoice_ids: ids, busy: 0 });
      const left = await rows('?status=open');
      assert.deepEqual(new Set(left.map((one) => [one.invoice_id, one.catalogue_code].join(' '))), new Set(ids.map((id) => `${id} BR-1`))); // prettier-ignore
      assert.equal((await post('/care/groups/reopened', { catalogue_code: 'BR-1' })).status, 400);
    });

    it('are closed but for an invoice that a worker holds', async () => {
      const { clock, invoices } = api.world;
      const held = await openCare(api, client, [row('BR-1')], { dueAt: clock.now() });
      const lease = { token: 'worker', until: new Date(clock.now().getTime() + 30_000) };
      assert.ok(await invoices.lease(held, lease, clock.now()));
      const free = await open([row('BR-1')]);
      const { json } = await post('/care/groups/handled', { catalogue_code: 'BR-1', who_acts: 'erp' });
      assert.deepEqual(json, { handled: 1, invoice_ids: [free], busy: 1, truncated: false });
      const again = { catalogue_code: 'BR-1', invoice_ids: [held, free] };
      const { json: opened } = await post('/care/groups/reopened', again);
      assert.deepEqual(opened, { reopened: 1, invoice_ids: [free], busy: 0 });
    });
  });

  it('the list has the rows of one code', async () => {
    await open([row('BR-1'), row('BR-2')]);
    assert.deepEqual(codesIn(await rows('?catalogue_code=BR-2')), ['BR-2']);
  });

  it('one row is closed by its code, and says which key closed it', async () => {
    const id = await open([row('BR-1'), row('BR-2')]);
    const { json } = await post(`/care/${id}/handled`, { catalogue_code: 'BR-2' });
    assert.deepEqual(json, { invoice_id: id, handled: 1 });
    assert.deepEqual(codesIn(await rows('?status=open')), ['BR-1']);
    const [closed] = await rows('?status=handled');
    assert.match(String(closed!.handled_by), /^key_/);
    assert.deepEqual(await audited('care_handled'), [[id, { rows: 1, code: 'BR-2' }]]);
    assert.equal((await post(`/care/${id}/handled`, { catalogue_code: 'BR-9' })).status, 404);
  });

  it('a row that was closed by mistake opens again within 15 minutes, and no later', async () => {
    const byService = api.world.clock.now();
    const id = await open([row('BR-1'), row('BR-2'), row('BR-3', { handledAt: byService })]);
    await post(`/care/${id}/handled`);
    api.world.clock.advance(15 * MINUTE);
    const one = await post(`/care/${id}/reopened`, { catalogue_code: 'BR-1' });
    assert.deepEqual([one.status, one.json], [200, { invoice_id: id, reopened: 1 }]);
    assert.deepEqual(codesIn(await rows('?status=open')), ['BR-1']);
    assert.deepEqual(await audited('care_reopened'), [[id, { rows: 1, code: 'BR-1' }]]);
    api.world.clock.advance(1);
    assert.equal((await post(`/care/${id}/reopened`)).json.reopened, 0);
    assert.deepEqual(codesIn(await rows('?status=handled')), ['BR-2', 'BR-3']);
  });

  it('rows of a cancelled invoice stay closed', async () => {
    const id = await openCare(api, client, [row('BR-1')], { state: 'dead_letter' });
    await post(`/care/${id}/handled`);
    const record = (await api.world.invoices.find(id))!;
    const cancelled = { ...record, state: 'cancelled', version: record.version + 1 } as const;
    await api.world.invoices.commit({ record: cancelled, events: [], audit: [], files: [] });
    assert.equal((await post(`/care/${id}/reopened`)).json.reopened, 0);
  });

  describe('a note', () => {
    it('with an assignee stays with its row, sealed, until another takes its place', async () => {
      const id = await open([row('BR-1'), row('BR-2')]);
      const first = { catalogue_code: 'BR-1', note: 'Called the buyer.', assignee: 'Jana' };
      const kept = await note(id, first);
      assert.deepEqual([kept.status, kept.json], [200, { invoice_id: id, ...first }]);
      const [noted, other] = await rows();
      assert.deepEqual([noted!.note, noted!.assignee], ['Called the buyer.', 'Jana']);
      assert.match(String(noted!.noted_by), /^key_/);
      assert.equal(noted!.noted_at, api.world.clock.now().toISOString());
      assert.equal(other!.note, undefined);
      const stored = JSON.stringify((await api.world.invoices.find(id))!.care);
      assert.ok(!stored.includes('Jana') && !stored.includes('buyer.'), stored);
      await note(id, { catalogue_code: 'BR-1', note: null, assignee: 'Piotr' });
      assert.deepEqual(
        (await rows()).map((one) => [one.note, one.assignee]),
        [
          [undefined, 'Piotr'],
          [undefined, undefined],
        ],
      );
      await note(id, { catalogue_code: 'BR-1' });
      assert.equal((await rows())[0]!.noted_at, undefined);
    });

    it('is in no event, and in the audit log without its text', async () => {
      const id = await open([row('BR-1')]);
      await note(id, { catalogue_code: 'BR-1', note: 'Called the buyer.' });
      assert.deepEqual(await audited('care_noted'), [[id, { code: 'BR-1', removed: false }]]);
      for (const path of [`/invoices/${id}`, `/invoices/${id}/events`, '/events'])
        assert.ok(!(await api.call('GET', path, { key })).text.includes('Called'), path);
    });

    it('is for a row that the invoice has, by a key with the scope submit', async () => {
      const id = await open([row('BR-1')]);
      assert.equal((await note(id, { catalogue_code: 'BR-9', note: 'x' })).status, 404);
      assert.equal((await note(id, { note: 'x' })).status, 400);
      assert.equal((await note(id, { catalogue_code: 'BR-1', note: 'x'.repeat(1001) })).status, 400);
      const reader = await api.world.clientKey(client, ['read']);
      const body = { catalogue_code: 'BR-1', note: 'x' };
      assert.equal((await api.call('PUT', `/care/${id}/note`, { key: reader, body })).status, 403);
    });
  });
});
