import assert from 'node:assert/strict';
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import {
  type CallOptions,
  CATALOGUE_ENTRY,
  callRaw,
  fieldsOf,
  newIdempotencyKey,
  RunningApi,
  submission,
  typeOf,
  withDocument,
} from './harness.ts';

interface BadBody {
  readonly it: string;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
  readonly status: number;
  readonly type: string;
  /** Named in `errors[].field`. */
  readonly names?: string;
}

const text = (): string => JSON.stringify(submission());
const line = (): unknown => (submission().document as { lines: unknown[] }).lines[0];
const sized = (bytes: number): string => {
  const body = text();
  return `${body.slice(0, -1)}${' '.repeat(bytes - Buffer.byteLength(body))}}`;
};

/** Refused before the idempotency step: nothing at all is stored. */
const MALFORMED: readonly BadBody[] = [
  { it: 'broken JSON', body: '{"document": {', status: 400, type: 'bad-request', names: 'document' },
  { it: 'JSON that goes on', body: `${text()}x`, status: 400, type: 'bad-request' },
  { it: 'a body that is no object', body: '[1]', status: 400, type: 'bad-request' },
  { it: 'no body', body: '', status: 400, type: 'bad-request', names: 'body' },
  {
    it: 'a member given twice',
    body: text().replace('"invoice":{', '"invoice":{"number":"1",'),
    status: 400,
    type: 'bad-request',
    names: 'document.invoice.number',
  },
  {
    it: 'half of a surrogate pair',
    body: text().replace('Muster Werkstatt GmbH', '\\ud83d'),
    status: 400,
    type: 'bad-request',
    names: 'document.seller.name',
  },
  {
    it: 'bytes that are not UTF-8',
    body: Buffer.from('{"a":"\xff"}', 'latin1'),
    status: 400,
    type: 'bad-request',
  },
  {
    it: 'brackets without end',
    body: '['.repeat(100_000),
    status: 400,
    type: 'bad-request',
  },
  {
    it: '__proto__ in the request',
    body: text().replace('{', '{"__proto__":{"client":"other"},'),
    status: 400,
    type: 'bad-request',
    names: '__proto__',
  },
  {
    it: 'an unknown field of the request',
    body: submission({ colour: 'red' }),
    status: 400,
    type: 'bad-request',
    names: 'colour',
  },
  {
    it: 'a connector, none of which is offered',
    body: { connector: 'erp-a', export: {} },
    status: 400,
    type: 'bad-request',
    names: 'connector',
  },
  {
    it: 'a hundred thousand unknown fields',
    body: `{${Array.from({ length: 100_000 }, (_, index) => `"k${index}":1`).join(',')}}`,
    status: 400,
    type: 'bad-request',
    names: 'body',
  },
  {
    it: 'a list of a hundred thousand formats',
    body: `{"formats":[${Array.from({ length: 100_000 }, () => '"ubl"').join(',')}]}`,
    status: 400,
    type: 'bad-request',
    names: 'formats',
  },
  {
    it: 'an unknown field with a name of a megabyte',
    body: submission({ ['x'.repeat(1_000_000)]: 1 }),
    status: 400,
    type: 'bad-request',
    names: 'x'.repeat(200),
  },
  {
    it: 'a document that is a list',
    body: submission({ document: [] }),
    status: 400,
    type: 'bad-request',
    names: 'document',
  },
  {
    it: 'a document that is a number',
    body: submission({ document: 1 }),
    status: 400,
    type: 'bad-request',
    names: 'document',
  },
  {
    it: 'an unknown total',
    body: submission({ erp_totals: { total: 1 } }),
    status: 400,
    type: 'bad-request',
    names: 'erp_totals.total',
  },
  {
    it: 'a total that is no number',
    body: submission({ erp_totals: { total_vat: '1,00' } }),
    status: 400,
    type: 'bad-request',
    names: 'erp_totals.total_vat',
  },
  {
    it: 'an unknown route',
    body: submission({ route: 'IT-SDI' }),
    status: 400,
    type: 'bad-request',
    names: 'route',
  },
  {
    it: 'a route that nothing builds for',
    body: submission({ route: 'PL-KSEF', formats: undefined }),
    status: 400,
    type: 'bad-request',
    names: 'route',
  },
  {
    it: 'a format that nothing builds',
    body: submission({ formats: ['zugferd'] }),
    status: 400,
    type: 'bad-request',
    names: 'formats[0]',
  },
  {
    it: "another route's format",
    body: submission({ formats: ['fa3'] }),
    status: 400,
    type: 'bad-request',
    names: 'formats[0]',
  },
  {
    it: 'two formats',
    body: submission({ formats: ['xrechnung-ubl', 'zugferd'] }),
    status: 400,
    type: 'bad-request',
    names: 'formats',
  },
  {
    it: 'the other environment',
    body: submission({ environment: 'production' }),
    status: 400,
    type: 'bad-request',
    names: 'environment',
  },
  {
    it: 'a client id out of shape',
    body: submission({ client: '../x' }),
    status: 400,
    type: 'bad-request',
    names: 'client',
  },
  {
    it: 'an invoice_ref over 100 characters',
    body: submission({ invoice_ref: 'x'.repeat(101) }),
    status: 400,
    type: 'bad-request',
    names: 'invoice_ref',
  },
  { it: '5 MB and a byte', body: sized(5_000_001), status: 413, type: 'payload-too-large' },
  {
    it: '5 MB and a byte after inflation',
    body: gzipSync(sized(5_000_001)),
    headers: { 'content-encoding': 'gzip' },
    status: 413,
    type: 'payload-too-large',
  },
  {
    it: 'gzip that is none',
    body: 'plain',
    headers: { 'content-encoding': 'gzip' },
    status: 400,
    type: 'bad-request',
    names: 'Content-Encoding',
  },
  {
    it: 'another encoding',
    body: text(),
    headers: { 'content-encoding': 'br' },
    status: 415,
    type: 'unsupported-media-type',
  },
  {
    it: 'two encodings',
    body: text(),
    headers: { 'content-encoding': 'gzip, gzip' },
    status: 415,
    type: 'unsupported-media-type',
  },
  {
    it: 'XML',
    body: '<Invoice/>',
    headers: { 'content-type': 'application/xml' },
    status: 415,
    type: 'unsupported-media-type',
  },
  {
    it: 'an unreadable content type',
    body: text(),
    headers: { 'content-type': 'json' },
    status: 415,
    type: 'unsupported-media-type',
  },
  {
    it: 'another charset',
    body: text(),
    headers: { 'content-type': 'application/json; charset=iso-8859-1' },
    status: 415,
    type: 'unsupported-media-type',
  },
];

