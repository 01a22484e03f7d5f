import { english } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { Mappings } from '../../../src/domain/mapping/mappings.ts';
import { edited, exportNamed } from '../../support/exports.ts';
import { csvTextOf } from '../../../src/domain/mapping/csv-text.ts';
import { MAPPINGS } from '../../support/mappings.ts';
import { tableNamed } from '../../support/tables.ts';
import { newIdempotencyKey, submission } from './bodies.ts';
import { RunningApi, typeOf } from './harness.ts';
import { OPERATOR_KEY, World } from './world.ts';

const A = exportNamed('erp-a-invoice');
const TWO_INVOICES = csvTextOf(tableNamed('table-invoice'))!.text.replace('\n2026-0815;;', '\n2026-0816;;');
const errorsOf = (json: Record<string, unknown>) =>
  (json.errors as { code: string; field: string; source: string; message: string }[]) ?? [];

describe('an export', () => {
  let api: RunningApi;
  let key: string;
  let n = 0;

  before(async () => {
    api = await RunningApi.start();
  });
  beforeEach(async () => {
    api.world.clock.advance(60_000);
    n += 1;
    key = await api.world.clientKey(`erp-${n}`);
  });
  after(() => api.stop());

  const send = (body: object, more: { key?: string; idempotencyKey?: string } = {}) =>
    api.call('POST', '/invoices', {
      key: more.key ?? key,
      idempotencyKey: more.idempotencyKey ?? newIdempotencyKey(),
      body,
    });
  const dryRun = (body: object) => api.call('POST', '/validate', { key, body });
  const exported = (own: object = {}) => ({
    connector: 'erp-a',
    export: A,
    route: 'DE-XRECHNUNG',
    ...own,
  });

  for (const [connector, name] of [
    ['erp-a', 'erp-a-invoice'],
    ['erp-a', 'erp-a-credit-memo'],
    ['erp-b', 'erp-b-invoice'],
    ['erp-b', 'erp-b-credit-note'],
  ] as const)
    it(`${name} is accepted, routed and stored unchanged`, async () => {
      const { status, json } = await send({ connector, export: exportNamed(name) });
      assert.equal(status, 202, JSON.stringify(json));
      assert.equal(json.route, 'DE-XRECHNUNG');
      const record = await api.world.invoices.find(String(json.id));
      assert.deepEqual(
        record?.documents.map(({ kind }) => kind),
        ['erp-export'],
      );
      assert.equal(record?.invoiceRef, exportNamed(name).number ?? exportNamed(name).name);
      assert.deepEqual([record?.mapping?.connector, record?.mapping?.version], [connector, 'v3']);
      const stored = await api.call('GET', `/invoices/${String(json.id)}/documents/erp-export`, { key });
      assert.deepEqual(stored.json, exportNamed(name));
    });

  for (const name of ['table-invoice', 'table-credit-note'] as const)
    it(`${name} is accepted as bytes or text, routed and stored unchanged`, async () => {
      const table = tableNamed(name);
      const text = csvTextOf(table)?.text;
      const { status, json } = await send({ connector: 'table', export: table });
      assert.deepEqual([status, json.route], [202, 'DE-XRECHNUNG'], JSON.stringify(json));
      const stored = await api.call('GET', `/invoices/${String(json.id)}/documents/erp-export`, { key });
      assert.deepEqual(stored.json, table);
      const again = await send({ connector: 'table', export: { csv: text } });
      assert.equal(again.json.duplicate_of, json.id);
    });

  it('that is a table is refused with row and column of the error', async () => {
    const csv = csvTextOf(tableNamed('table-invoice'))!.text.replace('Std;80,00', 'Fass;8O,00');
    const { status, json } = await send({ connector: 'table', export: { csv }, route: 'DE-XRECHNUNG' });
    assert.equal(status, 422);
    assert.deepEqual(
      errorsOf(json).map(({ source, field }) => `${source} ${field}`),
      ['mapping row 3, column Einzelpreis', 'mapping row 3, column Einheit'],
    );
  });

  it('that is a large table is read in its own thread, with the same answer', async () => {
    const [head = '', first = '', ...rest] = csvTextOf(tableNamed('table-invoice'))!
      .text.replace('3.280,04;620,81;3.900,85', ';;')
      .split(/\n(?=2026)/);
    const more = Array.from({ length: 2000 }, () => rest[0]);
    const csv = [head, first, ...more, rest[0]?.replace('Std', 'Fass')].join('\n');
    const { status, json } = await send({ connector: 'table', export: { csv } });
    assert.equal(status, 422, JSON.stringify(json));
    assert.deepEqual(
      errorsOf(json).map(({ field }) => field),
      ['row 2003, column Einheit'],
    );
  });

  it('counts as the mapped invoice: a repeat is a duplicate, whatever its other fields', async () => {
    const first = await send(exported());
    const again = await send(exported({ export: { ...A, unread: 'field', '@odata.etag': 'W/2' } }));
    assert.equal(again.json.duplicate_of, first.json.id);
  });

  it('is refused with the field names of the ERP', async () => {
    const wrong = edited(A, {
      'salesInvoiceLines.0.unitOfMeasureCode': 'FURLONG',
      'customer.taxRegistrationNumber': '190384672',
      totalTaxAmount: 185.83,
    });
    const { status, json } = await send(exported({ export: wrong }));
    assert.equal(status, 422);
    assert.deepEqual(
      errorsOf(json).map(({ code, source, field }) => `${code} ${source} ${field}`),
      [
        // Totals are compared once the mapping can read every value.
        'EI-SCHEMA mapping salesInvoiceLines[0].unitOfMeasureCode',
        'EI-SCHEMA schema customer.taxRegistrationNumber',
      ],
    );
  });

  it('is compared with the totals of the ERP, or with those of the call', async () => {
    const wrong = edited(A, { totalTaxAmount: 185.83 });
    const refused = await send(exported({ export: wrong }));
    assert.deepEqual(
      errorsOf(refused.json).map(({ code, source, field }) => [code, source, field]),
      [['EI-TOTALS-MISMATCH', 'erp-totals', 'totalTaxAmount']],
    );
    const given = await send(exported({ erp_totals: { total_vat: 1 } }));
    assert.deepEqual(
      errorsOf(given.json).map(({ field }) => field),
      ['erp_totals.total_vat'],
    );
    assert.equal((await send(exported({ export: wrong, erp_totals: { total_vat: 185.82 } }))).status, 202);
  });

  it('has its own layers first; on the German route only if they have findings', async () => {
    const layers = async (body: object) => {
      const { json } = await dryRun(body);
      assert.equal(json.mapping_version, 'v3');
      return (json.layers as { layer: string; outcome: string }[]).map(
        ({ layer, outcome }) => `${layer} ${outcome}`,
      );
    };
    const wrong = edited(A, { 'salesInvoiceLines.0.taxPercent': 0, totalTaxAmount: 1 });
    assert.deepEqual((await layers(exported())).slice(0, 2), ['schema valid', 'pre-check valid']);
    assert.deepEqual((await layers(exported({ export: wrong }))).slice(0, 1), ['mapping invalid']);
    assert.deepEqual((await layers(exported({ route: 'PEPPOL' }))).slice(0, 3), [
      'mapping valid',
      'erp-totals valid',
      'schema invalid',
    ]);
  });

  for (const [what, body, field] of [
    ['document and export', { ...submission(), connector: 'erp-a', export: A }, 'document'],
    ['neither', { route: 'DE-XRECHNUNG' }, 'document'],
    ['a connector alone', { connector: 'erp-a' }, 'export'],
    ['an export alone', { export: A }, 'connector'],
    ['an unknown connector', { connector: 'erp-z', export: A }, 'connector'],
    ['an unknown version', { connector: 'erp-a', export: A, mapping_version: 'v99' }, 'mapping_version'],
    ['a version without an export', { ...submission(), mapping_version: 'v1' }, 'mapping_version'],
    ['an order', { connector: 'erp-a', export: { orderDate: '2026-01-01' } }, 'export'],
    ['a draft', { connector: 'erp-a', export: edited(A, { status: 'Draft' }) }, 'export.status'],
    ['a list', { connector: 'erp-a', export: [A] }, 'export'],
    ['bytes that are not a table', { connector: 'table', export: A }, 'export'],
    ['two invoices in a table', { connector: 'table', export: { csv: TWO_INVOICES } }, 'export'],
  ] as const)
    it(`of ${what} answers 400 at ${field}, also in a dry run, and leaves the key unused`, async () => {
      const idempotencyKey = newIdempotencyKey();
      for (const { status, json } of [
        await send(body, { idempotencyKey }),
        await dryRun({ route: 'DE-XRECHNUNG', ...body }),
      ]) {
        assert.equal(status, 400, JSON.stringify(json));
        assert.equal(errorsOf(json)[0]?.field, field);
      }
      assert.equal((await send(exported(), { idempotencyKey })).status, 202);
    });

  it('with a number of more than 40 characters is refused under any key, in a dry run as well', async () => {
    const long = exported({ export: edited(A, { number: 'N'.repeat(41) }) });
    for (const { status, json } of [await send(long), await dryRun(long)]) {
      assert.equal(status, 422);
      assert.deepEqual(
        errorsOf(json).map(({ code, field }) => [code, field]),
        [['EI-SCHEMA', 'number']],
      );
    }
  });

  it('of a large size, read in its own thread, has the same answer', async () => {
    const line = (A.salesInvoiceLines as object[])[0];
    const lines = Array.from({ length: 400 }, () => line);
    const large = edited(A, {
      salesInvoiceLines: lines,
      totalAmountExcludingTax: undefined,
      totalTaxAmount: undefined,
      totalAmountIncludingTax: undefined,
    });
    assert.equal((await send(exported({ export: large }))).status, 202);
    const wrong = edited(large, { 'salesInvoiceLines.399.unitOfMeasureCode': 'FURLONG' });
    const refused = await send({ connector: 'erp-a', export: wrong });
    assert.deepEqual(
      errorsOf(refused.json).map(({ field }) => field),
      ['salesInvoiceLines[399].unitOfMeasureCode'],
    );
    const draft = await send(exported({ export: edited(large, { status: 'Draft' }) }));
    assert.equal(errorsOf(draft.json)[0]?.field, 'export.status');
  });

  describe('under a key that begins with erp:', () => {
    const erpKey = (): string => `erp:${newIdempotencyKey()}`;

    it('is kept for the operator’s own client, without a time limit', async () => {
      const idempotencyKey = erpKey();
      const body = exported({ export: edited(A, { number: `OWN-${n}` }) });
      const first = await send(body, { key: OPERATOR_KEY, idempotencyKey });
      assert.equal(first.status, 202);
      api.world.clock.advance(400 * 24 * 3_600_000);
      const again = await send(body, { key: OPERATOR_KEY, idempotencyKey });
      assert.equal(again.headers.get('idempotency-replayed'), 'true');
      assert.equal(again.json.id, first.json.id);
    });

    for (const [what, body, operator] of [
      ['a client’s key', exported(), false],
      ['another client', exported({ client: 'acme' }), true],
      ['a canonical document', submission(), true],
      ['an empty export', { connector: 'erp-a', export: {} }, true],
    ] as const)
      it(`is refused with ${what}`, async () => {
        const answer = await send(body, {
          idempotencyKey: erpKey(),
          ...(operator && { key: OPERATOR_KEY }),
        });
        assert.deepEqual([answer.status, typeOf(answer)], [400, 'idempotency-key-not-allowed']);
      });
  });

  it('is mapped with the version of the call, by default with that of the settings', async () => {
    const versionOf = async (own: object) =>
      (await api.world.invoices.find(String((await send(exported(own))).json.id)))?.mapping?.version;
    const odoo = { connector: 'erp-b', export: edited(exportNamed('erp-b-credit-note'), {}) };
    assert.equal(await versionOf({ ...odoo, mapping_version: 'v1' }), 'v1');
    await api.call('PUT', `/clients/erp-${n}/profile`, {
      key: OPERATOR_KEY,
      body: { connectors: { 'erp-a': { mapping_version: 'v1' } } },
    });
    assert.equal(await versionOf({}), 'v1');
    assert.equal(await versionOf({ mapping_version: 'v2' }), 'v2');
  });

  it('cannot be mapped with a withdrawn version', async () => {
    const withdrawn = MAPPINGS.versions('erp-a').map((one) =>
      one.version === 'v1' ? { ...one, status: 'withdrawn' as const } : one,
    );
    const chosen = new Mappings(withdrawn).choose('erp-a', 'v1');
    assert.ok(!chosen.ok && english(chosen.message).includes('was withdrawn'));
  });
});

