import { withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { invoiceStatus } from '../../../../src/adapters/rails/pl-ksef/sessions/invoice-status.ts';
import type { PlKsefRail } from '../../../../src/adapters/rails/pl-ksef/pl-ksef-rail.ts';
import { readAcknowledged } from '../../../../src/adapters/rails/pl-ksef/sessions/upo.ts';
import {
  INVOICE_STATUSES,
  KSEF_STATUS_MAPPINGS as statuses,
} from '../../../../src/adapters/rails/pl-ksef/status-mappings.ts';
import { OUTCOMES } from '../../../../src/domain/sending/outcomes.ts';
import type { StatusMapping } from '../../../../src/domain/sending/status-mapping.ts';
import type { Consignment } from '../../../../src/ports/rail/inquiry.ts';
import type { RailAnswer } from '../../../../src/ports/rail/rail-answer.ts';
import { REFERENCE_DATA, describeByReference } from '../../../support/reference-data.ts';
import { rowsFor } from '../../../support/volume.ts';
import { signed } from '../../peppol-lookup/network.ts';
import { type Canned, json } from '../../../sandbox/scripted-network.ts';
import {
  ACCEPTED,
  aPolishConsignment,
  aSentConsignment,
  DOCUMENT,
  hashOf,
  identity,
  KSEF_NUMBER,
  KsefNetwork,
  OTHER_NUMBER,
  publishedKey,
  REFERENCE,
  refused,
  refusedInOldShape,
  status,
  upo,
  xml,
} from './ksef.ts';

const ksef = new KsefNetwork();
let rail: PlKsefRail;
before(async () => (rail = await ksef.start()));
after(() => ksef.close());
beforeEach(() => {
  ksef.script();
  ksef.clock.advance(3_600_000);
});

const PAGE: Canned = { headers: { 'Content-Type': 'text/html' }, body: '<!DOCTYPE html><html>x</html>' };

/** Answers that state nothing about an invoice, for any call. `npm test` has all of them to the invoice itself, and one to each other call. */
const UNINFORMATIVE: readonly (readonly [string, Canned, StatusMapping])[] = [
  ['a page', PAGE, statuses.outOfOrder],
  ['nothing', { body: '' }, statuses.notUnderstood],
  ['words', { body: 'Service Unavailable' }, statuses.notUnderstood],
  ['half an answer', { body: '{"referenceNumber": "2026' }, statuses.notUnderstood],
  ['a list', json([]), statuses.notUnderstood],
  ['null', json(null), statuses.notUnderstood],
  ['a text', json('accepted'), statuses.notUnderstood],
  ['something else', json({ hello: 1 }), statuses.notUnderstood],
  ['wrong types', json({ referenceNumber: 7, invoiceHash: {}, status: 'ok' }), statuses.notUnderstood],
  ['more bytes than the limit', { body: `"${'x'.repeat(20_000_001)}"` }, statuses.answerLost],
  ['a redirect', { status: 302, headers: { Location: 'http://127.0.0.1:1/' } }, statuses.notUnderstood],
  ['404', PAGE && { ...PAGE, status: 404 }, statuses.wrongPath],
  ['403', json({ status: 403, reasonCode: 'missing-permissions' }, 403), statuses.credentialRefused],
  ['403 as a page', PAGE && { ...PAGE, status: 403 }, statuses.credentialRefused],
  ['401, also with a new token', { status: 401 }, statuses.credentialRefused],
  ['429', { status: 429, headers: { 'Retry-After': '7' } }, statuses.tooMany],
  ['400 as a page', PAGE && { ...PAGE, status: 400 }, statuses.outOfOrder],
  ['400 with nothing', { status: 400 }, statuses.notUnderstood],
  ['413 as a page', PAGE && { ...PAGE, status: 413 }, statuses.outOfOrder],
  ['500', json({ exception: {} }, 500), statuses.outOfOrder],
  ['502 as a page', PAGE && { ...PAGE, status: 502 }, statuses.outOfOrder],
  ['503 with nothing', { status: 503 }, statuses.outOfOrder],
  ['no answer', undefined, statuses.answerLost],
];

/** Refusals with codes that are not published, and with codes of other calls. */
const REFUSALS: readonly (readonly [string, Canned])[] = [
  ['21405', refused(21405, 'x')],
  ['21405 in the older shape', refusedInOldShape(21405, 'x')],
  ['an unknown code', refused(99_999)],
  ['400 with errors of a wrong type', json({ errors: 'x' }, 400)],
  ['410', json({ status: 410 }, 410)],
];

async function send(own: Partial<Consignment> = {}): Promise<RailAnswer> {
  const consignment = aPolishConsignment(own);
  const prepared = await rail.prepare(consignment);
  return 'mapping' in prepared ? prepared : rail.send({ ...consignment, ...prepared });
}

describe('a bad answer of KSeF to an invoice', () => {
  for (const [what, answer, mapping] of UNINFORMATIVE)
    it(`is no acceptance, and has a meaning: ${what}`, async () => {
      ksef.script({ 'POST invoices': answer });
      const answered = await send();
      assert.deepEqual(
        [answered.mapping.networkStatus, answered.legalId, answered.reference],
        [mapping.networkStatus, undefined, undefined],
      );
    });

  for (const [what, answer] of REFUSALS)
    it(`refuses the invoice at the second time: ${what}`, async () => {
      ksef.script({ 'POST invoices': answer });
      assert.deepEqual(withEnglish((await send()).mapping), withEnglish(statuses.badCall));
    });

  it('states how long to wait, and no call is made meanwhile', async () => {
    const { credential } = aPolishConsignment();
    ksef.script({ 'POST invoices': { status: 429, headers: { 'Retry-After': '70' } } });
    assert.equal((await send({ credential })).retryAfterSeconds, 70);
    ksef.script();
    ksef.clock.advance(30_000);
    const answer = await send({ credential });
    assert.deepEqual(
      withEnglish([answer.mapping, answer.retryAfterSeconds]),
      withEnglish([statuses.tooMany, 40]),
    );
    assert.deepEqual(ksef.calls, []);
    ksef.clock.advance(40_000);
    assert.deepEqual(withEnglish((await send({ credential })).mapping), withEnglish(statuses.taken));
  });

  it('states how long to wait, and no other process calls meanwhile', async () => {
    const consignment = aPolishConsignment();
    const [first, other] = [ksef.rail(), ksef.rail()];
    ksef.script({ 'POST invoices': { status: 429, headers: { 'Retry-After': '70' } } });
    const prepared = await other.prepare(consignment);
    assert.ok('resumeToken' in prepared);
    assert.equal((await first.send({ ...consignment, ...prepared })).retryAfterSeconds, 70);
    ksef.script();
    const { mapping, retryAfterSeconds } = await other.send({ ...consignment, ...prepared });
    assert.deepEqual(withEnglish([mapping, retryAfterSeconds]), withEnglish([statuses.tooMany, 70]));
    assert.deepEqual(
      withEnglish(await other.prepare(consignment)),
      withEnglish({ mapping: statuses.tooMany, retryAfterSeconds: 70 }),
    );
    assert.deepEqual(ksef.calls, []);
  });

  it('is a good one if it only has unknown members', async () => {
    ksef.script({ 'POST invoices': json({ referenceNumber: REFERENCE, andMore: [{}] }, 202) });
    assert.deepEqual(withEnglish((await send()).mapping), withEnglish(statuses.taken));
  });
});

describe('a bad answer of KSeF before an invoice is sent', () => {
  for (const [n, call] of [
    ...['GET public-key-certificates', 'POST challenge', 'POST ksef-token', 'GET auth', 'POST redeem'],
    'POST online',
  ].entries())
    for (const [what, answer] of rowsFor([...UNINFORMATIVE, ...REFUSALS], n))
      it(`leaves the invoice in the queue: ${what} to ${call}`, async () => {
        ksef.script({ [call]: answer });
        const prepared = await ksef.rail().prepare(aPolishConsignment());
        assert.ok('mapping' in prepared, 'the invoice is prepared');
        assert.match(
          String(OUTCOMES.invoice.prepare[prepared.mapping.meaning]),
          /^(fail|wait)$/,
          prepared.mapping.networkStatus,
        );
        assert.ok(!ksef.calls.includes('POST invoices'));
      });

  for (const [what, key] of [
    ['no certificate', { ...published1(), certificate: 'x' }],
    ['expired', { ...published1(), validTo: '2021-01-01T00:00:00Z' }],
    ['for another use', { ...published1(), usage: ['Something'] }],
    ['without dates', { ...published1(), validFrom: null }],
  ] as const)
    it(`leaves the invoice in the queue: a key that is ${what}`, async () => {
      const { pem } = await identity();
      const whole = publishedKey(pem, 'KsefTokenEncryption');
      ksef.script({ 'GET public-key-certificates': json([{ ...whole, ...key }]) });
      const prepared = await ksef.rail().prepare(aPolishConsignment());
      assert.ok('mapping' in prepared && prepared.mapping === statuses.noKey);
    });

  it('never repeats the token in a message', async () => {
    const value = 'a-token-to-keep';
    for (const [, answer] of rowsFor([...UNINFORMATIVE, ...REFUSALS], 6)) {
      ksef.script({ 'POST ksef-token': answer });
      const { credential } = aPolishConsignment();
      const prepared = await ksef
        .rail()
        .prepare(aPolishConsignment({ credential: { ...credential, value } }));
      assert.ok(!JSON.stringify(prepared).includes(value));
    }
  });
});

function published1(): object {
  return { usage: ['KsefTokenEncryption', 'SymmetricKeyEncryption'] };
}

describe('a bad answer of KSeF to a status query', () => {
  for (const [what, answer] of [
    ...rowsFor([...UNINFORMATIVE, ...REFUSALS], 7),
    ['21173', refused(21173)],
    ['accepted without a number', json(status(200))],
    ['accepted with a malformed number', json(status(200, { ksefNumber: '1' }))],
    ['another invoice', json(status(200, { ksefNumber: KSEF_NUMBER, invoiceHash: hashOf('x') }))],
    ['another reference', json(status(200, { ksefNumber: KSEF_NUMBER, referenceNumber: 'x' }))],
    ['a code that is text', json(status(0, { status: { code: '200' } }))],
    ['an unknown code', json(status(451))],
    ['an unknown success code', json(status(201))],
    ['details of a wrong type', json(status(150, {}, { details: 'x', extensions: [] }))],
  ] as const)
    it(`neither ends the invoice nor sends it again: ${what}`, async () => {
      ksef.script({ 'GET status': answer });
      const { mapping, legalId } = await rail.poll(aSentConsignment());
      assert.match(
        String(OUTCOMES.invoice.poll[mapping.meaning]),
        /^(poll-again|wait)$/,
        mapping.networkStatus,
      );
      assert.equal(legalId, undefined);
    });

  for (const [what, answers] of [
    ['to the receipt', { 'GET upo': PAGE, 'POST metadata': json({ invoices: [] }) }],
    ['to the metadata', { 'GET upo': refused(21178), 'POST metadata': PAGE }],
    ['that names another file', { 'GET upo': xml(upo()), 'POST metadata': json({ invoices: [] }) }],
    ['with rows of wrong types', { 'GET upo': refused(21178), 'POST metadata': json({ invoices: [1, {}] }) }],
  ] as const)
    it(`leaves a duplicate open: ${what}`, async () => {
      const extensions = {
        originalKsefNumber: OTHER_NUMBER,
        originalSessionReferenceNumber: '20261120-SO-2F14610000-242991F8C9-B5',
      };
      ksef.script({ 'GET status': json(status(440, {}, { extensions })), ...answers });
      const { mapping } = await rail.poll(aSentConsignment());
      assert.match(
        String(OUTCOMES.invoice.poll[mapping.meaning]),
        /^(poll-again|wait)$/,
        mapping.networkStatus,
      );
    });
});

describe('a bad answer of KSeF to a status inquiry after a lost answer', () => {
  const inquire = () => {
    const { reference: _none, ...inquiry } = aSentConsignment();
    return rail.ask(inquiry);
  };
  for (const [what, answer] of [
    ...rowsFor([...UNINFORMATIVE, ...REFUSALS], 8),
    ['a list of a wrong type', json({ invoices: 'x' })],
  ] as const)
    it(`is no reason to send the invoice again: ${what}`, async () => {
      ksef.script({ 'GET invoices': answer });
      const { mapping } = await inquire();
      assert.match(String(OUTCOMES.invoice.ask[mapping.meaning]), /^(fail|wait)$/, mapping.networkStatus);
    });

  it('is given up after a limited number of pages', async () => {
    ksef.script({ 'GET invoices': json({ invoices: [], continuationToken: 'again' }) });
    assert.deepEqual(withEnglish((await inquire()).mapping), withEnglish(statuses.notUnderstood));
    assert.ok(ksef.calls.length <= 20);
  });
});

describe('a bad answer of KSeF for the receipt', () => {
  const fetched = (own: Partial<Consignment> = {}) =>
    rail.receipt(aSentConsignment({ legalId: KSEF_NUMBER, ...own }));

  for (const [what, answer] of rowsFor(UNINFORMATIVE, 10))
    it(`is not a receipt: ${what}`, async () => {
      ksef.script({ 'GET upo': answer });
      const { mapping, receipt } = await fetched();
      assert.equal(receipt, undefined);
      assert.match(
        String(OUTCOMES.invoice.receipt[mapping.meaning]),
        /^(fetch-again|wait)$/,
        mapping.networkStatus,
      );
    });

  for (const [what, body, mapping] of [
    ['another file', upo({ SkrotDokumentu: hashOf('x') }), statuses.anothersReceipt],
    ['another KSeF number', upo({ NumerKSeFDokumentu: OTHER_NUMBER }), statuses.anothersReceipt],
    ['another seller', upo({ NipSprzedawcy: '1111111111' }), statuses.anothersReceipt],
    ['another number', upo({ NumerFaktury: 'F-2' }), statuses.anothersReceipt],
    ['nothing', upo().replace(/<Dokument>.*<\/Dokument>/, ''), statuses.unreadableReceipt],
    ['half of it', upo().slice(0, -5), statuses.unreadableReceipt],
    ['something else', '<Other xmlns="urn:x"/>', statuses.unreadableReceipt],
    ['other words', upo().replace('upo.schematy.mf.gov.pl', 'other.example'), statuses.unreadableReceipt],
    ['a DOCTYPE', `<!DOCTYPE a [<!ENTITY b "c">]>${upo()}`, statuses.unreadableReceipt],
  ] as const)
    it(`is not the receipt of the invoice: it is about ${what}`, async () => {
      ksef.script({ 'GET upo': xml(body) });
      const answer = await fetched();
      assert.deepEqual(withEnglish([answer.mapping, answer.receipt]), withEnglish([mapping, undefined]));
    });

  it('is not a receipt if its hash differs', async () => {
    const headers = (text: string) => ({
      'x-ms-meta-hash': createHash('sha256').update(text).digest('base64'),
    });
    ksef.script({ 'GET upo': xml(upo(), headers('x')) });
    assert.deepEqual(withEnglish((await fetched()).mapping), withEnglish(statuses.unreadableReceipt));
    ksef.script({ 'GET upo': xml(upo(), headers(upo())) });
    assert.deepEqual(withEnglish((await fetched()).mapping), withEnglish(statuses.receipt));
  });

  it('is a receipt with any signature; a bad one adds a remark', async () => {
    const whole = signed(upo(), await identity());
    ksef.script({ 'GET upo': xml(whole) });
    assert.deepEqual(withEnglish((await fetched()).remarks), []);
    for (const broken of [
      whole.replace('<TrybWysylki>Online', '<TrybWysylki>Offline'),
      whole.replace(/<SignatureValue>..../, '<SignatureValue>AAAA'),
      whole.replace('</Potwierdzenie>', '<x/></Potwierdzenie>'),
      whole.replace(/<X509Certificate>[^<]*/, '<X509Certificate>'),
      signed(upo(), await identity(), { hash: 'sha1', digest: 'sha256' }),
      signed(upo(), await identity(), { digest: 'sha1' }),
      signed(upo(), await identity(), { part: "//*[local-name() = 'Dokument']" }),
      whole.replace('</Signature>', '<Object><Signature/></Object></Signature>'),
    ]) {
      ksef.script({ 'GET upo': xml(broken) });
      const { mapping, receipt, remarks } = await fetched();
      assert.deepEqual(withEnglish(mapping), withEnglish(statuses.receipt));
      assert.equal(Buffer.from(receipt?.bytes ?? []).toString(), broken);
      assert.deepEqual(
        remarks?.map(({ code, severity }) => [code, severity]),
        [['EI-RECEIPT-UNVERIFIED', 'information']],
      );
    }
  });

  it('is stored unchanged at the third time if it is unreadable', async () => {
    ksef.script({ 'GET upo': xml(upo().slice(0, -5)) });
    let { resumeToken = '' } = aSentConsignment();
    for (const mapping of [statuses.unreadableReceipt, statuses.unreadableReceipt, statuses.receipt]) {
      const answer = await fetched({ resumeToken });
      assert.deepEqual(withEnglish(answer.mapping), withEnglish(mapping));
      resumeToken = answer.resumeToken ?? resumeToken;
    }
  });

  it('is fetched first from the address in the status, without a token', async () => {
    const upoDownloadUrl = `${ksef.url}/storage/receipt?sig=x`;
    ksef.script({ 'GET status': json({ ...ACCEPTED, upoDownloadUrl }), 'GET receipt': xml(upo()) });
    await rail.poll(aSentConsignment());
    assert.deepEqual(withEnglish((await fetched()).mapping), withEnglish(statuses.receipt));
    const [last] = ksef.received.slice(-1);
    assert.deepEqual([last?.path, last?.headers.authorization], ['/storage/receipt?sig=x', undefined]);
  });

  it('is fetched by its own call if the address has expired', async () => {
    const upoDownloadUrl = `${ksef.url}/storage/receipt?sig=x`;
    ksef.script({ 'GET status': json({ ...ACCEPTED, upoDownloadUrl }), 'GET receipt': { status: 403 } });
    await rail.poll(aSentConsignment());
    ksef.script({ 'GET receipt': { status: 403 } });
    assert.deepEqual(withEnglish((await fetched()).mapping), withEnglish(statuses.receipt));
    assert.match(ksef.last('GET upo')?.path ?? '', /\/invoices\/ksef\//);
  });
});

describeByReference('the published answers of KSeF', () => {
  const DATA = join(REFERENCE_DATA, 'routes/data');
  const description = readFileSync(join(DATA, 'ksef-open-api.json'), 'utf8');
  const { paths } = JSON.parse(description) as {
    paths: Record<
      string,
      Record<string, { responses: Record<string, { content?: Record<string, unknown> }> }>
    >;
  };

  it('name only codes that have a status mapping', () => {
    const [, table = ''] = /"description": "(Status faktury\.[^"]*)"/.exec(description) ?? [];
    const codes = [...table.matchAll(/\| (\d{3}) \|/g)].map(([, code]) => Number(code));
    assert.ok(codes.length >= 12);
    for (const code of codes) assert.ok(INVOICE_STATUSES.has(code), String(code));
  });

  it('about the invoices of a session are read', () => {
    const { content = {} } = paths['/sessions/{referenceNumber}/invoices']?.['get']?.responses['200'] ?? {};
    const { example } = Object.values(content)[0] as { example: { invoices: readonly object[] } };
    const read = example.invoices.map((row) => invoiceStatus(row as Readonly<Record<string, unknown>>));
    assert.deepEqual(
      read.map((one) => [one?.code, one?.ksefNumber !== undefined || one?.original.ksefNumber !== undefined]),
      [
        [200, true],
        [440, true],
      ],
    );
  });

  for (const [file, count] of [
    ['upo-faktura-kontekst-id-nip.xml', 1],
    ['upo-sesja-kontekst-id-nip.xml', 2],
  ] as const)
    it(`that are receipts are read: ${file}`, () => {
      const read = readAcknowledged(readFileSync(join(DATA, 'upo-examples', file)));
      assert.equal(read?.length, count);
      assert.equal(read?.at(-1)?.ksefNumber, KSEF_NUMBER);
    });
});

describe('the answer of KSeF about an accepted invoice', () => {
  it('is stored without content of the invoice', async () => {
    const { raw } = await rail.poll(aSentConsignment());
    assert.deepEqual(raw, {
      referenceNumber: REFERENCE,
      status: { code: 200, description: 'x' },
      ksefNumber: KSEF_NUMBER,
      invoicingMode: 'Online',
      // The address in the QR code on a printed invoice.
      verificationLink: `https://qr.example/invoice/5265877635/05-10-2026/${Buffer.from(hashOf(DOCUMENT), 'base64').toString('base64url')}`,
    });
  });
});
