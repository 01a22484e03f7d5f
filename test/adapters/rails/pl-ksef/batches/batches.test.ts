import { withEnglish } from '../../../../support/words.ts';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { BatchPace } from '../../../../../src/adapters/rails/pl-ksef/batches/batch-sessions.ts';
import { PlKsefRail } from '../../../../../src/adapters/rails/pl-ksef/pl-ksef-rail.ts';
import { unnamed } from '../../../../../src/domain/sending/status-mapping.ts';
import { KSEF_STATUS_MAPPINGS as statuses } from '../../../../../src/adapters/rails/pl-ksef/status-mappings.ts';
import type { Outbound, OutboundRequest } from '../../../../../src/ports/outbound.ts';
import type { Consignment } from '../../../../../src/ports/rail/inquiry.ts';
import type { WireCall } from '../../../../../src/domain/sending/network-calls.ts';
import type { OpenBatch } from '../../../../../src/ports/rail/batches.ts';
import type { RailAnswer } from '../../../../../src/ports/rail/rail-answer.ts';
import { FakeClock } from '../../../../fakes/clock.ts';
import { memoryStores } from '../../../../support/memory-stores.ts';
import { attachedInvoice, invoice } from '../../../../sandbox/pl-ksef/invoices.ts';
import { aSandbox, posted, type TestSandbox } from '../../../../sandbox/running.ts';
import { json } from '../../../../sandbox/scripted-network.ts';
import {
  aPolishConsignment,
  aSentConsignment,
  KsefNetwork,
  NIP,
  REFERENCE,
  refused,
  status,
} from '../ksef.ts';
import { keptSessions } from '../../../../fakes/kept-sessions.ts';
import { PatientClient } from '../../../../sandbox/patient-client.ts';

/** The simulator counts its steps of 5 ms by the clock of the machine: it has long ended by then, whatever the machine's speed. */
const PROCESSED_MS = 200;

let network: TestSandbox;
before(async function () {
  network = await aSandbox({ stepMs: 5, limits: 'off' });
});
after(() => network.stop());

/** Passes calls on, except those that a test loses. */
class Wire implements Outbound {
  private readonly client = new PatientClient();
  readonly requests: OutboundRequest[] = [];
  decideFate: (request: OutboundRequest) => 'through' | 'lost' | 'lost after' | 'unreachable' = () =>
    'through';

  async call(request: OutboundRequest) {
    this.requests.push(request);
    const fate = this.decideFate(request);
    if (fate === 'unreachable') return { outcome: 'unreachable', reason: 'test' } as const;
    if (fate === 'lost') return { outcome: 'lost', reason: 'test' } as const;
    const answer = await this.client.call(request);
    return fate === 'through' ? answer : ({ outcome: 'lost', reason: 'test' } as const);
  }

  async reasonAgainst(): Promise<undefined> {
    return undefined;
  }

  count(part: RegExp): number {
    return this.requests.filter(({ method, url }) => part.test(`${method} ${url}`)).length;
  }
}

function aWorld({
  partBytes,
  batches = { fromWaitMs: 1, gatherMs: 1, ...(partBytes && { partBytes }) },
}: {
  readonly partBytes?: number;
  readonly batches?: BatchPace | null;
} = {}) {
  const [clock, wire] = [new FakeClock(), new Wire()];
  const { sessions: rows, caps } = memoryStores();
  const rail = (): PlKsefRail => {
    const sessions = keptSessions(clock, rows);
    return new PlKsefRail(
      { outbound: wire, sessions, caps, clock },
      {
        url: `${network.url}/ksef/v2`,
        qrUrl: 'https://qr.example',
        logInPauseMs: 5,
        ...(batches && { batches }),
      },
    );
  };
  return { clock, wire, rail: rail(), another: rail };
}
type World = ReturnType<typeof aWorld>;

let numbers = 0;
const aNumber = (ending = ''): string => `B-${(numbers += 1)}${ending}`;

function anInvoice(
  number: string,
  credential: Consignment['credential'],
  text = invoice(number, { seller: NIP }),
): Consignment {
  const bytes = new TextEncoder().encode(text);
  const documentSha256 = createHash('sha256').update(bytes).digest('hex');
  const resumeToken = JSON.stringify({ nip: NIP, session: 'an-online-one' });
  // The simulator uses the clock of the machine.
  return aPolishConsignment({
    bytes,
    documentSha256,
    credential,
    resumeToken: resumeToken,
    invoiceNumber: number,
    startedAt: new Date(),
  });
}

