import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { fromBufferPromise } from 'yauzl';
import type { DocumentKind, InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import type { SealedFile } from '../../../src/ports/content-store.ts';
import { until } from '../../support/until.ts';
import sinon from 'sinon';
import { JoseProofs } from '../../../src/adapters/signing/jose-proofs.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import { newIdempotencyKey, withDocument } from './bodies.ts';
import { handIn, RunningApi } from './harness.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import { Translator } from '../../../src/domain/words/translator.ts';
import { WordFiles } from '../../../src/processes/read-words.ts';
import { openCare } from './open-care.ts';
import { unzipped } from '../../support/unzipped.ts';
import { OPERATOR_KEY } from './world.ts';

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

describe('an export of files', () => {
  let api: RunningApi;
  let client: string;
  let key: string;
  let n = 0;

  before(async () => {
    api = await RunningApi.start();
  });
  beforeEach(async () => {
    api.world.clock.advance(60_000);
    n += 1;
    client = `exporting-${n}`;
    key = await api.world.clientKey(client);
  });
  after(() => api.stop());

  /** An invoice with its built documents. */
  async function built(
    number: string,
    files: Readonly<Record<string, string>>,
    whose = client,
  ): Promise<string> {
    const id = await handIn(api, whose);
    const record = (await api.world.invoices.find(id))!;
    const sealed: SealedFile[] = [];
    for (const text of Object.values(files))
      sealed.push(await api.world.content.seal(whose, Buffer.from(text)));
    const documents = Object.keys(files).map((kind, index) => ({
      kind: kind as DocumentKind,
      sha256: sealed[index]!.sha256,
      size: 1,
    }));
    const changed: InvoiceRecord = {
      ...record,
      version: record.version + 1,
      invoiceNumber: number,
      documents: [...record.documents, ...documents],
    };
    await api.world.invoices.commit({ record: changed, events: [], audit: [], files: sealed });
    return id;
  }

  const download = async (method: string, path: string, body?: unknown, whose = key) => {
    const response = await fetch(`http://127.0.0.1:${api.port}${path}`, {
      method,
      headers: { authorization: `Bearer ${whose}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const audited = async () => {
    const rows = await api.world.audit.recent({ action: 'data_exported', limit: 1 });
    return rows[0]?.details;
  };

  it('has each built document once, under a safe name of its own, and a manifest in the order of the request', async () => {
    const first = await built('RE 1/2', { 'xrechnung-ubl': '<a/>' });
    const second = await built('RE 1?2', { 'xrechnung-ubl': '<b/>', zugferd: 'PDF' });
    const third = await built('re_1_2', { ubl: '<c/>', cii: '<d/>' });
    const foreign = await built('X', { ubl: '<x/>' }, 'another');
    const unbuilt = await handIn(api, client);
    const ids = [first, second, third, foreign, unbuilt, 'inv_unknown', first];
    const { response, bytes } = await download('POST', '/invoices/export', { ids });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/zip');
    assert.equal(response.headers.get('x-export-skipped'), '3');
    assert.match(
      response.headers.get('content-disposition')!,
      /^attachment; filename="invoices-\d{8}T\d{6}Z\.zip"$/,
    );
    const files = await unzipped(bytes);
    assert.deepEqual(
      [...files].filter(([name]) => name !== 'manifest.csv'),
      [
        ['RE_1_2.xml', '<a/>'],
        [`RE_1_2-${second}.xml`, '<b/>'],
        ['RE_1_2.pdf', 'PDF'],
        ['re_1_2-ubl.xml', '<c/>'],
        ['re_1_2-cii.xml', '<d/>'],
      ],
    );
    const rows = files.get('manifest.csv')!.split('\r\n');
    assert.equal(rows[0], 'invoice_id,invoice_ref,invoice_number,route,state,file,kind,sha256');
    assert.ok(
      rows[1]?.startsWith(`${first},`) && rows[1].endsWith(`RE_1_2.xml,xrechnung-ubl,${sha256('<a/>')}`),
    );
    assert.equal(rows.length, 7);
    const { sha256: hash, files: count, skipped } = (await audited()) ?? {};
    assert.deepEqual([hash, count, skipped], [sha256(bytes), 5, 3]);
  });

  it('without a document has only a manifest', async () => {
    const { response, bytes } = await download('POST', '/invoices/export', { ids: ['inv_unknown'] });
    assert.equal(response.headers.get('x-export-skipped'), '1');
    assert.deepEqual([...(await unzipped(bytes)).keys()], ['manifest.csv']);
  });

  it('has no formula and no broken row, whatever the invoice number', async () => {
    const hostile = [
      '=1+1',
      '+1',
      '-1',
      '@x',
      '\tx',
      'a"b',
      'a,b',
      'a\r\nb',
      '../../etc/passwd',
      'x'.repeat(200),
    ];
    const ids: string[] = [];
    for (const number of hostile) ids.push(await built(number, { ubl: `<${ids.length}/>` }));
    const { bytes } = await download('POST', '/invoices/export', { ids });
    const files = await unzipped(bytes);
    for (const name of files.keys()) assert.match(name, /^[A-Za-z0-9._-]*$/);
    const manifest = files.get('manifest.csv')!;
    assert.ok(!/,[=+@\t-]/.test(manifest), manifest);
    assert.ok(manifest.includes(`"a""b"`) && manifest.includes('"a,b"') && manifest.includes('"a\r\nb"'));
    const { bytes: list } = await download('GET', '/exports/invoices');
    assert.ok(!/,[=+@\t-]/.test(list.toString()));
  });

  for (const [why, breakOne] of [
    ['gone', (hash: string) => api.world.content.forget(client, hash)],
    ['unreadable', (hash: string) => api.world.content.damage(client, hash)],
  ] as const)
    it(`goes on if a file is ${why}, and says which is missing and why`, async () => {
      const first = await built('RE-1', { ubl: '<a/>', zugferd: 'PDF' });
      const second = await built('RE-2', { ubl: '<b/>' });
      const { sha256: hash } = (await api.world.invoices.find(first))!.documents.at(-1)!;
      breakOne(hash);
      const files = await unzipped(
        (await download('POST', '/invoices/export', { ids: [first, second] })).bytes,
      );
      assert.deepEqual([...files.keys()], ['RE-1.xml', 'RE-2.xml', 'manifest.csv', 'missing.csv']);
      assert.doesNotMatch(files.get('manifest.csv')!, /zugferd/);
      assert.match(
        files.get('missing.csv')!,
        new RegExp(`^${first},.*,RE-1,.*,zugferd,${hash},${why}\r$`, 'm'),
      );
      assert.equal((await audited())?.['files'], 2);
    });

  it('that breaks off has an audit row without a hash', async () => {
    const id = await built('AWAY', { ubl: '<x/>' });
    const record = await api.world.invoices.find(id);
    api.world.content.damage(client, record!.documents.at(-1)!.sha256, new Error('the store is away'));
    await assert.rejects(download('POST', '/invoices/export', { ids: [id] }));
    const details = (await audited()) ?? {};
    assert.equal(details.broken_off, true);
    assert.equal(details.sha256, undefined);
  });

  it('is possible ten times a minute, together with datasets', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 11; index += 1) {
      const answer =
        index % 2 ? download('GET', '/exports/care') : download('POST', '/invoices/export', { ids: ['x'] });
      statuses.push((await answer).response.status);
    }
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 200), 429]);
  });

  describe('as a dataset', () => {
    it('is one of those that an unknown name is answered with', async () => {
      const { status, json } = await api.call('GET', '/exports/invoice', { key });
      assert.equal(status, 404);
      assert.match(String(json.detail), /^There is no such dataset\. There are invoices, received, /);
    });

    it('has the client’s invoices, their events and their care rows', async () => {
      const id = await built('RE-1', { ubl: '<a/>' });
      await built('RE-2', { ubl: '<b/>' }, 'another');
      const invoices = (await download('GET', '/exports/invoices')).bytes.toString().split('\r\n');
      assert.deepEqual([invoices.length, invoices[1]?.split(',')[0]], [3, id]);
      const events = (await download('GET', '/exports/events')).bytes.toString();
      assert.equal(events, `${(await api.world.eventFeed.events(id))[0]!.text}\n`);
      const archive = await unzipped((await download('GET', '/exports/archive')).bytes);
      assert.deepEqual(
        [...archive.keys()],
        [
          'invoices/RE-1/RE-1-ubl.xml',
          'invoices/RE-1/RE-1-page.html',
          'invoices/RE-1/RE-1-proof.html',
          'invoices/RE-1/RE-1-proof.jws',
          'events.ndjson',
          'invoices.csv',
          'manifest.csv',
          'keys.json',
          'index.html',
        ],
      );
      assert.equal(archive.get('events.ndjson'), events);
    });

    it('has received invoices and their events in the archive, in a folder of their own', async () => {
      await built('X-1', { ubl: '<a/>' });
      const { status } = await api.call('POST', '/received?route=PEPPOL', {
        key,
        idempotencyKey: newIdempotencyKey(),
        headers: { 'content-type': 'application/xml' },
        body: '<Invoice>got</Invoice>',
      });
      assert.equal(status, 202);
      const archive = await unzipped((await download('GET', '/exports/archive')).bytes);
      assert.deepEqual(
        [...archive.keys()].filter((name) => name.startsWith('received/')),
        ['received/X-1/X-1.xml', 'received/X-1/X-1-page.html'],
      );
      assert.equal(archive.get('received/X-1/X-1.xml'), '<Invoice>got</Invoice>');
      const directions = archive.get('events.ndjson')!.trim().split('\n');
      assert.deepEqual(
        directions.map((line) => (JSON.parse(line) as { direction: string }).direction),
        ['out', 'in'],
      );
      assert.match(archive.get('manifest.csv')!, /^rcv_.*,received\/X-1\/X-1\.xml,received-xml,/m);
      const invoices = (await download('GET', '/exports/invoices')).bytes.toString();
      assert.doesNotMatch(invoices, /rcv_/);
    });

    it('has in the archive each receipt, page and proof, whose hashes the manifest has', async () => {
      await built('FV/2026/1', {
        ubl: '<a/>',
        upo: '<UPO/>',
        'anaf-response': 'zip',
        'buyer-message-0': 'm',
      });
      const archive = await unzipped((await download('GET', '/exports/archive?lang=de')).bytes);
      const folder = 'invoices/FV_2026_1/FV_2026_1';
      assert.equal(archive.get(`${folder}-upo.xml`), '<UPO/>');
      assert.equal(archive.get(`${folder}-anaf-response.zip`), 'zip');
      assert.equal(archive.get(`${folder}-buyer-message-0.zip`), 'm');
      assert.match(archive.get(`${folder}-proof.jws`)!, /^[\w-]+\.[\w-]+\.[\w-]+$/);
      const rows = archive.get('manifest.csv')!.trim().split('\r\n').slice(1);
      const hashes = new Map(rows.map((row) => [row.split(',').at(-3), row.split(',').at(-1)]));
      for (const [name, content] of archive)
        if (name.startsWith('invoices/')) assert.equal(hashes.get(name), sha256(content), name);
      const index = archive.get('index.html')!;
      assert.match(index, /<html lang="de">/);
      assert.match(index, />Nachricht des Käufers \(0\)</);
      const links = [...index.matchAll(/href="([^"]*)"/g)].map(([, path]) => path!);
      assert.deepEqual(
        links.filter((path) => !archive.has(path)),
        [],
      );
      assert.ok(links.includes(`${folder}-page.html`) && links.includes('invoices.csv'));
      for (const [name, content] of archive)
        if (name.endsWith('.html')) {
          assert.doesNotMatch(content, /<(script|img|link|iframe)|\b(src|srcset)=|url\(|@import/, name);
          assert.match(content, /default-src 'none'|default-src &#39;none&#39;/);
        }
    });

    it('has in its table what the document states, safe for a spreadsheet', async () => {
      const id = await handIn(api, client);
      const record = (await api.world.invoices.find(id))!;
      const numbered = { ...record, invoiceNumber: '=HYPERLINK("x")', version: record.version + 1 };
      await api.world.invoices.commit({ record: numbered, events: [], audit: [], files: [] });
      const table = (await unzipped((await download('GET', '/exports/archive')).bytes)).get('invoices.csv')!;
      assert.ok(table.startsWith('\uFEFFdirection,invoice_number,'));
      const [head, row, ...rest] = table.slice(1).trim().split('\r\n');
      assert.deepEqual(rest, []);
      assert.match(row!, /^out,"'=HYPERLINK\(""x""\)",380,/);
      const cells = row!.replace(/"[^"]*(?:""[^"]*)*"/g, '').split(',');
      const cell = (name: string) => cells[head!.split(',').indexOf(name)];
      assert.equal(cells.length, head!.split(',').length);
      assert.match(cell('total_with_vat')!, /^\d+(\.\d+)?$/);
      assert.ok(
        head!.split(',').some((name) => /^vat_S_\d+_taxable$/.test(name)),
        head,
      );
    });

    it('names folders that no two systems confuse and that Windows takes, and leaves none of them', async () => {
      const long = 'FV/2026/11/'.repeat(30);
      for (const number of [
        `${long}1`,
        `${long}2`,
        'RE-1.',
        'RE-1 ',
        'nul.txt',
        'a<b>c:d"e|f?g*h',
        '../../etc/passwd',
        'CON',
        're-1',
        'RE-1',
        'a/b',
        'a\\b',
        '/abs',
        'C:\\x',
        'x'.repeat(300),
      ])
        await built(number, { ubl: `<${number}/>`, 'buyer-message-5000000001': 'm' });
      const names = [...(await unzipped((await download('GET', '/exports/archive')).bytes)).keys()];
      for (const name of names)
        assert.match(name, /^(?:invoices\/[A-Za-z0-9_][\w.-]*\/)?[A-Za-z0-9_][\w.-]*$/);
      assert.equal(new Set(names.map((name) => name.toLowerCase())).size, names.length);
      assert.ok(Math.max(...names.map(({ length }) => length)) <= 150);
      const parts = names.flatMap((name) => name.split('/'));
      assert.deepEqual(
        parts.filter((part) => /^(con|nul|\.\.?)(\.|$)|[. ]$/i.test(part)),
        [],
      );
      assert.equal(new Set(names.flatMap((name) => /^invoices\/[^/]*/.exec(name) ?? [])).size, 15);
    });

    it('has what the list has, under each of its filters', async () => {
      const wanted = await built('FIND-ME', { ubl: '<a/>' });
      await built('OTHER', { ubl: '<b/>' });
      const record = (await api.world.invoices.find(wanted))!;
      const changed: InvoiceRecord = {
        ...record,
        state: 'accepted',
        dueAt: new Date('2020-01-01'),
        deadlineAt: new Date('2020-01-02'),
        version: record.version + 1,
      };
      await api.world.invoices.commit({ record: changed, events: [], audit: [], files: [] });
      const other = record.route === 'PEPPOL' ? 'PL-KSEF' : 'PEPPOL';
      for (const query of [
        'q=find-m',
        'q=nothing',
        'state=accepted',
        'state=rejected,accepted',
        'state=rejected',
        `route=${record.route}`,
        `route=${other}`,
        'due_before=2020-01-02T00:00:00Z',
        'deadline_before=2020-01-03T00:00:00Z',
        'deadline_before=2020-01-01T00:00:00Z',
        'deadline_local_before=2020-02-03T00:00:00Z',
        'late_by=2021-01-01T00:00:00Z',
        'not_late_by=2020-01-01T00:00:00Z',
        'issued_from=2026-01-01&issued_to=2026-12-31',
        'issued_to=2020-12-31',
      ]) {
        const list = (await api.call('GET', `/invoices?sort=oldest&${query}`, { key })).json as {
          readonly data: readonly { readonly id: string }[];
        };
        api.world.clock.advance(6_000);
        const { response, bytes } = await download('GET', `/exports/invoices?${query}`);
        assert.equal(response.status, 200, query);
        assert.deepEqual(
          bytes
            .toString()
            .trim()
            .split('\r\n')
            .slice(1)
            .map((row) => row.split(',')[0]),
          list.data.map(({ id }) => id),
          query,
        );
      }
    });

    const archived = async (query = '') =>
      unzipped((await download('GET', `/exports/archive${query}`)).bytes);

    for (const [why, breakOne, message] of [
      [
        'gone',
        (content: typeof api.world.content, hash: string) => content.forget(client, hash),
        'no longer stored',
      ],
      [
        'unreadable',
        (content: typeof api.world.content, hash: string) => content.damage(client, hash),
        'cannot be opened',
      ],
    ] as const)
      it(`goes on if a file is ${why}, and says which is missing and why`, async () => {
        const id = await built('DAMAGED', { ubl: '<a/>', upo: '<UPO/>' });
        await built('WHOLE', { ubl: '<b/>' });
        const { documents } = (await api.world.invoices.find(id))!;
        breakOne(api.world.content, documents.at(-1)!.sha256);
        const archive = await archived();
        const names = [...archive.keys()];
        assert.ok(!names.includes('invoices/DAMAGED/DAMAGED-upo.xml'));
        for (const name of ['DAMAGED/DAMAGED-ubl.xml', 'DAMAGED/DAMAGED-proof.jws', 'WHOLE/WHOLE-ubl.xml'])
          assert.ok(names.includes(`invoices/${name}`), name);
        assert.match(archive.get('invoices.csv')!, new RegExp(`,upo \\(${why}\\),`));
        const index = archive.get('index.html')!;
        assert.match(index, new RegExp(`is missing: [a-z ]*${message}`));
        assert.match(index, /Files that are missing: 1\./);
        assert.doesNotMatch(archive.get('manifest.csv')!, /upo/);
      });

    it('goes on without the proof of an invoice whose summary is damaged', async () => {
      const record = (await api.world.invoices.find(await built('DAMAGED', { ubl: '<a/>' })))!;
      const damaged = { ...record, sealedSummary: 'damaged', version: record.version + 1 };
      await api.world.invoices.commit({ record: damaged, events: [], audit: [], files: [] });
      const archive = await archived();
      assert.ok(!archive.has('invoices/DAMAGED/DAMAGED-proof.jws'));
      assert.match(archive.get('invoices.csv')!, /,proof \(unreadable\),/);
    });

    it('goes on if a page cannot be drawn, and asks again if it is busy', async () => {
      const { printer } = api.world;
      await built('RE-1', { ubl: '<a/>' });
      await built('RE-2', { ubl: '<b/>' });
      let times = 0;
      const archivedPages = sinon.stub(printer, 'archived').callsFake((order) => {
        times += 1;
        if (times === 1) return Promise.reject(new RangeError('no such sheet'));
        if (times === 2) return Promise.reject(new CallFailed({ kind: 'busy', retryAfterSeconds: 0 }));
        return archivedPages.wrappedMethod.call(printer, order);
      });
      try {
        const archive = await archived();
        assert.ok(
          !archive.has('invoices/RE-1/RE-1-page.html') && archive.has('invoices/RE-2/RE-2-page.html'),
        );
        assert.match(archive.get('invoices.csv')!, /^out,RE-1,380,.*,1197.32,.*,page \(not-drawn\),/m);
        assert.match(archive.get('index.html')!, /Page is missing: it could not be drawn/);
      } finally {
        archivedPages.restore();
      }
    });

    it('has in the archive the keys that its proofs name', async () => {
      await built('RE-1', { ubl: '<a/>' });
      const archive = await archived();
      const proof = archive.get('invoices/RE-1/RE-1-proof.jws')!;
      const proofs = new JoseProofs();
      const { statement } = await proofs.open(proof, proofs.keys(archive.get('keys.json')!));
      assert.equal(statement.invoice.invoiceNumber, 'RE-1');
      const published = await fetch(`http://127.0.0.1:${api.port}/.well-known/jwks.json`);
      assert.equal(archive.get('keys.json'), await published.text());
    });

    it('leaves no archive that looks whole if the store fails', async () => {
      await built('FIRST', { ubl: randomBytes(1_000_000).toString('base64') });
      const id = await built('SECOND', { ubl: '<lost/>' });
      const record = await api.world.invoices.find(id);
      api.world.content.damage(client, record!.documents.at(-1)!.sha256, new Error('the store is away'));
      const answer = await fetch(`http://127.0.0.1:${api.port}/exports/archive`, {
        headers: { authorization: `Bearer ${key}` },
      });
      const got: Uint8Array[] = [];
      await assert.rejects(async () => {
        for await (const chunk of answer.body!) got.push(chunk as Uint8Array);
      });
      await assert.rejects(fromBufferPromise(Buffer.concat(got)));
    });

    it('covers all pages, from one day to another', async () => {
      for (let index = 0; index < 3; index += 1) await handIn(api, client);
      const day = api.world.clock.now().toISOString().slice(0, 10);
      const rows = async (query: string) =>
        (await download('GET', `/exports/invoices${query}`)).bytes.toString().trim().split('\r\n').length - 1;
      assert.deepEqual(
        [await rows(''), await rows(`?from=${day}`), await rows('?to=2020-01-01'), await rows(`?to=${day}`)],
        [3, 3, 0, 3],
      );
    });

    it('is named by company and days, in letters of all languages', async () => {
      const nameOf = async (path: string): Promise<string> =>
        (await download('GET', path)).response.headers.get('content-disposition')!;
      const stamp = String.raw`\d{8}T\d{6}Z`;
      assert.match(await nameOf('/exports/archive'), new RegExp(`="${client}_archive_${stamp}[.]zip"$`));
      const operator = { key: OPERATOR_KEY };
      await api.call('PUT', `/clients/${client}/profile`, { ...operator, body: { name: 'Łąka / Söhne' } });
      assert.equal(
        await nameOf('/exports/archive?issued_from=2026-07-01&issued_to=2026-09-30&from=2026-01-01'),
        'attachment; filename="__ka___S_hne_archive_2026-07-01_2026-09-30.zip"; ' +
          `filename*=UTF-8''${encodeURIComponent('Łąka___Söhne_archive_2026-07-01_2026-09-30')}.zip`,
      );
      assert.match(await nameOf('/exports/invoices?to=2026-07-31'), /_invoices_begin_2026-07-31[.]csv$/);
      assert.match(
        await nameOf('/exports/invoices?from=2026-07-01'),
        /_invoices_2026-07-01_\d{4}-\d\d-\d\d[.]csv$/,
      );
    });

    it('opens in the spreadsheet of the reader’s language if it is asked for, else in a program', async () => {
      await handIn(api, client);
      const textOf = async (path: string) => (await download('GET', path)).bytes.toString();
      assert.match(
        await textOf('/exports/invoices?lang=de&tables=spreadsheet'),
        /^\uFEFFRechnungsnummer;Art;.*;Netto;Umsatzsteuer;Brutto;.*;Rechnung;.*;1006,15;191,17;1197,32;1197,32;;gesendet;;Wartet auf den Versand;/s,
      );
      assert.match(
        await textOf('/exports/invoices?lang=en&tables=spreadsheet'),
        /^\uFEFFInvoice number,.*,1197\.32,1197\.32,,sent,/s,
      );
      assert.match(await textOf('/exports/invoices?lang=de'), /^id,.*,1197\.32,1197\.32,/s);
      const tableOf = async (query: string) => (await archived(query)).get('invoices.csv')!.toString();
      assert.match(await tableOf('?lang=ro&tables=spreadsheet'), /^\uFEFFDirecția;.*;1197,32;.*;trimisă;/s);
      assert.match(await tableOf('?lang=ro'), /^\uFEFFdirection,.*,1197\.32,/s);
    });

    it('says in care rows who acts and what to do in the reader’s language, for a program in English', async () => {
      const at = api.world.clock.now();
      const fixHint = say('calls.EI-SCHEMA.hint');
      await openCare(api, client, [{ code: 'EI-SCHEMA', whoActs: 'erp', openedAt: at, fixHint }]);
      const [german, english] = (['de', 'en'] as const).map((language) =>
        new Translator(language, new WordFiles().in(language)).text(fixHint),
      );
      const rowOf = async (query: string) =>
        (await download('GET', `/exports/care?${query}`)).bytes.toString().split('\r\n')[1]!;
      assert.notEqual(german, english);
      const asRead = await rowOf('lang=de&tables=spreadsheet');
      assert.ok(asRead.includes(`;XRechnung;EI-SCHEMA;Der Absender;;${german};`), asRead);
      const forProgram = await rowOf('lang=de');
      assert.ok(
        forProgram.includes(`,DE-XRECHNUNG,EI-SCHEMA,erp,,${english},${at.toISOString()},`),
        forProgram,
      );
    });

    it('states on its first page company, days, and the sums of its table', async () => {
      await handIn(api, client);
      const { document } = withDocument('invoice.type_code', '381');
      await handIn(api, client, { document });
      await handIn(api, client);
      const [index, table] = await archived('?lang=de').then((files) => [
        files.get('index.html')!.toString(),
        files.get('invoices.csv')!.toString(),
      ]);
      const [, company = ''] =
        /<h1>([^<]+)<\/h1><p class="what">Archiv der Rechnungen · Rechnungsdatum vom /.exec(index!) ?? [];
      assert.match(index!, /Gesendet · EUR<small>Rechnungen und Gutschriften: 3</);
      assert.match(index!, /3 gesendet, 0 empfangen/);
      assert.doesNotMatch(index!, /\((?:xrechnung-)?ubl\)/);
      const [head = '', ...lines] = table!.trim().split('\r\n');
      // The operator has given the client no name: its invoices have it.
      assert.notEqual(company, client);
      assert.ok(
        lines.every((line) => line.includes(company)),
        company,
      );
      const at = (name: string) => head.split(',').indexOf(name);
      const sum = (name: string): string =>
        lines
          .map((line) => Number(line.split(',')[at(name)]))
          .reduce((total, amount) => total + amount, 0)
          .toLocaleString('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
      const totals = ['total_without_vat', 'total_vat', 'total_with_vat'].map(
        (name) => `<td>${sum(name)}</td>`,
      );
      assert.ok(index!.includes(totals.join('')), totals.join(''));
      assert.doesNotMatch(index!, /weitere Filter/i);
      assert.match((await archived('?lang=de&route=PEPPOL')).get('index.html')!.toString(), /Weitere Filter/);
    });

    it('says on its first page of which days it is: of the invoices, or of their intake', async () => {
      const indexOf = async (query: string) => (await archived(query)).get('index.html')!.toString();
      assert.match(
        await indexOf('?issued_from=2026-07-01&issued_to=2026-09-30'),
        /Invoices dated 2026-07-01 to 2026-09-30<\/p>/,
      );
      assert.match(await indexOf('?from=2026-07-01'), /Received from 2026-07-01 to …/);
    });

    it('of what was not taken has no days of the invoice', async () => {
      const { response, bytes } = await download('GET', '/exports/refusals?issued_from=2026-07-01');
      assert.equal(response.status, 400);
      assert.equal(JSON.parse(bytes.toString()).errors[0].field, 'issued_from');
    });

    const csvOf = async (path: string): Promise<readonly Readonly<Record<string, string>>[]> => {
      const [head = '', ...lines] = (await download('GET', path)).bytes.toString().trim().split('\r\n');
      const names = head.split(',');
      return lines.map((line) =>
        Object.fromEntries(line.split(',').map((cell, n) => [names[n] ?? 'too many cells', cell])),
      );
    };
    const WHAT_IT_IS = ['type_code', 'issue_date', 'due_date', 'seller', 'buyer', 'currency', 'total', 'due'];

    it('states what each invoice is, sent, received or not taken', async () => {
      await handIn(api, client);
      const [sent] = await csvOf('/exports/invoices');
      const { json } = await api.call('GET', `/summaries?ids=${sent!.id}`, { key });
      const { data } = json as { data: readonly Readonly<Record<string, string>>[] };
      for (const name of WHAT_IT_IS) assert.equal(sent![name], data[0]![name] ?? '', name);
      assert.match(sent!.total!, /^\d+\.\d\d$/);
      const refused = await api.call('POST', '/invoices', {
        key,
        idempotencyKey: newIdempotencyKey(),
        body: withDocument('buyer.name', undefined),
      });
      assert.equal(refused.status, 422);
      const [notTaken] = await csvOf('/exports/refusals');
      assert.deepEqual([notTaken!.seller, notTaken!.buyer, notTaken!.times], [sent!.seller, '', '1']);
      await api.call('POST', '/received?route=PEPPOL', {
        key,
        idempotencyKey: newIdempotencyKey(),
        headers: { 'content-type': 'application/xml' },
        body: '<Invoice>got</Invoice>',
      });
      const [received] = await csvOf('/exports/received');
      assert.deepEqual([received!.route, received!.state, received!.total], ['PEPPOL', 'received', '']);
    });

    it('gives the amounts of a credit note a minus, as the table of the archive does', async () => {
      const { document } = withDocument('invoice.type_code', '381');
      await handIn(api, client, { document });
      const [{ total, due } = {}] = await csvOf('/exports/invoices');
      assert.deepEqual([total, due], ['-1197.32', '-1197.32']);
      const table = (await unzipped((await download('GET', '/exports/archive')).bytes)).get('invoices.csv')!;
      assert.match(table, /,-1197\.32,-1197\.32,/);
      assert.doesNotMatch(table, /,\d+\.\d+,/);
    });

    it('goes on where a summary cannot be opened', async () => {
      const ids = [await handIn(api, client), await handIn(api, client)];
      const record = (await api.world.invoices.find(ids[0]!))!;
      const damaged = { ...record, sealedSummary: 'x', version: record.version + 1 };
      await api.world.invoices.commit({ record: damaged, events: [], audit: [], files: [] });
      const rows = (await csvOf('/exports/invoices')).map((row) => [row.total, row.issue_date]);
      assert.deepEqual(
        rows,
        ['', '1197.32'].map((total) => [total, record.issueDate]),
      );
    });

    it('has what the filters of the list leave', async () => {
      await handIn(api, client);
      const [{ invoice_ref: ref = '', route, state } = {}] = await csvOf('/exports/invoices');
      const count = async (query: string) => (await csvOf(`/exports/invoices?${query}`)).length;
      assert.deepEqual(
        [
          await count(`q=${ref}`),
          await count('q=another'),
          await count(`route=${route}&state=${state}`),
          await count('state=cancelled'),
        ],
        [1, 0, 1, 0],
      );
      const { response } = await download('GET', '/exports/refusals?q=x');
      assert.equal(response.status, 400);
    });

    it('does not exist for another client or under another name', async () => {
      const status = async (path: string, whose = key) =>
        (await download('GET', path, undefined, whose)).response.status;
      assert.equal(await status('/exports/invoices?client=another'), 404);
      assert.equal(await status('/exports/keys'), 404);
      assert.equal(await status('/exports/toString'), 404);
      assert.equal(await status(`/exports/invoices?client=${client}`, OPERATOR_KEY), 200);
    });
  });

  /** More bytes than the buffers between two processes can hold. */
  async function large(name: string): Promise<readonly string[]> {
    const ids: string[] = [];
    for (let index = 0; index < 9; index += 1)
      ids.push(await built(`${name}-${index}`, { ubl: randomBytes(1_500_000).toString('base64') }));
    return ids;
  }

  it('ends incomplete if its key is revoked meanwhile', async () => {
    const ids = await large('REVOKED');
    const answer = await fetch(`http://127.0.0.1:${api.port}/invoices/export`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ids }),
    });
    const reader = answer.body!.getReader();
    assert.equal((await reader.read()).done, false);
    const { data } = (await api.call('GET', `/keys?client=${client}`, { key: OPERATOR_KEY })).json as {
      data: readonly { id: string }[];
    };
    for (const { id } of data)
      assert.equal((await api.call('POST', `/keys/${id}/revoke`, { key: OPERATOR_KEY })).status, 200);
    await assert.rejects(async () => {
      while (!(await reader.read()).done);
    });
    await until(async () => (await audited())?.broken_off === true, 'the audit row of the export');
  });

  it('ends if its caller disconnects', async () => {
    const ids = await large('LEFT');
    await new Promise<void>((resolve) => {
      const call = request({
        port: api.port,
        method: 'POST',
        path: '/invoices/export',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      });
      call.on('error', () => undefined);
      call.on('response', (answer) => {
        answer.once('data', () => {
          answer.destroy();
          resolve();
        });
        answer.on('error', () => undefined);
      });
      call.end(JSON.stringify({ ids }));
    });
    await until(async () => {
      const details = (await audited()) ?? {};
      return details.broken_off === true && details.what === 'invoices.zip';
    }, 'the audit row of an export without its caller');
  });
});
