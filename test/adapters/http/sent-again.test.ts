import assert from 'node:assert/strict';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import { anIntake } from '../../support/records.ts';
import { unzipped } from '../../support/unzipped.ts';
import { newIdempotencyKey, withDocument } from './bodies.ts';
import { RunningApi } from './harness.ts';

const CANONICAL = { kind: 'canonical', sha256: 'a'.repeat(64), size: 2 };
const REFUSED: Partial<InvoiceRecord> = {
  client: 'acme',
  route: 'PEPPOL',
  state: 'rejected',
  reachedRail: true,
  invoiceRef: '4711',
  format: 'ubl',
  documents: [CANONICAL],
  errors: [
    {
      code: 'EI-PEPPOL-NO-ROUTE',
      severity: 'error',
      source: 'PEPPOL',
      message: say('calls.no-such-invoice'),
      whoFixes: 'erp',
    },
  ],
};

function hasMembers(found: unknown, wanted: Readonly<Record<string, unknown>>): void {
  const members = Object.entries((found ?? {}) as object).filter(([name]) => name in wanted);
  assert.deepEqual(Object.fromEntries(members), wanted);
}

describe('what is sent again', () => {
  let api: RunningApi;
  let key: string;
  beforeEach(async () => {
    api = await RunningApi.start();
    key = await api.world.clientKey('acme');
  });
  afterEach(() => api.stop());

  const take = async (own: Partial<InvoiceRecord>): Promise<string> => {
    const createdAt = api.world.clock.now();
    const intake = anIntake({ ...REFUSED, createdAt, updatedAt: createdAt, ...own });
    await api.world.invoices.takeIn(intake);
    api.world.clock.advance(1000);
    return intake.record.id;
  };
  const read = async (path: string): Promise<Record<string, unknown>> =>
    (await api.call('GET', path, { key })).json;

  it('is no longer to be filed, in the list and in its files', async () => {
    const late = { route: 'PL-KSEF', deadlineAt: new Date('2026-01-05T23:59:59.999Z') } as const;
    const first = await take({ ...late, invoiceNumber: 'A-1' });
    const other = await take({ ...late, invoiceRef: '4712' });
    const ids = async (query: string) =>
      (
        (await read(`/invoices?sort=oldest&late_by=2026-01-09T00:00:00Z&${query}`))['data'] as {
          id: string;
        }[]
      ).map(({ id }) => id);
    assert.deepEqual(await ids('filing=open'), [first, other]);
    const second = await take({ ...late, state: 'queued', invoiceNumber: 'A-2', intakeKey: 'second' });
    assert.deepEqual(await ids('filing=open'), [other, second]);
    assert.deepEqual(await ids(''), [first, other, second]);
    const file = await api.call('GET', '/exports/invoices?filing=open', { key });
    assert.equal(file.text.trim().split('\n').length, 3);
    assert.equal((await api.call('GET', '/exports/refusals?filing=open', { key })).status, 400);
    assert.equal((await api.call('GET', '/invoices?filing=late', { key })).status, 400);
    assert.deepEqual(await ids('buyer_status=under_query,disputed'), []);
    assert.equal((await api.call('GET', '/invoices?buyer_status=asks', { key })).status, 400);
  });

  it('tells of a refused invoice how it is corrected', async () => {
    const id = await take({});
    assert.deepEqual((await read(`/invoices/${id}`))['correction'], {
      allowed: true,
      number: 'same',
      technical_correction: false,
      document: 'canonical',
      format: 'ubl',
    });
  });

  it('tells of an export its connector and mapping', async () => {
    const mapping = { connector: 'erp-a', version: 'v1', sealedSettings: '' };
    const id = await take({ mapping, documents: [{ ...CANONICAL, kind: 'erp-export' }] });
    const { correction } = await read(`/invoices/${id}`);
    hasMembers(correction, {
      document: 'erp-export',
      connector: 'erp-a',
      mapping_version: 'v1',
    });
  });

  it('tells of a dead letter that the network may have that it is not corrected here', async () => {
    const id = await take({ state: 'dead_letter' });
    assert.deepEqual((await read(`/invoices/${id}`))['correction'], {
      allowed: false,
      reason: 'may_be_delivered',
      document: 'canonical',
      format: 'ubl',
    });
  });

  it('names the newest later submission that was not cancelled, and corrects that one', async () => {
    const first = await take({});
    const second = await take({ fingerprint: 'b'.repeat(64) });
    await take({ state: 'cancelled', fingerprint: 'c'.repeat(64) });
    const old = await read(`/invoices/${first}`);
    hasMembers(old['sent_again_as'], { id: second, state: 'rejected' });
    hasMembers(old['correction'], { allowed: false, reason: 'sent_again' });
    const { sent_again_as: later, correction } = await read(`/invoices/${second}`);
    assert.equal(later, undefined);
    hasMembers(correction, { allowed: true });
  });

  it('is summed once, in the list, in the table of the list and in the archive', async () => {
    const sealed = async (total: string, more: object = {}): Promise<string> => {
      const amounts = { currency: 'EUR', withoutVat: '100.00', vat: '19.00', total, due: total, ...more };
      return api.world.content.sealText('acme', JSON.stringify(amounts));
    };
    const sealedSummary = await sealed('119.00');
    await take({ sealedSummary, invoiceNumber: 'A-1' });
    await take({ sealedSummary, invoiceNumber: 'A-2', state: 'delivered', fingerprint: 'b'.repeat(64) });
    await take({ sealedSummary: await sealed('238.00'), invoiceRef: '4712', invoiceNumber: 'B-1' });
    const credit = { sealedSummary: await sealed('19.00', { typeCode: '381' }), state: 'delivered' } as const;
    await take({ ...credit, invoiceRef: '4713', invoiceNumber: 'C-1' });

    const [sums] = (await read('/invoices/sums'))['data'] as Record<string, unknown>[];
    hasMembers(sums, { invoices: 2, total: '100.00' });
    hasMembers(sums!['not_arrived'], { invoices: 1, total: '238.00' });

    const bytesOf = async (path: string): Promise<Buffer> => {
      const headers = { authorization: `Bearer ${key}` };
      const answered = await fetch(`http://127.0.0.1:${api.port}${path}`, { headers });
      return Buffer.from(await answered.arrayBuffer());
    };
    const textOf = async (path: string): Promise<string> => (await bytesOf(path)).toString();
    const [head, ...rows] = (await textOf('/exports/invoices?lang=en&tables=spreadsheet'))
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    const column = (name: string): readonly string[] => rows.map((row) => row[head!.indexOf(name)]!);
    assert.deepEqual(column('Total with VAT'), ['', '119.00', '', '-19.00']);
    assert.deepEqual(column('Not counted: total with VAT'), ['119.00', '', '238.00', '']);
    assert.deepEqual(column('Sent again as'), ['A-2', '', '', '']);
    assert.match(column('Counts as').join('|'), /^sent again.*[|]sent[|]not arrived.*[|]sent$/);
    assert.match(
      await textOf('/exports/invoices'),
      /,119[.]00,119[.]00,.*,100[.]00,19[.]00,replaced,A-2\r\n/,
    );

    const archive = await unzipped(await bytesOf('/exports/archive?lang=en'));
    const index = archive.get('index.html')!;
    assert.match(index, />Sent · EUR<small>Invoices and credit notes: 2<.*?<td>100\.00<\/td><\/tr>/s);
    assert.match(index, /not arrived or cancelled.*?EUR<small>Invoices and credit notes: 1<.*?<td>238\.00</s);
    assert.match(index, /Sent again; the later one is counted.*?EUR<small>Invoices and credit notes: 1</s);
  });

  it('says so in the search, of the earlier one alone', async () => {
    const first = await take({ sealedSummary: undefined });
    const second = await take({ fingerprint: 'b'.repeat(64) });
    await take({ state: 'cancelled', fingerprint: 'c'.repeat(64) });
    const { data } = await read('/search?q=4711');
    const rows = data as { id: string; sent_again_as?: object }[];
    const later = new Map(rows.map((row) => [row.id, row.sent_again_as]));
    hasMembers(later.get(first), { id: second, state: 'rejected' });
    assert.ok(later.has(second));
    assert.equal(later.get(second), undefined);
  });

  it('names the invoice of a refused submission by its reference', async () => {
    await take({ state: 'delivered' });
    const body = { ...withDocument('payment.iban', 'DE00'), client: 'acme' };
    const { json } = await api.call('POST', '/invoices', { key, idempotencyKey: newIdempotencyKey(), body });
    const path = `/refusals/${String(json.refusal_id)}`;
    // What was there before has nothing to do with it.
    assert.equal((await read(path))['sent_again_as'], undefined);
    api.world.clock.advance(1000);
    const id = await take({ state: 'queued', fingerprint: 'd'.repeat(64) });
    hasMembers((await read(path))['sent_again_as'], { id, state: 'queued' });
    const [row] = (await read('/refusals'))['data'] as Record<string, unknown>[];
    hasMembers(row?.['sent_again_as'], { id });
  });
});