async function openBatch(world: World, invoices: readonly Consignment[]): Promise<OpenBatch> {
  const [first, ...more] = invoices as [Consignment, ...Consignment[]];
  const batch = await world.rail.batches!.open([first, ...more]);
  assert.ok(!('mapping' in batch), JSON.stringify(batch));
  return batch;
}

const credentialOf = (): Consignment['credential'] => aPolishConsignment().credential;

/** Polls until KSeF reports the end of the invoice. */
async function pollToEnd(
  world: World,
  one: Consignment,
  resumeToken: string,
  ask: 'poll' | 'ask' = 'poll',
): Promise<RailAnswer> {
  for (let polls = 0; ; polls += 1) {
    const answer = await world.rail[ask]({ ...one, resumeToken });
    if ((answer.mapping.meaning !== 'held' && answer.mapping.meaning !== 'later') || polls === 100)
      return answer;
    await pause(10);
    world.clock.advance(60_000);
  }
}

describe('invoices that go to KSeF in a batch', () => {
  it('lists the calls of its send where the sender collects them, also if another opened it', async () => {
    const world = aWorld();
    const [opener, sender]: WireCall[][] = [[], []];
    const batch = await openBatch(world, [anInvoice(aNumber(), { ...credentialOf(), calls: opener })]);
    const opening = world.wire.requests.splice(0);
    await batch.send(undefined, sender);
    assert.ok(opening.length > 0 && opening.every(({ calls }) => calls === opener));
    const sending = world.wire.requests.map(({ method, calls }) => [method, calls === sender]);
    assert.deepEqual(sending, [
      ['PUT', true],
      ['POST', true],
    ]);
  });

  it('are taken together, and each gets its own number and receipt', async () => {
    const world = aWorld();
    const credential = credentialOf();
    const invoices = [aNumber(), aNumber(), aNumber()].map((number) => anInvoice(number, credential));
    const batch = await openBatch(world, invoices);
    assert.deepEqual(withEnglish((await batch.send()).mapping), withEnglish(statuses.batchTaken));
    const numbersGiven = new Set<string>();
    for (const one of invoices) {
      const { mapping, legalId, reference } = await pollToEnd(world, one, batch.resumeToken);
      assert.deepEqual(withEnglish(mapping), withEnglish(statuses.accepted));
      assert.match(reference ?? '', /-EE-/);
      numbersGiven.add(legalId!);
      await pause(20);
      const { receipt } = await world.rail.receipt({
        ...one,
        resumeToken: batch.resumeToken,
        legalId: legalId!,
      });
      assert.ok(Buffer.from(receipt!.bytes).toString().includes(legalId!));
    }
    assert.equal(numbersGiven.size, 3);
    assert.equal(world.wire.count(/POST .*\/sessions\/online/), 0);
  });

  it('are declared as offline together, if the buyers have got them before', async () => {
    const world = aWorld();
    const credential = credentialOf();
    const resumeToken = JSON.stringify({ nip: NIP, session: 'x', offline: true });
    const invoices = [aNumber(), aNumber()].map((number) => ({
      ...anInvoice(number, credential),
      resumeToken,
    }));
    const batch = await openBatch(world, invoices);
    const opening = world.wire.requests.find(({ url }) => url.endsWith('/sessions/batch'));
    const body = JSON.parse(Buffer.from(opening?.body ?? '').toString()) as { offlineMode: boolean };
    assert.equal(body.offlineMode, true);
    await batch.send();
    const { raw } = await pollToEnd(world, invoices[0]!, batch.resumeToken);
    assert.equal((raw as { invoicingMode?: string }).invoicingMode, 'Offline');
  });

  it('are sent in parts if the archive is large', async () => {
    const world = aWorld({ partBytes: 1_000 });
    const credential = credentialOf();
    const invoices = [aNumber(), aNumber(), aNumber()].map((number) => anInvoice(number, credential));
    const batch = await openBatch(world, invoices);
    await batch.send();
    assert.ok(world.wire.count(/PUT/) > 2, `${world.wire.count(/PUT/)} parts`);
    for (const one of invoices)
      assert.deepEqual(
        withEnglish((await pollToEnd(world, one, batch.resumeToken)).mapping),
        withEnglish(statuses.accepted),
      );
  });

  it('end one by one, as single invoices do', async () => {
    const world = aWorld();
    const credential = credentialOf();
    const ends = [
      ['', statuses.accepted],
      ['-REJECT', unnamed(statuses.invalid)],
      ['-REJECT-410', statuses.noRights],
      ['-REJECT-415', statuses.noAttachments],
      ['-REJECT-430', unnamed(statuses.badFile)],
      ['-REJECT-435', statuses.notDecrypted],
      ['-DUPLICATE', statuses.duplicate],
      ['-CANCELLED', statuses.cancelled],
    ] as const;
    const invoices = ends.map(([ending]) => anInvoice(aNumber(ending), credential));
    const broken = anInvoice('X', credential, 'a file that is not an invoice');
    const batch = await openBatch(world, [...invoices, broken]);
    await batch.send();
    for (const [n, [ending, mapping]] of ends.entries())
      assert.deepEqual(
        withEnglish((await pollToEnd(world, invoices[n]!, batch.resumeToken)).mapping),
        withEnglish(mapping),
        ending,
      );
    assert.equal((await pollToEnd(world, broken, batch.resumeToken)).mapping.meaning, 'refused');
  });

  it('are accepted if KSeF took one of them before', async () => {
    const world = aWorld();
    const credential = credentialOf();
    const one = anInvoice(aNumber(), credential);
    const first = await openBatch(world, [one]);
    await first.send();
    const { legalId } = await pollToEnd(world, one, first.resumeToken);
    const second = await openBatch(world, [one, anInvoice(aNumber(), credential)]);
    await second.send();
    const again = await pollToEnd(world, one, second.resumeToken);
    assert.deepEqual(
      withEnglish([again.mapping, again.legalId]),
      withEnglish([statuses.acceptedBefore, legalId]),
    );
  });

  it('are looked up with few calls, whatever their number', async () => {
    const world = aWorld();
    const credential = credentialOf();
    const invoices = Array.from({ length: 30 }, () => anInvoice(aNumber(), credential));
    const batch = await openBatch(world, invoices);
    await batch.send();
    await pollToEnd(world, invoices[0]!, batch.resumeToken);
    await pause(PROCESSED_MS);
    world.clock.advance(60_000);
    world.wire.requests.length = 0;
    const answers = await Promise.all(
      invoices.map((one) => world.rail.poll({ ...one, resumeToken: batch.resumeToken })),
    );
    assert.deepEqual(
      withEnglish([...new Set(answers.map(({ mapping }) => mapping))]),
      withEnglish([statuses.accepted]),
    );
    assert.ok(world.wire.requests.length <= 2, `${world.wire.requests.length} calls`);
  });

  it('are at hand after a look for one of them, a duplicate excepted', async () => {
    const world = aWorld();
    const credential = credentialOf();
    const endings = ['', '-REJECT', '-DUPLICATE'] as const;
    const invoices = endings.map((ending) => anInvoice(aNumber(ending), credential));
    const batch = await openBatch(world, invoices);
    await batch.send();
    const atHand = (): readonly (RailAnswer | undefined)[] =>
      invoices.map((one) => world.rail.pollAtHand({ ...one, resumeToken: batch.resumeToken }));
    assert.deepEqual(withEnglish(atHand()), [undefined, undefined, undefined]);
    await pollToEnd(world, invoices[0]!, batch.resumeToken);
    await pause(PROCESSED_MS);
    world.clock.advance(60_000);
    await pollToEnd(world, invoices[0]!, batch.resumeToken);
    await pollToEnd(world, invoices[1]!, batch.resumeToken);
    // Long after the look: an end stays.
    world.clock.advance(86_400_000);
    world.wire.requests.length = 0;
    const [accepted, refusal, duplicate] = atHand();
    assert.deepEqual(
      withEnglish([accepted?.mapping, refusal?.mapping, duplicate, world.wire.requests.length]),
      withEnglish([statuses.accepted, unnamed(statuses.invalid), undefined, 0]),
    );
  });

  it('share a batch by company; an invoice of a failed batch is sent alone', async () => {
    const { rail } = aWorld();
    const groupOf = (resumeToken: object): string | undefined =>
      rail.batches!.groupOf(JSON.stringify(resumeToken));
    assert.equal(groupOf({ nip: NIP, session: 'x' }), NIP);
    assert.equal(groupOf({ nip: NIP, session: 'x', batch: { uploadUntil: 1 } }), undefined);
    assert.equal(groupOf({ nip: NIP, session: 'x', alone: true }), undefined);
    // A batch is declared as offline as a whole.
    assert.notEqual(groupOf({ nip: NIP, session: 'x', offline: true }), groupOf({ nip: NIP, session: 'x' }));
    const batch = JSON.stringify({
      nip: NIP,
      session: '20261121-SB-0000000000-0000000000-00',
      batch: { uploadUntil: 1 },
    });
    const prepared = await rail.prepare(aPolishConsignment({ resumeToken: batch }));
    assert.ok(!('mapping' in prepared));
    assert.equal(groupOf(JSON.parse(prepared.resumeToken) as object), undefined);
    const again = await rail.prepare(aPolishConsignment({ resumeToken: prepared.resumeToken }));
    assert.ok(!('mapping' in again) && groupOf(JSON.parse(again.resumeToken) as object) === undefined);
  });
});

