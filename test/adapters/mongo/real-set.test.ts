import assert from 'node:assert/strict';
import { MongoClient } from 'mongodb';
import { mongoStores } from '../../../src/adapters/mongo/mongo-stores.ts';
import { openMongo } from '../../../src/adapters/mongo/open-mongo.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import { changeOf, taken } from '../../contract/invoices.ts';
import { freshDatabase, MONGO } from '../../support/mongo-server.ts';
import { after as later, START } from '../../support/records.ts';
import { until } from '../../support/until.ts';

const STILL_MS = 30_000;

/** The reason why the set cannot play these faults; undefined if it can. */
async function findObstacle(): Promise<string | undefined> {
  if ('missing' in MONGO) return MONGO.missing;
  if (MONGO.kind !== 'mongod') return 'no mongod, but a stand-in';
  const client = await MongoClient.connect(MONGO.url);
  try {
    const admin = client.db('admin');
    const { setName } = await admin.command({ hello: 1 });
    if (!setName) return 'no replica set; MONGODB_URL names a server of its own';
    await admin.command({ configureFailPoint: 'failCommand', mode: 'off' });
    return undefined;
  } catch {
    return 'no fail points; start each member with --setParameter enableTestCommands=1';
  } finally {
    await client.close();
  }
}

const why = await findObstacle();
const suite = why === undefined ? describe : describe.skip;

suite(`a replica set that plays faults${why === undefined ? '' : ` (${why})`}`, function () {
  const server = 'url' in MONGO ? MONGO.url : '';
  const url = server && freshDatabase(server);
  const isBusy = (error: unknown): boolean => error instanceof CallFailed && error.failure.kind === 'busy';

  it('loses the answers of six leases in a row; after their release none counts as a dead worker', async () => {
    const mongo = await openMongo(url, 'sandbox');
    const { invoices } = mongoStores(mongo);
    const admin = await MongoClient.connect(server);
    const { id } = await taken(invoices, { dueAt: START });
    for (let time = 0; time < 6; time += 1) {
      await admin.db('admin').command({
        configureFailPoint: 'failCommand',
        mode: { times: 1 },
        data: {
          failCommands: ['findAndModify'],
          writeConcernError: { code: 64, errmsg: 'waiting for replication timed out' },
        },
      });
      const token = `lse_${time}`;
      await assert.rejects(invoices.lease(id, { token, until: later(60_000) }, later(1)), isBusy);
      await invoices.releaseLease(id, token);
    }
    const leased = await invoices.lease(id, { token: 'last', until: later(60_000) }, later(2));
    assert.equal(leased?.lease?.holders, 1);
    await admin.close();
    await mongo.close();
  });

  it('loses nothing while replication stands still for 30 seconds, and makes each change once', async () => {
    const mongo = await openMongo(url, 'sandbox');
    const { invoices, eventFeed } = mongoStores(mongo);
    const record = await taken(invoices);
    const { hosts, primary } = await mongo.client.db('admin').command({ hello: 1 });
    const secondaries = await Promise.all(
      (hosts as string[])
        .filter((host) => host !== primary)
        .map((host) => MongoClient.connect(`mongodb://${host}/?directConnection=true`)),
    );
    const replicate = (mode: 'alwaysOn' | 'off') =>
      Promise.all(
        secondaries.map((one) => one.db('admin').command({ configureFailPoint: 'stopReplProducer', mode })),
      );
    await replicate('alwaysOn');
    const change = changeOf(record, { state: 'validated' });
    const end = Date.now() + STILL_MS;
    await assert.rejects(invoices.commit(change), isBusy);
    await until(() => Date.now() >= end, 'replication stood still');
    await replicate('off');
    // A change with the answer busy may have happened: then its repeat is a conflict and changes nothing.
    await invoices.commit(change).catch(() => undefined);
    assert.equal((await invoices.find(record.id))?.state, 'validated');
    assert.equal((await eventFeed.events(record.id)).length, 2);
    for (const one of secondaries) await one.close();
    await mongo.close();
  });
});
