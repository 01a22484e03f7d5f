import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { OutboundClient } from '../../../../src/adapters/outbound/outbound-client.ts';
import { PlKsefRail } from '../../../../src/adapters/rails/pl-ksef/pl-ksef-rail.ts';
import { NodeDigests } from '../../../../src/adapters/system/node-digests.ts';
import { KeptSessions } from '../../../../src/application/delivery/kept-sessions.ts';
import type { Outbound, OutboundAnswer, OutboundRequest } from '../../../../src/ports/outbound.ts';
import type { Consignment, Inquiry, RailAnswer } from '../../../../src/ports/rail.ts';
import { FakeCaps } from '../../../fakes/caps.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { FakeContentStore } from '../../../fakes/content-store.ts';
import { FakeSessionRows } from '../../../fakes/session-rows.ts';
import { aCertificate, seal } from '../../../sandbox/pl-ksef/certificates.ts';
import { holdCallToDescription, holdToDescription } from '../../../sandbox/pl-ksef/description.ts';
import { invoice } from '../../../sandbox/pl-ksef/invoices.ts';
import { aSandbox, type TestSandbox } from '../../../sandbox/running.ts';
import { describeByReference } from '../../../support/reference-data.ts';
import { aPolishConsignment, NIP } from './ksef-server.ts';

/** Lets every call through, and holds it and its answer to the published description. */
class HeldOutbound implements Outbound {
  readonly calls: string[] = [];
  /** In place of the next answer to such a call. */
  readonly instead = new Map<string, number>();
  readonly #wanted: (Upload & { readonly part: Batch['batchFile']['fileParts'][number] })[] = [];
  readonly #client = new OutboundClient();
  readonly #base: string;

  constructor(base: string) {
    this.#base = base;
  }

  async call(request: OutboundRequest): Promise<OutboundAnswer> {
    const { method, url, headers = {}, body } = request;
    if (method === 'PUT') return this.#put(request);
    const path = url.slice(this.#base.length);
    const lower = Object.fromEntries(
      Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text]),
    );
    const text = body?.length ? Buffer.from(body).toString() : undefined;
    const call = holdCallToDescription({ method, path, headers: lower, body: text });
    this.calls.push(call);
    const answer = await this.#client.call(request);
    if (answer.outcome !== 'answered') return answer;
    const said = Buffer.from(answer.body).toString();
    const type = answer.headers['content-type'] ?? '';
    const response = new Response(null, { status: answer.status, headers: { 'content-type': type } });
    const read: unknown = type.includes('json') ? JSON.parse(said) : said;
    holdToDescription(method, path, response, read);
    if (call === 'POST /sessions/batch') this.#announced(JSON.parse(text!) as Batch, read as Uploads);
    const code = this.instead.get(call);
    this.instead.delete(call);
    return code === undefined ? answer : { ...answer, status: 400, body: refusal(code) };
  }

  refusalOf(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  #announced({ batchFile }: Batch, { partUploadRequests }: Uploads): void {
    for (const { ordinalNumber, ...wanted } of partUploadRequests) {
      const part = batchFile.fileParts.find((each) => each.ordinalNumber === ordinalNumber);
      if (part) this.#wanted.push({ ...wanted, part });
    }
  }

  /** Described by the answer to its announcement: where to, with what, of which size and hash. */
  async #put(request: OutboundRequest): Promise<OutboundAnswer> {
    const { method, url, headers, body = new Uint8Array() } = request;
    const wanted = this.#wanted.find((each) => each.url === url);
    assert.ok(wanted, `${url} was not given`);
    assert.deepEqual({ method, headers }, { method: wanted.method, headers: wanted.headers });
    const fileHash = createHash('sha256').update(body).digest('base64');
    assert.deepEqual([body.length, fileHash], [wanted.part.fileSize, wanted.part.fileHash]);
    this.calls.push(PART);
    return this.#client.call(request);
  }
}

/** As it is announced. */
interface Batch {
  readonly batchFile: {
    readonly fileParts: readonly {
      readonly ordinalNumber: number;
      readonly fileSize: number;
      readonly fileHash: string;
    }[];
  };
}

interface Uploads {
  readonly partUploadRequests: readonly (Upload & { readonly ordinalNumber: number })[];
}

