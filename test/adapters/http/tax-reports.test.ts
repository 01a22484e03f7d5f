import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { JoseProofs } from '../../../src/adapters/signing/jose-proofs.ts';
import { moveReport } from '../../../src/application/reports/report-step.ts';
import { emptyFolder } from '../../support/folder.ts';
import { InvoiceFiles } from '../../../src/application/content/invoice-files.ts';
import { JSON_REPORT_WRITER } from '../../support/report-writer.ts';
import { taskOf } from '../../../src/domain/lifecycle/lanes.ts';
import type { Rail } from '../../../src/ports/rail/rail.ts';
import { example } from '../../support/erp.ts';
import { newIdempotencyKey } from './bodies.ts';
import { checkingWorker } from './checking-worker.ts';
import { type RunningApi, withOwnClients } from './harness.ts';
import { OPERATOR_KEY, type World } from './world.ts';

const FRENCH = example('over-fr-pa');
const [LINE] = FRENCH.document['lines'] as readonly object[];
const ADDRESS = { street: '1 rue A', city: 'Paris', postcode: '75001', country: 'FR' };
const TO_CONSUMER = {
  ...FRENCH,
  document: {
    ...FRENCH.document,
    buyer: { name: 'Jean Martin', is_consumer: true, address: ADDRESS },
    lines: [{ ...LINE, item_kind: 'services' }],
  },
};
const DAY = {
  seller: { company_id: '100000009', name: 'Ateliers' },
  day: '2026-10-01',
  category: 'goods',
  count: 41,
  amounts: [{ vat_rate: '20.00', net: '1050.00', vat: '210.00' }],
};
const OWN = { vat_regime: 'monthly', reports: 'own' };

/** Calls that would go to the platform. */
const calls: string[] = [];
const RAIL = {
  ...{ route: 'FR-PA', caps: [], statusMappings: [] },
  send: async () => void calls.push('send'),
} as unknown as Rail;

const workerOn = (world: World) => checkingWorker(world, new Map([[RAIL.route, RAIL]]));

interface Row {
  readonly id: string;
  readonly part: string;
  readonly way: string;
  readonly state: string;
}

