import { join } from 'node:path';
import { describesJobs } from '../../contract/jobs.ts';
import { writeEmptyStore } from '../../support/empty-sqlite.ts';
import { emptyFolder } from '../../support/folder.ts';
import { openJobRepository, type OpenRepository } from '../../support/job-repositories.ts';

describe('jobs kept in SQLite', () => {
  describesJobs(async () => {
    const folder = emptyFolder();
    const path = join(folder.path, 'ids.db');
    writeEmptyStore(path);
    const url = `sqlite:${path}`;
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