interface Upload {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const refusal = (code: number): Uint8Array => Buffer.from(JSON.stringify({ errors: [{ code }] }));

/** Goes to an address that the description leaves to KSeF. */
const PART = 'PUT (part of a batch)';

/** Every call that the service knows of KSeF. */
const CALLS = [
  'GET /auth/{referenceNumber}',
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
  'POST /invoices/query/metadata',
  'POST /sessions/batch',
  'POST /sessions/batch/{referenceNumber}/close',
  'POST /sessions/online',
  'POST /sessions/online/{referenceNumber}/close',
  'POST /sessions/online/{referenceNumber}/invoices',
  PART,
];

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

describeByReference('what the service asks KSeF', () => {
  let sandbox: TestSandbox;
  let outbound: HeldOutbound;
  let rail: PlKsefRail;
  let clock: FakeClock;
  let number = 0;
  before(async () => {
    sandbox = await aSandbox({ limits: 'off', stepMs: 1 });
    outbound = new HeldOutbound(`${sandbox.url}/ksef/v2`);
    clock = new FakeClock(new Date());
    const sessions = new KeptSessions({
      rows: new FakeSessionRows(),
      content: new FakeContentStore(),
      clock,
      digests: new NodeDigests(),
    });
    rail = new PlKsefRail(
      { outbound, sessions, caps: new FakeCaps(), clock },
      {
        url: `${sandbox.url}/ksef/v2`,
        qrUrl: 'https://qr.example',
        logInPauseMs: 5,
        // Small parts, so that there are several.
        batches: { fromWaitMs: 1, gatherMs: 1, partBytes: 500 },
      },
    );
  });
  after(() => sandbox.stop());

  /** Of a file that KSeF accepts. */
  function consignment(own: Partial<Consignment> = {}, xml = invoice(`D-${(number += 1)}`)): Consignment {
    const bytes = new TextEncoder().encode(xml);
    const invoiceNumber = /<P_2>([^<]*)/.exec(xml)?.[1] ?? '';
    const documentSha256 = createHash('sha256').update(bytes).digest('hex');
    return aPolishConsignment({ bytes, invoiceNumber, documentSha256, startedAt: new Date(), ...own });
  }

  async function sent(given: Consignment): Promise<Inquiry> {
    const prepared = await rail.prepare(given);
    assert.ok(!('word' in prepared), JSON.stringify(prepared));
    const { reference } = await rail.send({ ...given, ...prepared });
    return { ...given, ...prepared, ...(reference !== undefined && { reference }) };
  }

  async function ended(inquiry: Inquiry): Promise<RailAnswer> {
    for (;;) {
      const answer = await rail.poll(inquiry);
      if (answer.word.meaning !== 'held') return answer;
      // One look at a batch serves for a moment.
      clock.advance(SECOND_MS);
    }
  }

  it('is described, and so is what it hears: by token, from the first call to the receipt', async () => {
    const inquiry = await sent(consignment());
    const { word, legalId } = await ended(inquiry);
    assert.equal(word.meaning, 'accepted');
    assert.equal((await rail.receipt({ ...inquiry, legalId: legalId! })).word.meaning, 'receipt');
  });

  it('is described: by certificate', async () => {
    const { certificate, key } = await aCertificate(seal(NIP), 'P-256');
    const value = JSON.stringify({ certificate, private_key: key });
    const credential = { client: 'acme', id: 'crd_seal', kind: 'ksef-certificate', value } as const;
    assert.equal((await ended(await sent(consignment({ credential })))).word.meaning, 'accepted');
  });

  it('is described: whether it holds an invoice whose answer was lost', async () => {
    const { reference: _lost, ...inquiry } = await sent(consignment());
    assert.ok((await rail.ask(inquiry)).reference !== undefined);
  });

  it('is described: about an invoice that it holds already, by its receipt and by its metadata', async () => {
    const first = consignment();
    await ended(await sent(first));
    const again = await sent({ ...first, credential: consignment().credential });
    assert.equal((await ended(again)).word.sign, 'KSEF 440 ours');
    outbound.instead.set('GET /sessions/{referenceNumber}/invoices/ksef/{ksefNumber}/upo', 21_178);
    await ended(again);
  });

  it('is described: of a batch, from its announcement to the receipts', async () => {
    const { credential } = consignment();
    const memo = JSON.stringify({ nip: NIP, session: 'an-online-one' });
    const anOne = (): Consignment =>
      consignment({ credential, memo }, invoice(`D-${(number += 1)}`, { seller: NIP }));
    const all = [anOne(), anOne(), anOne()] as const;
    const batch = await rail.batches!.open(all);
    assert.ok(!('word' in batch), JSON.stringify(batch));
    assert.equal((await batch.send()).word.sign, 'batch closed');
    assert.ok(outbound.calls.filter((call) => call === PART).length > 1);
    for (const one of all) {
      const inquiry = { ...one, memo: batch.memo };
      const { word, legalId } = await ended(inquiry);
      assert.equal(word.meaning, 'accepted');
      while ((await rail.receipt({ ...inquiry, legalId: legalId! })).word.meaning !== 'receipt');
    }
  });

  it('is described: for the receipt of a session', async () => {
    const inquiry = await sent(consignment());
    const { legalId } = await ended(inquiry);
    await closed(inquiry);
    outbound.instead.set('GET /sessions/{referenceNumber}/invoices/ksef/{ksefNumber}/upo', 21_178);
    assert.equal((await rail.receipt({ ...inquiry, legalId: legalId! })).word.meaning, 'receipt');
  });

  /** Renews its session, which closes the one before a little later; by then its token has ended, too. */
  async function closed({ credential }: Inquiry): Promise<void> {
    clock.advance(11.9 * HOUR_MS);
    await sent(consignment({ credential }));
    clock.advance(HOUR_MS / 4);
    await sent(consignment({ credential }));
  }

  it('is all of this', () => assert.deepEqual([...new Set(outbound.calls)].toSorted(), CALLS));
});

describeByReference('a call that KSeF does not describe', () => {
  const PATH = '/sessions/20261121-SO-2F14610000-242991F8C9-B4/invoices';
  for (const [what, asked] of [
    ['an unknown path', { method: 'GET', path: '/session' }],
    ['another method', { method: 'POST', path: '/auth/challenge/x' }],
    ['an unknown member of the query', { method: 'GET', path: `${PATH}?page=1` }],
    ['a page that is too large', { method: 'GET', path: `${PATH}?pageSize=1001` }],
    ['a body where none is', { method: 'POST', path: '/auth/challenge', body: '{}' }],
    [
      'a body of another type',
      { method: 'POST', path: '/sessions/online', body: '<a/>', type: 'application/xml' },
    ],
    ['a body without its members', { method: 'POST', path: '/sessions/online', body: '{}' }],
    [
      'a member that nobody knows',
      { method: 'POST', path: '/auth/ksef-token', body: JSON.stringify({ more: 1 }) },
    ],
  ] as const)
    it(`is seen: ${what}`, () => {
      const { type = 'application/json', body } = { body: undefined, ...asked } as {
        type?: string;
        body?: string;
      };
      assert.throws(() => holdCallToDescription({ ...asked, headers: { 'content-type': type }, body }));
    });
});
