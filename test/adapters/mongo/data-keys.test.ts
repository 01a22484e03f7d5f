import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { DataKeys } from '../../../src/adapters/mongo/data-keys.ts';
import { mongoStores } from '../../../src/adapters/mongo/mongo-stores.ts';
import type { Mongo } from '../../../src/adapters/mongo/mongo.ts';
import { forkBuilt } from '../../support/built.ts';
import { withEmptyDatabase } from '../../support/mongo-documents.ts';
import { describeOnMongo } from '../../support/mongo-server.ts';

/** What the process answers. */
async function keyIn(child: ChildProcess, client: string): Promise<string | undefined> {
  child.send(client);
  const [answer] = (await once(child, 'message')) as [{ readonly key?: string }];
  return answer.key;
}

describeOnMongo('the data keys of clients on MongoDB', (server) => {
  let [mongo, url] = [undefined as unknown as Mongo, ''];
  withEmptyDatabase(server, (opened, at) => ([mongo, url] = [opened, at]));

  it('are gone from every process once a client is deleted, also from one that was frozen', async () => {
    const { sealed, clientData } = mongoStores(mongo);
    await sealed.keepDataKey('acme', 'wrapped');
    const processes = [forkBuilt('support/key-reader.ts', [url]), forkBuilt('support/key-reader.ts', [url])];
    try {
      const [live, frozen] = processes as [ChildProcess, ChildProcess];
      await Promise.all(processes.map((child) => once(child, 'message')));
      for (const child of processes) assert.equal(await keyIn(child, 'acme'), 'wrapped');
      frozen.kill('SIGSTOP');
      await clientData.shredKey('acme');
      assert.equal(await keyIn(live, 'acme'), '');
      frozen.kill('SIGCONT');
      assert.equal(await keyIn(frozen, 'acme'), '');
    } finally {
      for (const child of processes) child.kill('SIGKILL');
    }
  });

  it('are read once in five seconds, and at once after a change of this process', async () => {
    let reads = 0;
    const counted = {
      findOne: (filter: object) => {
        reads += 1;
        return mongo.dataKeys.findOne(filter);
      },
      updateOne: mongo.dataKeys.updateOne.bind(mongo.dataKeys),
      findOneAndUpdate: mongo.dataKeys.findOneAndUpdate.bind(mongo.dataKeys),
    };
    const keys = new DataKeys(counted as never, 60_000);
    assert.equal(await keys.of('acme'), undefined);
    await mongo.dataKeys.insertOne({ _id: 'acme', wrapped: 'one' });
    for (let n = 0; n < 3; n += 1) assert.equal(await keys.of('acme'), 'one');
    assert.equal(reads, 2);
    assert.equal(await keys.replace('acme', 'one', 'two'), true);
    assert.equal(await keys.of('acme'), 'two');
    const brief = new DataKeys(mongo.dataKeys, 0);
    await brief.shred('acme');
    for (let n = 0; n < 2; n += 1) assert.equal(await brief.of('acme'), '');
  });
});
