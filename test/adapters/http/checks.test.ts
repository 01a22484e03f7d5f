import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { UseCases } from '../../../src/application/use-cases.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import { newIdempotencyKey, submission, withDocument } from './bodies.ts';
import { fieldsOf, RunningApi, typeOf } from './harness.ts';
import { CATALOGUE_ENTRY, OPERATOR_KEY, World } from './world.ts';

describe('POST /validate', () => {
  let api: RunningApi;
  let key: string;

  before(async () => {
    api = await RunningApi.start();
    key = await api.world.clientKey('acme');
  });
  beforeEach(() => {
    api.world.clock.advance(60_000);
    api.world.writes.length = 0;
    api.world.checked.length = 0;
  });
  after(() => api.stop());

  const validate = (body: unknown) => api.call('POST', '/validate', { key, body });
  const layers = (json: Record<string, unknown>): unknown[] =>
    (json.layers as { layer: string; outcome: string }[]).map(({ layer, outcome }) => `${layer} ${outcome}`);

  it('returns every layer and the document, and stores nothing', async () => {
    const { status, json } = await validate(submission());
    assert.deepEqual([status, json.valid, json.route], [200, true, 'DE-XRECHNUNG']);
    assert.deepEqual(layers(json), ['schema valid', 'pre-check valid', 'serializer valid', 'xsd valid']);
    const [document] = json.documents as { kind: string; sha256: string; content_base64: string }[];
    const bytes = Buffer.from(document!.content_base64, 'base64');
    assert.deepEqual(
      [document!.kind, document!.sha256],
      ['xrechnung-ubl', createHash('sha256').update(bytes).digest('hex')],
    );
    assert.deepEqual(bytes, Buffer.from(api.world.checked[0]!.bytes));
    assert.deepEqual(api.world.writes, []);
  });

  it('refuses what looks wrong if the record of the client says so, as the intake does', async () => {
    const body = submission({ erp_totals: undefined });
    (body.document as { payment: { iban: string } }).payment.iban = 'FR7630006000011234567890189';
    const verdict = async () => {
      const { json } = await validate(body);
      const [, preCheck] = json.layers as {
        outcome: string;
        findings: { code: string; severity: string }[];
      }[];
      return [
        json.valid,
        preCheck?.outcome,
        preCheck?.findings.map(({ code, severity }) => `${code} ${severity}`),
      ];
    };
    const profile = (plausibility: object | null) =>
      api.call('PUT', '/clients/acme/profile', { key: OPERATOR_KEY, body: { plausibility } });
    assert.deepEqual(await verdict(), [true, 'valid', ['EI-IBAN-COUNTRY warning']]);
    await profile({ 'EI-IBAN-COUNTRY': 'refuse' });
    assert.deepEqual(await verdict(), [false, 'invalid', ['EI-IBAN-COUNTRY error']]);
    await profile({ 'EI-IBAN-COUNTRY': 'off' });
    assert.deepEqual(await verdict(), [true, 'valid', []]);
    await profile(null);
  });

  it('warns of a number that an invoice with other content has', async () => {
    const codes = async (body: unknown) => {
      const { json } = await validate(body);
      const [, preCheck] = json.layers as { findings: { code: string; field: string }[] }[];
      return preCheck?.findings.map(({ code, field }) => `${code} ${field}`);
    };
    const sent = await api.call('POST', '/invoices', {
      key,
      idempotencyKey: newIdempotencyKey(),
      body: withDocument('invoice.number', 'TWICE'),
    });
    assert.equal(sent.status, 202);
    assert.deepEqual(await codes(withDocument('invoice.number', 'TWICE')), []);
    const other = withDocument('invoice.number', 'TWICE');
    (other.document as { buyer: { name: string } }).buyer.name = 'Another';
    assert.deepEqual(await codes(other), ['EI-NUMBER-REPEATED invoice.number']);
  });

  it('needs a route', async () => {
    assert.equal((await validate(submission({ route: undefined }))).status, 400);
    assert.equal((await validate(submission({ route: null }))).status, 400);
  });

  it('reports a number that cannot be the default of the reference', async () => {
    const long = withDocument('invoice.number', 'N'.repeat(101));
    const { json } = await validate({ ...long, invoice_ref: undefined });
    const [schema] = json.layers as { outcome: string; findings: { field: string }[] }[];
    assert.deepEqual([schema?.outcome, schema?.findings[0]?.field], ['invalid', 'invoice.number']);
    assert.equal((await validate({ ...long, invoice_ref: '😀'.repeat(100) })).json.valid, true);
  });

  it('names a format that the route does not offer, with its path', async () => {
    const answer = await validate(submission({ formats: ['xrechnung-ubl', 'facturx'] }));
    assert.equal(answer.status, 400);
    assert.deepEqual(fieldsOf(answer), ['formats[1]']);
  });

  it('returns each of several German formats, with its layers and its file', async () => {
    const { status, json } = await validate(submission({ formats: ['xrechnung-cii', 'xrechnung-ubl'] }));
    assert.deepEqual([status, json.valid], [200, true]);
    const own = ['schema', 'pre-check', 'serializer', 'xsd'];
    assert.deepEqual(
      (json.layers as { layer: string; format: string }[]).map(({ layer, format }) => `${format} ${layer}`),
      ['xrechnung-cii', 'xrechnung-ubl'].flatMap((format) => own.map((layer) => `${format} ${layer}`)),
    );
    const documents = json.documents as { kind: string; content_base64: string }[];
    assert.deepEqual(
      documents.map(({ kind, content_base64: content }) => [
        kind,
        /<(?:\w+:)?(\w+) xmlns/.exec(Buffer.from(content, 'base64').toString())?.[1],
      ]),
      [
        ['xrechnung-cii', 'CrossIndustryInvoice'],
        ['xrechnung-ubl', 'Invoice'],
      ],
    );
    assert.deepEqual(api.world.writes, []);
  });

  it('builds for a route that has no rail yet', async () => {
    const endpoint = { scheme: '9930', id: 'DE136695976' };
    const sold = withDocument('seller.endpoint', endpoint) as { document: { buyer: object } };
    const document = { ...sold.document, buyer: { ...sold.document.buyer, endpoint } };
    const { status, json } = await validate({ ...sold, document, route: 'PEPPOL', formats: undefined });
    const [built] = json.documents as { kind: string; content_base64: string }[];
    assert.deepEqual([status, json.route, built?.kind], [200, 'PEPPOL', 'ubl']);
    const text = Buffer.from(built?.content_base64 ?? '', 'base64').toString();
    assert.match(text, /<cbc:CustomizationID>[^<]*:poacc:billing:3\.0</);
    assert.deepEqual(api.world.writes, []);
  });

  it('warns of a receiver that is not registered, or whose registration is unknown', async () => {
    const endpoint = { scheme: '9930', id: 'DE136695976' };
    const { document, ...rest } = submission({ route: 'PEPPOL', formats: undefined });
    const { seller, buyer, ...more } = document as { seller: object; buyer: object };
    const body = {
      ...rest,
      document: { ...more, seller: { ...seller, endpoint }, buyer: { ...buyer, endpoint } },
    };
    const warned = async (): Promise<unknown> => {
      const { json } = await validate(body);
      const found = json.warnings as { code: string; severity: string; field: string }[] | undefined;
      return [json.valid, found?.map(({ code, severity, field }) => `${code} ${severity} ${field}`)];
    };
    assert.deepEqual(await warned(), [true, ['EI-PEPPOL-LOOK-UP warning buyer.endpoint']]);
    api.world.lookedUp = { registered: 'no' };
    assert.deepEqual(await warned(), [true, ['EI-PEPPOL-NO-ROUTE warning buyer.endpoint']]);
    api.world.clock.advance(300_000);
    api.world.lookedUp = { registered: 'yes', endpoint: 'https://ap.example' };
    assert.deepEqual(await warned(), [true, undefined]);
    assert.deepEqual(api.world.writes, []);
  });

  it('names no format in the layers of a single format', async () => {
    const { json } = await validate(submission({ formats: ['xrechnung-cii'] }));
    assert.ok((json.layers as object[]).every((layer) => !('format' in layer)));
  });

  it('reports a total beyond every double as above the limits', async () => {
    const body = JSON.stringify(submission()).replace(
      /"erp_totals":\{[^}]*\}/,
      '"erp_totals":{"amount_due":-1e999}',
    );
    const answer = await validate(body);
    assert.equal(`${answer.status} ${typeOf(answer)}`, '422 validation-failed', answer.text);
    assert.deepEqual(fieldsOf(answer), ['erp_totals.amount_due']);
    const words = await validate(submission({ erp_totals: { amount_due: '1,5' } }));
    assert.match(
      String(words.json.detail),
      /^erp_totals\.amount_due: must be a number with a decimal point\.$/,
    );
  });

  it('reports the errors of the invoice', async () => {
    const { status, json } = await validate(withDocument('colour', 'red'));
    const [schema] = json.layers as { findings: { fix_hint: string }[] }[];
    assert.match(schema?.findings[0]?.fix_hint ?? '', /^The fields here are lang, country, /);
    assert.deepEqual(
      [status, json.valid, layers(json), json.documents],
      [200, false, ['schema invalid'], []],
    );
    const mistyped = (await validate(withDocument('payment.iban', 'DE03120300000000202051'))).json;
    assert.deepEqual([mistyped.valid, layers(mistyped)[1]], [false, 'pre-check invalid']);
    const totals = (await validate(submission({ erp_totals: { total_vat: 1 } }))).json;
    assert.equal(layers(totals)[1], 'pre-check invalid');
  });

  it('refuses only values above the limits', async () => {
    const answer = await validate(withDocument('lines.0.quantity', '1234567890123456'));
    assert.equal(`${answer.status} ${typeOf(answer)}`, '422 validation-failed');
    const totals = await validate(submission({ erp_totals: { total_vat: '1234567890123456' } }));
    assert.equal(totals.status, 422);
  });

  describe('of an invoice with a value past a limit, and other faults', () => {
    /** A quantity and a total past the limits; the reference, the IBAN and a member are wrong as well. */
    const faulty = (more: object = {}): object => {
      const { document, ...rest } = withDocument('payment.iban', 'DE03120300000000202051');
      const { invoice, lines, ...others } = document as Record<string, object>;
      const { buyer_reference: _, ...unaddressed } = invoice as Record<string, unknown>;
      const [line, ...further] = lines as object[];
      const past = { ...line, quantity: '1234567890123456' };
      return {
        ...rest,
        document: { ...others, colour: 'red', invoice: unaddressed, lines: [past, ...further] },
        erp_totals: { total_vat: '1234567890123456', amount_due: 'much' },
        ...more,
      };
    };
    const LIMITS = ['lines[0].quantity', 'erp_totals.total_vat'];

    it('answers 422 with the limits only, and no check runs', async () => {
      const answer = await validate(faulty({ erp_totals: { total_vat: '1234567890123456' } }));
      assert.deepEqual([answer.status, fieldsOf(answer)], [422, LIMITS]);
      assert.deepEqual(api.world.checked, []);
    });

    it('checks nothing if only a total of the ERP is past a limit', async () => {
      const answer = await validate(submission({ erp_totals: { total_vat: '1234567890123456' } }));
      assert.deepEqual([answer.status, fieldsOf(answer)], [422, ['erp_totals.total_vat']]);
      assert.deepEqual(api.world.checked, []);
    });

    for (const route of ['DE-XRECHNUNG', undefined])
      it(`is refused at the intake with the limits only, ${route ? 'with' : 'without'} a route`, async () => {
        const body = {
          ...faulty({ route, erp_totals: { total_vat: '1234567890123456' } }),
          formats: undefined,
        };
        const answer = await api.call('POST', '/invoices', {
          key,
          idempotencyKey: newIdempotencyKey(),
          body,
        });
        assert.equal(answer.status, 422, answer.text);
        assert.deepEqual(fieldsOf(answer), route ? LIMITS : LIMITS.slice(0, 1));
      });

    it('is the same for an invoice that is read in a thread', async () => {
      const notes = Array.from({ length: 20 }, () => 'n'.repeat(5_000));
      const { document, ...rest } = faulty({ erp_totals: { total_vat: '1234567890123456' } }) as Record<
        string,
        object
      >;
      const invoice = { ...(document as { invoice: object }).invoice, notes };
      const large = { ...rest, document: { ...document, invoice } };
      assert.deepEqual(fieldsOf(await validate(large)), LIMITS);
      const key_ = newIdempotencyKey();
      assert.deepEqual(
        fieldsOf(await api.call('POST', '/invoices', { key, idempotencyKey: key_, body: large })),
        LIMITS,
      );
    });
  });

  it('answers busy if all validator threads are busy', async () => {
    const { validator } = api.world;
    const check = validator.check.bind(validator);
    validator.check = () => Promise.reject(new CallFailed({ kind: 'busy', retryAfterSeconds: 2 }));
    const answer = await validate(submission());
    validator.check = check;
    assert.equal(`${answer.status} ${typeOf(answer)} ${answer.headers.get('retry-after')}`, '503 busy 2');
  });

  it('refuses a format that nothing builds', async () => {
    for (const more of [
      { formats: ['facturx'] },
      { route: 'PEPPOL', formats: ['cii'] },
      { formats: ['xrechnung-ubl', 'facturx'] },
    ])
      assert.equal((await validate(submission(more))).status, 400);
  });
});

