import { join } from 'node:path';
import { describesJobs } from '../../contract/jobs.ts';
import { emptyFolder } from '../../support/folder.ts';
import { openJobRepository, type OpenRepository } from '../../support/job-repositories.ts';

describe('jobs kept in SQLite', () => {
  describesJobs(async () => {
    const folder = emptyFolder();
    const url = `sqlite:${join(folder.path, 'ids.db')}`;
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
        folder.remove();
      },
    };
  });
});