describe('an export in production', () => {
  let api: RunningApi;
  let key: string;

  before(async () => {
    const world = new World();
    world.environment = 'production';
    api = await RunningApi.start(world);
    key = await api.world.clientKey('acme');
  });
  after(() => api.stop());

  it('needs the client’s own settings; the refusal is not stored', async () => {
    const idempotencyKey = newIdempotencyKey();
    const send = () =>
      api.call('POST', '/invoices', {
        key,
        idempotencyKey,
        body: { connector: 'erp-a', export: A, route: 'DE-XRECHNUNG' },
      });
    const set = (connectors: object) =>
      api.call('PUT', '/clients/acme/profile', { key: OPERATOR_KEY, body: { connectors } });
    const { example } = MAPPINGS.versions('erp-a')[0]!;
    const refused = await send();
    assert.deepEqual([refused.status, typeOf(refused)], [422, 'connector-settings-missing']);
    assert.ok(errorsOf(refused.json).some(({ field }) => field === 'connectors.erp-a.seller.name'));
    await set({ 'erp-a': { seller: example.seller, payment: { means_code: 58 } } });
    assert.deepEqual(
      errorsOf((await send()).json).map(({ field }) => field),
      ['connectors.erp-a.payment.iban'],
    );
    await set({ 'erp-a': { payment: example.payment } });
    const taken = await send();
    assert.equal(taken.status, 202, JSON.stringify(taken.json));
  });
});
