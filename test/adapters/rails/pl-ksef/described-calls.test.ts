import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { PlKsefRail } from '../../../../src/adapters/rails/pl-ksef/pl-ksef-rail.ts';
import type { Consignment, Inquiry } from '../../../../src/ports/rail/inquiry.ts';
import type { RailAnswer } from '../../../../src/ports/rail/rail-answer.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { memoryStores } from '../../../support/memory-stores.ts';
import { aCertificate, seal } from '../../../sandbox/pl-ksef/certificates.ts';
import { assertCallDescribed } from '../../../sandbox/pl-ksef/description.ts';
import { attachedInvoice, invoice } from '../../../sandbox/pl-ksef/invoices.ts';
import { aSandbox, type TestSandbox } from '../../../sandbox/running.ts';
import { describeByReference } from '../../../support/reference-data.ts';
import { DescribedOutbound, EXPORTED, LINK, PART } from './described-outbound.ts';
import { aPolishConsignment, NIP } from './ksef.ts';
import { keptSessions } from '../../../fakes/kept-sessions.ts';

/** Every call of the service to KSeF but those about collective identifiers, which the published description (API 2.6) does not have. */
const CALLS = [
  'GET /auth/{referenceNumber}',
  'GET /invoices/exports/{referenceNumber}',
  'GET /invoices/ksef/{ksefNumber}',
  'GET /permissions/attachments/status',
  'GET /rate-limits',
  'GET /security/public-key-certificates',
  'GET /sessions/{referenceNumber}',
  'GET /sessions/{referenceNumber}/invoices',
  'GET /sessions/{referenceNumber}/invoices/ksef/{ksefNumber}/upo',
  'GET /sessions/{referenceNumber}/invoices/{invoiceReferenceNumber}',
  'GET /sessions/{referenceNumber}/upo/{upoReferenceNumber}',
  'POST /auth/challenge',
  'POST /auth/ksef-token',
  'POST /auth/token/redeem',
  'POST /auth/token/refresh',
  'POST /auth/xades-signature',
  'POST /invoices/exports',
  'POST /invoices/query/metadata',
  'POST /sessions/batch',
  'POST /sessions/batch/{referenceNumber}/close',
  'POST /sessions/online',
  'POST /sessions/online/{referenceNumber}/close',
  'POST /sessions/online/{referenceNumber}/invoices',
  EXPORTED,
  LINK,
  PART,
].toSorted();

/** No other invoice here names it. */
const BUYER = '8943100558';
const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

