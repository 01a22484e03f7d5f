import assert from 'node:assert/strict';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import { newSubmission } from '../../../src/domain/sending/submission.ts';
import { handIn, withOwnClients, type RunningApi } from './harness.ts';
import { OPERATOR_KEY } from './world.ts';

interface Row {
  readonly id: string;
  readonly fetched_at?: string;
  readonly mailed_at?: string;
}

describe('a document that was laid ready', () => {
  let api: RunningApi;
  let key: string;
  let client: string;

  withOwnClients((own) => ({ api, client, key } = own));

  async function laidReady(own: Partial<InvoiceRecord> = {}): Promise<string> {
    const id = await handIn(api, client);
    const { clock, content, invoices } = api.world;
    const record = (await invoices.find(id))!;
    const [file, report] = [
      await content.seal(client, Buffer.from('<Invoice/>')),
      await content.seal(client, Buffer.from('{"layers":[]}')),
    ];
    const changed: InvoiceRecord = {
      ...record,
      version: record.version + 1,
      state: 'ready',
      dueAt: null,
      toFetchSince: clock.now(),
      documentSha256: file.sha256,
      documents: [
        { kind: 'ubl', sha256: file.sha256, size: 10 },
        { kind: 'validation-report', sha256: report.sha256, size: 13 },
      ],
      ...own,
    };
    await invoices.commit({ record: changed, events: [], audit: [], files: [file, report] });
    clock.advance(1000);
    return id;
  }
  const read = async (id: string, kind: string, whose = key): Promise<number> =>
    (await api.call('GET', `/invoices/${id}/documents/${kind}`, { key: whose })).status;
  const row = async (id: string): Promise<Row> =>
    (await api.call('GET', `/invoices/${id}`, { key })).json as unknown as Row;
  const listed = async (fetch: string): Promise<readonly string[]> => {
    const { json } = await api.call('GET', `/invoices?fetch=${fetch}`, { key });
    return (json['data'] as readonly Row[]).map(({ id }) => id);
  };

  it('is to be fetched until its client downloads it; the first download counts', async () => {
    const id = await laidReady();
    assert.deepEqual([await listed('open'), await listed('done')], [[id], []]);
    const before = (await api.world.invoices.find(id))!;
    const fetchedAt = api.world.clock.now().toISOString();
    assert.equal(await read(id, 'ubl'), 200);
    api.world.clock.advance(60_000);
    assert.equal(await read(id, 'ubl'), 200);
    assert.equal((await row(id)).fetched_at, fetchedAt);
    assert.deepEqual([await listed('open'), await listed('done')], [[], [id]]);
    const after = (await api.world.invoices.find(id))!;
    assert.deepEqual([after.updatedAt, after.lastSequence], [before.updatedAt, before.lastSequence]);
  });

  it('is not fetched by who reads its report, or by the operator of the service', async () => {
    const id = await laidReady();
    assert.equal(await read(id, 'validation-report'), 200);
    assert.equal(await read(id, 'ubl', OPERATOR_KEY), 200);
    assert.equal(await read(id, 'view'), 200);
    assert.deepEqual(await listed('open'), [id]);
  });

  it('is not fetched by an export, whatever is in it', async () => {
    const id = await laidReady();
    const statusOf = async (method: string, path: string, body?: unknown): Promise<number> => {
      const answered = await fetch(`http://127.0.0.1:${api.port}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      assert.ok((await answered.arrayBuffer()).byteLength > 0);
      return answered.status;
    };
    assert.equal(await statusOf('POST', '/invoices/export', { ids: [id] }), 200);
    for (const dataset of ['archive', 'invoices'])
      assert.equal(await statusOf('GET', `/exports/${dataset}`), 200);
    assert.deepEqual([await listed('open'), (await row(id)).fetched_at], [[id], undefined]);
  });

  it('that was mailed, or that an older version laid ready, is not marked', async () => {
    const mailedAt = api.world.clock.now();
    const mailed = await laidReady({ mailedAt });
    const old = await laidReady({ toFetchSince: undefined } as Partial<InvoiceRecord>);
    for (const id of [mailed, old]) {
      assert.equal(await read(id, 'ubl'), 200);
      assert.equal((await row(id)).fetched_at, undefined);
    }
    assert.equal((await row(mailed)).mailed_at, mailedAt.toISOString());
    assert.deepEqual(await listed('open'), []);
  });

  it('is given out also while its mail is under way; the mark then comes with a later download', async () => {
    const submission = { ...newSubmission('s-1', api.world.clock.now()), isCalling: true };
    const id = await laidReady({ submission, work: 'send', dueAt: api.world.clock.now() });
    const until = new Date(api.world.clock.now().getTime() + 60_000);
    const lease = { token: 'lse_1', until };
    assert.ok(await api.world.invoices.lease(id, lease, api.world.clock.now()));
    assert.equal(await read(id, 'ubl'), 200);
    assert.deepEqual(await listed('open'), [id]);
    api.world.clock.advance(120_000);
    assert.equal(await read(id, 'ubl'), 200);
    assert.deepEqual(await listed('open'), []);
  });

  it('is found in files by the same filter, which refused submissions do not have', async () => {
    await laidReady();
    const lines = async (dataset: string) => {
      const { status, text } = await api.call('GET', `/exports/${dataset}?fetch=open`, { key });
      return status === 200 ? text.trim().split('\n').length : status;
    };
    assert.deepEqual(
      [await lines('invoices'), await lines('received'), await lines('refusals')],
      [2, 1, 400],
    );
    assert.equal((await api.call('GET', '/invoices?fetch=late', { key })).status, 400);
  });
});
