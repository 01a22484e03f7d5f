import { exampleBytes } from '../../support/example-file.ts';
import { english } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { components } from '../../../src/client/client.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { FileReading } from '../../../src/domain/findings/file-reading.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import { parseCanonical } from '../../../src/domain/invoice/parse-canonical.ts';
import type { Rails } from '../../../src/ports/rail/rail.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import { example } from '../../support/erp.ts';
import { hybridDraft } from '../../support/pdf/hybrid.ts';
import { HYBRID_LINES, HYBRID_XML } from '../../support/pdf/invoice-xml.ts';
import { textOf, unspaced } from '../../support/pdf/read-pdf.ts';
import { AN_ADDRESSING } from '../../support/records.ts';
import { newIdempotencyKey } from './bodies.ts';
import { handIn, RunningApi, typeOf } from './harness.ts';
import { vatRr, WHOLE } from '../../support/vat-rr.ts';
import { World } from './world.ts';

const CODES_URL = 'https://qr.ksef.example';
/** Rails with the only method that a view calls. */
const RAILS = new Map([['PL-KSEF', { codesUrl: CODES_URL }]]) as unknown as Rails;

async function polishFile(): Promise<Uint8Array> {
  const read = parseCanonical(example('over-pl-ksef').document);
  assert.ok(read.ok);
  const built = await DOCUMENTS.build(read.invoice, 'PL-KSEF', 'fa3');
  assert.ok(built.ok);
  return built.document.bytes;
}

const HYBRID = hybridDraft({ xml: HYBRID_XML, lines: HYBRID_LINES }).build();

type Read = Extract<FileReading, { reading: 'read' }>;
const readAs = (syntax: Read['facts']['syntax'], more: Partial<Read> = {}): FileReading => ({
  reading: 'read',
  facts: { syntax, specification: null, number: 'X-1', issueDate: '2026-10-05' },
  addressing: AN_ADDRESSING,
  summary: {},
  ...more,
});
const EMBEDDED = { filename: 'factur-x.xml', sha256: '0'.repeat(64), size: HYBRID_XML.length };

const TOO_DEAR: Finding = {
  code: 'BR-CO-10',
  severity: 'error',
  source: 'EN16931',
  message: 'The lines come to 1,061.60 and the document says 11,061.60.',
  field: 'lines[0].unit_price',
  fixHint: 'Send the price of the line again.',
  whoFixes: 'erp',
};

