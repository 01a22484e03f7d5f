import { SqliteJobRepository } from '../../src/adapters/agenda/sqlite-job-repository.ts';
import type { StoppableJobRepository } from '../../src/adapters/agenda/asked-job.ts';
import { openSqlite } from '../../src/adapters/sqlite/open-sqlite.ts';

export interface OpenRepository {
  readonly repository: StoppableJobRepository;
  close(): Promise<void>;
}

/** The jobs of a store, on a connection of their own. */
export async function openJobRepository(url: string, offsetMs = () => 0): Promise<OpenRepository> {
  const sqlite = openSqlite(url.replace(/^sqlite:/, ''), 'sandbox');
  return { repository: new SqliteJobRepository(sqlite, offsetMs), close: async () => sqlite.close() };
}
