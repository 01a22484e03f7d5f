import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { JSON_REPORT_WRITER } from '../../support/report-writer.ts';
import { ExamineDocument } from '../../../src/application/checking/examine-document.ts';
import { InvoiceFiles } from '../../../src/application/content/invoice-files.ts';
import { receivedInvoices } from '../../../src/application/received/check-received.ts';
import { tellReceived } from '../../../src/application/received/received-event.ts';
import { ApplyRetention } from '../../../src/application/clients/apply-retention.ts';
import { Processor } from '../../../src/application/work/processor.ts';
import { sealAnswerWords } from '../../../src/application/received/answer-words.ts';
import { noteAnswer } from '../../../src/domain/statuses/answer.ts';
import type { AnswerState } from '../../../src/domain/lifecycle/received-record.ts';
import { PEPPOL_STATUSES } from '../../../src/domain/routes/peppol/statuses.ts';
import type { Rail } from '../../../src/ports/rail/rail.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import { editionNotJudged } from 'en16931-rules/vocabulary/coming-edition.ts';
import { packMissing } from '../../../src/domain/findings/pack-missing.ts';
import type { FileReading } from '../../../src/domain/findings/file-reading.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import { newClient } from '../../../src/domain/clients/client-record.ts';
import { newIdempotencyKey } from './bodies.ts';
import { NO_PURCHASES } from '../../fakes/purchases.ts';
import { type Answer, type CallOptions, handIn, type RunningApi, typeOf, withOwnClients } from './harness.ts';
import { CATALOGUE_ENTRY, OPERATOR_KEY, type World } from './world.ts';

const XML = { 'content-type': 'application/xml' };
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const layer = (outcome: object): readonly Layer[] => [
  { layer: 'xsd', source: 'XSD', pack: null, durationMs: 1, findings: [], ...outcome } as unknown as Layer,
];
const REFUSED = { code: 'BR-01', severity: 'error', source: 'XSD', message: 'No.' } as const;

const codesIn = ({ errors }: Readonly<Record<string, unknown>>): readonly string[] =>
  (errors as { code: string }[]).map(({ code }) => code);

const workerOn = (world: World): Processor<never> => {
  const files = new InvoiceFiles(world.content, JSON_REPORT_WRITER, '0.1.0');
  const tools = {
    ...world,
    ...{ files, purchases: NO_PURCHASES, examine: new ExamineDocument(world), retryScale: 1 },
  };
  return new Processor(receivedInvoices(tools), tools) as unknown as Processor<never>;
};