/** Findings about the invoice: the answer is kept under the key, the invoice is not. */
const UNFIT: readonly Omit<BadBody, 'status' | 'type'>[] = [
  { it: 'an unknown field of the document', body: withDocument('colour', 'red'), names: 'colour' },
  {
    it: 'an unknown field three levels down',
    body: withDocument('seller.address.planet', 'x'),
    names: 'seller.address.planet',
  },
  { it: 'an unknown field of a line', body: withDocument('lines.0.planet', 'x'), names: 'lines[0].planet' },
  {
    it: '__proto__ in the document',
    body: text().replace('"seller":{', '"seller":{"__proto__":{"name":"x"},'),
    names: 'seller.__proto__',
  },
  {
    it: 'constructor in the document',
    body: withDocument('seller.constructor', {}),
    names: 'seller.constructor',
  },
  { it: 'a missing field', body: withDocument('buyer.name', undefined), names: 'buyer.name' },
  { it: 'a wrong type', body: withDocument('lines', {}), names: 'lines' },
  { it: 'a wrong code', body: withDocument('invoice.currency', 'EURO'), names: 'invoice.currency' },
  {
    it: 'a day that does not exist',
    body: withDocument('invoice.issue_date', '2026-02-30'),
    names: 'invoice.issue_date',
  },
  {
    it: '16 digits before the point',
    body: withDocument('lines.0.quantity', '1234567890123456'),
    names: 'lines[0].quantity',
  },
  {
    it: '9 digits behind the point',
    body: text().replace('"quantity":8.5', '"quantity":8.500000001'),
    names: 'lines[0].quantity',
  },
  {
    it: 'a number that a double rounds to a shorter one',
    body: text().replace('"quantity":8.5', '"quantity":8.50000000000000000001'),
    names: 'lines[0].quantity',
  },
  {
    it: 'a number beyond every double',
    body: text().replace('"quantity":8.5', '"quantity":1e999'),
    names: 'lines[0].quantity',
  },
  { it: '10,001 lines', body: withDocument('lines', Array.from({ length: 10_001 }, line)), names: 'lines' },
  {
    it: '21 notes',
    body: withDocument(
      'invoice.notes',
      Array.from({ length: 21 }, () => 'x'),
    ),
    names: 'invoice.notes',
  },
  {
    it: 'a note over 5,000 characters',
    body: withDocument('invoice.notes', ['x'.repeat(5001)]),
    names: 'invoice.notes[0]',
  },
  {
    it: 'an invoice number over 200 characters',
    body: withDocument('invoice.number', 'x'.repeat(201)),
    names: 'invoice.number',
  },
  {
    it: 'a number over 100 characters that must serve as invoice_ref',
    body: { ...withDocument('invoice.number', 'x'.repeat(101)), invoice_ref: undefined },
    names: 'invoice.number',
  },
  {
    it: 'a mistyped IBAN',
    body: withDocument('payment.iban', 'DE03120300000000202051'),
    names: 'payment.iban',
  },
  {
    it: 'a total that the lines do not give',
    body: submission({ erp_totals: { total_vat: '191.18' } }),
    names: 'erp_totals.total_vat',
  },
  {
    it: 'a total past the limits',
    body: submission({ erp_totals: { total_vat: '1234567890123456' } }),
    names: 'erp_totals.total_vat',
  },
];

