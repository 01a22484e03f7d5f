import assert from 'node:assert/strict';
import type { Outbound } from '../../../../src/ports/outbound.ts';
import { found, setUp, toDueTime, workerOn, type World } from '../../../application/sending/world.ts';
import { rowsFor } from '../../../support/volume.ts';
import { PatientClient } from '../../../sandbox/patient-client.ts';
import { attachedInvoice } from '../../../sandbox/pl-ksef/invoices.ts';
import { type Canned, json, pass, type Script, takenBut } from '../../../sandbox/scripted-network.ts';
import {
  ACCEPTED,
  aPolishConsignment,
  DOCUMENT,
  hashOf,
  ISSUE_DATE,
  KSEF_NUMBER,
  KsefNetwork,
  NIP,
  OPENED,
  OTHER_NUMBER,
  refused,
  status,
  TAKEN,
  upo,
  xml,
} from './ksef.ts';

const ksef = new KsefNetwork();
before(() => ksef.start());
after(() => ksef.close());

const MAX_BYTES = 100_000;

const network = new PatientClient();
/** The real client with a lower limit; bad-answers.test.ts reads the rail's 20 MB. */
const client: Outbound = {
  call: (request) => network.call({ ...request, maxBytes: Math.min(request.maxBytes, MAX_BYTES) }),
  reasonAgainst: (url) => network.reasonAgainst(url),
};

const PAGE: Canned = { headers: { 'Content-Type': 'text/html' }, body: '<!DOCTYPE html><html>x</html>' };
const EMPTY = json({ invoices: [] });

/** Bad answers to any call. */
const BAD: readonly (readonly [what: string, answer: Canned])[] = [
  ['a page', PAGE],
  ['nothing', { body: '' }],
  ['half an answer', { body: '{"referenceNumber": "2026' }],
  ['a list', json([])],
  ['wrong types', json({ referenceNumber: 7, invoiceHash: {}, status: 'ok', invoices: 'x' })],
  ['bytes that are not UTF-8', { body: Buffer.from([0x7b, 0xff, 0xfe]) }],
  ['more bytes than the limit', { body: `"${'x'.repeat(MAX_BYTES)}"` }],
  ['an answer that does not end', { body: '{', fault: 'stalled' }],
  ['no answer', undefined],
  ['a redirect', { status: 302, headers: { Location: 'http://127.0.0.1:1/' } }],
  ['500', json({ exception: {} }, 500)],
  ['502 as a page', { ...PAGE, status: 502 }],
  ['429', { status: 429, headers: { 'Retry-After': '7' } }],
  ['403', json({ status: 403, reasonCode: 'missing-permissions' }, 403)],
  ['401: the token has expired', { status: 401 }],
];

/** After such an answer to a send, only KSeF's list shows whether KSeF took the invoice. */
async function anInvoice(document = DOCUMENT): Promise<World> {
  const own = { route: 'PL-KSEF', invoiceNumber: 'F-1', issueDate: ISSUE_DATE } as const;
  const world = await setUp(undefined, own, new TextEncoder().encode(document));
  const { addressing, credential } = aPolishConsignment();
  return { ...world, addressing, credential };
}

const DAYS = 2;

/** Runs until nothing is due, or for two days. */
async function run(world: World): Promise<void> {
  const rail = ksef.rail(world.clock, client);
  const until = world.clock.now().getTime() + DAYS * 86_400_000;
  while ((await found(world)).dueAt && world.clock.now().getTime() < until) {
    await toDueTime(world);
    await workerOn(world, { ...world, rail }).run(world.id, 'PL-KSEF');
    // Longer than any wait of an adapter, so that two days are few status inquiries.
    if ((await found(world)).state !== 'queued') world.clock.advance(2 * 3_600_000);
  }
}

const sends = (): number => ksef.count('POST invoices');

async function endOf(world: World): Promise<string> {
  const { state, care } = await found(world);
  // Every invoice that is sent by a token has a row about the end of tokens.
  const open = care.filter(({ handledAt, code }) => !handledAt && code !== 'EI-TOKEN-ENDS');
  return [state, ...open.map(({ code }) => code)].join(' ');
}

