import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { BSON, type Document, MongoClient } from 'mongodb';
import { mongoStores } from '../../../src/adapters/mongo/mongo-stores.ts';
import type { Lack } from '../../../src/adapters/mongo/collections.ts';
import { databaseOf, openMongo, SCHEMA_VERSION } from '../../../src/adapters/mongo/open-mongo.ts';
import { StoreRefused, type StoreRefusedReason } from '../../../src/ports/store-refused.ts';
import { assertValidDocuments } from '../../support/mongo-documents.ts';
import { describeOnMongo, describeOnMongod, freshDatabase, MONGO } from '../../support/mongo-server.ts';
import { refusingProxy } from '../../support/refusing-mongo.ts';
import { after as later, anIntake, START } from '../../support/records.ts';

const refuses = (
  url: string,
  reason: StoreRefusedReason,
  environment: 'sandbox' | 'production' = 'sandbox',
) =>
  assert.rejects(
    () => openMongo(url, environment),
    (error) => {
      assert.ok(error instanceof StoreRefused, String(error));
      assert.equal(error.reason, reason);
      assert.match(error.message, /^STORE_URL names .*\.$/);
      assert.ok(!error.message.includes('secret'));
      return true;
    },
  );

async function dropped(url: string): Promise<void> {
  const client = await MongoClient.connect(url);
  await client.db().dropDatabase();
  await client.close();
}

describe('opening a MongoDB store that cannot be reached', () => {
  it('is refused in one sentence without the password', async () => {
    await refuses('mongodb://user:secret@127.0.0.1:1/ids?serverSelectionTimeoutMS=300', 'unreachable');
    await refuses('mongodb://user:secret@/ids', 'unreachable');
  });

  for (const [url, name] of [
    ['mongodb://a:1,b:2/own?replicaSet=r', 'own'],
    ['mongodb+srv://u:p@host/my%20own', 'my own'],
    ['mongodb://host', 'ids'],
    ['mongodb://host/', 'ids'],
    ['mongodb://host/?w=1', 'ids'],
  ])
    it(`would be ${name} at ${url}`, () => assert.equal(databaseOf(url!), name));
});

describeOnMongo('opening a MongoDB store', (server) => {
  let url: string;
  beforeEach(() => {
    url = freshDatabase(server);
  });
  afterEach(() => dropped(url));

  it('creates the store once, also if several processes start at the same time', async () => {
    const opened = await Promise.all([1, 2, 3, 4].map(() => openMongo(url, 'sandbox')));
    await Promise.all(opened.map((mongo, n) => mongoStores(mongo).clock.advance(n, Infinity)));
    assert.equal(await mongoStores(opened[0]!).clock.offsetMs(), 6);
    assert.equal(await opened[0]!.store.countDocuments(), 1);
    for (const mongo of opened) await mongo.close();
  });

  it('makes no partial index', async () => {
    const mongo = await openMongo(url, 'sandbox');
    for (const { name } of await mongo.db.listCollections().toArray())
      for (const index of await mongo.db.collection(name).indexes())
        assert.equal(index['partialFilterExpression'], undefined);
    await mongo.close();
  });

  it('refuses a store of a newer program', async () => {
    const mongo = await openMongo(url, 'sandbox');
    await mongo.store.updateOne({ _id: 'store' }, { $set: { schema: SCHEMA_VERSION + 1 } });
    await mongo.close();
    await refuses(url, 'newer-store');
  });

  it('refuses a store of a program before the first release, and makes nothing in it', async () => {
    const client = await MongoClient.connect(url);
    const store = client.db().collection<Document>('store');
    await store.insertOne({ _id: 'store', schemaVersion: 1, environment: 'sandbox' } as Document);
    await refuses(url, 'older-store');
    assert.deepEqual(
      (await client.db().listCollections().toArray()).map(({ name }) => name),
      ['store'],
    );
    await client.close();
  });

  it('refuses a store of the other environment', async () => {
    await (await openMongo(url, 'sandbox')).close();
    await refuses(url, 'other-environment', 'production');
    await (await openMongo(url, 'sandbox')).close();
  });

  it('refuses a database that it may not set up, in one sentence', async () => {
    const client = await MongoClient.connect(url);
    const database = client.db();
    // Two API keys have one hash: the unique index cannot be created.
    await database.collection('api_keys').insertMany([{ hash: 'a' }, { hash: 'a' }]);
    await client.close();
    await refuses(url, 'unreachable');
  });

  it('reads all data of the first version', async () => {
    const text = readFileSync(new URL('./first-store.json', import.meta.url), 'utf8');
    const kept = BSON.EJSON.parse(text) as Record<string, { _id: string }[]>;
    const client = await MongoClient.connect(url);
    for (const [name, documents] of Object.entries(kept))
      await client.db().collection<{ _id: string }>(name).insertMany(documents);
    await client.close();
    const mongo = await openMongo(url, 'sandbox');
    const stores = mongoStores(mongo);
    const record = (await stores.invoices.find('inv_0123456789abcdef01234567'))!;
    assert.deepEqual([record.invoiceRef, record.care[0]?.openedAt, record.dueAt], ['RE-1', START, START]);
    assert.equal((await stores.eventFeed.events(record.id)).length, 1);
    assert.equal((await stores.eventFeed.outbox(undefined, 10))[0]?.invoiceId, record.id);
    const { byState, openCare } = await stores.invoices.tally(START);
    assert.deepEqual(byState, { [record.state]: 1 });
    assert.deepEqual(
      openCare.map(({ code }) => code),
      record.care.filter(({ handledAt }) => !handledAt).map(({ code }) => code),
    );
    for (const query of [{ client: 'acme' }, {}])
      assert.deepEqual(
        withEnglish((await stores.invoices.careList({ ...query, status: 'open' })).map(({ row }) => row)),
        withEnglish(record.care),
      );
    assert.equal((await stores.invoices.list({ sort: 'newest', page: 1, pageSize: 25 })).total, 1);
    assert.equal((await stores.audit.recent({ limit: 10 }))[0]?.action, 'route_chosen');
    assert.equal((await stores.keys.findByHash('e'.repeat(64)))?.label, 'ERP');
    const again = await stores.idempotency.claim({
      space: 'client:acme',
      key: 'key-12345',
      requestHash: 'd'.repeat(64),
      claimId: 'x',
      now: later(60_000),
      leaseUntil: later(90_000),
      expiresAt: null,
    });
    assert.equal(again.outcome, 'answered');
    assert.equal(
      Buffer.from((await stores.sealed.content('acme', 'a'.repeat(64)))!).toString(),
      'sealed bytes',
    );
    assert.equal(await stores.sealed.dataKey('acme'), 'wrapped');
    assert.equal(await stores.clock.offsetMs(), 5000);
    const duplicate = await stores.invoices.takeIn(anIntake({ fingerprint: record.fingerprint }));
    assert.ok(!duplicate.taken);
    await assertValidDocuments(mongo);
    await mongo.close();
  });
});