describe('POST /invoices refuses', () => {
  let api: RunningApi;
  let key: string;

  before(async () => {
    api = await RunningApi.start();
  });
  beforeEach(async () => {
    // A client of its own each time: rates are counted per client.
    key = await api.world.clientKey(`client-${newIdempotencyKey()}`);
    api.world.writes.length = 0;
  });
  after(() => api.stop());

  const send = (options: CallOptions) =>
    api.call('POST', '/invoices', { key, idempotencyKey: newIdempotencyKey(), ...options });

  for (const { it: what, body, headers, status, type, names } of MALFORMED)
    it(`${what}, and stores nothing`, async () => {
      const answer = await send({ body, headers });
      assert.equal(`${answer.status} ${typeOf(answer)}`, `${status} ${type}`, answer.text);
      if (names !== undefined) assert.ok(fieldsOf(answer).includes(names), answer.text);
      if (status === 400) assert.notEqual(fieldsOf(answer).length, 0, answer.text);
      assert.ok(answer.text.length < 20_000);
      assert.deepEqual(api.world.writes, []);
    });

  for (const { it: what, body, names } of UNFIT)
    it(`${what}, naming the place, and queues nothing`, async () => {
      const answer = await send({ body });
      assert.equal(`${answer.status} ${typeOf(answer)}`, '422 validation-failed', answer.text);
      assert.ok(fieldsOf(answer).includes(names), answer.text);
      assert.deepEqual(api.world.writes, ['claim', 'keep']);
    });

  it('with a hint how to mend it, from the catalogue when the check has none', async () => {
    const { json } = await send({ body: withDocument('colour', 'red') });
    const [finding] = json.errors as { fix_hint: string }[];
    assert.equal(finding?.fix_hint, CATALOGUE_ENTRY.fixHint);
  });

  it('nothing but errors: warnings are not in a 422', async () => {
    const body = withDocument('payment.iban', 'DE03120300000000202051');
    (body.document as { seller: { vat_id: string } }).seller.vat_id = 'DE123456789';
    const { json } = await send({ body });
    assert.deepEqual(
      new Set((json.errors as { severity: string }[]).map(({ severity }) => severity)),
      new Set(['error']),
    );
  });
});

