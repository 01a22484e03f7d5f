import assert from 'node:assert/strict';
import { MongoClient } from 'mongodb';
import { UniqueMongoJobRepository } from '../../../src/adapters/agenda/mongo-job-repository.ts';
import { describesJobs } from '../../contract/jobs.ts';
import { openJobRepository, type OpenRepository } from '../../support/job-repositories.ts';
import { describeOnMongo, freshDatabase } from '../../support/mongo-server.ts';

describeOnMongo('jobs kept in MongoDB', (server) => {
  describesJobs(async () => {
    const url = freshDatabase(server);
    const open: OpenRepository[] = [];
    return {
      url,
      repository: async (offsetMs) => {
        const opened = await openJobRepository(url, offsetMs);
        open.push(opened);
        return opened;
      },
      close: async () => {
        for (const { close } of open) await close();
        const client = await MongoClient.connect(url);
        await client.db().dropDatabase();
        await client.close();
      },
    };
  });

  it('are looked for in all lanes by one command a second, and found in any of them', async () => {
    const client = await MongoClient.connect(freshDatabase(server), { monitorCommands: true });
    const commands: string[] = [];
    client.on('commandStarted', ({ commandName }) => commands.push(commandName));
    try {
      const [own, other] = [1, 2].map(() => new UniqueMongoJobRepository(client.db(), () => 0));
      for (const each of [own, other]) await each!.connect();
      const lanes = ['PEPPOL', 'PL-KSEF', 'RO-EFACTURA', 'FR-PA', 'check'];
      const [life, later] = [60_000, 1000];
      const look = async (now: number) => {
        commands.length = 0;
        const [scan, dead] = [new Date(now + later), new Date(now - life)];
        const found = lanes.map((lane) => own!.getNextJobToRun(lane, scan, dead, new Date(now), undefined));
        const jobs = (await Promise.all(found)).filter((job) => job !== undefined);
        return { lanes: jobs.map(({ name }) => name), jobs, commands: commands.length };
      };
      const at = Date.now();
      await look(at);
      assert.equal((await look(at + 2 * later)).commands, 1, 'one survey of all lanes');
      assert.equal((await look(at + 3 * later)).commands, 0, 'it reads a second ahead');
      assert.equal((await look(at + 3 * later + 1)).commands, 1);
      const nextRunAt = new Date(at);
      const data = { id: 'inv_1', client: 'acme' };
      const unique = { 'data.id': 'inv_1' };
      await other!.saveJob(
        { name: 'FR-PA', type: 'normal', priority: 0, nextRunAt, data, unique },
        undefined,
      );
      const { lanes: withJob } = await look(at + 6 * later);
      assert.deepEqual(withJob, ['FR-PA']);
      assert.deepEqual((await look(at + 8 * later)).lanes, [], 'its lock holds');
      assert.deepEqual((await look(at + 6 * later + life)).lanes, ['FR-PA'], 'its lock has ended');
    } finally {
      await client.db().dropDatabase();
      await client.close();
    }
  });
});
