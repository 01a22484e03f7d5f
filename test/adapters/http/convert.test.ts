import assert from 'node:assert/strict';
import { CallFailed } from '../../../src/domain/failures.ts';
import { DeliveryService } from '../../../src/client/client.ts';
import type { components } from '../../../src/client/api-types.ts';
import { done } from '../../application/converting/round-trip.ts';
import { germanInvoice, set } from '../../domain/sample.ts';
import { newIdempotencyKey } from './bodies.ts';
import { type Answer, handIn, type RunningApi, typeOf, withOwnClients } from './harness.ts';

type Conversion = components['schemas']['Conversion'];

const JSON_TYPE = { 'content-type': 'application/json' };
const XML = { 'content-type': 'application/xml' };

describe('POST /convert', () => {
  let api: RunningApi;
  let key: string;
  withOwnClients((own) => ({ api, key } = own));
  beforeEach(() => {
    api.world.clock.advance(60_000);
    api.world.findingsOn = () => [];
  });

  const convert = (to: string, body: string, headers: Record<string, string> = JSON_TYPE): Promise<Answer> =>
    api.call('POST', `/convert?to=${to}`, { key, body, headers });
  const conversionOf = (answer: Answer): Conversion => {
    assert.equal(answer.status, 200, answer.text);
    return answer.json as unknown as Conversion;
  };

  it('writes a canonical invoice as a file, which it reads as data again', async () => {
    const invoice = germanInvoice();
    const { file, document } = conversionOf(await convert('xrechnung-cii', JSON.stringify(invoice)));
    assert.deepEqual([file?.media_type, document], ['application/xml', undefined]);
    const xml = Buffer.from(file!.content_base64, 'base64').toString();
    const { document: read, source, losses } = conversionOf(await convert('canonical', xml, XML));
    assert.equal(source.syntax, 'cii');
    assert.deepEqual((read as typeof invoice)['seller'], invoice['seller']);
    assert.deepEqual(
      losses.map(({ term }) => term),
      ['BT-23', 'BT-24'],
    );
    // In words, of the language of the call.
    assert.match(losses[0]!.message ?? '', /^This process \(BT-23\) belongs to the network /);
  });

  it('gives what POST /invoices takes', async () => {
    const { file } = await done(germanInvoice(), 'ubl');
    const xml = new TextDecoder().decode(file!.bytes);
    const { document, findings } = conversionOf(await convert('canonical', xml, XML));
    assert.deepEqual(findings, []);
    const { status } = await api.call('POST', '/invoices', {
      key,
      idempotencyKey: newIdempotencyKey(),
      body: { route: 'DE-XRECHNUNG', document },
    });
    assert.equal(status, 202);
  });

  it('tells what the rules of the new form find, and converts all the same', async () => {
    api.world.findingsOn = () => [
      { code: 'BR-DE-15', severity: 'error', source: 'XRechnung', message: 'No buyer reference.' },
    ];
    const body = JSON.stringify(germanInvoice());
    const { file, valid, layers, findings } = conversionOf(await convert('xrechnung-ubl', body));
    assert.ok(file);
    assert.equal(valid, false);
    assert.deepEqual(
      layers?.map(({ layer, outcome }) => [layer, outcome]),
      [
        ['xml-safety', 'valid'],
        ['xsd', 'invalid'],
      ],
    );
    assert.deepEqual(
      findings.map(({ code, doc_url }) => [code, doc_url]),
      [['BR-DE-15', '/codes/BR-DE-15']],
    );
    assert.equal(api.world.checked.at(-1)?.route, 'DE-XRECHNUNG');
  });

  it('judges a form of EN 16931 for no route, and neither data nor pages', async () => {
    api.world.checked.length = 0;
    for (const to of ['ubl', 'cii', 'facturx', 'canonical', 'view']) {
      const { valid, layers } = conversionOf(await convert(to, JSON.stringify(germanInvoice())));
      const isJudged = to !== 'canonical' && to !== 'view';
      assert.deepEqual([valid, layers?.length], isJudged ? [true, 2] : [undefined, undefined], to);
    }
    assert.deepEqual(
      api.world.checked.map(({ route }) => route),
      [null, null, null],
    );
  });

  it('is not valid if a check did not run, and says why', async () => {
    const { validator } = api.world;
    const { check } = validator;
    validator.check = () =>
      Promise.resolve([
        {
          ...{ layer: 'en16931', source: 'EN16931', pack: null, durationMs: 0 },
          ...{ outcome: 'not_run', reason: 'Its thread died.', findings: [] },
        },
      ]);
    const answer = await convert('ubl', JSON.stringify(germanInvoice()));
    validator.check = check;
    const { valid, layers = [], findings } = conversionOf(answer);
    assert.deepEqual([valid, findings, layers.at(-1)?.reason], [false, [], 'Its thread died.']);
  });

  it('makes PDFs', async () => {
    for (const to of ['facturx', 'view']) {
      const { file } = conversionOf(await convert(to, JSON.stringify(germanInvoice())));
      assert.equal(file?.media_type, 'application/pdf');
      assert.equal(Buffer.from(file!.content_base64, 'base64').subarray(0, 5).toString(), '%PDF-');
    }
  });

  it('is a method of the client library', async () => {
    const service = new DeliveryService({ url: `http://127.0.0.1:${api.port}`, key });
    const { file } = await service.convert(germanInvoice() as never, 'ubl');
    const xml = Buffer.from(file!.content_base64, 'base64').toString();
    const { document } = await service.convert(xml, 'canonical', { attachments: 'inline' });
    assert.deepEqual((document as ReturnType<typeof germanInvoice>)['buyer'], germanInvoice()['buyer']);
  });

  it('stores nothing', async () => {
    const before = await api.call('GET', '/invoices', { key });
    conversionOf(await convert('ubl', JSON.stringify(germanInvoice())));
    const after = await api.call('GET', '/invoices', { key });
    assert.equal(after.text, before.text);
  });

  const wrong = JSON.stringify(set('lines[0].unit', 'piece of')(germanInvoice()));
  for (const [it_, to, body, headers, status, type, field] of [
    [
      'a member that the canonical form refuses',
      'ubl',
      wrong,
      JSON_TYPE,
      422,
      'validation-failed',
      'lines[0].unit',
    ],
    [
      'an invoice that the form cannot state',
      'fa3',
      JSON.stringify(germanInvoice()),
      JSON_TYPE,
      422,
      'validation-failed',
      'seller.vat_id',
    ],
    ['JSON that ends early', 'ubl', '{"invoice":', JSON_TYPE, 422, 'validation-failed', undefined],
    ['a form that there is not', 'docx', '{}', JSON_TYPE, 400, 'bad-request', 'to'],
    ['a PDF that says XML', 'ubl', '%PDF-1.7', XML, 415, 'unsupported-media-type', undefined],
    ['another type', 'ubl', 'a', { 'content-type': 'text/csv' }, 415, 'unsupported-media-type', undefined],
    ['a body past the limit', 'ubl', 'x'.repeat(5_000_001), XML, 413, 'payload-too-large', undefined],
    ['no body', 'ubl', '', XML, 400, 'bad-request', 'body'],
  ] as const)
    it(`refuses ${it_}, and says what to do about what it names`, async () => {
      const answer = await convert(to, body, headers);
      const errors = (answer.json['errors'] ?? []) as Record<'code' | 'field' | 'fix_hint', string>[];
      // The catalogue of this test knows one code.
      const known = errors.filter(({ code }) => code === 'EI-SCHEMA');
      assert.ok(
        known.every(({ fix_hint: fix }) => fix),
        answer.text,
      );
      const [error] = errors;
      assert.deepEqual([answer.status, typeOf(answer)], [status, type], answer.text);
      if (field !== undefined) assert.equal(error?.field, field);
    });

  it('is refused for now if too many wait', async () => {
    const { printer } = api.world;
    const { convert: ready } = printer;
    printer.convert = () =>
      Promise.reject(new CallFailed({ kind: 'busy', retryAfterSeconds: 2, detail: 'Too many.' }));
    const answer = await convert('ubl', JSON.stringify(germanInvoice()));
    printer.convert = ready;
    assert.deepEqual([answer.status, answer.headers.get('retry-after'), typeOf(answer)], [503, '2', 'busy']);
  });

  it('is refused for now if every validator is busy', async () => {
    const { validator } = api.world;
    const { check } = validator;
    validator.check = () =>
      Promise.reject(new CallFailed({ kind: 'busy', retryAfterSeconds: 5, detail: 'Too many.' }));
    const answer = await convert('ubl', JSON.stringify(germanInvoice()));
    validator.check = check;
    assert.deepEqual([answer.status, answer.headers.get('retry-after'), typeOf(answer)], [503, '5', 'busy']);
  });
});

describe('a stored invoice as data', () => {
  let api: RunningApi;
  let client: string;
  let key: string;
  withOwnClients((own) => ({ api, client, key } = own));

  it('is what was submitted, with its totals', async () => {
    const id = await handIn(api, client);
    const answer = await api.call('GET', `/invoices/${id}/documents/as-canonical`, { key });
    const { document, source, totals } = answer.json as unknown as Conversion;
    const submitted = await api.call('GET', `/invoices/${id}/documents/canonical`, { key });
    assert.deepEqual([source.syntax, document], ['canonical', submitted.json]);
    assert.ok(totals.computed?.['due']);
  });

  it('is what was received', async () => {
    const { file } = await done(germanInvoice(), 'ubl');
    const { json } = await api.call('POST', '/received?route=PEPPOL', {
      key,
      idempotencyKey: newIdempotencyKey(),
      headers: XML,
      body: new TextDecoder().decode(file!.bytes),
    });
    const answer = await api.call('GET', `/received/${String(json['id'])}/documents/canonical`, { key });
    const { document } = answer.json as unknown as Conversion;
    assert.equal(((document as Record<string, Record<string, unknown>>)['invoice'] ?? {})['number'], 'R-1');
  });
});