describe('POST /invoices takes', () => {
  let api: RunningApi;
  let key: string;

  before(async () => {
    api = await RunningApi.start();
  });
  beforeEach(async () => {
    key = await api.world.clientKey(`client-${newIdempotencyKey()}`);
  });
  after(() => api.stop());

  const send = (options: CallOptions) =>
    api.call('POST', '/invoices', { key, idempotencyKey: newIdempotencyKey(), ...options });

  it('gzip', async () => {
    const answer = await send({ body: gzipSync(text()), headers: { 'content-encoding': 'gzip' } });
    assert.equal(answer.status, 202, answer.text);
  });

  it('exactly 5 MB', async () => {
    const answer = await send({ body: sized(5_000_000) });
    assert.equal(answer.status, 202, answer.text);
  });

  it('an invoice with nothing but warnings', async () => {
    const body = withDocument('seller.vat_id', 'DE123456789');
    const report = await api.call('POST', '/validate', { key, body });
    assert.match(report.text, /"code":"EI-ID-VAT","severity":"warning"/);
    const answer = await send({ body });
    assert.equal(answer.status, 202, answer.text);
  });

  it('UTF-8 named as charset, and a byte order mark', async () => {
    const headers = { 'content-type': 'Application/JSON; charset="UTF-8"' };
    const answer = await send({ body: `\ufeff${text()}`, headers });
    assert.equal(answer.status, 202, answer.text);
  });

  it('numbers with all their digits', async () => {
    const body = text().replace('"unit_price":"72.50"', '"unit_price":123456789012345.12345678');
    const { json } = await send({ body: body.replace(/"erp_totals":\{[^}]*\}/, '"erp_totals":{}') });
    const kept = await api.call('GET', `/invoices/${String(json.id)}/documents/canonical`, { key });
    assert.match(kept.text, /"unit_price":123456789012345\.12345678/);
  });
});

describe('headers', () => {
  let api: RunningApi;
  let authorization: readonly [string, string];

  before(async () => {
    api = await RunningApi.start();
    authorization = ['Authorization', `Bearer ${await api.world.clientKey('acme')}`];
  });
  after(() => api.stop());

  const JSON_TYPE = ['Content-Type', 'application/json'] as const;
  const submit = (...lines: (readonly [string, string])[]) =>
    callRaw(api, 'POST', '/invoices', lines, text());

  for (const [what, value] of Object.entries({
    none: undefined,
    'one of 7 characters': '1234567',
    'one of 101 characters': 'x'.repeat(101),
  }))
    it(`needs an Idempotency-Key of 8 to 100 characters, not ${what}`, async () => {
      const lines = value === undefined ? [] : [['Idempotency-Key', value] as const];
      const answer = await submit(authorization, JSON_TYPE, ...lines);
      assert.equal(`${answer.status} ${typeOf(answer)}`, '400 bad-request', answer.text);
      assert.deepEqual(fieldsOf(answer), ['Idempotency-Key']);
    });

  it('refuses two Idempotency-Keys', async () => {
    const answer = await submit(
      authorization,
      JSON_TYPE,
      ['Idempotency-Key', 'aaaaaaaa'],
      ['Idempotency-Key', 'bbbbbbbb'],
    );
    assert.equal(`${answer.status} ${typeOf(answer)}`, '400 bad-request', answer.text);
    assert.deepEqual(fieldsOf(answer), ['Idempotency-Key']);
  });

  it('refuses two Authorization headers', async () => {
    const answer = await submit(authorization, authorization, JSON_TYPE, ['Idempotency-Key', 'aaaaaaaa']);
    assert.equal(`${answer.status} ${typeOf(answer)}`, '401 unauthorized');
  });

  it('refuses two content types', async () => {
    const answer = await submit(authorization, JSON_TYPE, JSON_TYPE, ['Idempotency-Key', 'aaaaaaaa']);
    assert.equal(`${answer.status} ${typeOf(answer)}`, '415 unsupported-media-type');
  });

  it('refuses a body without content type', async () => {
    const answer = await submit(authorization, ['Idempotency-Key', 'aaaaaaaa']);
    assert.equal(`${answer.status} ${typeOf(answer)}`, '415 unsupported-media-type');
  });

  for (const key of ['erp:12345678', 'erp:'.padEnd(100, 'x')])
    it(`keeps ${key.slice(0, 8)}… for exports`, async () => {
      const answer = await submit(authorization, JSON_TYPE, ['Idempotency-Key', key]);
      assert.equal(`${answer.status} ${typeOf(answer)}`, '400 idempotency-key-not-allowed');
    });
});