describe('an invoice with an attachment', () => {
  const attached = (credential = credentialOf()): Consignment => {
    const number = aNumber();
    const { resumeToken: _none, ...rest } = anInvoice(
      number,
      credential,
      attachedInvoice(number, { seller: NIP }),
    );
    return rest;
  };
  const prepare = async (world: World, one: Consignment): Promise<Consignment> => {
    const answer = await world.rail.prepare(one);
    assert.ok('resumeToken' in answer, JSON.stringify(answer));
    return { ...one, ...answer };
  };
  const register = (isRegistered: boolean): Promise<Response> =>
    fetch(`${network.url}/ksef/sandbox/options`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ attachments_registered: isRegistered }),
    });

  it('is sent in a batch of its own, also if batches are off', async () => {
    const world = aWorld({ batches: null });
    const one = await prepare(world, attached());
    assert.deepEqual(withEnglish((await world.rail.send(one)).mapping), withEnglish(statuses.batchTaken));
    const { mapping, legalId } = await pollToEnd(world, one, one.resumeToken!);
    assert.deepEqual(withEnglish(mapping), withEnglish(statuses.accepted));
    await pause(20);
    const { receipt } = await world.rail.receipt({ ...one, legalId: legalId! });
    assert.ok(Buffer.from(receipt!.bytes).toString().includes(legalId!));
    assert.equal(world.wire.count(/POST .*\/sessions\/online/), 0);
  });

  it('is sent later in the batch that was opened for it', async () => {
    const world = aWorld();
    const one = await prepare(world, attached());
    await prepare(world, one);
    assert.equal(world.wire.count(/POST .*\/sessions\/batch$/), 1);
    world.clock.advance(15 * 60_000);
    const again = await prepare(world, one);
    assert.notEqual(again.resumeToken, one.resumeToken, 'the time of the first batch has nearly run out');
    assert.equal(
      world.rail.batches!.groupOf(again.resumeToken!),
      undefined,
      'no other invoice joins this batch',
    );
  });

  it('is sent in another batch after its process died', async () => {
    const world = aWorld();
    const one = await prepare(world, attached());
    const rail = world.another();
    const { mapping } = await rail.send(one);
    assert.deepEqual(withEnglish([mapping.meaning, mapping]), withEnglish(['later', statuses.sessionMoved]));
    const again = await prepare({ ...world, rail }, one);
    assert.deepEqual(withEnglish((await rail.send(again)).mapping), withEnglish(statuses.batchTaken));
    assert.deepEqual(
      withEnglish((await pollToEnd(world, again, again.resumeToken!)).mapping),
      withEnglish(statuses.accepted),
    );
  });

  it('is marked as outgoing right before its first byte, and once more before it is submitted', async () => {
    const world = aWorld();
    const one = await prepare(world, attached());
    const calls: (readonly number[])[] = [];
    const count = (): readonly number[] => [world.wire.count(/PUT/), world.wire.count(/close/)];
    await world.rail.send({ ...one, beginDocument: () => void calls.push(count()) });
    assert.deepEqual(calls, [
      [0, 0],
      [1, 0],
    ]);
    assert.deepEqual(count(), [1, 1]);
  });

  it('is not submitted if another worker has taken it over during the upload', async () => {
    const world = aWorld();
    const one = await prepare(world, attached());
    const beginDocument = (): void => {
      if (world.wire.count(/PUT/) > 0) throw new Error('the lease is lost');
    };
    await assert.rejects(world.rail.send({ ...one, beginDocument }), /the lease is lost/);
    assert.deepEqual([world.wire.count(/PUT/), world.wire.count(/close/)], [1, 0]);
  });

  it('is refused before it leaves if KSeF says that its seller is not registered for attachments', async () => {
    const world = aWorld();
    await register(false);
    const answer = await world.rail.prepare(attached());
    await register(true);
    assert.ok('mapping' in answer);
    assert.deepEqual(withEnglish(answer.mapping), withEnglish(statuses.noAttachments));
    assert.equal(world.wire.count(/POST .*\/sessions\//), 0);
  });

  const UNASKED: readonly [string, () => Consignment][] = [
    [
      'the log-in may not ask',
      () => attached({ ...credentialOf(), value: `${credentialOf().value}-NOCREDENTIALS` }),
    ],
    [
      'the log-in is that of a unit of the seller',
      () =>
        attached({
          ...credentialOf(),
          value: JSON.stringify({
            token: credentialOf().value,
            context: { type: 'InternalId', value: `${NIP}-00001` },
          }),
        }),
    ],
  ];
  for (const [why, one] of UNASKED)
    it(`is left to KSeF if ${why}`, async () => {
      const world = aWorld();
      await register(false);
      const sent = await prepare(world, one());
      await world.rail.send(sent);
      const { mapping } = await pollToEnd(world, sent, sent.resumeToken!);
      await register(true);
      assert.deepEqual(withEnglish(mapping), withEnglish(statuses.noAttachments));
    });
});

