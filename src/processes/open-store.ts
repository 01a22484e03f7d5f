import type { StoppableJobRepository } from '../adapters/agenda/asked-job.ts';
import { UniqueMongoJobRepository } from '../adapters/agenda/mongo-job-repository.ts';
import { SqliteJobRepository } from '../adapters/agenda/sqlite-job-repository.ts';
import { indexOptions } from '../adapters/mongo/collections.ts';
import { mongoStores } from '../adapters/mongo/mongo-stores.ts';
import { openMongo } from '../adapters/mongo/open-mongo.ts';
import { openSqlite } from '../adapters/sqlite/open-sqlite.ts';
import { sqliteStores } from '../adapters/sqlite/sqlite-stores.ts';
import type { Environment } from '../domain/vocabulary/route.ts';
import type { Stores } from '../ports/stores.ts';
import type { StoreAddress } from './settings.ts';

/** Everything that is kept, on one connection. */
export interface OpenStore {
  readonly stores: Stores;
  /** Where Agenda keeps its jobs. @param offsetMs service time minus real time. */
  readonly jobs: (offsetMs: () => number) => StoppableJobRepository;
  readonly close: () => Promise<void>;
}

/** @throws StoreRefused, one sentence for whoever starts the process. */
export async function openStore(store: StoreAddress, environment: Environment): Promise<OpenStore> {
  switch (store.kind) {
    case 'sqlite': {
      const sqlite = openSqlite(store.path, environment);
      return {
        stores: sqliteStores(sqlite),
        jobs: (offsetMs) => new SqliteJobRepository(sqlite, offsetMs),
        close: () => Promise.resolve(sqlite.close()),
      };
    }
    case 'mongodb': {
      const mongo = await openMongo(store.url, environment);
      const options = await indexOptions(mongo.db);
      return {
        stores: mongoStores(mongo),
        jobs: (offsetMs) => new UniqueMongoJobRepository(mongo.db, offsetMs, options),
        close: () => mongo.close(),
      };
    }
  }
}
