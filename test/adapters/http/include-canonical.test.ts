import assert from 'node:assert/strict';
import { CallFailed } from '../../../src/domain/failures.ts';
import { done } from '../../application/converting/round-trip.ts';
import { germanInvoice, set } from '../../domain/sample.ts';
import { newIdempotencyKey } from './bodies.ts';
import { handIn, type RunningApi, withOwnClients } from './harness.ts';

interface Told {
  readonly event_id: string;
  readonly direction: string;
  readonly canonical?: Readonly<Record<string, unknown>>;
  readonly canonical_omitted?: string;
}

const longInvoice = (number: string, length: number): object =>
  set('invoice.number', number)(set('lines[0].description', 'x'.repeat(length))(germanInvoice()));

describe('GET /events?include=canonical', () => {
  let api: RunningApi;
  let client: string;
  let key: string;
  withOwnClients((own) => ({ api, client, key } = own));

  const receive = async (invoice: object | string): Promise<string> => {
    const file = typeof invoice === 'string' ? undefined : (await done(invoice as never, 'ubl')).file!;
    const answer = await api.call('POST', '/received?route=PEPPOL', {
      key,
      idempotencyKey: newIdempotencyKey(),
      body: file ? Buffer.from(file.bytes).toString() : invoice,
      headers: { 'content-type': 'application/xml' },
    });
    assert.equal(answer.status, 202, answer.text);
    return String(answer.json['id']);
  };
  const read = async (query = '?include=canonical', as = key) => {
    const answer = await api.call('GET', `/events${query}`, { key: as });
    assert.equal(answer.status, 200, answer.text);
    return answer.json as unknown as { readonly data: readonly Told[]; readonly next: string };
  };
  const audited = () => api.world.audit.recent({ client, action: 'received_read', limit: 9 });

  it('adds the invoice to events of received ones, and to no other', async () => {
    await handIn(api, client);
    await receive(germanInvoice());
    const [sent, received] = (await read()).data;
    assert.deepEqual([sent?.direction, sent?.canonical], ['out', undefined]);
    assert.deepEqual([received?.direction, received?.canonical_omitted], ['in', undefined]);
    assert.deepEqual(received?.canonical?.['buyer'], germanInvoice()['buyer']);
    assert.deepEqual(
      (await audited()).map(({ details }) => details),
      [{ count: 1 }],
    );
  });

  it('leaves events as they are stored if it is not asked for', async () => {
    const id = await receive(germanInvoice());
    const stored = await api.call('GET', `/received/${id}/events`, { key });
    assert.deepEqual((await read('')).data, stored.json['data']);
    assert.deepEqual(await audited(), []);
  });

  it('translates no word of the invoice', async () => {
    const note = { code: 'EI-SCHEMA', message: 'lines is missing' };
    await receive(set('lines[0].name', JSON.stringify(note))(germanInvoice()));
    const [{ canonical } = {}] = (await read('?include=canonical&lang=pl')).data;
    const [line] = canonical?.['lines'] as readonly { readonly name: string }[];
    assert.equal(line?.name, JSON.stringify(note));
  });

  it('keeps no event back whose invoice cannot be added, and says why', async () => {
    await receive('<Invoice/>');
    await receive(germanInvoice());
    await receive(longInvoice('R-3', 300_000));
    const reasons = (page: { readonly data: readonly Told[] }) =>
      page.data.map(({ canonical_omitted: reason }) => reason);
    assert.deepEqual(reasons(await read()), ['unreadable', undefined, 'too_large']);
    const { printer } = api.world;
    const { convert } = printer;
    printer.convert = () => Promise.reject(new CallFailed({ kind: 'busy', retryAfterSeconds: 2 }));
    assert.deepEqual(reasons(await read()), ['busy', 'busy', 'busy']);
    printer.convert = convert;
  });

  it('ends an answer early that becomes too long, and goes on after it', async () => {
    for (let n = 0; n < 13; n += 1) await receive(longInvoice(`R-${n}`, 200_000));
    const first = await read();
    assert.ok(first.data.length > 8 && first.data.length < 13, String(first.data.length));
    const { data } = await read(`?include=canonical&after=${first.next}`);
    assert.equal(first.data.length + data.length, 13);
    assert.equal(new Set([...first.data, ...data].map(({ event_id: id }) => id)).size, 13);
  });

  it('shows no other client what a client has received', async () => {
    await receive(germanInvoice());
    const other = await api.world.clientKey(`${client}-other`);
    assert.deepEqual((await read('?include=canonical', other)).data, []);
  });

  it('refuses what it cannot include', async () => {
    const { status, json } = await api.call('GET', '/events?include=pdf', { key });
    const [error] = json['errors'] as readonly { readonly field: string }[];
    assert.deepEqual([status, error?.field], [400, 'include']);
  });
});
