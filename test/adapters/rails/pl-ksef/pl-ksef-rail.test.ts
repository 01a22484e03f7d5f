import { english, withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { LIMITS } from '../../../../src/adapters/rails/pl-ksef/client/limits.ts';
import { KSEF_STATUS_MAPPINGS as statuses } from '../../../../src/adapters/rails/pl-ksef/status-mappings.ts';
import type { PlKsefRail } from '../../../../src/adapters/rails/pl-ksef/pl-ksef-rail.ts';
import type { LogFields } from '../../../../src/ports/log.ts';
import type { Consignment } from '../../../../src/ports/rail/inquiry.ts';
import type { RailAnswer } from '../../../../src/ports/rail/rail-answer.ts';
import { sha256 } from '../../../support/records.ts';
import { type Answer, changed, json, pass } from '../../../sandbox/scripted-network.ts';
import {
  ACCEPTED,
  aPolishConsignment,
  aSentConsignment,
  DOCUMENT,
  FAR,
  hashOf,
  identity,
  KSEF_NUMBER,
  KsefNetwork,
  NIP,
  OPENED,
  OTHER_NUMBER,
  OTHER_SESSION,
  REFERENCE,
  refused,
  SESSION,
  status,
  TAKEN,
  upo,
  xml,
} from './ksef.ts';

const ksef = new KsefNetwork();
let rail: PlKsefRail;
before(async () => (rail = await ksef.start()));
after(() => ksef.close());
beforeEach(async () => {
  await ksef.control('reset', {});
  ksef.script();
  ksef.clock.advance(3_600_000);
});

/** The id of the key that KSeF publishes for this use. */
async function publishedKeyFor(usage: string): Promise<string | undefined> {
  const answer = await fetch(`${ksef.url}/ksef/v2/security/public-key-certificates`);
  const keys = (await answer.json()) as readonly { publicKeyId: string; usage: readonly string[] }[];
  return keys.find((key) => key.usage.includes(usage))?.publicKeyId;
}

interface Token {
  readonly token: string;
}

/** A session of KSeF that ends after this time of the service. */
const validFor = (ms: number): Answer =>
  changed(() => ({ validUntil: new Date(ksef.clock.now().getTime() + ms).toISOString() }));
const sessionOf = (call: string): string | undefined =>
  /\/sessions\/online\/([^/]+)/.exec(ksef.last(call)?.path ?? '')?.[1];
const tokenOf = (call: string): string | undefined =>
  ksef.last(call)?.headers.authorization?.replace('Bearer ', '');

/** Prepares and sends, as the service does. */
async function send(own: Partial<Consignment> = {}): Promise<RailAnswer> {
  const consignment = aPolishConsignment(own);
  const prepared = await rail.prepare(consignment);
  return 'mapping' in prepared ? prepared : rail.send({ ...consignment, ...prepared });
}

describe('an invoice on its way to KSeF', () => {
  it('logs in with its token, opens a session and is sent under its key', async () => {
    const { mapping, reference, legalId } = await send();
    assert.deepEqual(withEnglish([mapping, legalId]), withEnglish([statuses.taken, undefined]));
    assert.match(reference ?? '', /-EE-/);
    assert.deepEqual(ksef.calls, [
      ...['POST challenge', 'POST ksef-token', 'GET auth', 'POST redeem'],
      ...['POST online', 'POST invoices'],
    ]);
    assert.deepEqual(
      (await ksef.documents('PL-KSEF')).map(({ sha256 }) => sha256),
      [sha256(DOCUMENT)],
    );
  });

  it('names its encryption key and the company for which it is sent', async () => {
    await send();
    const { publicKeyId, contextIdentifier } = JSON.parse(ksef.last('POST ksef-token')?.body ?? '') as {
      publicKeyId: string;
      contextIdentifier: object;
    };
    assert.equal(publicKeyId, await publishedKeyFor('KsefTokenEncryption'));
    assert.deepEqual(contextIdentifier, { type: 'Nip', value: NIP });
  });

  it('states size and hash of the file and of the encrypted file', async () => {
    await send();
    const body = JSON.parse(ksef.last('POST invoices')?.body ?? '') as Record<string, unknown>;
    const cipher = Buffer.from(String(body['encryptedInvoiceContent']), 'base64');
    assert.deepEqual(
      [body['invoiceHash'], body['invoiceSize'], body['encryptedInvoiceSize'], body['offlineMode']],
      [hashOf(DOCUMENT), Buffer.byteLength(DOCUMENT), cipher.length, false],
    );
  });

  it('is declared as offline if the buyer has got its page before', async () => {
    await send({ offline: {} });
    const body = JSON.parse(ksef.last('POST invoices')?.body ?? '') as Record<string, unknown>;
    assert.deepEqual([body['offlineMode'], body['hashOfCorrectedInvoice']], [true, undefined]);
  });

  it('names the refused file that it replaces, also with an attachment in an interactive session', async () => {
    const bytes = Buffer.from('<Faktura><Zalacznik>x</Zalacznik></Faktura>');
    await send({ offline: { replaces: 'ab'.repeat(32) }, bytes });
    const body = JSON.parse(ksef.last('POST invoices')?.body ?? '') as Record<string, unknown>;
    const hash = Buffer.from('ab'.repeat(32), 'hex').toString('base64');
    assert.deepEqual([body['offlineMode'], body['hashOfCorrectedInvoice']], [true, hash]);
  });

  it('shares the session with others of its seller', async () => {
    const { credential } = aPolishConsignment();
    await send({ credential });
    ksef.script();
    await send({ credential });
    assert.deepEqual(ksef.calls, ['POST invoices']);
  });

  it('shares the session with other processes', async () => {
    const consignment = aPolishConsignment();
    await send(consignment);
    ksef.script();
    const prepared = await ksef.rail().prepare(consignment);
    assert.ok(!('mapping' in prepared));
    assert.deepEqual(ksef.calls, []);
  });

  it('is sent for the buyer if it is self-billed', async () => {
    const { addressing } = aPolishConsignment();
    await send({ addressing: { ...addressing, typeCode: '389' } });
    assert.match(ksef.last('POST ksef-token')?.body ?? '', /1111111111/);
  });

  it('is refused if it names no NIP', async () => {
    const { addressing } = aPolishConsignment();
    const seller = { country: 'PL', endpoint: null, ids: ['0000123456'] };
    assert.deepEqual(
      withEnglish((await send({ addressing: { ...addressing, seller } })).mapping),
      withEnglish(statuses.noSeller),
    );
    assert.deepEqual(ksef.calls, []);
  });

  it('names the newest sessions of its earlier tries, each once and not its own', async () => {
    const consignment = aPolishConsignment();
    const first = await rail.prepare(consignment);
    assert.ok(!('mapping' in first));
    const { session } = JSON.parse(first.resumeToken) as { session: string };
    const last = { nip: NIP, session: 'S4', before: ['S3', session, 'S3', 'S2', 'S1'] };
    const prepared = await rail.prepare({ ...consignment, resumeToken: JSON.stringify(last) });
    assert.ok(!('mapping' in prepared));
    const token = JSON.parse(prepared.resumeToken) as { session: string; before: readonly string[] };
    assert.deepEqual(token, { nip: NIP, session, before: ['S4', 'S3', 'S2'] });
  });

  it('has the session in its resume token before its first byte leaves', async () => {
    const prepared = await rail.prepare(aPolishConsignment());
    assert.ok(!('mapping' in prepared));
    const { nip, session } = JSON.parse(prepared.resumeToken) as { nip: string; session: string };
    assert.equal(nip, NIP);
    assert.match(session, /-SO-/);
    assert.ok(!ksef.calls.includes('POST invoices'));
  });
});

describe('the send of an invoice to KSeF', () => {
  const sends = (): number => ksef.count('POST invoices');

  it('is not repeated under a new token by a worker that another one has taken over from', async () => {
    const lost = new Error('another worker has taken over');
    let begun = 0;
    const beginDocument = (): void => {
      begun += 1;
      if (begun > 1) throw lost;
    };
    const consignment = aPolishConsignment({ beginDocument });
    const prepared = await rail.prepare(consignment);
    ksef.script({ 'POST invoices': [{ status: 401 }, pass] });
    await assert.rejects(rail.send({ ...consignment, ...prepared }), (error) => error === lost);
    assert.equal(sends(), 1);
  });
});

describe('a session of KSeF', () => {
  it('is renewed before it ends; the one before is closed after all sends into it have ended', async () => {
    const { credential } = aPolishConsignment();
    const HOUR = 3_600_000;
    ksef.script({ 'POST online': validFor(12 * HOUR) });
    await send({ credential });
    const first = sessionOf('POST invoices');
    ksef.clock.advance(11.6 * HOUR);
    ksef.script();
    await send({ credential });
    assert.deepEqual(ksef.calls, ['POST online', 'POST invoices']);
    ksef.script();
    await send({ credential });
    assert.deepEqual(ksef.calls, ['POST invoices']);
    ksef.clock.advance(11 * 60_000);
    ksef.script();
    await send({ credential });
    assert.deepEqual(ksef.calls, ['POST close', 'POST invoices']);
    assert.equal(sessionOf('POST close'), first);
    assert.notEqual(sessionOf('POST invoices'), first);
  });

  it('still takes an invoice that was prepared for it if another session was opened meanwhile', async () => {
    const consignment = aPolishConsignment();
    const HOUR = 3_600_000;
    ksef.script({ 'POST online': validFor(12 * HOUR) });
    const prepared = await rail.prepare(consignment);
    assert.ok(!('mapping' in prepared));
    ksef.clock.advance(11.6 * HOUR);
    ksef.script();
    await send(consignment);
    assert.deepEqual(
      withEnglish((await rail.send({ ...consignment, ...prepared })).mapping),
      withEnglish(statuses.taken),
    );
    const { session } = JSON.parse(prepared.resumeToken) as { session: string };
    assert.equal(sessionOf('POST invoices'), session);
  });

  for (const code of [21155, 21173, 21180, 21184])
    it(`that KSeF has ended (${code}) is replaced by a new one, in every process`, async () => {
      const consignment = aPolishConsignment();
      ksef.script({ 'POST invoices': refused(code) });
      assert.deepEqual(withEnglish((await send(consignment)).mapping), withEnglish(statuses.sessionOver));
      ksef.script();
      assert.ok(!('mapping' in (await ksef.rail().prepare(consignment))));
      assert.deepEqual(ksef.calls, ['POST online']);
    });

  it('is replaced if KSeF could not decrypt an invoice in it', async () => {
    const consignment = aPolishConsignment();
    ksef.script({ 'POST online': OPENED, 'POST invoices': TAKEN });
    await send(consignment);
    ksef.script({ 'GET status': json(status(435)) });
    const { credential } = consignment;
    assert.deepEqual(
      withEnglish((await rail.poll(aSentConsignment({ credential }))).mapping),
      withEnglish(statuses.notDecrypted),
    );
    ksef.script();
    await send(consignment);
    assert.deepEqual(ksef.calls, ['POST online', 'POST invoices']);
  });

  it('is opened with a new key if the old one is withdrawn', async () => {
    ksef.script({ 'POST online': [refused(21470), pass] });
    assert.deepEqual(withEnglish((await send()).mapping), withEnglish(statuses.taken));
    assert.equal(ksef.received.filter(({ call }) => call.endsWith('certificates')).length, 2);
  });
});

describe('a log-in at KSeF', () => {
  it('is renewed after its token has expired, without the credential', async () => {
    const { credential } = aPolishConsignment();
    const validUntil = new Date(ksef.clock.now().getTime() + 15 * 60_000).toISOString();
    ksef.script({
      'POST redeem': changed(({ accessToken }) => ({
        accessToken: { ...(accessToken as Token), validUntil },
      })),
    });
    await send({ credential });
    const first = tokenOf('POST invoices');
    ksef.clock.advance(15 * 60_000);
    ksef.script();
    await send({ credential });
    assert.deepEqual(ksef.calls, ['POST refresh', 'POST invoices']);
    assert.equal(new Set([first, tokenOf('POST refresh'), tokenOf('POST invoices')]).size, 3);
  });

  it('is renewed once if its token is refused during a session', async () => {
    const { credential } = aPolishConsignment();
    await send({ credential });
    ksef.script({ 'POST invoices': [{ status: 401 }, pass] });
    assert.deepEqual(withEnglish((await send({ credential })).mapping), withEnglish(statuses.taken));
    assert.deepEqual(ksef.calls, ['POST invoices', 'POST refresh', 'POST invoices']);
  });

  it('is repeated if it cannot be renewed', async () => {
    const { credential } = aPolishConsignment();
    await send({ credential });
    ksef.script({
      'POST invoices': [{ status: 401 }, pass],
      'POST refresh': { status: 401 },
    });
    assert.deepEqual(withEnglish((await send({ credential })).mapping), withEnglish(statuses.taken));
    assert.ok(ksef.calls.includes('POST ksef-token'));
  });

  it('is repeated if the renewal brings the refused token again', async () => {
    const { credential } = aPolishConsignment();
    await send({ credential });
    ksef.script({
      'POST invoices': [{ status: 401 }, pass],
      'POST refresh': () => json({ accessToken: { token: tokenOf('POST invoices'), validUntil: FAR } }),
    });
    assert.deepEqual(withEnglish((await send({ credential })).mapping), withEnglish(statuses.taken));
    assert.ok(ksef.calls.includes('POST ksef-token'));
  });

  it('waits while KSeF still checks it', async () => {
    const going = json({ status: { code: 100, description: 'x' } });
    ksef.script({ 'GET auth': [going, going, json({ status: { code: 200, description: 'x' } })] });
    assert.deepEqual(withEnglish((await send()).mapping), withEnglish(statuses.taken));
  });

  for (const [what, answers] of [
    ['challenge', { 'GET auth': [logInStatus(450, 'Nieprawidłowe wyzwanie autoryzacyjne'), pass] }],
    ['time', { 'GET auth': [logInStatus(450, 'Nieprawidłowy czas tokena'), pass] }],
    ['unknown error', { 'GET auth': [logInStatus(500), pass] }],
    ['challenge that has expired', { 'POST ksef-token': [refused(21111), pass] }],
    ['key that is withdrawn', { 'POST ksef-token': [refused(21470), pass] }],
  ] as const)
    it(`is tried again after a ${what}`, async () => {
      ksef.script(answers);
      assert.deepEqual(withEnglish((await send()).mapping), withEnglish(statuses.taken));
      assert.equal(ksef.count('POST challenge'), 2);
    });

  for (const [code, details] of [
    [415, 'Brak przypisanych uprawnień'],
    [425, 'x'],
    [450, 'Token unieważniony'],
    [460, 'Nieważny certyfikat'],
    [470, 'x'],
    [480, 'x'],
  ] as const)
    it(`that KSeF refuses (${code}) is for the client to correct, with KSeF's text`, async () => {
      ksef.script({ 'GET auth': logInStatus(code, details) });
      const { mapping } = await send();
      const { networkStatus, message, fixHint, hintAtLast } = mapping;
      assert.equal(networkStatus, statuses.credentialRefused.networkStatus);
      assert.ok(english(message).includes(`${code}`) && english(message).includes(details));
      assert.match(english(fixHint ?? ''), /the number is free/);
      assert.ok(hintAtLast);
    });

  for (const [type, value] of [
    ['InternalId', '5265877635-10010'],
    ['NipVatUe', '5265877635-DE123456789'],
  ] as const)
    it(`uses the context that the credential names: ${type}`, async () => {
      const { credential } = aPolishConsignment();
      const own = JSON.stringify({ token: 'ref|internal|abc', context: { type, value } });
      await send({ credential: { ...credential, value: own } });
      const { contextIdentifier } = JSON.parse(ksef.last('POST ksef-token')?.body ?? '{}') as Record<
        string,
        unknown
      >;
      assert.deepEqual(contextIdentifier, { type, value });
    });

  it('needs a valid context', async () => {
    const { credential } = aPolishConsignment();
    for (const context of [{ type: 'InternalId', value: '5265877635' }, { type: 'X', value: '1' }, null]) {
      const value = JSON.stringify({ token: 'a|b', context });
      assert.equal(rail.canReadCredential({ ...credential, value }), false, value);
    }
  });

  it('belongs to the named context, else to the context of the issuer of the invoice', () => {
    const account = (value: string, kind = 'ksef-token') =>
      rail.accountOf({ client: 'acme', id: 'crd', kind, value });
    const inContext = (type: string, value: string) =>
      JSON.stringify({ token: 't', context: { type, value } });
    assert.equal(account('t'), account('another|nip-5265877635|ff'));
    assert.notEqual(account(inContext('InternalId', '5265877635-10010')), account('t'));
    assert.notEqual(
      account(inContext('InternalId', '5265877635-10010')),
      account(inContext('InternalId', '5265877635-10027')),
    );
    assert.equal(account('', 'ksef-certificate'), undefined, 'the credential is unreadable');
  });

  it('is refused without a call if the credential is unreadable', async () => {
    const { credential } = aPolishConsignment();
    const broken = { ...credential, kind: 'ksef-certificate', value: '{}' };
    assert.deepEqual(
      withEnglish((await send({ credential: broken })).mapping),
      withEnglish(statuses.credentialRefused),
    );
    assert.deepEqual(ksef.calls, []);
  });
});

function logInStatus(code: number, ...details: readonly string[]) {
  return json({ status: { code, description: 'y', details } });
}

describe('an invoice whose status at KSeF is', () => {
  for (const [code, mapping] of [
    [100, statuses.queued],
    [150, statuses.inProgress],
    [160, statuses.inProgress],
    [405, statuses.sessionFailed],
    [410, statuses.noRights],
    [415, statuses.noAttachments],
    [430, statuses.badFile],
    [435, statuses.notDecrypted],
    [450, statuses.invalid],
    [500, statuses.unknownError],
    [550, statuses.cancelled],
    [499, statuses.notUnderstood],
  ] as const)
    it(`${code}: ${mapping.meaning}`, async () => {
      ksef.script({ 'GET status': json(status(code, {}, { details: ['a detail'] })) });
      assert.deepEqual(withEnglish((await rail.poll(aSentConsignment())).mapping), withEnglish(mapping));
    });

  for (const code of [430, 450])
    it(`${code} without details: the hint says what to look at`, async () => {
      ksef.script({ 'GET status': json(status(code)) });
      const { mapping } = await rail.poll(aSentConsignment());
      assert.match(english(mapping.fixHint ?? ''), /^KSeF does not say what is wrong\. Check /);
    });

  it('accepted: with its KSeF number', async () => {
    const { mapping, legalId } = await rail.poll(aSentConsignment());
    assert.deepEqual(withEnglish([mapping, legalId]), withEnglish([statuses.accepted, KSEF_NUMBER]));
  });

  it("refused: with KSeF's text in the message", async () => {
    ksef.script({ 'GET status': json(status(450, {}, { details: ["The 'P_7' element is invalid"] })) });
    assert.match(
      english((await rail.poll(aSentConsignment())).message ?? ''),
      /The 'P_7' element is invalid/,
    );
  });
});

describe('the limit on calls of a company at KSeF', () => {
  it('is counted across all clients of the company', async () => {
    const counted = (client: string) =>
      send({ client, credential: { client, id: 'crd_shared', kind: 'ksef-token', value: 'token' } });
    for (let sends = 0; sends < 10; sends += 1)
      assert.deepEqual(
        withEnglish((await counted(sends % 2 ? 'acme' : 'other')).mapping),
        withEnglish(statuses.taken),
      );
    ksef.script();
    const { mapping, retryAfterSeconds } = await counted('third');
    assert.deepEqual(withEnglish([mapping, retryAfterSeconds]), withEnglish([statuses.tooMany, 1]));
    assert.ok(!ksef.calls.includes('POST invoices'));
    ksef.clock.advance(1_001);
    assert.deepEqual(withEnglish((await counted('third')).mapping), withEnglish(statuses.taken));
  });

  it('matches the published description', () => {
    assert.deepEqual(
      Object.entries(LIMITS).map(
        ([call, windows]) => `${call} ${windows.map(({ limit }) => limit).join(' ')}`,
      ),
      [
        'open 10 30 120',
        'send 10 30 180',
        'close 20 60 240',
        'batch 10 20 60',
        'batchClose 20 40 120',
        'status 30 120 1200',
        'list 10 20 200',
        'session 10 120 1200',
        'metadata 8 16 20',
        'download 8 16 64',
        'export 8 16 20',
        'exportStatus 10 60 600',
        'collective 10 60 120',
        'other 10 30 120',
      ],
    );
  });
});

describe('an invoice that KSeF reports as a duplicate', () => {
  const ORIGINAL = { originalKsefNumber: OTHER_NUMBER, originalSessionReferenceNumber: OTHER_SESSION };
  const DUPLICATE = json(status(440, {}, { extensions: ORIGINAL }));
  const listed = (...rows: readonly (string | object)[]) =>
    json({
      hasMore: false,
      isTruncated: false,
      invoices: rows.map((row) => ({
        ksefNumber: OTHER_NUMBER,
        invoiceNumber: 'F-1',
        seller: { nip: NIP },
        ...(typeof row === 'string' ? { invoiceHash: row } : row),
      })),
    });

  it('is ours if the receipt of the original names our file', async () => {
    ksef.script({ 'GET status': DUPLICATE, 'GET upo': xml(upo({ NumerKSeFDokumentu: OTHER_NUMBER })) });
    const { mapping, legalId, earlierId, receipt, resumeToken, reference, remarks } =
      await rail.poll(aSentConsignment());
    assert.equal(earlierId, OTHER_NUMBER);
    assert.deepEqual(
      withEnglish([mapping, legalId, receipt?.kind, reference]),
      withEnglish([statuses.acceptedBefore, OTHER_NUMBER, 'upo', REFERENCE]),
    );
    const remark = remarks?.find(({ code }) => code === 'KSEF-440');
    assert.equal(remark?.severity, 'information');
    assert.match(
      english(remark.message) ?? '',
      new RegExp(`accepted the same document before, under the number ${OTHER_NUMBER}\\.`),
    );
    assert.deepEqual(JSON.parse(resumeToken ?? ''), { nip: NIP, session: OTHER_SESSION });
  });

  it('is another one if the receipt names another file; the message names that one', async () => {
    const other = upo({ NumerKSeFDokumentu: OTHER_NUMBER, SkrotDokumentu: hashOf('x') });
    ksef.script({ 'GET status': DUPLICATE, 'GET upo': xml(other) });
    const { mapping, message, raw, legalId, earlierId } = await rail.poll(aSentConsignment());
    assert.equal(earlierId, OTHER_NUMBER);
    assert.deepEqual(withEnglish([mapping, legalId]), withEnglish([statuses.duplicate, undefined]));
    const ours = `${english(statuses.duplicate.message)} Its KSeF number is ${OTHER_NUMBER}. `;
    assert.equal(english(message)?.slice(0, ours.length), ours);
    assert.equal((raw as { originalKsefNumber: string }).originalKsefNumber, OTHER_NUMBER);
  });

  for (const [what, hash, mapping] of [
    ['ours', hashOf(DOCUMENT), statuses.acceptedBefore],
    ['another', hashOf('x'), statuses.duplicate],
  ] as const) {
    it(`is ${what} by the metadata if there is no receipt`, async () => {
      ksef.script({ 'GET status': DUPLICATE, 'GET upo': refused(21178), 'POST metadata': listed(hash) });
      assert.deepEqual(withEnglish((await rail.poll(aSentConsignment())).mapping), withEnglish(mapping));
      const { dateRange, ksefNumber } = JSON.parse(ksef.last('POST metadata')?.body ?? '') as {
        dateRange: { from: string; to: string };
        ksefNumber: string;
      };
      assert.equal(ksefNumber, OTHER_NUMBER);
      assert.ok(dateRange.from < '2025-09-16' && dateRange.to > '2025-09-17');
    });

    it(`is ${what} by its invoice number if KSeF names no original`, async () => {
      ksef.script({ 'GET status': json(status(440)), 'POST metadata': listed(hash) });
      assert.deepEqual(withEnglish((await rail.poll(aSentConsignment())).mapping), withEnglish(mapping));
      assert.match(ksef.last('POST metadata')?.body ?? '', /"invoiceNumber":"F-1"/);
    });
  }

  it('is ours if the metadata list ours behind another one', async () => {
    const both = listed({ invoiceHash: hashOf('x'), ksefNumber: KSEF_NUMBER }, hashOf(DOCUMENT));
    ksef.script({ 'GET status': json(status(440)), 'POST metadata': both });
    const { mapping, legalId } = await rail.poll(aSentConsignment());
    assert.deepEqual(withEnglish([mapping, legalId]), withEnglish([statuses.acceptedBefore, OTHER_NUMBER]));
  });

  for (const [what, duplicate, row] of [
    ['of another seller', json(status(440)), { seller: { nip: '1111111111' } }],
    ['under another number', json(status(440)), { invoiceNumber: 'F-11' }],
    ['beside the original that KSeF names', DUPLICATE, { ksefNumber: KSEF_NUMBER }],
  ] as const)
    it(`is not the listed invoice ${what}`, async () => {
      const other = listed({ invoiceHash: hashOf('x'), ...row });
      ksef.script({ 'GET status': duplicate, 'GET upo': refused(21178), 'POST metadata': other });
      const { mapping } = await rail.poll(aSentConsignment());
      assert.deepEqual(withEnglish(mapping), withEnglish(statuses.duplicateUnseen));
    });

  for (const [what, invoices, mapping] of [
    ['ours, and accepted', listed(hashOf(DOCUMENT)), statuses.acceptedBefore],
    ['another, and ours is refused', listed(hashOf('x')), statuses.correctedBefore],
    ['not shown yet, and ours waits', json({ invoices: [] }), statuses.correctedUnseen],
  ] as const)
    it(`may be the technical correction that KSeF has accepted (21166): ${what}`, async () => {
      ksef.script({ 'POST invoices': refused(21166), 'POST metadata': invoices });
      const answer = await send({ offline: { replaces: 'cd'.repeat(32) } });
      assert.deepEqual(withEnglish(answer.mapping), withEnglish(mapping));
      assert.equal(answer.legalId, mapping === statuses.acceptedBefore ? OTHER_NUMBER : undefined);
    });

  it('takes no technical correction once it is accepted (21167)', async () => {
    ksef.script({ 'POST invoices': refused(21167) });
    const { mapping } = await send({ offline: { replaces: 'cd'.repeat(32) } });
    assert.deepEqual(withEnglish(mapping), withEnglish(statuses.nothingToCorrect));
  });

  it('is looked up by the number in the text if the extensions are missing', async () => {
    const details = [
      `Faktura o numerze KSeF: ${OTHER_NUMBER} została już przesłana w sesji: ${OTHER_SESSION}`,
    ];
    ksef.script({
      'GET status': json(status(440, {}, { details })),
      'GET upo': xml(upo({ NumerKSeFDokumentu: OTHER_NUMBER })),
    });
    assert.equal((await rail.poll(aSentConsignment())).legalId, OTHER_NUMBER);
  });

  it('waits while KSeF does not show the original', async () => {
    const nothing = json({ hasMore: false, isTruncated: false, invoices: [] });
    ksef.script({ 'GET status': DUPLICATE, 'GET upo': refused(21178), 'POST metadata': nothing });
    assert.deepEqual(
      withEnglish((await rail.poll(aSentConsignment())).mapping),
      withEnglish(statuses.duplicateUnseen),
    );
  });

  it('opens a care row if the log-in may not read the original', async () => {
    const forbidden = json({ status: 403, reasonCode: 'missing-permissions' }, 403);
    ksef.script({ 'GET status': DUPLICATE, 'GET upo': refused(21178), 'POST metadata': forbidden });
    const { mapping } = await rail.poll(aSentConsignment());
    assert.deepEqual(
      withEnglish([mapping, mapping.opensCareAtOnce]),
      withEnglish([statuses.mayNotCompare, true]),
    );
  });
});

describe('an invoice whose answer was lost', () => {
  const lostInquiry = (own: Partial<Consignment> = {}) => {
    const { reference: _none, ...inquiry } = aSentConsignment(own);
    return inquiry;
  };
  const list = (invoices: readonly object[], continuationToken?: string) =>
    json({ invoices, continuationToken });

  it('is not held if its session does not list it', async () => {
    ksef.script({ 'GET invoices': list([status(200, { invoiceHash: hashOf('x') })]) });
    assert.deepEqual(withEnglish((await rail.ask(lostInquiry())).mapping), withEnglish(statuses.notHeld));
  });

  it('is found by its hash, with its reference and its end', async () => {
    ksef.script({ 'GET invoices': list([status(200, { invoiceHash: hashOf('x') }), ACCEPTED]) });
    const { mapping, reference, legalId, resumeToken } = await rail.ask(lostInquiry());
    assert.deepEqual(
      withEnglish([mapping, reference, legalId]),
      withEnglish([statuses.accepted, REFERENCE, KSEF_NUMBER]),
    );
    assert.deepEqual(JSON.parse(resumeToken ?? ''), { nip: NIP, session: SESSION });
  });

  it('has an unknown outcome if the list does not show it and has an entry that cannot be read', async () => {
    const { invoiceHash: _none, ...unreadable } = status(200) as { invoiceHash: string };
    for (const entry of [unreadable, null, 'x'])
      for (const [others, mapping] of [
        [[], statuses.notUnderstood],
        [[ACCEPTED], statuses.accepted],
      ] as const) {
        ksef.script({ 'GET invoices': list([entry as object, ...others]) });
        assert.deepEqual(withEnglish((await rail.ask(lostInquiry())).mapping), withEnglish(mapping));
      }
  });

  it('has an unknown outcome if the list does not end', async () => {
    ksef.script({ 'GET invoices': list([], 'next') });
    assert.deepEqual(
      withEnglish((await rail.ask(lostInquiry())).mapping),
      withEnglish(statuses.notUnderstood),
    );
  });

  it('is found on the next page', async () => {
    ksef.script({ 'GET invoices': [list([], 'next'), list([status(150)])] });
    assert.deepEqual(withEnglish((await rail.ask(lostInquiry())).mapping), withEnglish(statuses.inProgress));
  });

  it('is found in the session of an earlier try', async () => {
    const resumeToken = JSON.stringify({ nip: NIP, session: SESSION, before: [OTHER_SESSION] });
    ksef.script({ 'GET invoices': [list([]), list([status(150)])] });
    const answer = await rail.ask(lostInquiry({ resumeToken }));
    assert.deepEqual(withEnglish(answer.mapping), withEnglish(statuses.inProgress));
    assert.match(answer.resumeToken ?? '', new RegExp(OTHER_SESSION));
  });

  it('is the accepted one if the same file came twice', async () => {
    const twice = [status(440, { referenceNumber: 'x' }), ACCEPTED];
    ksef.script({ 'GET invoices': list(twice) });
    assert.deepEqual(withEnglish((await rail.ask(lostInquiry())).mapping), withEnglish(statuses.accepted));
  });

  for (const [what, invoicingDate, isOurs] of [
    ['is not an earlier try that was refused a day before', '2026-03-01T09:00:00Z', false],
    ['is not an earlier try that was refused six minutes before', '2026-03-02T08:54:00Z', false],
    ['is what was refused a minute before, by a clock that differs', '2026-03-02T08:59:00Z', true],
  ] as const)
    it(what, async () => {
      ksef.script({ 'GET invoices': list([status(450, { invoicingDate })]) });
      const { mapping } = await rail.ask(lostInquiry());
      assert.equal(mapping === statuses.notHeld, !isOurs, mapping.networkStatus);
      assert.equal(mapping.meaning === 'refused', isOurs, mapping.networkStatus);
    });

  it('takes a permit for each call', async () => {
    ksef.script({ 'GET invoices': list([], 'next') });
    assert.deepEqual(
      withEnglish((await rail.ask(lostInquiry({ acquirePermit: async () => false }))).mapping),
      withEnglish(statuses.tooMany),
    );
    assert.equal(ksef.count('GET invoices'), 1);
  });
});

describe('the receipt of KSeF', () => {
  const fetched = (own: Partial<Consignment> = {}) =>
    rail.receipt(aSentConsignment({ legalId: KSEF_NUMBER, ...own }));

  it('is that of the invoice', async () => {
    const { mapping, receipt } = await fetched();
    assert.deepEqual(withEnglish([mapping, receipt?.kind]), withEnglish([statuses.receipt, 'upo']));
    assert.equal(Buffer.from(receipt?.bytes ?? []).toString(), upo());
  });

  it('is that page of the session that names the invoice if the invoice has none', async () => {
    const other = upo({ NumerKSeFDokumentu: OTHER_NUMBER });
    ksef.script({
      'GET upo': [refused(21178), xml(other), xml(upo())],
      'GET sessions': json({
        status: { code: 200, description: 'x' },
        upo: {
          pages: ['2C', '3D'].map((end) => ({ referenceNumber: `20261121-EU-319D7EE000-B67F415CDC-${end}` })),
        },
      }),
    });
    assert.deepEqual(withEnglish((await fetched()).mapping), withEnglish(statuses.receipt));
  });

  it('is fetched again while there is none', async () => {
    ksef.script({
      'GET upo': refused(21178),
      'GET sessions': json({ status: { code: 100, description: 'x' } }),
    });
    assert.deepEqual(withEnglish((await fetched()).mapping), withEnglish(statuses.noReceiptYet));
  });
});

describe('a log-in at KSeF by certificate', () => {
  it('answers the challenge with a signed request, for the seller', async () => {
    const { key, pem } = await identity();
    const { credential } = aPolishConsignment();
    const value = JSON.stringify({ certificate: pem, private_key: key });
    const { mapping } = await send({ credential: { ...credential, kind: 'ksef-certificate', value } });
    assert.deepEqual(withEnglish(mapping), withEnglish(statuses.taken));
    const { body = '' } = ksef.last('POST xades-signature') ?? {};
    assert.match(body, new RegExp(`<Nip>${NIP}</Nip>[^]*<ds:SignatureValue>`));
    assert.ok(!ksef.calls.includes('POST ksef-token'));
  });

  it('reads a key with a passphrase, and only the key of the certificate', async () => {
    const { key, pem } = await identity();
    const locked = createPrivateKey(key).export({
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: 'secret',
    });
    const { credential } = aPolishConsignment();
    const reads = (value: object): boolean =>
      rail.canReadCredential({ ...credential, kind: 'ksef-certificate', value: JSON.stringify(value) });
    assert.ok(reads({ certificate: pem, private_key: locked, passphrase: 'secret' }));
    assert.ok(!reads({ certificate: pem, private_key: locked, passphrase: 'wrong' }));
    assert.ok(!reads({ certificate: pem, private_key: locked }));
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    assert.ok(!reads({ certificate: pem, private_key: other.export({ type: 'pkcs8', format: 'pem' }) }));
  });
});

describe('a warning of KSeF', () => {
  it('is logged once an hour for each text', async () => {
    const warned: unknown[] = [];
    const warning = loggingRail(ksef, (fields) => void warned.push(fields['warning']));
    const headers = { 'X-System-Warning': '[sig-001]: the format ends | [x-1]: more' };
    ksef.script({ 'GET status': { ...json(ACCEPTED), headers } });
    await warning.poll(aSentConsignment());
    await warning.poll(aSentConsignment());
    assert.deepEqual(warned, ['[sig-001]: the format ends', '[x-1]: more']);
    ksef.clock.advance(3_600_000);
    await warning.poll(aSentConsignment());
    assert.equal(warned.length, 4);
  });
});

/** Tokens that hold for years, by whichever clock. */
const longLived = changed(({ accessToken, refreshToken }) => ({
  accessToken: { ...(accessToken as Token), validUntil: FAR },
  refreshToken: { ...(refreshToken as Token), validUntil: FAR },
}));

describe('the end of tokens', () => {
  // The simulated KSeF goes by its own clock.
  beforeEach(() => ksef.script({ 'POST redeem': longLived }));

  const remarksOf = async (one: Consignment, caller = ksef.rail()): Promise<readonly string[]> => {
    const { remarks = [] } = await caller.poll(one);
    return remarks.map(
      ({ code, owner, message }) => `${code} ${owner} ${/2026-12-31: .*/.exec(english(message))?.[0]}`,
    );
  };

  it('opens a care row with one accepted invoice a week, with the days that are left', async () => {
    const one = aSentConsignment();
    const caller = ksef.rail();
    ksef.clock.advance(Date.parse('2026-11-24T12:00:00Z') - ksef.clock.now().getTime());
    assert.deepEqual(await remarksOf(one, caller), ['EI-TOKEN-ENDS client 2026-12-31: 37 days are left.']);
    assert.deepEqual(await remarksOf(one, caller), []);
    ksef.clock.advance(7 * 24 * 3_600_000);
    assert.deepEqual(await remarksOf(one, caller), ['EI-TOKEN-ENDS client 2026-12-31: 30 days are left.']);
  });

  it('opens no care row for the token of the sandbox', async () => {
    const credential = { ...aSentConsignment().credential, id: null };
    assert.deepEqual(await remarksOf(aSentConsignment({ credential })), []);
  });
});

describe('a warning about the signature of a log-in', () => {
  const WARNING = '[sig-001]: the format fits no profile | [x-1]: more';
  const polledOn = async (
    one: Consignment,
    { warning = '', until = FAR, caller = ksef.rail() } = {},
  ): Promise<readonly string[]> => {
    const validUntil = { validUntil: until };
    ksef.script({
      'POST ksef-token': changed((body) => body, { 'X-System-Warning': warning }),
      'POST redeem': changed(({ accessToken, refreshToken }) => ({
        accessToken: { ...(accessToken as Token), ...validUntil },
        refreshToken: { ...(refreshToken as Token), ...validUntil },
      })),
    });
    const { remarks: all = [] } = await caller.poll(one);
    const remarks = all.filter(({ code }) => code === 'EI-LOG-IN-WARNING');
    return remarks.map(({ code, owner, opensCareAtOnce, message }) =>
      [code, owner, opensCareAtOnce === true, /It says: "(.*)"$/.exec(english(message))?.[1]].join(' '),
    );
  };
  const TOLD = 'EI-LOG-IN-WARNING us true [sig-001]: the format fits no profile';

  it('opens a care row with one accepted invoice a day, also after a restart', async () => {
    const one = aSentConsignment();
    const caller = ksef.rail();
    assert.deepEqual(await polledOn(one, { warning: WARNING, caller }), [TOLD]);
    assert.deepEqual(await polledOn(one, { caller }), []);
    ksef.clock.advance(24 * 3_600_000);
    assert.deepEqual(await polledOn(one, { caller }), [TOLD]);
    assert.deepEqual(await polledOn(one), [TOLD]);
  });

  it('is not reported for other companies, for other warnings, and after a log-in without it', async () => {
    const one = aSentConsignment();
    const until = new Date(ksef.clock.now().getTime() + 3_600_000).toISOString();
    assert.deepEqual(await polledOn(one, { warning: WARNING, until }), [TOLD]);
    assert.deepEqual(await polledOn(aSentConsignment()), []);
    assert.deepEqual(await polledOn(aSentConsignment(), { warning: '[x-1]: more' }), []);
    ksef.clock.advance(3_600_000);
    assert.deepEqual(await polledOn(one), []);
  });
});

const loggingRail = (server: KsefNetwork, warn: (fields: LogFields) => void): PlKsefRail =>
  server.rail(server.clock, undefined, { log: { warn } });
