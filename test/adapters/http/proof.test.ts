import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { JoseProofs } from '../../../src/adapters/signing/jose-proofs.ts';
import { attachmentsOf } from 'en16931-rules/pdf/attachments.ts';
import { openPdf } from 'en16931-rules/pdf/hybrid-pdf.ts';
import { PdfFile } from 'en16931-rules/pdf/read/pdf-file.ts';
import { LANGUAGES } from '../../../src/domain/words/language.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import { JSON_REPORT_WRITER } from '../../support/report-writer.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import type { RunningApi } from './harness.ts';
import { newSubmission } from '../../../src/domain/sending/submission.ts';
import { AN_ADDRESSING } from '../../support/records.ts';
import { API } from './bodies.ts';
import { handIn, typeOf, withOwnClients } from './harness.ts';

const PACK = { id: 'en16931', version: '1.3.16', origin: 'official', sha256: 'c'.repeat(64) } as const;
const LAYER = {
  layer: 'en16931',
  source: 'EN16931',
  pack: PACK,
  durationMs: 1,
  outcome: 'valid',
  findings: [],
} as const;

const SUMMARY = {
  number: 'RE-1',
  typeCode: '380',
  issueDate: '2026-10-05',
  seller: 'Summary Seller',
  buyer: 'Summary Buyer',
  currency: 'EUR',
  total: '119.00',
  due: '119.00',
};

/** Stores an invoice as accepted by its route. */
async function storeAccepted({ world }: RunningApi, id: string): Promise<InvoiceRecord> {
  const record = (await world.invoices.find(id))!;
  const { content, clock } = world;
  const sealedSummary = await content.sealText(record.client, JSON.stringify(SUMMARY));
  const createdAt = clock.now();
  const text = new TextEncoder();
  const storeDocument = async (kind: string, bytes: Uint8Array) => {
    const { sha256 } = await content.seal(record.client, bytes);
    return { kind, sha256, size: bytes.length };
  };
  const ubl = await storeDocument('ubl', text.encode('<Invoice/>'));
  const facts = { valid: true, route: record.route, layers: [LAYER], documents: [ubl] };
  const document = { ...ubl, mediaType: 'application/xml' };
  const manifest = { invoice: record, document, layers: [LAYER], serviceVersion: '0.1.0', createdAt };
  const documents = [
    ...record.documents,
    ubl,
    await storeDocument('validation-report', JSON_REPORT_WRITER.report(facts)),
    await storeDocument('manifest', JSON_REPORT_WRITER.manifest(manifest)),
    await storeDocument('as4-receipt', text.encode('<Receipt/>')),
  ];
  const changed: InvoiceRecord = {
    ...record,
    ...{ documents, documentSha256: ubl.sha256, state: 'accepted', legalId: 'DOC-1', dueAt: null },
    sealedSummary,
    version: record.version + 1,
  };
  await world.invoices.commit({ record: changed, events: [], audit: [], files: [] });
  return changed;
}

