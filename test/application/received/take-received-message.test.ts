import assert from 'node:assert/strict';
import { lifecycleMessage } from '../../../src/adapters/rails/fr-pa/lifecycle.ts';
import { TakeReceivedMessage } from '../../../src/application/received/take-received-message.ts';
import { type ClientRecord, newClient } from '../../../src/domain/clients/client-record.ts';
import type { ReceivedRecord } from '../../../src/domain/lifecycle/received-record.ts';
import { aMessage } from '../../adapters/rails/fr-pa/message.ts';
import { AN_ADDRESSING, after, aReceipt, START } from '../../support/records.ts';
import { collectionName } from '../../../src/ports/collection-cursors.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { describeOnMongo } from '../../support/mongo-server.ts';
import { emptyMongoStores } from '../../contract/empty-mongo.ts';
import { Surroundings, toolsIn } from '../sending/world.ts';

const OWN = { client: 'acme', route: 'FR-PA' } as const;
const SOURCE = { ...OWN, credentialId: 'crd_1' };
const LIST = collectionName(SOURCE);
const file = (of: string): Uint8Array => new TextEncoder().encode(`<Invoice of="${of}"/>`);
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const SELLER = '200000008';
const OF_ANOTHER = Promise.resolve({
  reading: 'read',
  facts: { syntax: 'cii', specification: 'urn:x', number: 'F-1', issueDate: '2026-10-05' },
  addressing: { ...AN_ADDRESSING, seller: { ...AN_ADDRESSING.seller, ids: ['100000009'] } },
  summary: {},
} as const);

type Heard = Pick<Stores, 'received' | 'invoices' | 'eventFeed' | 'clients' | 'collectionCursors'>;

async function setUp(stores?: Heard) {
  const world = new Surroundings();
  world.addressing = {
    ...AN_ADDRESSING,
    seller: { ...AN_ADDRESSING.seller, country: 'FR', ids: [`FR37${SELLER}`] },
    total: { amount: '1200.00', currency: 'EUR' },
  };
  const { received, invoices, eventFeed, clients, collectionCursors } = stores ?? world.memory;
  const tools = toolsIn(world, []);
  const takeIn = async (
    invoiceNumber = 'F-1',
    bytes = file('ours'),
    createdAt = START,
  ): Promise<ReceivedRecord> => {
    const sealed = await world.content.seal('acme', bytes);
    const documents = [{ kind: 'received-xml', sha256: sealed.sha256, size: bytes.length }];
    const intake = aReceipt({ ...OWN, invoiceNumber, createdAt, documentSha256: sealed.sha256, documents });
    return (await received.takeIn({ ...intake, files: [sealed] })).received;
  };
  const { id } = await takeIn();
  const withdrawn: string[] = [];
  const purchases = { withdraw: async (record: { readonly id: string }) => void withdrawn.push(record.id) };
  const take = new TakeReceivedMessage({
    ...{ ...tools, received, invoices, content: world.content, purchases, clients, collectionCursors },
    reader: { readFile: (bytes) => (textOf(bytes).includes('other') ? OF_ANOTHER : tools.reader.readFile()) },
  });
  const find = async (): Promise<ReceivedRecord> => (await received.find(id))!;
  const hear = (own: Parameters<typeof aMessage>[0]) =>
    take.run(lifecycleMessage(new TextEncoder().encode(aMessage({ seller: SELLER, ...own })))!, SOURCE);
  const events = async () =>
    (await eventFeed.events(id)).slice(1).map(({ text }) => JSON.parse(text) as Record<string, unknown>);
  const collect = async (own: Partial<ClientRecord>, readAt?: Date): Promise<void> => {
    const now = world.clock.now();
    await clients.replace({ ...newClient('acme', now), version: 1, collect: ['FR-PA'], ...own });
    await collectionCursors.hold(LIST, now, now);
    if (readAt) await collectionCursors.complete(LIST, readAt);
  };
  return { world, take, find, hear, events, withdrawn, takeIn, collect };
}

describeOnMongo('on a server', (url) =>
  it('a message changes a received invoice on MongoDB as on SQLite, once', async () => {
    const stores = await emptyMongoStores(url);
    try {
      const { hear, find, events } = await setUp(stores);
      const cancelled = { code: '220', setAt: '20261005080000' };
      for (const expected of ['taken', 'known']) assert.equal(await hear(cancelled), expected);
      assert.equal((await find()).presentStatus, 'cancelled');
      assert.equal(await hear({ code: '213', reasons: ['DOUBLON'] }), 'taken');
      assert.equal((await find()).presentStatus, 'rejected');
      assert.equal((await events()).length, 2);
    } finally {
      await stores.close();
    }
  }),
);