describe('the receipts of a batch', () => {
  it('are fetched by one list and by addresses without a limit, also in a new process', async () => {
    const world = aWorld();
    const credential = credentialOf();
    const invoices = [aNumber(), aNumber(), aNumber(), aNumber()].map((number) =>
      anInvoice(number, credential),
    );
    const batch = await openBatch(world, invoices);
    await batch.send();
    const legalIds = [];
    for (const one of invoices) legalIds.push((await pollToEnd(world, one, batch.resumeToken)).legalId!);
    await pause(20);
    const rail = world.another();
    world.wire.requests.length = 0;
    for (const [n, one] of invoices.entries()) {
      const { mapping } = await rail.receipt({
        ...one,
        resumeToken: batch.resumeToken,
        legalId: legalIds[n]!,
      });
      assert.deepEqual(withEnglish(mapping), withEnglish(statuses.receipt));
    }
    const counted = world.wire.requests.filter(({ url }) => !url.includes('/storage/'));
    assert.deepEqual([counted.length, world.wire.count(/\/storage\//)], [2, 4]);
  });
});

describe('a batch that is cut off', () => {
  const CLOSE = /\/sessions\/batch\/[^/]+\/close$/;
  const setUp = async () => {
    const world = aWorld();
    const one = anInvoice(aNumber(), credentialOf());
    return { world, one, batch: await openBatch(world, [one]) };
  };

  it('is found in its session if the answer to its closing is lost', async () => {
    const { world, one, batch } = await setUp();
    world.wire.decideFate = ({ url }) => (CLOSE.test(url) ? 'lost after' : 'through');
    assert.equal((await batch.send()).mapping.meaning, 'unclear');
    const { mapping, legalId } = await pollToEnd(world, one, batch.resumeToken, 'ask');
    assert.deepEqual(withEnglish(mapping), withEnglish(statuses.accepted));
    assert.ok(legalId);
  });

  it('has an unknown outcome while KSeF waits for its parts, so that nothing is sent again', async () => {
    const { world, one, batch } = await setUp();
    const asked = await world.rail.ask({ ...one, resumeToken: batch.resumeToken });
    assert.deepEqual(
      withEnglish([asked.mapping, asked.retryAfterSeconds]),
      withEnglish([statuses.batchOpen, 30]),
    );
    assert.deepEqual(withEnglish((await batch.send()).mapping), withEnglish(statuses.batchTaken));
    assert.deepEqual(
      withEnglish((await pollToEnd(world, one, batch.resumeToken, 'ask')).mapping),
      withEnglish(statuses.accepted),
    );
  });

  it('is not held after KSeF stops waiting', async () => {
    const set = (batch_upload_seconds: number) =>
      fetch(`${network.url}/ksef/sandbox/options`, { ...posted({ batch_upload_seconds }), method: 'PUT' });
    await set(0);
    try {
      const { world, one, batch } = await setUp();
      await pause(PROCESSED_MS);
      assert.deepEqual(
        withEnglish((await pollToEnd(world, one, batch.resumeToken, 'ask')).mapping),
        withEnglish(statuses.notHeld),
      );
      assert.deepEqual(withEnglish((await batch.send()).mapping), withEnglish(statuses.partNotTaken));
    } finally {
      await set(1200);
    }
  });

  it('is not sent if a part can never be uploaded', async () => {
    const { world, one, batch } = await setUp();
    world.wire.decideFate = ({ method }) => (method === 'PUT' ? 'unreachable' : 'through');
    assert.deepEqual(withEnglish((await batch.send()).mapping), withEnglish(statuses.partNotTaken));
    assert.deepEqual([world.wire.count(/PUT/), world.wire.count(CLOSE)], [3, 0]);
    assert.deepEqual(
      withEnglish((await world.rail.ask({ ...one, resumeToken: batch.resumeToken })).mapping),
      withEnglish(statuses.batchOpen),
    );
  });

  it('continues if a part is lost once', async () => {
    const { world, one, batch } = await setUp();
    world.wire.decideFate = ({ method }) =>
      method === 'PUT' && world.wire.count(/PUT/) === 1 ? 'lost after' : 'through';
    assert.deepEqual(withEnglish((await batch.send()).mapping), withEnglish(statuses.batchTaken));
    assert.deepEqual(
      withEnglish((await pollToEnd(world, one, batch.resumeToken)).mapping),
      withEnglish(statuses.accepted),
    );
  });

  it('is found by every process', async () => {
    const { world, one, batch } = await setUp();
    await batch.send();
    const other = { ...world, rail: world.another() };
    assert.deepEqual(
      withEnglish((await pollToEnd(other, one, batch.resumeToken, 'ask')).mapping),
      withEnglish(statuses.accepted),
    );
  });

  it('sends no token to the storage, and has no key in its resume token', async () => {
    const { world, batch } = await setUp();
    await batch.send();
    const put = world.wire.requests.find(({ method }) => method === 'PUT');
    assert.ok(put && !Object.keys(put.headers ?? {}).some((name) => /authorization/i.test(name)));
    assert.deepEqual(Object.keys(JSON.parse(batch.resumeToken) as object).sort(), [
      'batch',
      'nip',
      'session',
    ]);
  });
});

describe('the status of a batch at KSeF', () => {
  const ksef = new KsefNetwork();
  let rail: PlKsefRail;
  before(async () => {
    await ksef.start();
    rail = ksef.rail(ksef.clock, undefined, { batches: { fromWaitMs: 1, gatherMs: 1 } });
  });
  after(() => ksef.close());
  const BATCH = '20261121-SB-319D7EE000-B67F415CDC-2C';
  const resumeToken = JSON.stringify({
    nip: NIP,
    session: BATCH,
    batch: { uploadUntil: Date.parse('2036-01-01') },
  });
  const upload = (own: object = {}): object => ({
    ordinalNumber: 1,
    method: 'PUT',
    url: `${ksef.url}/storage/1`,
    headers: { 'x-ms-blob-type': 'BlockBlob' },
    ...own,
  });
  const announcement = (...partUploadRequests: readonly object[]) =>
    json({ referenceNumber: BATCH, partUploadRequests }, 201);
  beforeEach(() => {
    ksef.clock.advance(3_600_000);
    ksef.script({ 'POST batch': announcement(upload()), 'PUT 1': { status: 201 } });
  });
  const session = (code: number, invoices: readonly object[] = []) => ({
    'GET sessions': json({ status: { code, description: 'x' } }),
    'GET invoices': json({ invoices }),
  });
  /** Each inquiry has its own session: an ended session is not queried again. */
  let sessions = 0;
  const asked = (question: 'ask' | 'poll'): Promise<RailAnswer> => {
    sessions += 1;
    const own = resumeToken.replace('2C', String(sessions).padStart(2, '0'));
    return rail[question](aSentConsignment({ resumeToken: own }));
  };

  for (const code of [405, 415, 420, 430, 435, 440, 445, 500])
    it(`is a refusal of all (${code}): each invoice is sent again, alone`, async () => {
      ksef.script(session(code));
      const polled = await asked('poll');
      assert.deepEqual(
        withEnglish([polled.mapping, polled.raw]),
        withEnglish([statuses.sessionFailed, { session: code }]),
      );
      assert.deepEqual(withEnglish((await asked('ask')).mapping), withEnglish(statuses.notHeld));
    });

  it('says nothing about an invoice if an entry of its list cannot be read', async () => {
    ksef.script(session(200, [{ referenceNumber: 'x', status: { code: 200 } }]));
    assert.deepEqual(withEnglish((await asked('poll')).mapping), withEnglish(statuses.notUnderstood));
    assert.deepEqual(withEnglish((await asked('ask')).mapping), withEnglish(statuses.notUnderstood));
  });

  it('is a refusal of all, with a status of one invoice: that status counts for the invoice', async () => {
    ksef.script(session(445, [status(450)]));
    assert.deepEqual(withEnglish((await asked('poll')).mapping), withEnglish(unnamed(statuses.invalid)));
    assert.deepEqual(withEnglish((await asked('ask')).mapping), withEnglish(unnamed(statuses.invalid)));
  });

  it('lists no invoice while KSeF unpacks the batch: the invoice is held', async () => {
    ksef.script(session(150));
    assert.deepEqual(
      [(await asked('poll')).mapping.meaning, (await asked('ask')).mapping.meaning],
      ['held', 'held'],
    );
  });

  it('is in progress for an invoice: the invoice is held', async () => {
    ksef.script(session(150, [status(150)]));
    const { mapping, reference } = await asked('ask');
    assert.deepEqual(withEnglish([mapping, reference]), withEnglish([statuses.inProgress, REFERENCE]));
    assert.deepEqual(withEnglish((await asked('poll')).mapping), withEnglish(statuses.inProgress));
  });

  describe('that stays open', () => {
    const stuck = (batch: object) => {
      sessions += 1;
      const own = { nip: NIP, session: BATCH.replace('2C', String(sessions).padStart(2, '0')), batch };
      return JSON.stringify(own);
    };
    const askWith = (
      closing: NonNullable<Parameters<typeof ksef.script>[0]>[string],
      batch: object,
    ): Promise<RailAnswer> => {
      ksef.script({ ...session(100), 'POST close': closing });
      return rail.ask(aSentConsignment({ resumeToken: stuck(batch) }));
    };
    const past = { uploadUntil: Date.parse('2020-01-01') };
    const justPast = () => ({ uploadUntil: ksef.clock.now().getTime() - 120_000 });
    const uploaded = { uploadUntil: Date.parse('2036-01-01'), isUploaded: true };

    it('is closed again if the first close was not clear', async () => {
      assert.deepEqual(
        withEnglish((await askWith({ status: 204 }, uploaded)).mapping),
        withEnglish(statuses.batchTaken),
      );
    });

    it('is not closed again while its sender may upload', async () => {
      const { mapping } = await askWith({ status: 500 }, { uploadUntil: Date.parse('2036-01-01') });
      assert.deepEqual(withEnglish(mapping), withEnglish(statuses.batchOpen));
    });

    it('holds no invoice once KSeF says that it is cancelled', async () => {
      assert.deepEqual(
        withEnglish((await askWith(refused(21208), justPast())).mapping),
        withEnglish(statuses.notHeld),
      );
      assert.deepEqual(
        withEnglish((await askWith(refused(21208), uploaded)).mapping),
        withEnglish(statuses.notHeld),
      );
    });

    for (const [what, answer] of [
      ['that its status does not allow it', refused(21180)],
      ['that it is out of order', { status: 502 }],
      ['something else', refused(29999)],
    ] as const)
      it(`may hold the invoice after its time is over if KSeF answers to the closing ${what}`, async () => {
        assert.deepEqual(
          withEnglish((await askWith(answer, justPast())).mapping),
          withEnglish(statuses.batchOpen),
        );
        assert.deepEqual(
          withEnglish((await askWith(answer, past)).mapping),
          withEnglish(statuses.notUnderstood),
        );
      });

    it('may hold the invoice if a part is said to be missing; after its time that is a failure', async () => {
      assert.deepEqual(
        withEnglish((await askWith(refused(21205), uploaded)).mapping),
        withEnglish(statuses.batchOpen),
      );
      assert.deepEqual(
        withEnglish((await askWith(refused(21205), justPast())).mapping),
        withEnglish(statuses.notUnderstood),
      );
    });

    it('has dropped a polled invoice once KSeF says that it is cancelled', async () => {
      ksef.script({ ...session(100), 'POST close': refused(21208) });
      const { mapping } = await rail.poll(aSentConsignment({ resumeToken: stuck(justPast()) }));
      assert.deepEqual(withEnglish(mapping), withEnglish(statuses.sessionFailed));
    });
  });

  it('is unknown: the invoice is not held', async () => {
    ksef.script({ 'GET sessions': refused(21173) });
    assert.deepEqual(
      withEnglish([(await asked('poll')).mapping, (await asked('ask')).mapping]),
      withEnglish([statuses.unknownReference, statuses.notHeld]),
    );
  });

  for (const [what, answer] of [
    ['a page', { body: '<html>', headers: { 'Content-Type': 'text/html' } }],
    ['no status', json({})],
    ['a status of a wrong type', json({ status: { code: 'done' } })],
    ['an error', { status: 500 }],
  ] as const)
    it(`is unclear if the answer is ${what}`, async () => {
      ksef.script({ ...session(200), 'GET sessions': answer });
      assert.deepEqual(
        [(await asked('poll')).mapping.meaning, (await asked('ask')).mapping.meaning],
        ['unclear', 'unclear'],
      );
    });

  it('is unclear without a list of invoices', async () => {
    ksef.script({ ...session(200), 'GET invoices': json({}) });
    assert.deepEqual(withEnglish((await asked('ask')).mapping), withEnglish(statuses.notUnderstood));
  });

  for (const [what, requests] of [
    ['no address', []],
    ['an address of another part', [{ ordinalNumber: 2 }]],
    ['an address with another method', [{ method: 'GET' }]],
    ['an address of a wrong type', [{ url: 7 }]],
  ] as const)
    it(`does not exist if the announcement brings ${what} for a part`, async () => {
      ksef.script({ 'POST batch': announcement(...requests.map(upload)) });
      const batch = await rail.batches!.open([anInvoice('F-1', credentialOf())]);
      assert.deepEqual(withEnglish('mapping' in batch && batch.mapping), withEnglish(statuses.notOpened));
    });

  it('an address within another network is never written to', async () => {
    ksef.script({ 'POST batch': announcement(upload({ url: 'http://127.0.0.1:1/storage/1' })) });
    const batch = await rail.batches!.open([anInvoice('F-1', credentialOf())]);
    assert.ok(!('mapping' in batch));
    const { mapping, raw } = await batch.send();
    assert.deepEqual(withEnglish(mapping), withEnglish(statuses.partNotTaken));
    assert.match(JSON.stringify(raw), /https/);
  });

  for (const [what, answer, meaning] of [
    ['that a part is missing, though each was taken', refused(21205), 'unclear'],
    ['that its time is over', refused(21208), 'not-taken'],
    ['that it was closed before', refused(21180), 'unclear'],
    ['something else', refused(29999), 'unclear'],
    ['that it is out of order', { status: 503 }, 'unclear'],
    ['a page', { body: '<html>', headers: { 'Content-Type': 'text/html' } }, 'unclear'],
    ['that there are too many calls', { status: 429, headers: { 'Retry-After': '7' } }, 'later'],
  ] as const)
    it(`is ${meaning} if KSeF answers to the closing ${what}`, async () => {
      ksef.script({ 'POST batch': announcement(upload()), 'PUT 1': { status: 201 }, 'POST close': answer });
      const batch = await rail.batches!.open([anInvoice('F-1', credentialOf())]);
      assert.ok(!('mapping' in batch));
      assert.equal((await batch.send()).mapping.meaning, meaning);
    });
});