describe('GET /invoices/{id}/proof', () => {
  const proofs = new JoseProofs();
  let api: RunningApi;
  let key: string;
  let client: string;
  withOwnClients((own) => ({ api, key, client } = own));

  const opened = async (id: string) => {
    const { status, text, headers } = await api.call('GET', `/invoices/${id}/proof`, { key });
    assert.equal(status, 200, text);
    const jwks = await api.call('GET', '/.well-known/jwks.json');
    return { ...(await proofs.open(text, proofs.keys(jwks.text))), text, headers };
  };

  it('states hashes, packs, outcomes, the answer of the route and the events', async () => {
    const id = await handIn(api, client);
    const record = await storeAccepted(api, id);
    const { statement } = await opened(id);
    const { documents, createdAt, updatedAt } = record;
    const ubl = documents.find(({ kind }) => kind === 'ubl')!;
    assert.deepEqual(statement.invoice, {
      ...{ id, client, route: record.route, environment: 'sandbox', state: 'accepted', createdAt, updatedAt },
      ...{ invoiceRef: record.invoiceRef, invoiceNumber: record.invoiceNumber },
    });
    assert.deepEqual(statement.document, { ...ubl, isBuiltHere: true });
    assert.deepEqual(statement.check, {
      checkedAt: api.world.clock.now(),
      layers: [{ layer: 'en16931', source: 'EN16931', pack: PACK, outcome: 'valid' }],
    });
    assert.deepEqual(statement.answer, { legalId: 'DOC-1', buyerStatus: null, errors: [] });
    assert.deepEqual(statement.files, documents);
    const events = await api.world.eventFeed.events(id);
    assert.ok(events.length > 0);
    assert.deepEqual(
      statement.events.map(({ eventId, status, sha256 }) => [eventId, status, sha256]),
      events.map(({ eventId, text }) => [eventId, 'received', api.world.digests.sha256(text)]),
    );
  });

  it('names the address that a document went to, of a self-billed invoice the seller’s, as the record with figures does', async () => {
    const id = await handIn(api, client);
    const accepted = await storeAccepted(api, id);
    const addressing = { ...AN_ADDRESSING, typeCode: '389' };
    const reading = { sha256: accepted.documentSha256, facts: {}, addressing };
    const sent: InvoiceRecord = {
      ...accepted,
      route: 'PEPPOL',
      sealedReading: await api.world.content.sealText(client, JSON.stringify(reading)),
      submission: newSubmission('s-1', api.world.clock.now()),
      version: accepted.version + 1,
    };
    await api.world.invoices.commit({ record: sent, events: [], audit: [], files: [] });
    const receiver = { scheme: '9930', id: 'de123456789' };
    const record = async (path: string) => (await api.call('GET', path, { key })).json;
    assert.deepEqual((await record(`/invoices/${id}?figures=true`)).receiver, receiver);
    assert.equal('receiver' in (await record(`/invoices/${id}`)), false);
    const headers = { accept: 'text/html' };
    const { text } = await api.call('GET', `/invoices/${id}/proof?lang=de`, { key, headers });
    assert.match(text, /Gesendet an die Adresse.*?9930:de123456789/s);
  });

  it('matches openapi.yaml, before and after the checks', async () => {
    const { components } = API.content as { components: object };
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const validate = ajv.compile({ $ref: '#/components/schemas/Statement', components });
    const id = await handIn(api, client);
    for (const _ of ['queued', 'accepted']) {
      const { text, headers } = await opened(id);
      const payload: unknown = JSON.parse(Buffer.from(text.split('.')[1]!, 'base64url').toString());
      assert.ok(validate(payload), JSON.stringify(validate.errors));
      assert.equal(headers.get('content-type'), 'application/jose');
      await storeAccepted(api, id);
    }
  });

  it('lists every key that has signed, and signs with the newest', async () => {
    const id = await handIn(api, client);
    const before = await opened(id);
    api.world.clock.advance(1000);
    await api.useCases.signing.rotate();
    const after = await opened(id);
    assert.notEqual(after.key.kid, before.key.kid);
    const { json, headers } = await api.call('GET', '/.well-known/jwks.json');
    assert.match(headers.get('cache-control') ?? '', /^public/);
    const keys = json.keys as { kid: string; exp?: number }[];
    assert.deepEqual(
      keys.slice(-2).map(({ kid, exp }) => [kid, exp !== undefined]),
      [
        [before.key.kid, true],
        [after.key.kid, false],
      ],
    );
    assert.ok(!JSON.stringify(keys).includes('"d"'));
  });

  it('needs the master key; the list of keys does not', async () => {
    const id = await handIn(api, client);
    const { content } = api.world;
    const { openText } = content;
    content.openText = () => Promise.reject(new CallFailed({ kind: 'no-master-key' }));
    try {
      const answer = await api.call('GET', `/invoices/${id}/proof`, { key });
      assert.deepEqual([answer.status, typeOf(answer)], [503, 'no-master-key']);
      assert.equal((await api.call('GET', '/.well-known/jwks.json')).status, 200);
    } finally {
      content.openText = openText;
    }
  });

  describe('as a page', () => {
    const page = async (id: string, accept: string, lang = 'en') => {
      const answer = await fetch(`http://127.0.0.1:${api.port}/invoices/${id}/proof?lang=${lang}`, {
        headers: { authorization: `Bearer ${key}`, accept },
      });
      assert.equal(answer.status, 200);
      return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
    };
    const textOf = (html: string): string =>
      html
        .replaceAll(/<style>[^<]*<\/style>/g, '')
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s\s*/g, ' ');

    it('says in HTML which document, what happened, who signed and how to verify it, in each language', async () => {
      const id = await handIn(api, client);
      const { documentSha256 } = await storeAccepted(api, id);
      for (const lang of LANGUAGES) {
        const { headers, bytes } = await page(id, 'text/html', lang);
        assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
        assert.equal(headers.get('content-language'), lang);
        assert.equal(headers.get('vary'), 'Accept, Accept-Language');
        const html = bytes.toString();
        const text = textOf(html);
        for (const part of ['DOC-1', documentSha256!, 'Summary Seller', 'Summary Buyer', '119', 'jwks.json'])
          assert.ok(text.includes(part), `${lang}: ${part} in ${text}`);
        assert.ok(html.startsWith(`<!doctype html><html lang="${lang}">`));
        assert.doesNotMatch(text, /proof\.(?!jws)\w/);
      }
    });

    it('is a PDF with the signed statement and the document in it, and no invoice for programs that look for one', async () => {
      const id = await handIn(api, client);
      const record = await storeAccepted(api, id);
      const { headers, bytes } = await page(id, 'application/pdf', 'de');
      assert.equal(headers.get('content-type'), 'application/pdf');
      const files = attachmentsIn(bytes);
      assert.deepEqual([...files.keys()].toSorted(), [`document-${record.invoiceNumber}.xml`, 'proof.jws']);
      assert.equal(files.get(`document-${record.invoiceNumber}.xml`)?.toString(), '<Invoice/>');
      const jwks = await api.call('GET', '/.well-known/jwks.json');
      const { statement } = await proofs.open(files.get('proof.jws')!.toString(), proofs.keys(jwks.text));
      assert.equal(statement.invoice.id, id);
      assert.equal(openPdf(bytes).opened, false);
    });

    it('escapes what others wrote', async () => {
      const id = await handIn(api, client);
      const record = await storeAccepted(api, id);
      const hostile = { ...record, legalId: '<script>alert(1)</script>', version: record.version + 1 };
      await api.world.invoices.commit({ record: hostile, events: [], audit: [], files: [] });
      const { bytes } = await page(id, 'text/html');
      assert.ok(bytes.toString().includes('&lt;script&gt;alert(1)&lt;/script&gt;'));
    });

    for (const [number, plain, lettered] of [
      ['RE-1', 'RE-1', undefined],
      ['FV/2026/11', 'FV_2026_11', undefined],
      ['factură 7', 'factur__7', 'factur%C4%83_7'],
      ['a"; filename="evil.exe', 'a___filename__evil.exe', undefined],
      ['../../etc/passwd', '_._.._etc_passwd', undefined],
      ['a\r\nX-Evil: 1', 'a__X-Evil__1', undefined],
      ['CON', '_CON', undefined],
      ['\u202efdp.exe', '_fdp.exe', undefined],
      ['   ', '___', undefined],
      ['.', '_', undefined],
    ] as const)
      it(`is named by the invoice’s number: ${JSON.stringify(number)}`, async () => {
        const id = await handIn(api, client);
        const record = await storeAccepted(api, id);
        const numbered = { ...record, invoiceNumber: number, version: record.version + 1 };
        await api.world.invoices.commit({ record: numbered, events: [], audit: [], files: [] });
        const names = [];
        for (const accept of ['application/jose', 'text/html', 'application/pdf'])
          names.push((await page(id, accept)).headers.get('content-disposition'));
        const beside = (ending: string) => (lettered ? `; filename*=UTF-8''${lettered}${ending}` : '');
        assert.deepEqual(
          names,
          [
            ['attachment', '-proof.jws'],
            ['inline', '-proof.html'],
            ['attachment', '-proof.pdf'],
          ].map(([how, ending]) => `${how}; filename="${plain}${ending}"${beside(ending!)}`),
        );
      });
  });
});

function attachmentsIn(pdf: Buffer): ReadonlyMap<string, Buffer> {
  const file = new PdfFile(pdf);
  return new Map(attachmentsOf(file).map(({ name, stream }) => [name, Buffer.from(file.decoded(stream!))]));
}