describe('a message about a received invoice', () => {
  it('that rejects it shows it as rejected, by one event and one care row, however often it comes', async () => {
    const { world, hear, find, events } = await setUp();
    const rejected = { code: '213', reasons: ['DOUBLON'], setAt: '20261005080000' };
    assert.equal(await hear(rejected), 'taken');
    assert.equal(await hear(rejected), 'known');
    const record = await find();
    assert.equal(record.presentStatus, 'rejected');
    assert.deepEqual(world.telemetry.care, ['DOUBLON business']);
    assert.deepEqual(
      record.care.map(({ code, whoActs }) => [code, whoActs]),
      [['DOUBLON', 'business']],
    );
    assert.deepEqual(
      record.documents.map(({ kind }) => kind),
      ['received-xml', 'fr-lifecycle-213'],
    );
    const [event, ...more] = await events();
    assert.deepEqual([event?.['status'], event?.['direction'], more], ['received', 'in', []]);
    assert.match(JSON.stringify(event), /DOUBLON.*"code":"213"/);
  });

  const ORDERS: readonly (readonly [codes: readonly string[], shown: string | undefined])[] = [
    [['202', '203'], undefined],
    [['204'], 'in_process'],
    [['205', '204'], 'accepted'],
    [['208', '209'], 'completed'],
    [['210'], 'refused'],
    [['210', '205'], 'refused'],
    [['213', '205'], 'rejected'],
    [['212', '213'], 'rejected'],
    [['220'], 'cancelled'],
    [['220', '212'], 'cancelled'],
    [['213', '220'], 'rejected'],
    [['220', '213'], 'rejected'],
    [['227'], undefined],
  ];
  for (const [codes, shown] of ORDERS)
    it(`that says ${codes.join(', then ')} leaves it ${shown ?? 'without a status'}, each with an event`, async () => {
      const { hear, find, events } = await setUp();
      for (const code of codes) assert.equal(await hear({ code, amounts: [['MEN', '1200.00']] }), 'taken');
      assert.equal((await find()).presentStatus, shown);
      assert.equal((await events()).length, codes.length);
    });

  it('takes the invoice out of its tax report if it rejects or cancels it', async () => {
    for (const [code, times] of [
      ['213', 1],
      ['220', 1],
      ['205', 0],
    ] as const) {
      const { hear, find, withdrawn } = await setUp();
      await hear({ code });
      const { id } = await find();
      assert.deepEqual(withdrawn, Array(times).fill(id), code);
    }
  });

  it('about a changed account or a cancellation is for people', async () => {
    for (const [code, care] of [
      ['227', 'EI-FR-ACCOUNT-CHANGED'],
      ['220', 'EI-FR-CANCELLED'],
    ] as const) {
      const { hear, find } = await setUp();
      await hear({ code });
      assert.deepEqual(
        (await find()).care.map((row) => [row.code, row.whoActs]),
        [[care, 'business']],
      );
    }
  });

  it('about a payment of a part does not make it paid', async () => {
    const { hear, find } = await setUp();
    await hear({ code: '212', amounts: [['MEN', '700.00']] });
    assert.equal((await find()).presentStatus, undefined);
    await hear({ code: '212', amounts: [['MEN', '1200.00']], setAt: '20261006080000' });
    assert.equal((await find()).presentStatus, 'paid');
  });

  it('of another seller, day or number is about another invoice', async () => {
    const { hear, find } = await setUp();
    assert.equal(await hear({ code: '213', seller: '100000009' }), 'unknown');
    assert.equal(await hear({ code: '213', date: '20251005' }), 'unknown');
    assert.equal(await hear({ code: '213', number: 'F-2' }), 'unknown');
    assert.equal((await find()).documents.length, 1);
  });

  it('waits an hour for an invoice that is still to be collected', async () => {
    const { world, hear } = await setUp();
    const early = { code: '213', number: 'F-2', setAt: '20261005080000' };
    world.clock.advance(Date.parse('2026-10-05T08:30:00Z') - world.clock.now().getTime());
    assert.equal(await hear(early), 'retry-later');
    world.clock.advance(3_600_000);
    assert.equal(await hear(early), 'unknown');
  });

  const SET = Date.parse('2026-10-05T08:00:00Z');
  const HOUR_MS = 3_600_000;
  /** Hours after the message was set: when it is read, and when the list of received invoices had been read to its end. */
  const PAUSES: Readonly<
    Record<
      string,
      readonly [hours: number, readAt: number | undefined, own: Partial<ClientRecord>, result: string]
    >
  > = {
    'was read to its end before the message was set': [5, -1, {}, 'retry-later'],
    'was read to its end within the hour after it': [5, 0.9, {}, 'retry-later'],
    'was never read to its end': [5, undefined, {}, 'retry-later'],
    'was read to its end an hour after it': [5, 1, {}, 'unknown'],
    'was not read for three days': [72, -1, {}, 'unknown'],
    'is read no longer': [5, -1, { collect: [] }, 'unknown'],
    'is read no longer, as the client is closed': [5, -1, { stage: 'closed' }, 'unknown'],
  };
  for (const [list, [hours, readAt, own, result]] of Object.entries(PAUSES))
    it(`of ${hours} hours ago ${result === 'unknown' ? 'waits no longer' : 'waits'} for its invoice if the list of invoices ${list}`, async () => {
      const { world, hear, collect, takeIn } = await setUp();
      await collect(own, readAt === undefined ? undefined : new Date(SET + readAt * HOUR_MS));
      world.clock.advance(SET + hours * HOUR_MS - world.clock.now().getTime());
      const early = { code: '213', number: 'F-2', setAt: '20261005080000' };
      assert.equal(await hear(early), result);
      await takeIn('F-2', file('own'));
      assert.equal(await hear(early), 'taken');
    });

  it('is about the invoice of its seller, also if thirty newer ones of others have the same number', async () => {
    const { hear, find, takeIn } = await setUp();
    for (let n = 0; n < 30; n += 1) await takeIn('F-1', file(`other ${n}`), after(n + 1));
    assert.equal(await hear({ code: '213' }), 'taken');
    assert.equal((await find()).presentStatus, 'rejected');
  });

  it('is applied once if two processes take it at the same time', async () => {
    const { hear, events } = await setUp();
    const results = await Promise.all([hear({ code: '205' }), hear({ code: '205' })]);
    assert.deepEqual([...results].sort(), ['taken', undefined]);
    assert.equal(await hear({ code: '205' }), 'known');
    assert.equal((await events()).length, 1);
  });
});