describeByReference('each call of the service to KSeF', () => {
  let sandbox: TestSandbox;
  let outbound: DescribedOutbound;
  let rail: PlKsefRail;
  let clock: FakeClock;
  let number = 0;
  before(async () => {
    sandbox = await aSandbox({ limits: 'off', stepMs: 1 });
    outbound = new DescribedOutbound(`${sandbox.url}/ksef/v2`);
    clock = new FakeClock(new Date());
    const sessions = keptSessions(clock);
    rail = new PlKsefRail(
      { outbound, sessions, caps: memoryStores().caps, clock },
      {
        url: `${sandbox.url}/ksef/v2`,
        qrUrl: 'https://qr.example',
        logInPauseMs: 5,
        // Parts are small, so that there are several.
        batches: { fromWaitMs: 1, gatherMs: 1, partBytes: 500 },
      },
    );
  });
  after(() => sandbox.stop());

  /** A consignment of a file that KSeF accepts. */
  function consignment(own: Partial<Consignment> = {}, xml = invoice(`D-${(number += 1)}`)): Consignment {
    const bytes = new TextEncoder().encode(xml);
    const invoiceNumber = /<P_2>([^<]*)/.exec(xml)?.[1] ?? '';
    const documentSha256 = createHash('sha256').update(bytes).digest('hex');
    return aPolishConsignment({ bytes, invoiceNumber, documentSha256, startedAt: new Date(), ...own });
  }

  async function send(given: Consignment): Promise<Inquiry> {
    const prepared = await rail.prepare(given);
    assert.ok(!('mapping' in prepared), JSON.stringify(prepared));
    const { reference } = await rail.send({ ...given, ...prepared });
    return { ...given, ...prepared, ...(reference !== undefined && { reference }) };
  }

  async function pollToEnd(inquiry: Inquiry): Promise<RailAnswer> {
    for (;;) {
      const answer = await rail.poll(inquiry);
      if (answer.mapping.meaning !== 'held') return answer;
      // The rail reuses the status of a batch for a moment.
      clock.advance(SECOND_MS);
    }
  }

  it('is described, and so is its answer: by token, from the first call to the receipt', async () => {
    const inquiry = await send(consignment());
    const { mapping, legalId } = await pollToEnd(inquiry);
    assert.equal(mapping.meaning, 'accepted');
    assert.equal((await rail.receipt({ ...inquiry, legalId: legalId! })).mapping.meaning, 'receipt');
  });

  it('is described: by certificate', async () => {
    const { certificate, key } = await aCertificate(seal(NIP), 'P-256');
    const value = JSON.stringify({ certificate, private_key: key });
    const credential = { client: 'acme', id: 'crd_seal', kind: 'ksef-certificate', value } as const;
    assert.equal((await pollToEnd(await send(consignment({ credential })))).mapping.meaning, 'accepted');
  });

  it('is described: the inquiry after a lost answer', async () => {
    const { reference: _lost, ...inquiry } = await send(consignment());
    assert.ok((await rail.ask(inquiry)).reference !== undefined);
  });

  it('is described: the look-up of a duplicate, by its receipt and by its metadata', async () => {
    const first = consignment();
    await pollToEnd(await send(first));
    const again = await send({ ...first, credential: consignment().credential });
    assert.equal((await pollToEnd(again)).mapping.networkStatus, 'KSEF 440 ours');
    outbound.instead.set('GET /sessions/{referenceNumber}/invoices/ksef/{ksefNumber}/upo', [21_178]);
    await pollToEnd(again);
  });

  it('is described: whether the seller may send attachments', async () => {
    const attached = attachedInvoice(`D-${(number += 1)}`, { seller: NIP });
    assert.ok('resumeToken' in (await rail.prepare(consignment({}, attached))));
  });

  it('is described: a batch, from its announcement to the receipts', async () => {
    const { credential } = consignment();
    const resumeToken = JSON.stringify({ nip: NIP, session: 'an-online-one' });
    const aConsignment = (): Consignment =>
      consignment({ credential, resumeToken }, invoice(`D-${(number += 1)}`, { seller: NIP }));
    const all = [aConsignment(), aConsignment(), aConsignment()] as const;
    const batch = await rail.batches!.open(all);
    assert.ok(!('mapping' in batch), JSON.stringify(batch));
    assert.equal((await batch.send()).mapping.networkStatus, 'batch closed');
    assert.ok(outbound.calls.filter((call) => call === PART).length > 1);
    for (const one of all) {
      const inquiry = { ...one, resumeToken: batch.resumeToken };
      const { mapping, legalId } = await pollToEnd(inquiry);
      assert.equal(mapping.meaning, 'accepted');
      while ((await rail.receipt({ ...inquiry, legalId: legalId! })).mapping.meaning !== 'receipt');
    }
  });

  it('is described: the receipt of a session', async () => {
    const inquiry = await send(consignment());
    const { legalId } = await pollToEnd(inquiry);
    await renewSession(inquiry);
    outbound.instead.set(LINK, [21_178, 21_178]);
    outbound.instead.set('GET /sessions/{referenceNumber}/invoices/ksef/{ksefNumber}/upo', [21_178]);
    assert.equal((await rail.receipt({ ...inquiry, legalId: legalId! })).mapping.meaning, 'receipt');
  });

  /** Renews the session; the one before is closed a little later. By then the token has expired, too. */
  async function renewSession({ credential }: Inquiry): Promise<void> {
    clock.advance(11.9 * HOUR_MS);
    await send(consignment({ credential }));
    clock.advance(HOUR_MS / 4);
    await send(consignment({ credential }));
  }

  it('is described: received invoices, a few by their numbers and many by an export', async () => {
    const { credential } = aPolishConsignment();
    let after: string | null = null;
    const taken: string[] = [];
    const deposit = async (name: string, count: number): Promise<void> => {
      for (let n = 0; n < count; n += 1)
        await fetch(`${sandbox.url}/control/inbound?route=PL-KSEF&recipient=${BUYER}`, {
          method: 'POST',
          body: invoice(`${name}-${n}`).replace('7352765225', BUYER),
        });
    };
    const collectAll = async (count: number): Promise<void> => {
      for (const until = Date.now() + 60_000; taken.length < count && Date.now() < until;) {
        const page = await rail.receiving.fetch({
          ...{ credential, recipient: BUYER, after },
          isKnown: async (railId) => taken.includes(railId),
          take: async ({ railId }) => void taken.push(railId),
          now: new Date(),
        });
        assert.ok(page && 'documents' in page, JSON.stringify(page));
        taken.push(...page.documents.map(({ railId }) => railId));
        after = page.next ?? after;
      }
      assert.equal(new Set(taken).size, count);
    };
    await deposit('FEW', 2);
    await collectAll(2);
    await deposit('MANY', 20);
    await collectAll(22);
  });

  it('is in the list', () => assert.deepEqual([...new Set(outbound.calls)].toSorted(), CALLS));
});

describeByReference('a call that KSeF does not describe', () => {
  const PATH = '/sessions/20261121-SO-2F14610000-242991F8C9-B4/invoices';
  for (const [what, request] of [
    ['an unknown path', { method: 'GET', path: '/session' }],
    ['another method', { method: 'POST', path: '/auth/challenge/x' }],
    ['an unknown member of the query', { method: 'GET', path: `${PATH}?page=1` }],
    ['a page that is too large', { method: 'GET', path: `${PATH}?pageSize=1001` }],
    ['a body for a call without one', { method: 'POST', path: '/auth/challenge', body: '{}' }],
    [
      'a body of another type',
      { method: 'POST', path: '/sessions/online', body: '<a/>', type: 'application/xml' },
    ],
    ['a body without its members', { method: 'POST', path: '/sessions/online', body: '{}' }],
    ['an unknown member', { method: 'POST', path: '/auth/ksef-token', body: JSON.stringify({ more: 1 }) }],
  ] as const)
    it(`is found: ${what}`, () => {
      const { type = 'application/json', body } = { body: undefined, ...request } as {
        type?: string;
        body?: string;
      };
      assert.throws(() => assertCallDescribed({ ...request, headers: { 'content-type': type }, body }));
    });
});
