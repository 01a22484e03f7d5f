import assert from 'node:assert/strict';
import { newIdempotencyKey, submission } from './bodies.ts';
import { RunningApi } from './harness.ts';
import { OPERATOR_KEY } from './world.ts';

describe('a wrong call', () => {
  let api: RunningApi;
  let key: string;
  before(async () => {
    api = await RunningApi.start();
    key = await api.world.clientKey('client-wrong-calls');
  });
  after(() => api.stop());

  const send = (body: unknown, headers: Record<string, string> = {}, path = '/invoices') =>
    api.call('POST', path, { key, idempotencyKey: newIdempotencyKey(), body, headers });

  for (const [type, body, says] of [
    ['application/xml', '<Invoice/>', /POST \/invoices\/xml/],
    ['text/xml', '<Invoice/>', /POST \/invoices\/xml/],
    ['application/pdf', '%PDF-1.7', /POST \/invoices\/xml/],
    ['text/csv', 'number;date', /"connector": "table"/],
  ] as const)
    it(`is answered with the right one: ${type} posted to /invoices`, async () => {
      const { status, json } = await send(body, { 'content-type': type });
      assert.equal(status, 415);
      assert.match(String(json.detail), says);
    });

  it('is answered with the right one: XML as JSON, also in the dry run', async () => {
    const { status, json } = await send(' <Invoice/>');
    assert.equal(status, 400);
    assert.match(String(json.detail), /POST \/invoices\/xml/);
    const dry = await send('<Invoice/>', {}, '/validate');
    assert.match(String(dry.json.detail), /POST \/validate\/xml/);
  });

  it('with a bare invoice gets one finding: the missing envelope', async () => {
    const { document } = submission() as { document: unknown };
    const { status, json } = await send(document);
    assert.equal(status, 400);
    const [finding, ...more] = json.errors as { field: string; message: string }[];
    assert.deepEqual([finding?.field, more], ['document', []]);
    assert.match(String(finding?.message), /belongs in the member document/);
  });

  it('with a wrong type gets the right type in words of JSON', async () => {
    const message = async (body: unknown): Promise<unknown> => (await send(body)).json.detail;
    assert.equal(
      await message({ ...submission(), formats: 'ubl' }),
      'formats: must be a list, in square brackets.',
    );
    assert.equal(await message([submission()]), 'body: must be an object, in braces.');
    assert.equal(await message({ ...submission(), invoice_ref: 7 }), 'invoice_ref: must be text, in quotes.');
  });

  for (const [method, path, body, says] of [
    [
      'PUT',
      '/webhook',
      { url: '' },
      'url: must be an address with its scheme, such as https://erp.example/hook.',
    ],
    [
      'PUT',
      '/webhook',
      { url: 'https://erp.example', contact_email: 'it' },
      'contact_email: must be an e-mail address, such as it@erp.example.',
    ],
    [
      'POST',
      '/webhook/replay',
      { from: '2026-11-23', to: '2026-11-23T09:00:00Z' },
      'from: must be a date with time and time zone, such as 2026-11-23T08:00:00Z.',
    ],
  ] as const)
    it(`is told the form of the value: ${says}`, async () => {
      const { status, json } = await api.call(method, path, { key, body });
      assert.deepEqual([status, json.detail], [400, says]);
    });

  for (const [body, says] of [
    [{ invoiceRef: 'a' }, /^invoiceRef is not a field of this request\. Is invoice_ref meant\?$/],
    [{ fromats: ['ubl'] }, /^fromats is not a field of this request\. Is formats meant\? /],
  ] as const)
    it(`is told the field that is meant: ${Object.keys(body).join()}`, async () => {
      const { status, json } = await send({ ...submission(), ...body });
      assert.equal(status, 400);
      assert.match(String(json.detail), says);
    });

  for (const [method, path, status, says] of [
    ['GET', '/invoice', 404, 'There is nothing at this path. /docs describes the calls.'],
    ['PUT', '/invoices', 405, 'This path has GET, HEAD or POST.'],
    ['GET', '/invoices?page=1&page=2', 400, 'page must be given once.'],
    [
      'GET',
      '/invoices?received_from=2026-01-01&received_from=2026-01-02',
      400,
      'received_from must be given once.',
    ],
    ['GET', '/care?invoice_id=', 400, 'invoice_id: must not be empty.'],
    ['GET', '/events?after=a:b', 400, 'after: must be percent-encoded, such as %3A for a colon.'],
    ['GET', '/workers', 403, "This call needs the operator's key."],
  ] as const)
    it(`is told what to do: ${method} ${path}`, async () => {
      const answer = await api.call(method, path, { key, ...(method === 'PUT' && { body: {} }) });
      assert.deepEqual([answer.status, answer.json.detail], [status, says]);
    });

  for (const [plausibility, says] of [
    [{ 'EI-VAT-RATE': 'error' }, ['plausibility.EI-VAT-RATE: must be one of warn, refuse, off.']],
    [{ 'EI-VAT-RAT': 'off' }, ['plausibility.EI-VAT-RAT is not a field of this request.']],
    ['off', ['plausibility: must be an object, in braces.']],
  ] as const)
    it(`gets what is wrong, not the alternatives that it does not fit: ${JSON.stringify(plausibility)}`, async () => {
      const operator = OPERATOR_KEY;
      const body = { plausibility };
      const { json } = await api.call('PUT', '/clients/client-wrong-calls/profile', { key: operator, body });
      assert.deepEqual(
        (json.errors as { message: string }[]).map(({ message }) => message),
        says,
      );
    });

  it('with an address that is not called is told how to try it out on this machine', async () => {
    const admin = await api.world.clientKey('client-wrong-calls', ['admin']);
    const body = { url: 'https://inner.example/hook' };
    const { status, json } = await api.call('PUT', '/webhook', { key: admin, body });
    assert.equal(status, 400);
    assert.match(String(json.detail), /WEBHOOK_ALLOW_PRIVATE=1, or run ids listen --forward URL/);
  });

  it('without an Idempotency-Key gets the purpose of the key', async () => {
    const { status, json } = await api.call('POST', '/invoices', { key, body: submission() });
    assert.equal(status, 400);
    assert.match(String(json.detail), /^Idempotency-Key is missing\. Send a text of your own/);
  });
});

describe('an answer to an invoice', () => {
  it('has the address of the invoice, also if it is repeated', async () => {
    const api = await RunningApi.start();
    try {
      const options = {
        key: await api.world.clientKey('client-located'),
        idempotencyKey: newIdempotencyKey(),
        body: submission(),
      };
      for (const time of ['first', 'again']) {
        const { json, headers } = await api.call('POST', '/invoices', options);
        assert.equal(headers.get('location'), `/invoices/${String(json.id)}`, time);
      }
    } finally {
      await api.stop();
    }
  });
});
