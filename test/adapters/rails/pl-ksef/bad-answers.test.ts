import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { invoiceStatus } from '../../../../src/adapters/rails/pl-ksef/invoice-status.ts';
import type { PlKsefRail } from '../../../../src/adapters/rails/pl-ksef/pl-ksef-rail.ts';
import { acknowledgedIn } from '../../../../src/adapters/rails/pl-ksef/upo.ts';
import {
  INVOICE_STATUSES,
  KSEF_STATUS_MAPPINGS as statuses,
} from '../../../../src/adapters/rails/pl-ksef/status-mappings.ts';
import { OUTCOMES } from '../../../../src/domain/delivery/decisions.ts';
import type { StatusMapping } from '../../../../src/domain/delivery/status-mapping.ts';
import type { Consignment } from '../../../../src/ports/rail/inquiry.ts';
import type { RailAnswer } from '../../../../src/ports/rail/rail-answer.ts';
import { REFERENCE_DATA, describeByReference } from '../../../support/reference-data.ts';
import { signed } from '../../peppol-lookup/network.ts';
import {
  ACCEPTED,
  aPolishConsignment,
  aSentOne,
  DOCUMENT,
  type Canned,
  hashOf,
  identity,
  json,
  KSEF_NUMBER,
  KsefServer,
  OTHER_NUMBER,
  published,
  REFERENCE,
  refused,
  refusedAsBefore,
  status,
  upo,
  xml,
} from './ksef-server.ts';

const ksef = new KsefServer();
let rail: PlKsefRail;
before(async () => (rail = await ksef.start()));
after(() => ksef.stop());
beforeEach(() => {
  ksef.says();
  ksef.clock.advance(3_600_000);
});

const PAGE: Canned = { headers: { 'Content-Type': 'text/html' }, body: '<!DOCTYPE html><html>x</html>' };

/** Answers that state nothing about an invoice, for any call. */
const NOTHING_SAID: readonly (readonly [string, Canned, StatusMapping])[] = [
  ['a page', PAGE, statuses.outOfOrder],
  ['nothing', { body: '' }, statuses.notUnderstood],
  ['words', { body: 'Service Unavailable' }, statuses.notUnderstood],
  ['half an answer', { body: '{"referenceNumber": "2026' }, statuses.notUnderstood],
  ['a list', json([]), statuses.notUnderstood],
  ['null', json(null), statuses.notUnderstood],
  ['a text', json('accepted'), statuses.notUnderstood],
  ['something else', json({ hello: 1 }), statuses.notUnderstood],
  ['wrong types', json({ referenceNumber: 7, invoiceHash: {}, status: 'ok' }), statuses.notUnderstood],
  ['more than anybody reads', { body: `"${'x'.repeat(20_000_001)}"` }, statuses.answerLost],
  ['a redirect', { status: 302, headers: { Location: 'http://127.0.0.1:1/' } }, statuses.notUnderstood],
  ['404', PAGE && { ...PAGE, status: 404 }, statuses.wrongPath],
  ['403', json({ status: 403, reasonCode: 'missing-permissions' }, 403), statuses.credentialRefused],
  ['403 as a page', PAGE && { ...PAGE, status: 403 }, statuses.credentialRefused],
  ['401, also with a new token', { status: 401 }, statuses.credentialRefused],
  ['429', { status: 429, headers: { 'Retry-After': '7' } }, statuses.tooMany],
  ['500', json({ exception: {} }, 500), statuses.outOfOrder],
  ['502 as a page', PAGE && { ...PAGE, status: 502 }, statuses.outOfOrder],
  ['503 with nothing', { status: 503 }, statuses.outOfOrder],
  ['no answer', undefined, statuses.answerLost],
];

/** Codes that are not published, and codes of other calls. */
const REFUSALS: readonly (readonly [string, Canned])[] = [
  ['21405', refused(21405, 'x')],
  ['21405 in the older shape', refusedAsBefore(21405, 'x')],
  ['an unknown code', refused(99_999)],
  ['400 without a body', { status: 400 }],
  ['400 as a page', PAGE && { ...PAGE, status: 400 }],
  ['400 with errors that are none', json({ errors: 'x' }, 400)],
  ['413', { status: 413 }],
  ['410', json({ status: 410 }, 410)],
];

