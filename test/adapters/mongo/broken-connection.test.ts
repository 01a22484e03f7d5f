import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { MongoClient } from 'mongodb';
import { UniqueMongoJobRepository } from '../../../src/adapters/agenda/mongo-job-repository.ts';
import { mongoStores } from '../../../src/adapters/mongo/mongo-stores.ts';
import type { Mongo } from '../../../src/adapters/mongo/mongo.ts';
import { openMongo } from '../../../src/adapters/mongo/open-mongo.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import { changeOf } from '../../contract/invoices.ts';
import { type BreakingProxy, breakingProxy } from '../../support/breaking-proxy.ts';
import { describeOnMongo, freshDatabase } from '../../support/mongo-server.ts';
import { anIntake, hex, START } from '../../support/records.ts';

const isBusy = (error: unknown): boolean => error instanceof CallFailed && error.failure.kind === 'busy';

describeOnMongo('a connection to MongoDB that breaks in the middle of a command', (server) => {
  let proxy: BreakingProxy;
  let mongo: Mongo;
  let url: URL;

  beforeEach(async () => {
    url = new URL(freshDatabase(server));
    proxy = await breakingProxy(url.hostname, Number(url.port || 27017));
    url.host = `127.0.0.1:${proxy.port}`;
    // Otherwise the driver repeats a lost command, at the members that the server names.
    for (const [option, value] of [
      ['retryWrites', 'false'],
      ['directConnection', 'true'],
    ] as const)
      url.searchParams.set(option, value);
    mongo = await openMongo(url.href, 'sandbox');
  });
  afterEach(async () => {
    await mongo.db.dropDatabase();
    await mongo.close();
    await proxy.close();
  });

  const withFile = () => ({
    ...anIntake(),
    files: [{ sha256: hex(64), sealed: new Uint8Array(5) }],
  });

  it('stores no invoice without its content; a repeat of the call works', async () => {
    const { invoices, sealed } = mongoStores(mongo);
    const intake = withFile();
    proxy.breakAt('update', 'contents');
    await assert.rejects(() => invoices.takeIn(intake), isBusy);
    assert.deepEqual(withEnglish(await invoices.find(intake.record.id)), undefined);
    assert.ok((await invoices.takeIn(intake)).taken);
    assert.ok(await sealed.content(intake.record.client, intake.files[0]!.sha256));
  });

  it('stores one invoice whose reply is lost, without a driver that repeats the write', async () => {
    const { invoices } = mongoStores(mongo);
    const intake = anIntake();
    const { insertOne } = mongo.invoices;
    mongo.invoices.insertOne = (...args) => {
      mongo.invoices.insertOne = insertOne;
      proxy.cutReply();
      return insertOne.apply(mongo.invoices, args);
    };
    await assert.rejects(() => invoices.takeIn(intake), isBusy);
    assert.equal(proxy.cuts, 1);
    const again = await invoices.takeIn({
      ...intake,
      record: { ...intake.record, id: `${intake.record.id}2` },
    });
    assert.ok(again.taken);
    assert.equal(again.invoice.id, intake.record.id);
    assert.equal(await mongo.invoices.countDocuments(), 1);
  });

  it('commits no change without its files', async () => {
    const { invoices } = mongoStores(mongo);
    const { record } = anIntake();
    await invoices.takeIn({ ...anIntake(), record });
    proxy.breakAt('update', 'contents');
    await assert.rejects(() => invoices.commit({ ...changeOf(record), files: withFile().files }), isBusy);
    assert.equal((await invoices.find(record.id))?.version, record.version);
  });

  it('loses no audit row while it is copied to the audit log', async () => {
    const { invoices, audit } = mongoStores(mongo);
    const row = { at: START, action: 'route_chosen', actor: 'key_1' };
    await invoices.takeIn({ ...anIntake(), audit: [row] });
    proxy.breakAt('insert', 'audit');
    await assert.rejects(() => invoices.tidyUp(), isBusy);
    assert.deepEqual(await audit.recent({ limit: 5 }), [row]);
  });

  it('does not end the process if Agenda returns a job', async () => {
    const client = await MongoClient.connect(url.href);
    try {
      const repository = new UniqueMongoJobRepository(client.db(), () => 0);
      await repository.connect();
      const job = await repository.saveJob(
        { name: 'work', type: 'normal', priority: 0, data: {}, nextRunAt: new Date() },
        {},
      );
      proxy.breakAt('update', 'lockedAt');
      await repository.unlockJob(job);
    } finally {
      await client.close();
    }
  });
});
