import { MongoClient } from 'mongodb';
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
});
