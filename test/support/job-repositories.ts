import type { StoppableJobRepository } from '../../src/adapters/agenda/asked-job.ts';
import { UniqueMongoJobRepository } from '../../src/adapters/agenda/mongo-job-repository.ts';
import { SqliteJobRepository } from '../../src/adapters/agenda/sqlite-job-repository.ts';
import { openMongo } from '../../src/adapters/mongo/open-mongo.ts';
import { openSqlite } from '../../src/adapters/sqlite/open-sqlite.ts';

export interface OpenRepository {
  readonly repository: StoppableJobRepository;
  close(): Promise<void>;
}

/** The jobs of a store, on a connection of their own. */
export async function openJobRepository(url: string, offsetMs = () => 0): Promise<OpenRepository> {
  if (url.startsWith('mongodb')) {
    const mongo = await openMongo(url, 'sandbox');
    const repository = new UniqueMongoJobRepository(mongo.db, offsetMs);
    await repository.connect();
    return { repository, close: () => mongo.close() };
  }
  const sqlite = openSqlite(url.replace(/^sqlite:/, ''), 'sandbox');
  return { repository: new SqliteJobRepository(sqlite, offsetMs), close: async () => sqlite.close() };
}