const hasReceipt = async (world: World): Promise<boolean> =>
  (await found(world)).documents.some(({ kind }) => kind === 'upo');

/** The calls that go to the simulator, unless they are scripted. */
const SIMULATED: Script = { 'GET status': pass, 'GET upo': pass };
/** An invoice under the fixed numbers of the scripted receipts. */
const UNDER_FIXED_NUMBERS: Script = {
  'POST online': OPENED,
  'POST invoices': TAKEN,
  'GET status': json(ACCEPTED),
};

async function deliver(answers: Script): Promise<World> {
  await ksef.control('reset', {});
  ksef.script({ ...SIMULATED, ...answers });
  const world = await anInvoice();
  await run(world);
  return world;
}

describe('an invoice that meets one bad answer of KSeF', () => {
  for (const [n, call] of ['POST online', 'POST invoices', 'GET status', 'GET upo'].entries())
    for (const [what, answer] of rowsFor(BAD, n))
      it(`is accepted, was sent once and has its receipt: ${what} to ${call}`, async () => {
        // KSeF surely takes no invoice for which it answers so: it is sent again.
        const isNotTaken = /^(429|40[13])/.test(what);
        const bad = call === 'POST invoices' && !isNotTaken ? takenBut(answer) : answer;
        const world = await deliver({ [call]: [bad, pass] });
        assert.deepEqual([await endOf(world), await hasReceipt(world)], ['accepted', true]);
        assert.equal(sends(), call === 'POST invoices' && isNotTaken ? 2 : 1);
        assert.ok(ksef.count(call) > 0);
      });
});

describe('an invoice that meets only bad answers of KSeF', () => {
  const ALWAYS = BAD.filter(([name]) => name !== '429');
  for (const [what, answer] of rowsFor(ALWAYS, 4)) {
    it(`is given up with a reason, and sent again only after two empty lists: ${what} to the send`, async () => {
      const world = await deliver({ 'POST invoices': answer, 'GET invoices': EMPTY });
      assert.match(await endOf(world), /^dead_letter (EI-\S+ ?)+$/);
      // The rail renews a refused token once per send.
      assert.ok(sends() <= (what.startsWith('401') ? 12 : 6), `${sends()} sends`);
    });

    it(`was sent once, and a care row opens: ${what} to the list, after a lost answer`, async () => {
      const world = await deliver({ 'POST invoices': takenBut(undefined), 'GET invoices': answer });
      assert.match(await endOf(world), /^(dead_letter|submitting).* EI-/);
      assert.equal(sends(), 1);
    });

    it(`stays submitted, and a care row opens: ${what} to the status`, async () => {
      const world = await deliver({ 'GET status': answer });
      assert.match(await endOf(world), /^submitted .*EI-/);
      assert.equal(sends(), 1);
    });

    it(`is accepted without a receipt, and a care row opens: ${what} to the receipt`, async () => {
      const world = await deliver({ 'GET upo': answer });
      assert.match(await endOf(world), /^accepted .*EI-/);
      assert.deepEqual([await hasReceipt(world), sends()], [false, 1]);
    });
  }

  for (const [what, body] of [
    ['another file', upo({ SkrotDokumentu: hashOf('x') })],
    ['another number', upo({ NumerKSeFDokumentu: OTHER_NUMBER })],
  ] as const)
    it(`has no receipt if the answer is ${what}`, async () => {
      const world = await deliver({ ...UNDER_FIXED_NUMBERS, 'GET upo': xml(body) });
      assert.deepEqual(
        [await endOf(world), await hasReceipt(world)],
        ['accepted EI-ROUTE-ANSWER EI-RECEIPT-OVERDUE', false],
      );
    });
});

const SESSION_OF_THE_FIRST = '20261120-SO-2F14610000-242991F8C9-B5';
const extensions = {
  originalKsefNumber: KSEF_NUMBER,
  originalSessionReferenceNumber: SESSION_OF_THE_FIRST,
};
const IN_ENGLISH = `Duplicate of an invoice with KSeF number ${KSEF_NUMBER}, session ${SESSION_OF_THE_FIRST}.`;
const metadataOf = (hash: string) =>
  json({
    invoices: [
      { invoiceHash: hash, ksefNumber: KSEF_NUMBER, invoiceNumber: 'F-1', seller: { nip: '5265877635' } },
    ],
  });