describe('a received invoice', () => {
  let api: RunningApi;
  let client: string;
  let key: string;
  let outcome: readonly Layer[];
  let n = 0;

  withOwnClients((own) => ({ api, client, key } = own));
  beforeEach(() => {
    api.world.clock.advance(60_000);
    outcome = layer({ outcome: 'valid' });
    api.world.validator.check = async () => outcome;
    n += 1;
  });

  const receive = (query: Record<string, string> = {}, options: CallOptions = {}): Promise<Answer> =>
    api.call('POST', `/received?${new URLSearchParams({ route: 'PEPPOL', ...query }).toString()}`, {
      key,
      idempotencyKey: newIdempotencyKey(),
      body: `<Invoice>${n}</Invoice>`,
      headers: XML,
      ...options,
    });
  const get = (path: string, as = key): Promise<Answer> => api.call('GET', path, { key: as });
  const at = (id: unknown, more = ''): string => `/received/${String(id)}${more}`;
  const runWorker = async (): Promise<void> => {
    const worker = workerOn(api.world);
    await api.world.jobs.runDue(api.world.clock.now(), (task) =>
      task.kind === 'received-invoice' ? worker.run(task) : Promise.resolve(),
    );
  };

  it('is stored, then checked; events with direction `in` report both', async () => {
    const { status, json } = await receive({ rail_id: 'rail/1' });
    const id = String(json.id);
    const file = sha256(`<Invoice>${n}</Invoice>`);
    assert.match(id, /^rcv_[0-9a-f]{24}$/);
    assert.deepEqual(
      { status, ...json },
      {
        status: 202,
        id,
        invoice_ref: 'X-1',
        invoice_number: 'X-1',
        route: 'PEPPOL',
        client,
        environment: 'sandbox',
        state: 'received',
        direction: 'in',
        rail_id: 'rail/1',
        answer: { state: 'none' },
        possible_answers: PEPPOL_STATUSES.buyer.map(({ status }) => status),
        document_sha256: file,
        errors: [],
        links: { self: at(id), events: at(id, '/events') },
        documents: [{ kind: 'received-xml', sha256: file, href: at(id, '/documents/received-xml') }],
        created_at: json.created_at,
        updated_at: json.created_at,
      },
    );
    await runWorker();
    const shown = (await get(at(id))).json;
    assert.deepEqual([shown.state, shown.errors], ['validated', []]);
    const events = (await get(at(id, '/events'))).json.data as Record<string, unknown>[];
    assert.deepEqual(
      events.map(({ sequence, status, direction, legal_id }) => [sequence, status, direction, legal_id]),
      [
        [1, 'received', 'in', 'rail/1'],
        [2, 'validated', 'in', 'rail/1'],
      ],
    );
    const fed = (await get('/events')).json.data as { event_id: string }[];
    assert.deepEqual(
      fed.map(({ event_id: eventId }) => eventId),
      events.map(({ event_id: eventId }) => eventId),
    );
    assert.deepEqual(api.world.telemetry.receivedMoves.slice(-2), ['PEPPOL received', 'PEPPOL validated']);
    assert.ok(!api.world.telemetry.moves.some((move) => move === 'PEPPOL validated'));
  });

  it('says in record, event and feed that its seller has sent another document under its number', async () => {
    const { reading } = api.world;
    const issuer = { vatId: 'DE281457638' };
    api.world.reading = { ...reading, summary: { number: 'X-1', issuer } } as FileReading;
    const first = (await receive()).json;
    await runWorker();
    n += 1000;
    const second = (await receive()).json;
    await runWorker();
    api.world.reading = reading;
    assert.equal((await get(at(first.id))).json.warnings, undefined);
    const told = (list: unknown) =>
      (list as { code: string; values: unknown }[] | undefined)?.map(({ code, values }) => [code, values]);
    const day = String(first.created_at).slice(0, 10);
    const warned = [['EI-RECEIVED-REPEATED', { id: first.id, day }]];
    const { state, warnings } = (await get(at(second.id))).json;
    assert.deepEqual([state, told(warnings)], ['validated', warned]);
    for (const path of [at(second.id, '/events'), '/events']) {
      const last = ((await get(path)).json.data as Record<string, unknown>[]).at(-1);
      assert.deepEqual([last?.status, told(last?.warnings)], ['validated', warned], path);
    }
  });

  it('is compared by the number that its check reads, if the intake could read none', async () => {
    const { reading } = api.world;
    const issuer = { vatId: 'DE281457638' };
    api.world.reading = { ...reading, summary: { number: 'X-1', issuer } } as FileReading;
    const ids: string[] = [];
    for (const extra of [1, 2]) {
      n += 1000 * extra;
      const { id } = (await receive()).json;
      const { received } = api.world;
      const record = (await received.find(String(id)))!;
      const { invoiceNumber: _1, sealedSummary: _2, ...unread } = record;
      await received.commit({
        record: { ...unread, version: record.version + 1 },
        ...{ events: [], files: [], audit: [] },
      });
      ids.push(String(id));
    }
    for (let pass = 0; pass < 3; pass += 1) await runWorker();
    api.world.reading = reading;
    const shown = await Promise.all(ids.map(async (id) => (await get(at(id))).json));
    assert.deepEqual(
      shown.map(({ invoice_number: number, state }) => [number, state]),
      ids.map(() => ['X-1', 'validated']),
    );
    assert.ok(shown.some(({ warnings }) => warnings !== undefined));
  });

  it('is stored with its errors if it fails its checks', async () => {
    outcome = layer({ outcome: 'invalid', findings: [REFUSED] });
    const { id } = (await receive()).json;
    await runWorker();
    const shown = (await get(at(id))).json;
    assert.equal(shown.state, 'validation_failed');
    assert.deepEqual(codesIn(shown), ['BR-01']);
    const events = (await get(at(id, '/events'))).json.data as { status: string; errors?: unknown[] }[];
    assert.deepEqual(
      events.map(({ status, errors }) => [status, errors?.length]),
      [
        ['received', undefined],
        ['validation_failed', 1],
      ],
    );
    const report = await get(at(id, '/documents/validation-report'));
    assert.equal(report.json.valid, false);
    assert.deepEqual((await get('/care')).json.data, [], 'the sender has to correct it');
  });

  it('stays received if a check cannot run: it is tried again, then a care item opens', async () => {
    outcome = layer({ outcome: 'not_run', code: 'KOSIT-RUN', reason: 'a thread died' });
    const { id } = (await receive()).json;
    for (const wait of [0, 30, 120, 600, 1800, 3600]) {
      api.world.clock.advance(wait * 1000);
      await runWorker();
    }
    const shown = (await get(at(id))).json;
    assert.equal(shown.state, 'received');
    assert.deepEqual(codesIn(shown), ['KOSIT-RUN']);
    const rows = (await get('/care?status=open')).json.data as Record<string, unknown>[];
    assert.deepEqual(
      rows.map(({ invoice_id, catalogue_code, who_acts }) => [invoice_id, catalogue_code, who_acts]),
      [[id, 'KOSIT-RUN', 'us']],
    );
    assert.equal(((await get(`/care/${String(id)}/evidence`)).json.documents as unknown[]).length, 2);
    const handled = await api.call('POST', `/care/${String(id)}/handled`, { key });
    assert.deepEqual(handled.json, { invoice_id: id, handled: 1 });
    assert.deepEqual((await get('/care?status=open')).json.data, []);
    assert.equal(api.world.jobs.waiting.has(String(id)), false, 'there is no further try');
  });

  describe('whose rules are not installed', () => {
    const MISSING = packMissing('urn:factur-x.eu:1p0:extended', {
      id: 'facturx',
      version: '1.09.2',
      origin: 'official',
      command: 'ids packs install --from PLACE facturx',
    });
    const waiting = () =>
      layer({ outcome: 'not_run', code: 'EI-PACK-MISSING', reason: 'no pack', findings: [MISSING] });
    const openRows = async () =>
      ((await get('/care?status=open')).json.data as Record<string, unknown>[]).map(
        ({ invoice_id, catalogue_code, who_acts }) => [invoice_id, catalogue_code, who_acts],
      );

    it('stays received with a finding and a care row, from the first check on', async () => {
      outcome = waiting();
      const { id } = (await receive()).json;
      await runWorker();
      const shown = (await get(at(id))).json;
      const [error, ...others] = shown.errors as Record<string, unknown>[];
      assert.deepEqual([shown.state, error?.code, others], ['received', 'EI-PACK-MISSING', []]);
      assert.match(String(error?.fix_hint), /ids packs install/);
      assert.deepEqual(await openRows(), [[id, 'EI-PACK-MISSING', 'us']]);
    });

    it('stays received if none are published for its edition, is shown, and is checked once they are', async () => {
      const finding = editionNotJudged();
      outcome = layer({ outcome: 'not_run', code: 'EI-EDITION', reason: 'no rules', findings: [finding] });
      const { id } = (await receive()).json;
      await runWorker();
      const shown = (await get(at(id))).json;
      assert.deepEqual([shown.state, codesIn(shown)], ['received', ['EI-EDITION']]);
      assert.deepEqual(await openRows(), [[id, 'EI-EDITION', 'erp']]);
      outcome = layer({ outcome: 'valid' });
      api.world.clock.advance(86_400_000);
      await runWorker();
      assert.deepEqual([(await get(at(id))).json.state, await openRows()], ['validated', []]);
    });

    it('stays received although another layer refuses it: the check is not whole', async () => {
      outcome = [...waiting(), ...layer({ outcome: 'invalid', findings: [REFUSED] })];
      const { id } = (await receive()).json;
      await runWorker();
      const shown = (await get(at(id))).json;
      assert.deepEqual([shown.state, codesIn(shown)], ['received', ['EI-PACK-MISSING']]);
    });

    it('is checked by itself once they are installed, however late, and the row is handled', async () => {
      outcome = waiting();
      const { id } = (await receive()).json;
      for (let day = 0; day < 20; day += 1) {
        await runWorker();
        api.world.clock.advance(86_400_000);
      }
      assert.deepEqual(await openRows(), [[id, 'EI-PACK-MISSING', 'us']]);
      outcome = layer({ outcome: 'valid' });
      await runWorker();
      const shown = (await get(at(id))).json;
      assert.deepEqual([shown.state, shown.errors], ['validated', []]);
      assert.deepEqual(await openRows(), []);
    });

    it('is left to the person who has handled the row', async () => {
      outcome = waiting();
      const { id } = (await receive()).json;
      await runWorker();
      const { updated_at } = (await get(at(id))).json;
      await api.call('POST', `/care/${String(id)}/handled`, { key });
      api.world.clock.advance(86_400_000);
      await runWorker();
      assert.deepEqual(await openRows(), []);
      assert.equal(api.world.jobs.waiting.has(String(id)), false, 'there is no further look');
      assert.equal((await get(at(id))).json.updated_at, updated_at);
    });
  });

  it('is one invoice if its document arrives repeatedly', async () => {
    const first = (await receive({ rail_id: 'A' })).json;
    const again = await receive({ rail_id: 'A' });
    assert.deepEqual([again.status, again.json.id, again.json.duplicate_of], [202, first.id, first.id]);
    const other = await receive({ rail_id: 'A' }, { body: '<Invoice>other</Invoice>' });
    assert.deepEqual([other.status, typeOf(other)], [409, 'received-id-conflict']);
    const extensions = await receive({ rail_id: 'B' });
    assert.notEqual(extensions.json.id, first.id);
    assert.equal((await get('/received')).json.total, 2);
    // A sent invoice of the same bytes is a separate record.
    const sent = await api.call('POST', '/invoices/xml?route=PEPPOL&invoice_ref=1', {
      key,
      idempotencyKey: newIdempotencyKey(),
      body: `<Invoice>${n}</Invoice>`,
      headers: XML,
    });
    assert.deepEqual([sent.status, sent.json.duplicate_of], [202, undefined]);
    assert.equal((await get('/invoices')).json.total, 1);
  });

  it('gets the same answer if the call is repeated under its key, also after a change of state', async () => {
    const idempotencyKey = newIdempotencyKey();
    const first = await receive({}, { idempotencyKey });
    await runWorker();
    const again = await receive({}, { idempotencyKey });
    assert.deepEqual(again.json, first.json);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    const conflict = await receive({ rail_id: 'A' }, { idempotencyKey });
    assert.equal(typeOf(conflict), 'idempotency-conflict');
  });

  it('is refused with nothing stored if it is unreadable', async () => {
    const { reading } = api.world;
    const finding = { code: 'EI-XML-DTD', severity: 'error', source: 'XML-safety', message: 'M.' } as const;
    api.world.reading = { reading: 'refused', findings: [finding] } as unknown as FileReading;
    const { status, json } = await receive();
    api.world.reading = reading;
    assert.deepEqual([status, (json.errors as { code: string }[])[0]?.code], [422, 'EI-XML-DTD']);
    assert.equal((await get('/received')).json.total, 0);
  });

  it('is refused unless it is XML, of an existing route, with a well-formed id', async () => {
    const pdf = await receive({}, { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7' });
    assert.equal(pdf.status, 415);
    assert.equal((await receive({ rail_id: 'a b' })).status, 400);
    assert.equal((await receive({ rail_id: 'x'.repeat(201) })).status, 400);
    assert.equal((await receive({ route: 'XX' })).status, 400);
    assert.equal((await receive({ invoice_ref: '1' })).status, 400);
    assert.equal((await receive({}, { idempotencyKey: 'short' })).status, 400);
    const erp = await receive({}, { idempotencyKey: 'erp:12345' });
    assert.equal(typeOf(erp), 'idempotency-key-not-allowed');
  });

  it('belongs to its client: other clients get 404', async () => {
    const { id } = (await receive()).json;
    const foreign = await api.world.clientKey('foreign');
    for (const more of ['', '/events', '/documents/received-xml', '/documents/view'])
      assert.equal((await get(at(id, more), foreign)).status, 404, more);
    assert.equal((await receive({ client: 'foreign' })).status, 403);
    assert.equal((await get('/received?client=foreign')).status, 404);
    const acting = await receive(
      { client },
      { key: OPERATOR_KEY, body: '<Invoice>by the operator</Invoice>' },
    );
    assert.equal(acting.json.client, client);
    const sent = await handIn(api, client);
    const absent = [sent, `rcv_${'0'.repeat(24)}`, 'rcv_1', String(id).toUpperCase(), 'x', '%F0%9F%98%80'];
    for (const other of absent)
      for (const more of ['', '/events', '/documents/received-xml', '/documents/view']) {
        const answer = await get(`/received/${other}${more}`);
        assert.deepEqual([answer.status, typeOf(answer)], [404, 'not-found'], `${other}${more}`);
      }
    const status = { key, idempotencyKey: newIdempotencyKey(), body: { status: 'accepted' } };
    assert.equal((await api.call('POST', `/received/${sent}/statuses`, status)).status, 404);
    assert.equal((await get(`/invoices/${String(id)}`)).status, 400);
  });

  it('can be downloaded unchanged, and viewed as a page', async () => {
    const { id } = (await receive()).json;
    const file = await get(at(id, '/documents/received-xml'));
    assert.equal(file.text, `<Invoice>${n}</Invoice>`);
    assert.deepEqual(
      ['content-type', 'content-disposition', 'etag'].map((name) => file.headers.get(name)),
      ['application/xml', 'attachment; filename="X-1.xml"', `"${sha256(file.text)}"`],
    );
    assert.equal((await get(at(id, '/documents/ubl'))).status, 404);
    const view = await get(at(id, '/documents/view'));
    assert.deepEqual([view.status, view.headers.get('content-type')], [200, 'application/pdf']);
    const data = await api.call('GET', at(id, '/documents/view'), {
      key,
      headers: { accept: 'application/json' },
    });
    assert.deepEqual([data.status, data.headers.get('content-type')], [200, 'application/json']);
    assert.deepEqual((data.json as { head: unknown }).head, {
      sender: [],
      kind: [{ text: 'Invoice', terms: ['BT-3'] }],
      number: [{ text: 'X-1', terms: ['BT-1'], pieces: [{ text: 'X-1', kind: 'label' }] }],
    });
  });

  it('shows a status that was sent to its seller as a document and by an event', async () => {
    const { id } = (await receive({ route: 'FR-PA' })).json;
    await runWorker();
    const { world } = api;
    const record = (await world.received.find(String(id)))!;
    const bytes = new TextEncoder().encode('<status/>');
    const files = new InvoiceFiles(world.content, JSON_REPORT_WRITER, '0.1.0');
    const sealed = await files.sealReceived(record, [{ kind: 'fr-lifecycle-210', bytes }]);
    const answer = { buyerStatus: 'refused', raw: { code: '210' } } as const;
    const step = tellReceived({ ...record, documents: sealed.documents }, answer, world);
    await world.received.commit({ ...step, files: sealed.files, audit: [] });
    const { documents } = (await get(at(id))).json as { documents: { kind: string; href: string }[] };
    const { href } = documents.find(({ kind }) => kind === 'fr-lifecycle-210')!;
    const file = await get(new URL(href, 'http://x').pathname);
    assert.deepEqual([file.text, file.headers.get('content-type')], ['<status/>', 'application/xml']);
    const { data } = (await get(at(id, '/events'))).json as { data: Record<string, unknown>[] };
    const { status, buyer_status, direction } = data.at(-1)!;
    assert.deepEqual([status, buyer_status, direction], ['validated', 'refused', 'in']);
  });

  it('shows reason and note of the answer to who reads the invoice, and in no list', async () => {
    const { received, clock, content } = api.world;
    const record = (await received.find(String((await receive({ rail_id: 'said' })).json.id)))!;
    const said = { reasonCode: CATALOGUE_ENTRY.code, note: 'Agreed: <120.00>' };
    const sealedAnswer = (await sealAnswerWords(record.client, said, content))!;
    const status = { id: 'sts_1', status: 'refused', createdAt: clock.now(), sealedAnswer } as const;
    const answered = { ...noteAnswer(record, status, 'handed_over'), version: record.version + 1 };
    await received.commit({ record: answered, events: [], files: [], audit: [] });
    const shown = { state: 'handed_over', status: 'refused' };
    const { answer } = (await get(at(record.id))).json;
    const reason = { code: CATALOGUE_ENTRY.code, title: CATALOGUE_ENTRY.title };
    assert.deepEqual(answer, { ...shown, reason, note: 'Agreed: <120.00>' });
    const { data } = (await get('/received')).json as { data: { answer?: object }[] };
    assert.deepEqual(data[0]?.answer, shown);
  });

  it('shows, filters and counts what came of the answer', async () => {
    const answered = async (rail: string, state?: AnswerState): Promise<void> => {
      const { id } = (await receive({ rail_id: rail })).json;
      const { received, clock } = api.world;
      const record = (await received.find(String(id)))!;
      const status = { id: `sts_${rail}`, status: 'accepted', createdAt: clock.now() } as const;
      const noted = state ? noteAnswer(record, status, state) : record;
      await received.commit({
        record: { ...noted, version: record.version + 1 },
        events: [],
        files: [],
        audit: [],
      });
    };
    await answered('1');
    await answered('2', 'failed');
    await answered('3', 'handed_over');
    await receive({ rail_id: '4', route: 'RO-EFACTURA' });
    const shown = async (query: string) => {
      const { data, total } = (await get(`/received?sort=oldest&${query}`)).json as {
        data: { rail_id: string; answer?: object }[];
        total: number;
      };
      assert.equal(total, data.length);
      return data.map(({ rail_id: rail, answer }) => [rail, answer]);
    };
    const failed = ['2', { state: 'failed', status: 'accepted' }];
    assert.deepEqual(await shown('answer=none,failed'), [['1', { state: 'none' }], failed]);
    assert.deepEqual((await shown('')).at(-1), ['4', undefined]);
    const { by_answer: byAnswer } = (await get('/received/counts')).json;
    assert.deepEqual(byAnswer, { none: 1, under_way: 0, handed_over: 1, failed: 1 });
    const file = (await get('/exports/received?answer=failed')).text.trim().split('\n');
    assert.deepEqual([file.length, file[1]?.includes('failed')], [2, true]);
    assert.equal((await get('/exports/invoices?answer=failed')).text.trim().split('\n').length, 1);
    for (const wrong of [
      '/received?answer=late',
      '/received?answer=',
      '/exports/refusals?answer=none',
      '/invoices?answer=none',
    ])
      assert.equal((await get(wrong)).status, 400, wrong);
  });

  it('waits for no answer that cannot reach its seller, and says why', async () => {
    const write = () => ({
      unfit: say('networks-peppol.invoice-states-no-peppol-address-of-seller', { term: 'BT-34' }),
    });
    const rails = api.world.rails as Map<string, Rail>;
    rails.set('PEPPOL', { statusMessages: { write } } as unknown as Rail);
    const { id, possible_answers: first } = (await receive({ rail_id: 'barred' })).json;
    assert.deepEqual((first as string[]).at(-1), 'paid');
    await runWorker();
    const { data } = (await get('/received?route=PEPPOL')).json as { data: Record<string, unknown>[] };
    const row = data.find(({ rail_id: rail }) => rail === 'barred')!;
    for (const shown of [row, (await get(at(id))).json])
      assert.deepEqual(
        [shown.state, shown.answer, shown.possible_answers, shown.no_answer_reason],
        ['validated', undefined, [], 'The invoice states no Peppol address of the seller (BT-34).'],
      );
    assert.deepEqual((await get(at(id, '/statuses'))).json, { data: [], reason: row.no_answer_reason });
    const german = await api.call('GET', `${at(id)}?lang=de`, { key });
    assert.match(String(german.json.no_answer_reason), /keine Peppol-Adresse des Verkäufers/);
    assert.equal((await get('/received?answer=none')).json.total, 0);
    const { by_answer: byAnswer } = (await get('/received/counts')).json;
    assert.equal((byAnswer as { none: number }).none, 0);
    rails.delete('PEPPOL');
  });

  for (const [presentStatus, why] of [
    ['cancelled', 'The seller has cancelled the invoice; it takes no answer.'],
    ['rejected', 'The network has rejected the invoice; it takes no answer.'],
  ] as const)
    it(`takes no answer once it is ${presentStatus}, and says why`, async () => {
      const { received, rails } = api.world;
      const write = () => ({ unfit: say('statuses.day-has-not-come-yet') });
      (rails as Map<string, Rail>).set('PEPPOL', { statusMessages: { write } } as unknown as Rail);
      const { id } = (await receive({ rail_id: presentStatus })).json;
      const record = (await received.find(String(id)))!;
      const ended = { ...record, presentStatus, version: record.version + 1 };
      await received.commit({ record: ended, events: [], files: [], audit: [] });
      const { possible_answers: possible, no_answer_reason: reason } = (await get(at(id))).json;
      assert.deepEqual([possible, reason], [[], why]);
      assert.deepEqual((await get(at(id, '/statuses'))).json, { data: [], reason: why });
      const accepted = { key, idempotencyKey: newIdempotencyKey(), body: { status: 'accepted' } };
      const { status, json } = await api.call('POST', at(id, '/statuses'), accepted);
      assert.deepEqual([status, json.detail], [409, why]);
      (rails as Map<string, Rail>).delete('PEPPOL');
    });

  it('is listed with filters, in pages', async () => {
    for (const rail of ['1', '2', '3']) {
      await receive({ rail_id: rail, route: rail === '3' ? 'FR-PA' : 'PEPPOL' });
      api.world.clock.advance(1000);
    }
    await runWorker();
    await receive({ rail_id: '4' });
    const { json } = await get('/received?page_size=25&state=validated&route=PEPPOL&q=x-1&sort=oldest');
    assert.deepEqual([json.total, json.page, json.counts_by_state], [2, 1, { validated: 2, received: 1 }]);
    assert.deepEqual(
      (json.data as { rail_id: string }[]).map(({ rail_id: rail }) => rail),
      ['1', '2'],
    );
    assert.equal((await get('/received?state=queued')).status, 400);
    assert.equal((await get('/received?colour=red')).status, 400);
  });

  it('counts against the rate of its client over all keys; the answer to a call over the limit is not stored', async () => {
    const keys = [key, await api.world.clientKey(client), OPERATOR_KEY];
    for (let call = 0; call < 120; call += 1) {
      if (call % 20 === 0) api.world.clock.advance(1000);
      const { status } = await receive({ rail_id: 'A', client }, { key: keys[call % 3]! });
      assert.equal(status, 202, String(call));
    }
    const idempotencyKey = newIdempotencyKey();
    api.world.clock.advance(1000);
    const refused = await receive({}, { idempotencyKey });
    assert.deepEqual([refused.status, typeOf(refused)], [429, 'rate-limited']);
    api.world.clock.advance(60_000);
    assert.equal((await receive({}, { idempotencyKey })).status, 202);
  });

  it('is possible for a suspended client, and refused for a closed one', async () => {
    for (const [stage, status] of [
      ['suspended', 202],
      ['closed', 403],
    ] as const) {
      const record = (await api.world.clients.find(client)) ?? newClient(client, api.world.clock.now());
      await api.world.clients.replace({ ...record, version: record.version + 1, stage });
      assert.equal((await receive()).status, status, stage);
    }
  });

  it("is removed by the client's retention after it has ended", async () => {
    const { id } = (await receive()).json;
    const record = newClient(client, api.world.clock.now());
    await api.world.clients.replace({ ...record, version: 1, retentionDays: 10 });
    const deleteClient = { finish: async () => assert.fail('no client was deleted') };
    const retention = new ApplyRetention({ ...api.world, deleteClient });
    const isThere = async () => (await api.world.received.find(id as string)) !== undefined;
    api.world.clock.advance(11 * 86_400_000);
    await retention.run();
    assert.ok(await isThere(), 'its check has not ended');
    await runWorker();
    await retention.run();
    assert.ok(await isThere(), 'it has just changed');
    api.world.clock.advance(11 * 86_400_000);
    await retention.run();
    assert.equal((await get(at(id))).status, 404);
  });
});
