import { AgendaJobs } from '../../src/adapters/agenda/agenda-jobs.ts';
import { openJobRepository } from './job-repositories.ts';

// A worker that takes a job, prints that, and never ends it; its parent kills it.
const { repository } = await openJobRepository(process.argv[2]!);
const jobs = await AgendaJobs.open('hanging', repository, {
  concurrency: { check: 1 },
  pollMs: 50,
  lockMs: 600_000,
  offsetMs: () => 0,
  onError: () => undefined,
});
await jobs.start(async (id) => {
  process.send!(id);
  await new Promise(() => undefined);
});
