import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { packMissing } from '../../../src/domain/findings/pack-missing.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { FileReading } from '../../../src/domain/findings/file-reading.ts';
import { AN_ADDRESSING } from '../../support/records.ts';
import { newIdempotencyKey } from './bodies.ts';
import type { RunningApi } from './harness.ts';
import { OPERATOR_KEY } from './world.ts';
import { type CallOptions, typeOf, withOwnClients } from './harness.ts';

const FILE = '<Invoice/>';
const XML = { 'content-type': 'application/xml' };
const WHERE = 'route=DE-XRECHNUNG&invoice_ref=4711';

const refusedWith = (code: string): FileReading => ({
  reading: 'refused',
  findings: [{ code, severity: 'error', source: 'XML-safety', message: 'M.', whoFixes: 'erp' }],
});

describe('a finished file', () => {
  let api: RunningApi;
  let key: string;
  let client: string;

  withOwnClients((own) => ({ api, client, key } = own));

  const submit = (options: CallOptions & { query?: string } = {}) =>
    api.call('POST', `/invoices/xml?${options.query ?? WHERE}`, {
      key,
      idempotencyKey: newIdempotencyKey(),
      body: FILE,
      headers: XML,
      ...options,
    });
  const invoice = async (id: unknown) => (await api.call('GET', `/invoices/${String(id)}`, { key })).json;

  it('is issued offline only where the route has such invoices', async () => {
    const refused = await submit({ query: `${WHERE}&offline=true` });
    assert.equal(refused.status, 400);
    assert.match(JSON.stringify(refused.json), /"field":"offline"/);
    const alone = await submit({ query: `${WHERE}&technical_correction=true` });
    assert.equal(alone.status, 400);
    assert.match(JSON.stringify(alone.json), /"field":"technical_correction"/);
  });

  it('is not issued offline as an invoice VAT RR, of which nothing is published', async () => {
    const before = api.world.reading;
    const facts = { syntax: 'fa-rr', specification: null, number: 'RR-1', issueDate: '2026-10-05' } as const;
    api.world.reading = { reading: 'read', facts, addressing: AN_ADDRESSING, summary: {} };
    const refused = await submit({ query: 'route=PL-KSEF&invoice_ref=4711&offline=true' });
    const online = await submit({ query: 'route=PL-KSEF&invoice_ref=4711' });
    api.world.reading = before;
    assert.equal(refused.status, 422);
    assert.match(
      JSON.stringify(refused.json),
      /FA_RR\(1\) is not issued offline: only FA\(3\).*"field":"offline"/,
    );
    assert.equal(online.status, 202, online.text);
  });

  it('is queued under its own hash, with its number from the file', async () => {
    const { status, json } = await submit();
    assert.deepEqual(
      [status, json],
      [
        202,
        {
          id: json.id,
          state: 'queued',
          links: { self: `/invoices/${String(json.id)}`, events: `/invoices/${String(json.id)}/events` },
        },
      ],
    );
    const sha256 = createHash('sha256').update(FILE).digest('hex');
    const shown = await invoice(json.id);
    assert.deepEqual(
      [shown.state, shown.invoice_ref, shown.invoice_number, shown.document_sha256, shown.documents],
      [
        'queued',
        '4711',
        'X-1',
        sha256,
        [{ kind: 'ubl', sha256, href: `/invoices/${String(json.id)}/documents/ubl` }],
      ],
    );
    const file = await api.call('GET', `/invoices/${String(json.id)}/documents/ubl`, { key });
    assert.deepEqual([file.text, file.headers.get('content-type')], [FILE, 'application/xml']);
    assert.ok(api.world.jobs.waiting.has(String(json.id)));
  });

  it('is one invoice if the same bytes arrive repeatedly, and another one if a byte differs', async () => {
    const first = (await submit()).json.id;
    const again = await submit();
    assert.deepEqual([again.status, again.json.id, again.json.duplicate_of], [202, first, first]);
    assert.notEqual((await submit({ body: `${FILE}\n` })).json.id, first);
  });

  it('is one invoice if the same bytes arrive twice at the same time', async () => {
    const ids = (await Promise.all([submit(), submit()])).map(({ json }) => json.id);
    assert.equal(ids[0], ids[1]);
  });

  it('may be compressed with gzip', async () => {
    const { json } = await submit({ body: gzipSync(FILE), headers: { ...XML, 'content-encoding': 'gzip' } });
    const { documents } = await invoice(json.id);
    assert.equal(
      (documents as { sha256: string }[])[0]?.sha256,
      createHash('sha256').update(FILE).digest('hex'),
    );
  });

  for (const code of ['EI-XML-DTD', 'EI-XML-SYNTAX', 'EI-XML-TYPE'])
    it(`is refused at once with ${code}, and nothing is stored`, async () => {
      const { reading } = api.world;
      api.world.reading = refusedWith(code);
      const { status, json } = await submit();
      api.world.reading = reading;
      const [error] = json.errors as { code: string; source: string; who_fixes: string }[];
      assert.deepEqual(
        [status, error?.code, error?.source, error?.who_fixes],
        [422, code, 'XML-safety', 'erp'],
      );
      assert.equal((await api.call('GET', '/invoices', { key })).json.total, 0);
    });

  describe('that looks wrong although every rule passes', () => {
    const doubt: Finding = {
      code: 'EI-VAT-RATE',
      severity: 'warning',
      source: 'pre-check',
      message: 'M.',
      fixHint: 'H.',
      term: 'BT-152',
      whoFixes: 'erp',
    };
    let before: FileReading;
    beforeEach(() => {
      before = api.world.reading;
      if (before.reading === 'read') api.world.reading = { ...before, doubts: [doubt] };
    });
    afterEach(() => {
      api.world.reading = before;
    });
    const codesIn = (list: unknown) =>
      (list as { code: string; term: string }[]).map(({ code, term }) => [code, term]);
    const dryRun = async () => {
      const { json } = await api.call('POST', '/validate/xml?route=DE-XRECHNUNG', {
        key,
        body: FILE,
        headers: XML,
      });
      const layers = json.layers as { layer: string; outcome: string; findings: { code: string }[] }[];
      return layers
        .filter(({ layer }) => layer === 'pre-check')
        .map(({ outcome, findings }) => [outcome, codesIn(findings)]);
    };
    const set = (mode: string) =>
      api.call('PUT', `/clients/${client}/profile`, {
        key: OPERATOR_KEY,
        body: { plausibility: { 'EI-VAT-RATE': mode } },
      });
    const found = [['EI-VAT-RATE', 'BT-152']];

    it('is taken in with a warning, which a dry run shows and the record keeps', async () => {
      const { status, json } = await submit();
      assert.deepEqual([status, codesIn(json.warnings)], [202, found]);
      assert.deepEqual(codesIn((await invoice(json.id)).warnings), found);
      assert.deepEqual(await dryRun(), [['valid', found]]);
    });

    it('is refused if the record of the client says so', async () => {
      await set('refuse');
      const { status, json } = await submit({ body: `${FILE}<!-- 1 -->` });
      assert.deepEqual([status, codesIn(json.errors)], [422, found]);
      assert.deepEqual(await dryRun(), [['invalid', found]]);
    });

    it('is taken in without a word if the record says so', async () => {
      await set('off');
      const { status, json } = await submit({ body: `${FILE}<!-- 2 -->` });
      assert.deepEqual([status, 'warnings' in json], [202, false]);
    });

    it('has the day of the intake compared with its date', async () => {
      if (before.reading !== 'read') throw new Error('the file is not read');
      const facts = { ...before.facts, issueDate: '2031-01-01' };
      api.world.reading = { ...before, facts };
      const { json } = await submit({ body: `${FILE}<!-- 3 -->` });
      assert.deepEqual(codesIn(json.warnings), [['EI-DATE-AHEAD', 'BT-2']]);
    });
  });

  it('is late once its last day has ended where the tax office is', async () => {
    const { reading, clock } = api.world;
    if (reading.reading !== 'read') throw new Error('the file is not read');
    // A Monday; the fifth working day after it is the day of the clock.
    api.world.reading = { ...reading, facts: { ...reading.facts, issueDate: '2026-09-28' } };
    const isLate = async (more = ''): Promise<boolean> => {
      const call = { key, body: FILE, headers: XML };
      const { json } = await api.call('POST', `/validate/xml?route=RO-EFACTURA${more}`, call);
      return JSON.stringify(json.layers).includes('EI-DEADLINE-PASSED');
    };
    const isLateAt = async (time: string): Promise<boolean> => {
      const byMs = Date.parse(`${clock.now().toISOString().slice(0, 10)}T${time}Z`) - clock.now().getTime();
      clock.advance(byMs);
      const late = await isLate();
      clock.advance(-byMs);
      return late;
    };
    try {
      assert.equal(await isLateAt('20:59:59.999'), false);
      assert.equal(await isLateAt('21:00:00.000'), true);
      const [last = '', next = ''] = [0, 1].map((days) =>
        new Date(clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10),
      );
      assert.equal(await isLate(`&on=${last}`), false, 'on its last day');
      assert.equal(await isLate(`&on=${next}`), true, 'on the day after it');
    } finally {
      api.world.reading = reading;
    }
  });

  describe('whose rules are not installed', () => {
    const missing = packMissing('urn:factur-x.eu:1p0:extended', {
      id: 'facturx',
      version: '1.09.2',
      origin: 'official',
      command: 'ids packs install --from PLACE facturx',
    });
    beforeEach(() => (api.world.missingPacks = [missing]));
    afterEach(() => (api.world.missingPacks = []));

    it('is refused at once with EI-PACK-MISSING, pack and command, and nothing is stored', async () => {
      const { status, json } = await submit();
      const [error] = json.errors as Record<string, string>[];
      assert.deepEqual([status, error?.code, error?.who_fixes], [422, 'EI-PACK-MISSING', 'us']);
      assert.match(error!.message!, /urn:factur-x.eu:1p0:extended/);
      assert.match(error!.fix_hint!, /ids packs install --from PLACE facturx/);
      assert.equal((await api.call('GET', '/invoices', { key })).json.total, 0);
    });

    it('is accepted once they are installed, under another key', async () => {
      assert.equal((await submit()).status, 422);
      api.world.missingPacks = [];
      assert.equal((await submit()).status, 202);
    });

    it('is taken in if the client received it', async () => {
      const answer = await api.call('POST', '/received?route=FR-PA', {
        key,
        idempotencyKey: newIdempotencyKey(),
        body: FILE,
        headers: XML,
      });
      assert.deepEqual([answer.status, answer.json.invoice_number], [202, 'X-1']);
    });
  });

  it('gets 503 if its reading fails, and the key stays unused', async () => {
    const { reading } = api.world;
    api.world.reading = { reading: 'not_run', reason: 'the validator failed' };
    const idempotencyKey = newIdempotencyKey();
    const busy = await submit({ idempotencyKey });
    api.world.reading = reading;
    assert.deepEqual([busy.status, busy.headers.get('retry-after')], [503, '1']);
    assert.equal((await submit({ idempotencyKey })).status, 202);
  });

  for (const [it_, options, status, field] of [
    ['without a route', { query: 'invoice_ref=1' }, 400, 'route'],
    ['without a reference', { query: 'route=DE-XRECHNUNG' }, 400, 'invoice_ref'],
    [
      'with a reference of 101 characters',
      { query: `route=DE-XRECHNUNG&invoice_ref=${'9'.repeat(101)}` },
      400,
      'invoice_ref',
    ],
    ['with a parameter that does not exist', { query: `${WHERE}&client=x` }, 400, 'client'],
    ['without an Idempotency-Key', { idempotencyKey: undefined }, 400, 'Idempotency-Key'],
    ['under a key for exports', { idempotencyKey: 'erp:12345678' }, 400, undefined],
    ['that is empty', { body: '' }, 400, 'body'],
    ['as JSON', { headers: { 'content-type': 'application/json' } }, 415, undefined],
    ['as a PDF if it is none', { headers: { 'content-type': 'application/pdf' } }, 415, undefined],
    ['as XML if it is a PDF', { body: '%PDF-1.7\n' }, 415, undefined],
    ['over 5 MB', { body: 'x'.repeat(5_000_001) }, 413, undefined],
  ] as const)
    it(`is refused ${it_}`, async () => {
      const answer = await submit(options as CallOptions);
      const errors = (answer.json.errors ?? []) as { field?: string }[];
      assert.deepEqual([answer.status, errors[0]?.field], [status, field], answer.text);
    });

  it('of another type is refused with the accepted types', async () => {
    const answer = await submit({ headers: { 'content-type': 'text/plain' } });
    assert.match(String(answer.json.detail), /application\/xml, text\/xml or application\/pdf/);
    assert.equal(typeOf(answer), 'unsupported-media-type');
  });

  it('belongs to the client `local` if the operator sends it', async () => {
    const { json } = await submit({ key: 'the-operator-of-these-tests' });
    assert.ok(json.id);
    const found = await api.world.invoices.find(String(json.id));
    assert.equal(found?.client, 'local');
  });

  describe('for a dry run', () => {
    const judge = (query = 'route=DE-XRECHNUNG', body = FILE) =>
      api.call('POST', `/validate/xml?${query}`, { key, body, headers: XML });

    it('gets its layers, and is not stored', async () => {
      const { status, json } = await judge();
      const layers = (json.layers as { layer: string; outcome: string }[]).map(
        ({ layer, outcome }) => `${layer} ${outcome}`,
      );
      assert.deepEqual([status, json.valid, layers], [200, true, ['xml-safety valid', 'xsd valid']]);
      assert.equal((await api.call('GET', '/invoices', { key })).json.total, 0);
    });

    it('is refused in the report if it is hostile', async () => {
      const { reading } = api.world;
      api.world.reading = refusedWith('EI-XML-DTD');
      const { status, json } = await judge();
      api.world.reading = reading;
      assert.deepEqual([status, json.valid, json.documents], [200, false, []]);
      const [layer] = json.layers as { outcome: string; findings: { code: string }[] }[];
      assert.deepEqual([layer?.outcome, layer?.findings[0]?.code], ['invalid', 'EI-XML-DTD']);
    });

    it('gets a report in the form of KoSIT’s validator, named by its hash and by the packs of the day', async () => {
      const { status, headers, text } = await judge('route=DE-XRECHNUNG&report=kosit&on=2026-11-24');
      assert.deepEqual([status, text], [200, '<rep:report/>']);
      assert.match(headers.get('content-type') ?? '', /^application\/xml/);
      assert.equal(headers.get('cache-control'), 'private, no-store');
      const name = `${createHash('sha256').update(FILE).digest('hex')}.xml`;
      assert.deepEqual(api.world.reportsAsked.splice(0), [{ name, on: '2026-11-24' }]);
    });

    it('gets no such report if a check cannot run, and no other form than those described', async () => {
      const { kositReporting } = api.world;
      api.world.kositReporting = { made: false, reason: 'no rule pack is installed' };
      const answer = await judge('route=DE-XRECHNUNG&report=kosit');
      api.world.kositReporting = kositReporting;
      assert.deepEqual([answer.status, typeOf(answer)], [503, 'busy']);
      assert.equal((await judge('route=DE-XRECHNUNG&report=pdf')).status, 400);
    });

    it('is checked for any route that accepts its kind', async () => {
      const { status, json } = await judge('route=PL-KSEF');
      const [layer] = json.layers as { findings: { code: string }[] }[];
      assert.deepEqual([status, layer?.findings[0]?.code], [200, 'EI-XML-TYPE']);
    });
  });
});
