import assert from 'node:assert/strict';
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { MALFORMED, sized, text, UNFIT } from './bad-bodies.ts';
import { newIdempotencyKey, withDocument } from './bodies.ts';
import { type CallOptions, fieldsOf, RunningApi, typeOf, withOwnClients } from './harness.ts';

describe('POST /invoices refuses', () => {
  let api: RunningApi;
  let key: string;

  withOwnClients((own) => ({ api, key } = own));
  beforeEach(() => {
    api.world.writes.length = 0;
  });

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
    it(`${what}, names the path, and queues nothing`, async () => {
      const answer = await send({ body });
      assert.equal(`${answer.status} ${typeOf(answer)}`, '422 validation-failed', answer.text);
      assert.ok(fieldsOf(answer).includes(names), answer.text);
      // The refusal is sealed; no invoice is.
      assert.deepEqual(api.world.writes, ['claim', 'seal', 'keep']);
    });

  it('an unknown route, and lists the existing ones', async () => {
    const { json } = await send({ body: { route: 'SE-SFTI', document: {} } });
    assert.match(String(json.detail), /must be one of PEPPOL, .*, DE-XRECHNUNG, null\.$/);
  });

  it('a wrong form, with a hint about the right one', async () => {
    const { json } = await send({ body: withDocument('orderReference', 'B-1') });
    const [finding] = json.errors as { fix_hint: string }[];
    assert.equal(finding?.fix_hint, 'Is order_reference meant?');
  });

  it('with errors only: a 422 has no warnings', async () => {
    const body = withDocument('payment.iban', 'DE03120300000000202051');
    (body.document as { seller: { vat_id: string } }).seller.vat_id = 'DE123456789';
    const { json } = await send({ body });
    assert.deepEqual(
      new Set((json.errors as { severity: string }[]).map(({ severity }) => severity)),
      new Set(['error']),
    );
  });
});

describe('POST /invoices accepts', () => {
  let api: RunningApi;
  let key: string;

  withOwnClients((own) => ({ api, key } = own));

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

  it('an invoice with only warnings', async () => {
    const body = withDocument('seller.vat_id', 'DE123456789');
    const report = await api.call('POST', '/validate', { key, body });
    assert.match(report.text, /"code":"EI-ID-VAT","severity":"warning"/);
    const answer = await send({ body });
    assert.equal(answer.status, 202, answer.text);
  });

  it('the charset UTF-8, and a byte order mark', async () => {
    const headers = { 'content-type': 'Application/JSON; charset="UTF-8"' };
    const answer = await send({ body: `\ufeff${text()}`, headers });
    assert.equal(answer.status, 202, answer.text);
  });

  it('numbers with all their digits', async () => {
    const body = text().replace('"unit_price":"72.50"', '"unit_price":123456789012345.12345678');
    const { json } = await send({ body: body.replace(/"erp_totals":\{[^}]*\}/, '"erp_totals":{}') });
    const stored = await api.call('GET', `/invoices/${String(json.id)}/documents/canonical`, { key });
    assert.match(stored.text, /"unit_price":123456789012345\.12345678/);
  });
});

describe('a body of unstated length', () => {
  let api: RunningApi;
  let key: string;

  before(async () => {
    api = await RunningApi.start();
    key = await api.world.clientKey('acme');
  });
  after(() => api.stop());

  /** Sends chunks without Content-Length. */
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

  it('is accepted up to 5 MB', async () => {
    assert.equal(await sendChunks(sized(5_000_000).match(/[^]{1,1000000}/g) ?? []), 202);
  });

  it('is refused above 5 MB', async () => {
    assert.equal(await sendChunks([sized(5_000_000), ' ']), 413);
  });
});