describe('a body of unsaid length', () => {
  let api: RunningApi;
  let key: string;

  before(async () => {
    api = await RunningApi.start();
    key = await api.world.clientKey('acme');
  });
  after(() => api.stop());

  /** In chunks, without Content-Length. */
  const sendChunks = (pieces: readonly string[]): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': newIdempotencyKey(),
      };
      const options = { port: api.port, method: 'POST', path: '/invoices', headers };
      const sent = request(options, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', reject);
      for (const piece of pieces) sent.write(piece);
      sent.end();
    });

  it('is taken up to 5 MB', async () => {
    assert.equal(await sendChunks(sized(5_000_000).match(/[^]{1,1000000}/g) ?? []), 202);
  });

  it('is refused past them', async () => {
    assert.equal(await sendChunks([sized(5_000_000), ' ']), 413);
  });
});

describe('queries', () => {
  let api: RunningApi;
  let key: string;

  before(async () => {
    api = await RunningApi.start();
    key = await api.world.clientKey('acme');
  });
  after(() => api.stop());

  for (const [query, field] of [
    ['colour=red', 'colour'],
    ['__proto__=x', '__proto__'],
    ['route[]=PEPPOL', 'route[]'],
    ['page=0', 'page'],
    ['page=1.5', 'page'],
    ['page_size=30', 'page_size'],
    ['sort=up', 'sort'],
    ['state=lost', 'state[0]'],
    ['route=PEPPOL,IT-SDI', 'route[1]'],
    ['received_from=2026-13-01', 'received_from'],
    ['received_to=yesterday', 'received_to'],
    ['client=..%2Fx', 'client'],
    ['q=a&q=b', 'q'],
    [`q=${'x'.repeat(101)}`, 'q'],
  ] as const)
    it(`refuses ?${query.slice(0, 30)}`, async () => {
      const answer = await api.call('GET', `/invoices?${query}`, { key });
      assert.equal(`${answer.status} ${typeOf(answer)}`, '400 bad-request', answer.text);
      assert.deepEqual(fieldsOf(answer), [field]);
    });

  for (const path of [
    '/invoices/series?days=0',
    '/invoices/series?days=91',
    '/keys?after=%20',
    '/invoices/inv_1',
    '/health?x=1',
  ])
    it(`refuses GET ${path}`, async () => {
      const answer = await api.call('GET', path, { key });
      assert.equal(`${answer.status} ${typeOf(answer)}`, '400 bad-request', answer.text);
      assert.equal(fieldsOf(answer).length, 1);
    });

  it('takes every filter at once', async () => {
    const query =
      'q=RE%2F1:2&route=PEPPOL,DE-XRECHNUNG&state=queued,ready&client=acme&received_from=2026-01-01';
    const answer = await api.call(
      'GET',
      `/invoices?${query}&received_to=2026-12-31&sort=oldest&page=3&page_size=50`,
      { key },
    );
    assert.deepEqual(answer.json, { data: [], total: 0, page: 1, page_size: 50, counts_by_state: {} });
  });
});