async function sent(own: Partial<Consignment> = {}): Promise<RailAnswer> {
  const consignment = aPolishConsignment(own);
  const prepared = await rail.prepare(consignment);
  return 'mapping' in prepared ? prepared : rail.send({ ...consignment, ...prepared });
}

describe('a bad answer of KSeF to an invoice', () => {
  for (const [what, answer, mapping] of NOTHING_SAID)
    it(`is no acceptance, and has a meaning: ${what}`, async () => {
      ksef.says({ 'POST invoices': answer });
      const answered = await sent();
      assert.deepEqual(
        [answered.mapping.networkStatus, answered.legalId, answered.reference],
        [mapping.networkStatus, undefined, undefined],
      );
    });

  for (const [what, answer] of REFUSALS)
    it(`is refused when it comes twice: ${what}`, async () => {
      ksef.says({ 'POST invoices': answer });
      assert.equal((await sent()).mapping, statuses.badCall);
    });

  it('states the wait, and nothing is sent to it meanwhile', async () => {
    const { credential } = aPolishConsignment();
    ksef.says({ 'POST invoices': { status: 429, headers: { 'Retry-After': '70' } } });
    assert.equal((await sent({ credential })).retryAfterSeconds, 70);
    ksef.says();
    ksef.clock.advance(30_000);
    const answer = await sent({ credential });
    assert.deepEqual([answer.mapping, answer.retryAfterSeconds], [statuses.tooMany, 40]);
    assert.deepEqual(ksef.calls(), []);
    ksef.clock.advance(40_000);
    assert.equal((await sent({ credential })).mapping, statuses.taken);
  });

  it('states the wait, and no other process sends to it meanwhile', async () => {
    const consignment = aPolishConsignment();
    const [first, other] = [ksef.rail(), ksef.rail()];
    ksef.says({ 'POST invoices': { status: 429, headers: { 'Retry-After': '70' } } });
    const prepared = await other.prepare(consignment);
    assert.ok('resumeToken' in prepared);
    assert.equal((await first.send({ ...consignment, ...prepared })).retryAfterSeconds, 70);
    ksef.says();
    const { mapping, retryAfterSeconds } = await other.send({ ...consignment, ...prepared });
    assert.deepEqual([mapping, retryAfterSeconds], [statuses.tooMany, 70]);
    assert.deepEqual(await other.prepare(consignment), { mapping: statuses.tooMany, retryAfterSeconds: 70 });
    assert.deepEqual(ksef.calls(), []);
  });

  it('ignores new members of an answer', async () => {
    ksef.says({ 'POST invoices': json({ referenceNumber: REFERENCE, andMore: [{}] }, 202) });
    assert.equal((await sent()).mapping, statuses.taken);
  });
});

describe('a bad answer of KSeF on the way to an invoice', () => {
  for (const call of [
    ...['GET public-key-certificates', 'POST challenge', 'POST ksef-token', 'GET auth', 'POST redeem'],
    'POST online',
  ])
    for (const [what, answer] of [...NOTHING_SAID, ...REFUSALS])
      it(`leaves it in the queue: ${what} to ${call}`, async () => {
        ksef.says({ [call]: answer });
        const prepared = await ksef.rail().prepare(aPolishConsignment());
        assert.ok('mapping' in prepared, 'it is prepared');
        assert.match(
          String(OUTCOMES.prepare[prepared.mapping.meaning]),
          /^(fail|wait)$/,
          prepared.mapping.networkStatus,
        );
        assert.ok(!ksef.calls().includes('POST invoices'));
      });

  for (const [what, key] of [
    ['no certificate', { ...published1(), certificate: 'x' }],
    ['one that is over', { ...published1(), validTo: '2021-01-01T00:00:00Z' }],
    ['one of another use', { ...published1(), usage: ['Something'] }],
    ['one without dates', { ...published1(), validFrom: null }],
  ] as const)
    it(`leaves it in the queue: a key that is ${what}`, async () => {
      const { pem } = await identity();
      const whole = published(pem, 'KsefTokenEncryption');
      ksef.says({ 'GET public-key-certificates': json([{ ...whole, ...key }]) });
      const prepared = await ksef.rail().prepare(aPolishConsignment());
      assert.ok('mapping' in prepared && prepared.mapping === statuses.noKey);
    });

  it('never shows the token', async () => {
    const value = 'a-token-to-keep';
    for (const [, answer] of [...NOTHING_SAID, ...REFUSALS]) {
      ksef.says({ 'POST ksef-token': answer });
      const { credential } = aPolishConsignment();
      const said = await ksef.rail().prepare(aPolishConsignment({ credential: { ...credential, value } }));
      assert.ok(!JSON.stringify(said).includes(value));
    }
  });
});