describeOnMongod('a MongoDB store on a mongod', (server) => {
  let url: string;
  beforeEach(() => {
    url = freshDatabase(server);
  });
  afterEach(() => dropped(url));

  it('refuses a document that its validator does not allow', async () => {
    const mongo = await openMongo(url, 'sandbox');
    const stores = mongoStores(mongo);
    const intake = anIntake();
    await stores.invoices.takeIn(intake);
    const withSeller = { $set: { seller: 'GmbH' } } as object;
    await assert.rejects(() => mongo.invoices.updateOne({ _id: intake.record.id }, withSeller), {
      code: 121,
    });
    await mongo.close();
  });

  it('replaces an older validator by a new one', async () => {
    const mongo = await openMongo(url, 'sandbox');
    await mongo.db.command({ collMod: 'claims', validator: { $jsonSchema: { required: ['gone'] } } });
    await mongo.close();
    const again = await openMongo(url, 'sandbox');
    assert.ok((await mongoStores(again).invoices.takeIn(anIntake())).taken);
    await again.close();
  });

  it('refuses a store with additional collections of a newer program', async () => {
    const mongo = await openMongo(url, 'sandbox');
    const newer = { $jsonSchema: { properties: { _id: {}, invoiceId: {}, sentAt: {} } } };
    await mongo.db.command({ collMod: 'claims', validator: newer });
    await mongo.close();
    await refuses(url, 'newer-store');
  });

  it('removes expired keys and counters by itself', async () => {
    const mongo = await openMongo(url, 'sandbox');
    const expiring = async (name: string) =>
      (await mongo.db.collection(name).indexes()).filter(
        ({ expireAfterSeconds }) => expireAfterSeconds === 0,
      );
    assert.equal((await expiring('idempotency')).length, 1);
    assert.equal((await expiring('rates')).length, 1);
    await mongo.close();
  });
});

describeOnMongo('a store on a server that may lack validators', (server) => {
  it('is used, knows it, and is used by a second process, too', async () => {
    const url = freshDatabase(server);
    for (const _ of ['first', 'second']) {
      const mongo = await openMongo(url, 'sandbox');
      const isMongod = 'kind' in MONGO && MONGO.kind === 'mongod';
      assert.deepEqual(mongo.lacks, isMongod ? [] : ['validators']);
      assert.equal(mongoStores(mongo).check.lacks, isMongod ? undefined : 'validators');
      await mongo.close();
    }
    await dropped(url);
  });
});

/** What a start asks of a server that it can do without, by what the store then lacks. */
const OPTIONAL: Readonly<Record<Lack, (command: Document) => boolean>> = {
  validators: (command) => 'collMod' in command || ('create' in command && 'validator' in command),
  'expiry of rows': (command) => JSON.stringify(command['indexes'] ?? []).includes('expireAfterSeconds'),
};

const REFUSALS = [
  [9, 'Unknown $jsonSchema keyword: required'],
  [59, 'no such command'],
  [67, 'cannot create index'],
  [115, 'validator not supported yet'],
  [303, 'Feature not supported'],
  [1, 'this is not supported'],
  [50, 'operation exceeded time limit'],
] as const;

describeOnMongo('a start on a server that refuses what it can do without', (server) => {
  before(function () {
    // The driver would go around the proxy to the members of a set.
    if (!URL.canParse(server)) this.skip();
  });

  for (const [code, errmsg] of REFUSALS)
    it(`uses it without that, the next one, too: code ${code}, ${errmsg}`, async () => {
      const url = freshDatabase(server);
      const proxy = await refusingProxy(new URL(server), (command) =>
        Object.values(OPTIONAL).some((isAsked) => isAsked(command)) ? { ok: 0, code, errmsg } : undefined,
      );
      const own = new URL(url);
      own.port = String(proxy.port);
      try {
        for (const _ of ['first', 'next']) {
          const mongo = await openMongo(String(own), 'sandbox');
          assert.deepEqual(mongo.lacks, Object.keys(OPTIONAL));
          assert.ok((await mongoStores(mongo).invoices.takeIn(anIntake())).taken);
          await mongo.close();
        }
        for (const isAsked of Object.values(OPTIONAL)) assert.ok(proxy.refused.some(isAsked));
      } finally {
        await proxy.close();
        await dropped(url);
      }
    });
});
