import assert from 'node:assert/strict';
import { MongoClient } from 'mongodb';
import { MongoMemoryReplSet } from 'mongodb-memory-server-core';
import { mongoStores } from '../../../src/adapters/mongo/mongo-stores.ts';
import { openMongo } from '../../../src/adapters/mongo/open-mongo.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { changeOf } from '../../contract/invoices.ts';
import { freshDatabase, hasMongod, OTHERWISE } from '../../support/mongo-server.ts';
import { anIntake, hex } from '../../support/records.ts';
import { repeatWhileBusy } from '../../support/repeat-while-busy.ts';
import { until } from '../../support/until.ts';

const RUN_MS = 12_000;
/** Between two of them. */
const ELECTION_MS = 3_000;

interface ReplicaSet {
  getUri(): string;
  stop(): Promise<unknown>;
}

/** The replica set of `MONGODB_URL`, else a new one. */
async function findReplicaSet(): Promise<ReplicaSet | undefined> {
  const { MONGODB_URL } = process.env;
  if (MONGODB_URL) {
    const client = await MongoClient.connect(MONGODB_URL);
    const hello = await client
      .db('admin')
      .command({ hello: 1 })
      .catch(() => undefined);
    await client.close();
    return hello?.['setName'] ? { getUri: () => MONGODB_URL, stop: async () => undefined } : undefined;
  }
  if (!(await hasMongod())) return undefined;
  return MongoMemoryReplSet.create({ replSet: { count: 3, storageEngine: 'wiredTiger' } });
}

const replicaSet = await findReplicaSet();

const describeOnReplicaSet = replicaSet ? describe : describe.skip;
const reason = replicaSet ? '' : ` (no mongod; set ${OTHERWISE})`;

describeOnReplicaSet(`a replica set${reason}`, () => {
  let url: string;
  before(() => {
    url = freshDatabase(replicaSet!.getUri());
  });
  after(() => replicaSet?.stop());

  it('keeps each acknowledged write once through elections during writes', async () => {
    const mongo = await openMongo(url, 'sandbox');
    const stores = mongoStores(mongo);
    let writing = true;
    const made: string[] = [];
    const writers = Array.from({ length: 4 }, async () => {
      while (writing) made.push(await oneInvoice(stores));
    });
    const admin = await MongoClient.connect(replicaSet!.getUri());
    for (const end = Date.now() + RUN_MS; Date.now() < end;) {
      await new Promise((resolve) => setTimeout(resolve, ELECTION_MS));
      // The answer is lost with the connections that the old primary closes.
      await admin
        .db('admin')
        .command({ replSetStepDown: 5, force: true })
        .catch(() => undefined);
    }
    writing = false;
    await Promise.all(writers);
    assert.ok(made.length > 0);
    assert.equal(new Set(made).size, made.length);
    for (const id of made) {
      const sequences = (await stores.eventFeed.events(id)).map(({ sequence }) => sequence);
      assert.deepEqual(sequences, [1, 2]);
    }
    const outbox = await repeatWhileBusy(() => stores.eventFeed.outbox(undefined, 1_000_000));
    assert.equal(outbox.length, made.length * 2);
    assert.equal(await mongo.invoices.countDocuments(), made.length);
    await admin.close();
    await mongo.close();
  });

  it('acknowledges a write only after the majority has it', async () => {
    const mongo = await openMongo(url, 'sandbox');
    const { record } = anIntake();
    await mongoStores(mongo).invoices.takeIn({ record, events: [], audit: [], files: [] });
    const majority = mongo.db.collection<{ _id: string }>('invoices', { readConcern: { level: 'majority' } });
    assert.ok(await majority.findOne({ _id: record.id }));
    await mongo.close();
  });

  it('removes expired documents by itself', async () => {
    const mongo = await openMongo(url, 'sandbox');
    await mongo.client.db('admin').command({ setParameter: 1, ttlMonitorSleepSecs: 1 });
    await mongo.rates.insertOne({ _id: 'old', used: { '1_1': 1 }, expiresAt: new Date(1000) });
    const isGone = async (): Promise<boolean> => (await mongo.rates.countDocuments({ _id: 'old' })) === 0;
    await until(isGone, 'the document is removed');
    await mongo.close();
  });
});

/** Stores an invoice and one change of it; repeats each write until it is answered. @returns its id */
async function oneInvoice({ invoices }: Stores): Promise<string> {
  const intakeKey = hex(32);
  const intake = anIntake({ intakeKey });
  const result = await repeatWhileBusy(() => invoices.takeIn(intake));
  assert.ok(result.taken);
  const { id } = result.invoice;
  // A commit whose answer was lost has happened or not: the version shows which.
  await repeatWhileBusy(async () => {
    const record = (await invoices.find(id))!;
    if (record.version === 1) await invoices.commit(changeOf(record));
  });
  return id;
}
