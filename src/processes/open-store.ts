import { existsSync } from 'node:fs';
import type { StoppableJobRepository } from '../adapters/agenda/asked-job.ts';
import { SqliteJobRepository } from '../adapters/agenda/sqlite-job-repository.ts';
import { codeOf } from '../adapters/sqlite/driver-errors.ts';
import { openSqlite } from '../adapters/sqlite/open-sqlite.ts';
import { sqliteStores } from '../adapters/sqlite/sqlite-stores.ts';
import type { Environment } from '../domain/vocabulary/route.ts';
import { StoreRefused } from '../ports/store-refused.ts';
import type { Stores } from '../ports/stores.ts';
import type { StoreAddress } from './settings/settings.ts';

/** All stores, on one connection. */
export interface OpenStore {
  readonly stores: Stores;
  /** The job rows of Agenda. @param offsetMs service time minus real time. */
  readonly jobs: (offsetMs: () => number) => StoppableJobRepository;
  readonly close: () => Promise<void>;
  /** @param end gets one sentence for the operator once the disk of the store has failed. */
  readonly whenLost?: (end: (sentence: string) => void) => void;
}

export const hasStore = (store: StoreAddress): boolean => store.kind !== 'sqlite' || existsSync(store.path);

/** SQLite would make an empty store. @throws StoreRefused if there is none. */
export function requireStore(store: StoreAddress): void {
  if (store.kind === 'sqlite' && !hasStore(store))
    throw new StoreRefused('not-a-store', `STORE_URL names ${store.path}, where no store is.`);
}

/** @throws StoreRefused, one sentence for the operator who starts the process. */
export async function openStore(store: StoreAddress, environment: Environment): Promise<OpenStore> {
  switch (store.kind) {
    case 'sqlite': {
      const sqlite = openSqlite(store.path, environment);
      return {
        stores: sqliteStores(sqlite),
        jobs: (offsetMs) => new SqliteJobRepository(sqlite, offsetMs),
        close: () => Promise.resolve(sqlite.close()),
        whenLost: (end) =>
          sqlite.whenLost((cause) =>
            end(`STORE_URL names ${store.path}, whose disk failed (${codeOf(cause) || 'no code'}).`),
          ),
      };
    }
    case 'mongodb': {
      // Its driver takes a sixth of a start to load; SQLite does not need it.
      const { openMongoStore } = await import('./open-mongo-store.ts');
      return openMongoStore(store.url, environment);
    }
  }
}