describe('a document that POST /validate returns', () => {
  class BigWorld extends World {
    size = 0;

    override useCases(): UseCases {
      const run = async () => ({
        layers: [],
        warnings: [],
        files: [{ kind: 'xrechnung-ubl', sha256: '0'.repeat(64), bytes: new Uint8Array(this.size) } as const],
      });
      return { ...super.useCases(), validateInvoice: { run } as unknown as UseCases['validateInvoice'] };
    }
  }

  for (const [size, members] of [
    [2 * 1024 * 1024, ['content_base64', 'kind', 'sha256']],
    [2 * 1024 * 1024 + 1, ['kind', 'sha256']],
  ] as const)
    it(`of ${size} bytes has ${members.join(', ')}`, async () => {
      const world = new BigWorld();
      world.size = size;
      const api = await RunningApi.start(world);
      const key = await world.clientKey('acme');
      const { status, json } = await api.call('POST', '/validate', { key, body: submission() });
      await api.stop();
      assert.equal(status, 200);
      const [document] = json.documents as [Record<string, string>];
      assert.deepEqual(Object.keys(document).toSorted(), members);
      if ('content_base64' in document)
        assert.equal(Buffer.from(document.content_base64!, 'base64').length, size);
    });
});

describe('GET /catalogue/{code}', () => {
  let api: RunningApi;

  before(async () => {
    api = await RunningApi.start();
  });
  after(() => api.stop());

  it('explains a code', async () => {
    const { json } = await api.call('GET', '/catalogue/EI-SCHEMA', {
      key: await api.world.clientKey('acme'),
    });
    const { whoFixes, fixHint, ...same } = CATALOGUE_ENTRY;
    assert.deepEqual(json, { ...same, who_fixes: whoFixes, sender_can_fix: true, fix_hint: fixHint });
  });

  it('answers 404 to any other code', async () => {
    const key = await api.world.clientKey('acme');
    for (const code of ['ei-schema', 'NO-SUCH', '__proto__', 'a%2Fb'])
      assert.equal((await api.call('GET', `/catalogue/${code}`, { key })).status, 404, code);
  });
});