function published1(): object {
  return { usage: ['KsefTokenEncryption', 'SymmetricKeyEncryption'] };
}

describe('a bad answer of KSeF to a question for the status', () => {
  for (const [what, answer] of [
    ...NOTHING_SAID,
    ...REFUSALS,
    ['21173', refused(21173)],
    ['accepted without a number', json(status(200))],
    ['accepted with a number that is none', json(status(200, { ksefNumber: '1' }))],
    ['another invoice', json(status(200, { ksefNumber: KSEF_NUMBER, invoiceHash: hashOf('x') }))],
    ['another reference', json(status(200, { ksefNumber: KSEF_NUMBER, referenceNumber: 'x' }))],
    ['a code as text', json(status(0, { status: { code: '200' } }))],
    ['an unknown code', json(status(451))],
    ['a success that is none', json(status(201))],
    ['details that are none', json(status(150, {}, { details: 'x', extensions: [] }))],
  ] as const)
    it(`neither ends the invoice nor sends it again: ${what}`, async () => {
      ksef.says({ 'GET status': answer });
      const { mapping, legalId } = await rail.poll(aSentOne());
      assert.match(String(OUTCOMES.poll[mapping.meaning]), /^(poll-again|wait)$/, mapping.networkStatus);
      assert.equal(legalId, undefined);
    });

  for (const [what, answers] of [
    ['to the receipt', { 'GET upo': PAGE, 'POST metadata': json({ invoices: [] }) }],
    ['to the metadata', { 'GET upo': refused(21178), 'POST metadata': PAGE }],
    ['that names another', { 'GET upo': xml(upo()), 'POST metadata': json({ invoices: [] }) }],
    ['with rows that are none', { 'GET upo': refused(21178), 'POST metadata': json({ invoices: [1, {}] }) }],
  ] as const)
    it(`leaves a duplicate open: ${what}`, async () => {
      const extensions = {
        originalKsefNumber: OTHER_NUMBER,
        originalSessionReferenceNumber: '20261120-SO-2F14610000-242991F8C9-B5',
      };
      ksef.says({ 'GET status': json(status(440, {}, { extensions })), ...answers });
      const { mapping } = await rail.poll(aSentOne());
      assert.match(String(OUTCOMES.poll[mapping.meaning]), /^(poll-again|wait)$/, mapping.networkStatus);
    });
});

describe('a bad answer of KSeF to the question whether it holds an invoice', () => {
  const asked = () => {
    const { reference: _none, ...inquiry } = aSentOne();
    return rail.ask(inquiry);
  };
  for (const [what, answer] of [
    ...NOTHING_SAID,
    ...REFUSALS,
    ['a list that is none', json({ invoices: 'x' })],
  ] as const)
    it(`is no reason to send it again: ${what}`, async () => {
      ksef.says({ 'GET invoices': answer });
      const { mapping } = await asked();
      assert.match(String(OUTCOMES.ask[mapping.meaning]), /^(fail|wait)$/, mapping.networkStatus);
    });

  it('ends after any number of pages', async () => {
    ksef.says({ 'GET invoices': json({ invoices: [], continuationToken: 'again' }) });
    assert.equal((await asked()).mapping, statuses.notHeld);
    assert.ok(ksef.calls().length <= 20);
  });
});

