import type { StoppableJobRepository } from '../../src/adapters/agenda/asked-job.ts';
import { UniqueMongoJobRepository } from '../../src/adapters/agenda/mongo-job-repository.ts';
import { SqliteJobRepository } from '../../src/adapters/agenda/sqlite-job-repository.ts';
import { openMongo } from '../../src/adapters/mongo/open-mongo.ts';
import { openSqlite } from '../../src/adapters/sqlite/open-sqlite.ts';

export interface OpenRepository {
  readonly repository: StoppableJobRepository;
  /** The jobs of one name. */
  dueTimes(name: string): Promise<readonly Date[]>;
  close(): Promise<void>;
}

/** The jobs of a store, on a separate connection. */
export async function openJobRepository(url: string, offsetMs = () => 0): Promise<OpenRepository> {
  if (url.startsWith('mongodb')) {
    const mongo = await openMongo(url, 'sandbox');
    const repository = new UniqueMongoJobRepository(mongo.db, offsetMs);
    await repository.connect();
    return {
      repository,
      dueTimes: async (name) => {
        const jobs = await mongo.db.collection<{ nextRunAt: Date }>('jobs').find({ name }).toArray();
        return jobs.map(({ nextRunAt }) => nextRunAt);
      },
      close: () => mongo.close(),
    };
  }
  const sqlite = openSqlite(url.replace(/^sqlite:/, ''), 'sandbox');
  return {
    repository: new SqliteJobRepository(sqlite, offsetMs),
    dueTimes: async (name) => {
      const sql = 'SELECT next_run_at FROM job WHERE name = @name';
      const rows = await sqlite.read(() => sqlite.all(sql, { name }));
      return rows.map((row) => new Date(Number(row['next_run_at'])));
    },
    close: async () => sqlite.close(),
  };
}