describe('an invoice that KSeF reports as a duplicate', () => {
  const OURS = xml(upo());
  const THEIRS = xml(upo({ SkrotDokumentu: hashOf('x') }));
  const ROWS: readonly (readonly [string, object, Script, string])[] = [
    ['the same bytes', { extensions }, { 'GET upo': OURS }, 'accepted'],
    ['other bytes', { extensions }, { 'GET upo': THEIRS }, 'rejected KSEF-440'],
    ['the same bytes, in English, without extensions', { details: [IN_ENGLISH] }, { 'GET upo': OURS }, 'accepted'],
    ['other bytes, in English, without extensions', { details: [IN_ENGLISH] }, { 'GET upo': THEIRS }, 'rejected KSEF-440'],
    ['the same bytes, found by the metadata', {}, { 'GET upo': OURS, 'POST metadata': metadataOf(hashOf(DOCUMENT)) }, 'accepted'],
    ['other bytes, found by the metadata', {}, { 'POST metadata': metadataOf(hashOf('x')) }, 'rejected KSEF-440'],
    ['an original that KSeF never shows', {}, { 'POST metadata': json({ invoices: [] }) }, 'submitted EI-STATUS-OVERDUE'],
  ]; // prettier-ignore
  for (const [what, details, answers, end] of ROWS)
    it(`is ${end}: ${what}`, async () => {
      const world = await deliver({
        ...UNDER_FIXED_NUMBERS,
        'GET status': json(status(440, {}, details)),
        ...answers,
      });
      const { legalId, errors } = await found(world);
      assert.equal((await endOf(world)).replace(' EI-RECEIPT-OVERDUE', ''), end);
      // The hint asks the sender for another number.
      assert.deepEqual(
        errors.map(({ senderCanFix }) => senderCanFix),
        end === 'rejected KSEF-440' ? [true] : [],
      );
      assert.equal(legalId, end === 'accepted' ? KSEF_NUMBER : null);
      assert.equal(sends(), 1);
    });
});

describe('an invoice with an attachment whose upload fails', () => {
  const BATCH = '20261121-SB-2F14610000-242991F8C9-B4';

  for (const [what, answer] of [
    ['403', { status: 403 }],
    ['500', { status: 500 }],
    ['no answer', undefined],
  ] as const)
    it(`is tried on the schedule of failures, then given up with a care row: ${what}`, async () => {
      await ksef.control('reset', {});
      const upload = { ordinalNumber: 1, method: 'PUT', url: `${ksef.url}/storage/1`, headers: {} };
      const opened = json({ referenceNumber: BATCH, partUploadRequests: [upload] }, 201);
      ksef.script({ 'POST batch': opened, 'PUT 1': answer });
      const world = await anInvoice(attachedInvoice('F-1', { issueDate: ISSUE_DATE, seller: NIP }));
      await run(world);
      assert.equal(await endOf(world), 'dead_letter EI-ROUTE-UNAVAILABLE');
      assert.equal(ksef.count('POST batch'), 6, 'batch sessions');
    });
});

describe('an invoice whose session or log-in ends during the send', () => {
  for (const code of [21155, 21173, 21180, 21184])
    it(`is sent in a new session: ${code}`, async () => {
      const world = await deliver({ 'POST invoices': [refused(code), pass] });
      assert.deepEqual([await endOf(world), sends()], ['accepted', 2]);
      assert.equal(ksef.count('POST online'), 2);
    });

  it('is given up if no session takes it', async () => {
    const world = await deliver({ 'POST invoices': refused(21180) });
    assert.equal(await endOf(world), 'dead_letter EI-ROUTE-UNAVAILABLE');
  });

  it('is sent with a renewed log-in, or with a new one if the renewal fails', async () => {
    const world = await deliver({
      'POST invoices': [{ status: 401 }, pass],
      'POST refresh': { status: 401 },
    });
    assert.deepEqual([await endOf(world), sends()], ['accepted', 2]);
  });
});