describe('the page of a stored invoice', () => {
  let api: RunningApi;
  let key: string;
  let client: string;

  before(async () => {
    const world = new World();
    world.rails = RAILS;
    api = await RunningApi.start(world);
  });
  after(() => api.stop());
  beforeEach(async () => {
    api.world.clock.advance(60_000);
    client = `client-${newIdempotencyKey()}`;
    key = await api.world.clientKey(client);
  });

  async function view(id: string, headers: Record<string, string> = {}) {
    const response = await fetch(`http://127.0.0.1:${api.port}/invoices/${id}/documents/view`, {
      headers: { authorization: `Bearer ${key}`, ...headers },
    });
    return {
      status: response.status,
      headers: response.headers,
      bytes: new Uint8Array(await response.arrayBuffer()),
    };
  }

  /** The text of the page, without blanks. */
  async function textOfView(id: string): Promise<string> {
    const { status, bytes } = await view(id);
    assert.equal(status, 200, Buffer.from(bytes).toString());
    return unspaced((await textOf(bytes)).join(' '));
  }

  const includes = (text: string, parts: readonly string[]): void => {
    for (const part of parts) assert.ok(text.includes(unspaced(part)), `${part} is not on the page`);
  };

  async function handInFile(
    route: string,
    body: Uint8Array,
    reading: FileReading,
    type = 'application/xml',
  ): Promise<string> {
    const before = api.world.reading;
    api.world.reading = reading;
    const { status, json, text } = await api.call('POST', `/invoices/xml?route=${route}&invoice_ref=4711`, {
      key,
      idempotencyKey: newIdempotencyKey(),
      body,
      headers: { 'content-type': type },
    });
    api.world.reading = before;
    assert.equal(status, 202, text);
    return String(json.id);
  }

  async function refuse(id: string, own: Partial<InvoiceRecord> = {}): Promise<void> {
    const { invoices } = api.world;
    const before = (await invoices.find(id))!;
    const refused = { ...before, state: 'validation_failed', dueAt: null, errors: [TOO_DEAR] } as const;
    const record: InvoiceRecord = { ...refused, ...own, version: before.version + 1 };
    assert.equal(await invoices.commit({ record, events: [], audit: [], files: [] }), 'committed');
  }

  it('shows an invoice that was submitted as JSON, under its number', async () => {
    const sent = example('plain');
    const id = await handIn(api, client, { document: sent.document, erp_totals: undefined });
    const { status, headers, bytes } = await view(id);
    assert.deepEqual(
      [status, headers.get('content-type'), headers.get('content-disposition'), headers.get('cache-control')],
      [200, 'application/pdf', `inline; filename="${numberOf(sent)}.pdf"`, 'private, no-cache'],
    );
    const text = unspaced((await textOf(bytes)).join(' '));
    includes(text, [numberOf(sent), ...namesOf(sent)]);
  });

  it('has the same bytes each time, with their hash as ETag; a caller that has them gets 304', async () => {
    const id = await handIn(api, client);
    const first = await view(id);
    const tag = first.headers.get('etag')!;
    assert.equal(tag, `"${createHash('sha256').update(first.bytes).digest('hex')}"`);
    assert.deepEqual((await view(id)).bytes, first.bytes);
    const again = await view(id, { 'if-none-match': tag });
    assert.deepEqual([again.status, again.bytes.length, again.headers.get('etag')], [304, 0, tag]);
  });

  it('is not stored and not a document of the invoice', async () => {
    const id = await handIn(api, client);
    const fetchInvoice = () => api.call('GET', `/invoices/${id}`, { key });
    const [before, writes] = [await fetchInvoice(), api.world.writes.length];
    await view(id);
    assert.deepEqual((await fetchInvoice()).json, before.json);
    assert.equal(api.world.writes.length, writes);
    assert.ok(!JSON.stringify(before.json.documents).includes('view'));
  });

  for (const [syntax, name] of [
    ['ubl-invoice', 'xrechnung-ubl.xml'],
    ['cii', 'xrechnung-cii.xml'],
  ] as const)
    it(`shows a finished ${syntax} file`, async () => {
      const file = exampleBytes(name);
      const id = await handInFile('DE-XRECHNUNG', file, readAs(syntax));
      const [, number = ''] = /<(?:cbc|ram):ID>([^<]*)<\//.exec(file.toString()) ?? [];
      const names = [...file.toString().matchAll(/<(?:cbc|ram):Name>([^<]*)<\//g)].map(([, one]) => one!);
      assert.ok(number !== '' && names.length > 2);
      includes(await textOfView(id), [number, ...names]);
    });

  it('shows an FA(3) file in Polish, with the QR code for KSeF', async () => {
    const sent = example('over-pl-ksef');
    const id = await handInFile('PL-KSEF', await polishFile(), readAs('fa3'));
    const { legalId } = (await api.world.invoices.find(id))!;
    assert.equal(legalId, null);
    const offline = await textOfView(id);
    includes(offline, ['Faktura', numberOf(sent), ...namesOf(sent), `${CODES_URL}/invoice/`, 'OFFLINE']);
    const before = (await api.world.invoices.find(id))!;
    const number = '5260001246-20261005-0100A0B1C2D3-4F';
    const record = { ...before, state: 'accepted', legalId: number, version: before.version + 1 } as const;
    assert.equal(await api.world.invoices.commit({ record, events: [], audit: [], files: [] }), 'committed');
    const online = await textOfView(id);
    includes(online, [number]);
    assert.ok(!online.includes('OFFLINE'));
  });

  it('shows an invoice VAT RR in Polish: farmer, buyer, lines, refund; without codes, which are those of FA(3)', async () => {
    const file = new TextEncoder().encode(vatRr('RR/2026/11/7'));
    const text = await textOfView(await handInFile('PL-KSEF', file, readAs('fa-rr')));
    includes(text, [
      'Faktura VAT RR',
      'RR/2026/11/7',
      'Jan Rolnik',
      'Młyn Sp. z o.o.',
      'Pszenica',
      'klasa A',
    ]);
    includes(text, ['2 250,00', '157,50', '2 407,50', 'zryczałtowany zwrot podatku', 'dwa tysiące']);
    assert.ok(!text.includes(CODES_URL));
    const correction = new TextEncoder().encode(WHOLE['correction']);
    const corrected = await textOfView(await handInFile('PL-KSEF', correction, readAs('fa-rr')));
    includes(corrected, ['Faktura VAT RR KOREKTA', '2222222222-20261002-0100001AF629-AF', 'waga', '-10,00']);
  });

  it('of a hybrid PDF is that PDF, byte for byte', async () => {
    const reading = readAs('cii', { embedded: EMBEDDED });
    const id = await handInFile('DE-XRECHNUNG', HYBRID, reading, 'application/pdf');
    assert.deepEqual((await view(id)).bytes, new Uint8Array(HYBRID));
  });

  it('shows the reasons of a refusal, above the invoice and beside the line', async () => {
    const id = await handIn(api, client);
    await refuse(id);
    const text = await textOfView(id);
    includes(text, [english(TOO_DEAR.message), english(TOO_DEAR.fixHint!), TOO_DEAR.field!]);
    assert.equal(text.split(unspaced(english(TOO_DEAR.message))).length - 1, 2);
  });

  it('has a payment code until the invoice is refused or cancelled', async () => {
    const { document } = example('plain');
    const id = await handIn(api, client, { document, erp_totals: undefined });
    const PAY = unspaced('Mit der Banking-App scannen');
    assert.ok((await textOfView(id)).includes(PAY));
    await refuse(id, { state: 'cancelled', errors: [] });
    assert.ok(!(await textOfView(id)).includes(PAY));
    await refuse(id);
    assert.ok(!(await textOfView(id)).includes(PAY));
  });

  it('shows the reasons of the refusal of a hybrid PDF, beside the content of its XML', async () => {
    const reading = readAs('cii', { embedded: EMBEDDED });
    const id = await handInFile('DE-XRECHNUNG', HYBRID, reading, 'application/pdf');
    const { field: __, ...unplaced } = TOO_DEAR;
    await refuse(id, { errors: [unplaced] });
    includes(await textOfView(id), [english(TOO_DEAR.message), 'R-2026-17', 'Seller GmbH', 'Paper']);
  });

  it('shows the stored data of an unreadable file', async () => {
    const id = await handInFile('DE-XRECHNUNG', Buffer.from('<Invoice'), readAs('ubl-invoice'));
    includes(await textOfView(id), ['X-1']);
  });

  describe('as data', () => {
    const json = { accept: 'application/json' };

    async function viewData(id: string, headers: Record<string, string> = {}) {
      const { status, headers: answered, bytes } = await view(id, { ...json, ...headers });
      assert.equal(status, 200, Buffer.from(bytes).toString());
      assert.equal(answered.get('content-type'), 'application/json');
      const page = JSON.parse(Buffer.from(bytes).toString()) as components['schemas']['InvoicePage'];
      return { page, parts: partsIn(page), headers: answered };
    }

    it('names the terms of each text, and the members of what was submitted', async () => {
      const sent = example('plain');
      const id = await handIn(api, client, { document: sent.document, erp_totals: undefined });
      const { page, parts } = await viewData(id);
      const [number] = parts.filter(({ terms }) => terms?.[0] === 'BT-1');
      const text = numberOf(sent);
      const pieces = [{ text, kind: 'label' }];
      assert.deepEqual(number, { text, pieces, terms: ['BT-1'], field: 'invoice.number' });
      const names = parts.filter(({ terms }) => terms?.[0] === 'BT-153');
      assert.deepEqual(
        names.map(({ text, entry, field }) => ({ text, entry, field })),
        namesOf(sent).map((text, at) => ({ text, entry: [at], field: `lines[${at}].name` })),
      );
      assert.deepEqual(
        page.blocks.map(({ block }) => block),
        ['parties', 'facts', 'table', 'table', 'sums', 'facts', 'texts', 'texts', 'texts'],
      );
    });

    it('names the pieces of a text that do not break', async () => {
      const id = await handInFile('DE-XRECHNUNG', exampleBytes('xrechnung-ubl.xml'), readAs('ubl-invoice'));
      const { parts } = await viewData(id, { 'accept-language': 'de' });
      const label = parts.find(({ text }) => text.startsWith('E-Mail:'));
      assert.deepEqual(label?.pieces, [{ text: 'E-Mail:', kind: 'label' }, { text: '\u00a0' }]);
    });

    for (const [syntax, name] of [
      ['ubl-invoice', 'xrechnung-ubl.xml'],
      ['cii', 'xrechnung-cii.xml'],
    ] as const)
      it(`names the places in a finished ${syntax} file`, async () => {
        const file = exampleBytes(name);
        const id = await handInFile('DE-XRECHNUNG', file, readAs(syntax));
        const lines = file.toString().split('\n');
        const { parts } = await viewData(id);
        const stated = parts.filter(({ terms }) => terms);
        assert.deepEqual(
          stated.filter(({ location }) => !location),
          [],
        );
        for (const term of ['BT-1', 'BT-10', 'BT-27', 'BT-44', 'BT-34', 'BT-153', 'BT-84', 'BT-112'])
          for (const { text, location } of stated.filter(({ terms }) => terms?.[0] === term)) {
            const bare = (from: string): string => from.replaceAll(/[^\p{L}\d]/gu, '');
            const [part = ''] = text.split('\u00a0').toReversed();
            const value = term === 'BT-84' ? text : term === 'BT-112' ? text.split('\u00a0')[0]! : part;
            assert.ok(bare(lines[location!.line - 1]!).includes(bare(value)), `${term}: ${text}`);
          }
        const quantities = stated.filter(({ terms }) => terms?.[0] === 'BT-129');
        const at = syntax === 'cii' ? 'IncludedSupplyChainTradeLineItem' : 'InvoiceLine';
        for (const [index, { location }] of quantities.entries())
          assert.ok(location!.xpath.includes(`:${at}[${index + 1}]/`), location!.xpath);
      });

    it('is in the language of the call, and a caller that has it gets 304', async () => {
      const id = await handIn(api, client);
      const { page, headers } = await viewData(id, { 'accept-language': 'fr' });
      assert.equal(page.language, 'fr');
      assert.deepEqual(
        [headers.get('content-language'), headers.get('vary'), headers.get('cache-control')],
        ['fr', 'Accept, Accept-Language', 'private, no-cache'],
      );
      assert.equal((await viewData(id)).page.language, 'en');
      const again = await view(id, {
        ...json,
        'accept-language': 'fr',
        'if-none-match': headers.get('etag')!,
      });
      assert.deepEqual([again.status, again.bytes.length], [304, 0]);
    });

    it('has the words of others as they are, and no findings', async () => {
      const { document } = example('plain');
      const hostile = '<img src=x onerror=alert(1)>{"text": "x"}';
      const [line, ...others] = document['lines'] as { name: string }[];
      const lines = [{ ...line, name: hostile }, ...others];
      const id = await handIn(api, client, { document: { ...document, lines }, erp_totals: undefined });
      await refuse(id);
      const { parts } = await viewData(id);
      assert.ok(parts.some(({ text, terms }) => text === hostile && terms?.[0] === 'BT-153'));
      assert.ok(!parts.some(({ text }) => text.includes(english(TOO_DEAR.message))));
    });

    it('is PDF for callers that prefer it, or nothing', async () => {
      const id = await handIn(api, client);
      for (const accept of ['*/*', 'application/pdf, application/json;q=0.9', 'text/html'])
        assert.equal((await view(id, { accept })).headers.get('content-type'), 'application/pdf');
    });

    it('has the stored data of an unreadable file', async () => {
      const id = await handInFile('DE-XRECHNUNG', Buffer.from('<Invoice'), readAs('ubl-invoice'));
      assert.ok((await viewData(id)).parts.some(({ text }) => text === 'X-1'));
    });
  });

  it('is 404 for another client, before anything is printed', async () => {
    const id = await handIn(api, client);
    const { printer } = api.world;
    const { view: print, data } = printer;
    printer.view = printer.data = () => assert.fail('the invoice is printed');
    key = await api.world.clientKey('somebody-else');
    const answers = [
      await view(id),
      await view(id, { accept: 'application/json' }),
      await view('inv_000000000000000000000000'),
    ];
    printer.view = print;
    printer.data = data;
    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 404, 404],
    );
  });

  it('is refused for now if too many pages are in print', async () => {
    const id = await handIn(api, client);
    const { printer } = api.world;
    const { view: print } = printer;
    printer.view = () =>
      Promise.reject(new CallFailed({ kind: 'busy', retryAfterSeconds: 2, detail: 'Too many pages.' }));
    const answer = await api.call('GET', `/invoices/${id}/documents/view`, { key });
    printer.view = print;
    assert.deepEqual([answer.status, answer.headers.get('retry-after'), typeOf(answer)], [503, '2', 'busy']);
    assert.equal((await view(id)).status, 200);
  });
});

type PartData = components['schemas']['PageText'][number];

/** All parts of all texts. */
const partsIn = (page: unknown): readonly PartData[] =>
  Array.isArray(page)
    ? page.flatMap(partsIn)
    : typeof page !== 'object' || page === null
      ? []
      : 'text' in page && typeof page.text === 'string'
        ? [page as PartData]
        : Object.values(page).flatMap(partsIn);

interface Sent {
  readonly document: ReturnType<typeof example>['document'];
}
const numberOf = ({ document }: Sent): string => String(document.invoice['number']);
const namesOf = ({ document }: Sent): readonly string[] =>
  (document['lines'] as { name: string }[]).map(({ name }) => name);