describe('a sale that is reported', () => {
  let api: RunningApi;
  let client: string;
  let key: string;
  withOwnClients((own) => ({ api, client, key } = own));
  beforeEach(() => void (calls.length = 0));

  const set = async (fr: object | null): Promise<void> => {
    const { status, text } = await api.call('PUT', `/clients/${client}/profile`, {
      key: OPERATOR_KEY,
      body: { fr },
    });
    assert.equal(status, 200, text);
  };
  const post = (path: string, body: object) =>
    api.call('POST', path, { key, idempotencyKey: newIdempotencyKey(), body });
  const submitted = async (body: object): Promise<string> => {
    const { status, json, text } = await post('/invoices', body);
    assert.equal(status, 202, text);
    const id = String(json['id']);
    for (let runs = 0; runs < 4; runs += 1) {
      const record = (await api.world.invoices.find(id))!;
      await workerOn(api.world).run(id, taskOf(record).lane);
    }
    return id;
  };
  const reports = async (): Promise<readonly Row[]> =>
    (await api.call('GET', '/reports', { key })).json['data'] as readonly Row[];

  it('to a consumer is checked, laid ready and stated in a report; no platform gets an invoice', async () => {
    await set(OWN);
    const id = await submitted(TO_CONSUMER);
    const { json } = await api.call('GET', `/invoices/${id}`, { key });
    assert.equal(json['state'], 'ready');
    assert.ok(json['to_fetch_since']);
    assert.deepEqual(calls, []);
    assert.deepEqual(api.world.checked.at(-1)?.isReported, true);
    const [report, ...more] = await reports();
    assert.deepEqual([report?.part, report?.way, report?.state, more], ['sales', 'own', 'queued', []]);
    const events = (await api.call('GET', `/invoices/${id}/events`, { key })).json[
      'data'
    ] as readonly object[];
    assert.match(JSON.stringify(events.at(-1)), new RegExp(`EI-REPORTED.*${report?.id}`));
    const sales = await api.world.reports.salesOfInvoice(id);
    assert.deepEqual(
      sales.map(({ reportId }) => reportId),
      [report?.id],
    );
  });

  it('is laid ready without a report if it is exempt under articles 261 to 261 E', async () => {
    await set(OWN);
    const { document } = TO_CONSUMER;
    const id = await submitted({
      ...TO_CONSUMER,
      document: {
        ...document,
        lines: [{ ...LINE, item_kind: 'services', vat_category: 'E', vat_rate: 0 }],
        vat_exemption: [{ vat_category: 'E', reason: 'Soins', reason_code: 'VATEX-FR-CGI261-4' }],
      },
    });
    const record = await api.world.invoices.find(id);
    assert.deepEqual([record?.state, record?.dueAt], ['ready', null]);
    assert.deepEqual(await reports(), []);
    const events = (await api.call('GET', `/invoices/${id}/events`, { key })).text;
    assert.doesNotMatch(events, /EI-REPORTED/);
    const paid = await post(`/invoices/${id}/statuses`, {
      status: 'paid',
      paid_on: '2026-10-05',
      amounts: [{ vat_rate: '0', amount: '10.00' }],
    });
    assert.equal(paid.status, 409, paid.text);
  });

  it('is refused at the member that is missing or wrong in the totals of a day', async () => {
    await set(OWN);
    const { amounts: _, ...withoutAmounts } = DAY;
    const wrong: readonly (readonly [string, object])[] = [
      ['amounts', withoutAmounts],
      ['amounts', { ...DAY, amounts: [] }],
      ['amounts[0].net', { ...DAY, amounts: [{ vat_rate: '20.00', net: 'much', vat: '1.00' }] }],
      ['count', { ...DAY, count: -1 }],
      ['seller', { ...DAY, seller: 'Ateliers' }],
    ];
    for (const [field, body] of wrong) {
      const { status, json, text } = await post('/reports/sales', body);
      assert.equal(status, 400, text);
      const errors = json['errors'] as readonly { readonly field: string }[];
      assert.deepEqual([...new Set(errors.map((one) => one.field))], [field]);
    }
    assert.deepEqual(await reports(), []);
  });

  it('to a consumer that is paid is stated in the report of payments', async () => {
    await set(OWN);
    const id = await submitted(TO_CONSUMER);
    const paid = { status: 'paid', amounts: [{ amount: '12.00', vat_rate: '20.00' }], paid_on: '2026-10-01' };
    const { status, text } = await post(`/invoices/${id}/statuses`, paid);
    assert.equal(status, 202, text);
    assert.deepEqual((await reports()).map(({ part }) => part).sort(), ['payments', 'sales']);
    const back = { ...paid, amounts: [{ amount: '-12.00', vat_rate: '20.00' }] };
    assert.equal((await post(`/invoices/${id}/statuses`, back)).status, 202);
    assert.equal((await post(`/invoices/${id}/statuses`, back)).status, 409);
    const other = await post(`/invoices/${id}/statuses`, { status: 'completed' });
    assert.equal(other.status, 409);
  });

  it('is never both: an invoice to a business goes to the platform and into no report', async () => {
    await set(OWN);
    const id = await submitted(FRENCH);
    assert.notEqual((await api.world.invoices.find(id))?.state, 'ready');
    assert.deepEqual(await api.world.reports.salesOfInvoice(id), []);
    assert.deepEqual(await reports(), []);
  });

  it('is never both: a sale that the platform derives is stated in no report of ours', async () => {
    await set({ ...OWN, reports: 'platform' });
    const withAddress = {
      ...TO_CONSUMER,
      document: {
        ...TO_CONSUMER.document,
        buyer: { ...TO_CONSUMER.document.buyer, endpoint: { id: 'jean@martin.example', scheme: 'EM' } },
      },
    };
    const id = await submitted(withAddress);
    const invoice = await api.world.invoices.find(id);
    assert.deepEqual([invoice?.state === 'ready', invoice?.processingRule], [false, 'B2C']);
    const sales = await api.world.reports.salesOfInvoice(id);
    const ways = (await reports()).map((report) => [report.id, report.way]);
    assert.deepEqual([sales.length, ways], [1, [[sales[0]?.reportId, 'platform']]]);
    const { status, text } = await post('/reports/sales', DAY);
    assert.equal(status, 400);
    assert.match(text, /derives the reports/);
  });

  it('abroad is delivered over Peppol and stated in a report by one call, or the answer warns', async () => {
    const { document } = FRENCH;
    const abroad = {
      route: 'PEPPOL',
      document: {
        ...document,
        invoice: { ...(document as { invoice: object }).invoice, notes: undefined, buyer_reference: 'PO-1' },
        seller: { ...(document['seller'] as object), endpoint: { scheme: '0009', id: '10000000900010' } },
        buyer: {
          ...{
            name: 'Rossi SRL',
            vat_id: 'IT00743110157',
            endpoint: { scheme: '0211', id: 'IT00743110157' },
          },
          address: { street: 'Via Roma 1', city: 'Torino', postcode: '10121', country: 'IT' },
        },
        lines: [{ ...LINE, item_kind: 'services' }],
      },
    };
    const warned = await post('/invoices', abroad);
    assert.equal(warned.status, 202, warned.text);
    assert.match(warned.text, /EI-FR-NOT-REPORTED/);
    await set(OWN);
    const own = {
      ...abroad,
      document: { ...abroad.document, invoice: { ...abroad.document.invoice, number: 'F-99' } },
    };
    const taken = await post('/invoices', own);
    assert.doesNotMatch(taken.text, /EI-FR-NOT-REPORTED/);
    const id = String(taken.json['id']);
    await workerOn(api.world).run(id, taskOf((await api.world.invoices.find(id))!).lane);
    const sales = await api.world.reports.salesOfInvoice(id);
    assert.deepEqual(
      (await reports()).map((row) => [row.id, row.part]),
      [[sales[0]?.reportId, 'sales']],
    );
    assert.notEqual((await api.world.invoices.find(id))?.state, 'validation_failed');
  });

  it('is refused with what to ask the platform if it is unknown who reports it', async () => {
    const invoice = await post('/invoices', TO_CONSUMER);
    assert.equal(invoice.status, 422);
    assert.match(invoice.text, /Ask the platform whether it takes reports/);
    const day = await post('/reports/sales', DAY);
    assert.equal(day.status, 400);
    assert.match(day.text, /Ask its platform whether it takes reports/);
  });

  it('of a till is stated once, listed with its period and its deadline, and replaced by another', async () => {
    await set(OWN);
    const sent = { key, idempotencyKey: newIdempotencyKey(), body: DAY };
    const first = await api.call('POST', '/reports/sales', sent);
    assert.equal(first.status, 202, first.text);
    assert.deepEqual((await api.call('POST', '/reports/sales', sent)).json, first.json);
    const [row] = first.json['data'] as readonly { id: string; report_id: string }[];
    const { json } = await api.call('GET', `/reports/${row?.report_id}`, { key });
    assert.deepEqual(
      [json['first_day'], json['last_day'], json['deadline_at'], json['deadline_local']],
      ['2026-10-01', '2026-10-10', '2026-10-20T21:59:59.999Z', '2026-10-20T23:59:59.999+02:00'],
    );
    const replaced = await post('/reports/sales', { ...DAY, replaces: row?.id });
    assert.equal(replaced.status, 202, replaced.text);
    const again = await post('/reports/sales', { ...DAY, replaces: row?.id });
    assert.equal(again.status, 400);
    assert.match(again.text, /replaces this one already/);
  });

  it('of a till gets a warning if its VAT does not fit the rate, or is refused as the record says', async () => {
    await set(OWN);
    const wrong = { ...DAY, amounts: [{ vat_rate: '20.00', net: '100.00', vat: '30.00' }] };
    const warned = await post('/reports/sales', wrong);
    const [warning] = warned.json['warnings'] as readonly { code: string; field: string; severity: string }[];
    assert.deepEqual(
      [warned.status, warning?.code, warning?.field, warning?.severity],
      [202, 'EI-VAT-OF-DAY', 'amounts[0].vat', 'warning'],
    );
    assert.equal((await post('/reports/sales', DAY)).json['warnings'], undefined);
    const body = { plausibility: { 'EI-VAT-OF-DAY': 'refuse' } };
    const changed = await api.call('PUT', `/clients/${client}/profile`, { key: OPERATOR_KEY, body });
    assert.equal(changed.status, 200, changed.text);
    const refused = await post('/reports/sales', wrong);
    assert.deepEqual([refused.status, /EI-VAT-OF-DAY/.test(refused.text)], [400, true]);
  });

  it('needs a known rate, and a day that has come', async () => {
    await set(OWN);
    const rate = await post('/reports/sales', {
      ...DAY,
      amounts: [{ vat_rate: '19', net: '1.00', vat: '0.19' }],
    });
    assert.deepEqual([rate.status, /no VAT rate of 19/.test(rate.text)], [400, true]);
    const day = await post('/reports/sales', { ...DAY, day: '2027-01-01' });
    assert.deepEqual([day.status, /not come yet/.test(day.text)], [400, true]);
  });

  it('is not taken of a day before the duty, nor is its payment', async () => {
    await set(OWN);
    for (const [day, status] of [
      ['2026-08-31', 400],
      ['2026-09-01', 202],
    ] as const)
      assert.equal((await post('/reports/sales', { ...DAY, day })).status, status, day);
    const { document } = TO_CONSUMER;
    const dated = (day: string) => ({
      ...TO_CONSUMER,
      document: { ...document, invoice: { ...(document as { invoice: object }).invoice, issue_date: day } },
    });
    const refused = await post('/invoices', dated('2026-08-31'));
    assert.deepEqual([refused.status, /1 September 2026/.test(refused.text)], [422, true]);
    const id = await submitted(dated('2026-09-01'));
    const amounts = [{ amount: '1.00', vat_rate: '20.00' }];
    for (const [paid_on, status] of [
      ['2026-08-31', 400],
      ['2026-09-01', 202],
    ] as const)
      assert.equal(
        (await post(`/invoices/${id}/statuses`, { status: 'paid', paid_on, amounts })).status,
        status,
      );
  });

  it('has its evidence in one zip: what was sent, the answer, the events, their hashes and a signature', async () => {
    await set(OWN);
    const { json } = await post('/reports/sales', DAY);
    const [{ report_id: id }] = json['data'] as [{ report_id: string }];
    const { world } = api;
    const report = (await world.reports.find(id))!;
    const files = new InvoiceFiles(world.content, JSON_REPORT_WRITER, '0.1.0');
    const bytes = new TextEncoder().encode('<Report/>');
    const answer = new TextEncoder().encode('<Answer/>');
    const { documents, files: sealed } = await files.sealReceived(report, [
      { kind: 'tax-report-1', bytes },
      { kind: 'tax-report-1-answer', bytes: answer },
    ]);
    const documentSha256 = world.digests.sha256(bytes);
    const sent = { ...report, documents, documentsMade: 1, documentSha256 };
    const tools = { clock: world.clock, ids: world.ids, reportWriter: JSON_REPORT_WRITER };
    const step = moveReport(sent, 'submitted', { dueAt: null, files: sealed }, tools);
    assert.equal(await world.reports.commit({ ...step, audit: [] }), 'committed');
    const response = await fetch(`http://127.0.0.1:${api.port}/reports/${id}/evidence`, {
      headers: { authorization: `Bearer ${key}` },
    });
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'application/zip']);
    const folder = emptyFolder();
    try {
      const zip = join(folder.path, 'evidence.zip');
      writeFileSync(zip, new Uint8Array(await response.arrayBuffer()));
      const entry = (name: string): string => execFileSync('unzip', ['-p', zip, name], { encoding: 'utf8' });
      assert.equal(entry('documents/tax-report-1.xml'), '<Report/>');
      assert.equal(entry('documents/tax-report-1-answer.xml'), '<Answer/>');
      assert.match(entry('events.ndjson'), /"status":"submitted"/);
      const manifest = entry('manifest.csv');
      for (const { sha256 } of documents) assert.match(manifest, new RegExp(sha256));
      const proofs = new JoseProofs();
      const jwks = (await api.call('GET', '/.well-known/jwks.json')).text;
      const { statement } = await proofs.open(entry('proof.jws').trim(), proofs.keys(jwks));
      assert.deepEqual(
        [statement.invoice.id, statement.document?.sha256, statement.files, statement.events.length],
        [id, documentSha256, documents, 1],
      );
      assert.doesNotMatch(execFileSync('unzip', ['-Z1', zip], { encoding: 'utf8' }), /missing/);
      world.content.damage(report.client, documents[1]!.sha256);
      const damaged = await fetch(`http://127.0.0.1:${api.port}/reports/${id}/evidence`, {
        headers: { authorization: `Bearer ${key}` },
      });
      writeFileSync(zip, new Uint8Array(await damaged.arrayBuffer()));
      assert.equal(entry('documents/tax-report-1.xml'), '<Report/>');
      assert.match(entry('missing.csv'), /^rep_\w+,documents\/tax-report-1-answer\.xml,\w+,unreadable\r$/m);
      assert.doesNotMatch(entry('manifest.csv'), /answer/);
      assert.match(entry('proof.jws'), /^\w/);
    } finally {
      folder.remove();
    }
  });

  it("of another client's report is not found", async () => {
    await set(OWN);
    const { json } = await post('/reports/sales', DAY);
    const [row] = json['data'] as readonly { report_id: string }[];
    const other = await api.world.clientKey('another');
    for (const path of ['', '/events', '/evidence', '/documents/tax-report-1'])
      assert.equal((await api.call('GET', `/reports/${row?.report_id}${path}`, { key: other })).status, 404);
    assert.deepEqual((await api.call('GET', '/reports', { key: other })).json['data'], []);
  });

  it('of purchases needs reports of our own, and a scope', async () => {
    const answers = [
      { ...OWN, purchases: 'eu' },
      { ...OWN, reports: 'platform', purchases: 'eu' },
      { ...OWN, purchases: 'x' },
    ];
    const set = (fr: object) =>
      api.call('PUT', `/clients/${client}/profile`, { key: OPERATOR_KEY, body: { fr } });
    const [taken, ...refused] = await Promise.all(answers.map(set));
    assert.equal(taken?.status, 200, taken?.text);
    for (const { status, text } of refused) {
      assert.equal(status, 400);
      assert.match(text, /fr.purchases/);
    }
  });

  it('needs the regime of the client', async () => {
    const { status, text } = await api.call('PUT', `/clients/${client}/profile`, {
      key: OPERATOR_KEY,
      body: { fr: { reports: 'own' } },
    });
    assert.equal(status, 400);
    assert.match(text, /fr.vat_regime/);
  });
});