describe('a bad answer of KSeF for the receipt', () => {
  const fetched = (own: Partial<Consignment> = {}) =>
    rail.receipt(aSentOne({ legalId: KSEF_NUMBER, ...own }));

  for (const [what, answer] of NOTHING_SAID)
    it(`is no receipt: ${what}`, async () => {
      ksef.says({ 'GET upo': answer });
      const { mapping, receipt } = await fetched();
      assert.equal(receipt, undefined);
      assert.match(String(OUTCOMES.receipt[mapping.meaning]), /^(fetch-again|wait)$/, mapping.networkStatus);
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
    it(`is no receipt of the invoice: it is about ${what}`, async () => {
      ksef.says({ 'GET upo': xml(body) });
      const answer = await fetched();
      assert.deepEqual([answer.mapping, answer.receipt], [mapping, undefined]);
    });

  it('is no receipt when it arrived changed', async () => {
    const headers = (text: string) => ({
      'x-ms-meta-hash': createHash('sha256').update(text).digest('base64'),
    });
    ksef.says({ 'GET upo': xml(upo(), headers('x')) });
    assert.equal((await fetched()).mapping, statuses.unreadableReceipt);
    ksef.says({ 'GET upo': xml(upo(), headers(upo())) });
    assert.equal((await fetched()).mapping, statuses.receipt);
  });

  it('is kept with any signature, which only adds a remark', async () => {
    const whole = signed(upo(), await identity());
    ksef.says({ 'GET upo': xml(whole) });
    assert.deepEqual((await fetched()).remarks, []);
    for (const broken of [
      whole.replace('<TrybWysylki>Online', '<TrybWysylki>Offline'),
      whole.replace(/<SignatureValue>..../, '<SignatureValue>AAAA'),
      whole.replace('</Potwierdzenie>', '<x/></Potwierdzenie>'),
      whole.replace(/<X509Certificate>[^<]*/, '<X509Certificate>'),
      signed(upo(), await identity(), { hash: 'sha1' }),
    ]) {
      ksef.says({ 'GET upo': xml(broken) });
      const { mapping, receipt, remarks } = await fetched();
      assert.equal(mapping, statuses.receipt);
      assert.equal(Buffer.from(receipt?.bytes ?? []).toString(), broken);
      assert.deepEqual(
        remarks?.map(({ code, severity }) => [code, severity]),
        [['EI-RECEIPT-UNVERIFIED', 'information']],
      );
    }
  });

  it('is kept unchanged at the third time if it cannot be read', async () => {
    ksef.says({ 'GET upo': xml(upo().slice(0, -5)) });
    let { resumeToken = '' } = aSentOne();
    for (const mapping of [statuses.unreadableReceipt, statuses.unreadableReceipt, statuses.receipt]) {
      const answer = await fetched({ resumeToken });
      assert.equal(answer.mapping, mapping);
      resumeToken = answer.resumeToken ?? resumeToken;
    }
  });

  it('is fetched from the address in the status first, without a token', async () => {
    const upoDownloadUrl = `${ksef.url}/storage/receipt?sig=x`;
    ksef.says({ 'GET status': json({ ...ACCEPTED, upoDownloadUrl }), 'GET receipt': xml(upo()) });
    await rail.poll(aSentOne());
    assert.equal((await fetched()).mapping, statuses.receipt);
    const [last] = ksef.heard.slice(-1);
    assert.deepEqual([last?.path, last?.token], ['/storage/receipt?sig=x', '']);
  });

  it('is fetched by its own call when the address has expired', async () => {
    const upoDownloadUrl = `${ksef.url}/storage/receipt?sig=x`;
    ksef.says({ 'GET status': json({ ...ACCEPTED, upoDownloadUrl }), 'GET receipt': { status: 403 } });
    await rail.poll(aSentOne());
    ksef.says({ 'GET receipt': { status: 403 } });
    assert.equal((await fetched()).mapping, statuses.receipt);
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

  it('name no code of an invoice that is not known', () => {
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
      const read = acknowledgedIn(readFileSync(join(DATA, 'upo-examples', file)));
      assert.equal(read?.length, count);
      assert.equal(read?.at(-1)?.ksefNumber, KSEF_NUMBER);
    });
});

describe('the answer of KSeF about an accepted invoice', () => {
  it('is kept without content of the invoice', async () => {
    const { raw } = await rail.poll(aSentOne());
    assert.deepEqual(raw, {
      referenceNumber: REFERENCE,
      status: { code: 200, description: 'x' },
      ksefNumber: KSEF_NUMBER,
      invoicingMode: 'Online',
      // The address in the code on a printed invoice.
      verificationLink: `https://qr.example/invoice/5265877635/05-10-2026/${Buffer.from(hashOf(DOCUMENT), 'base64').toString('base64url')}`,
    });
  });
});
