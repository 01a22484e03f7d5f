import { UniqueMongoJobRepository } from '../adapters/agenda/mongo-job-repository.ts';
import { indexOptions } from '../adapters/mongo/collections.ts';
import { mongoStores } from '../adapters/mongo/mongo-stores.ts';
import { openMongo } from '../adapters/mongo/open-mongo.ts';
import { repeatPassing } from '../adapters/mongo/repeat-passing.ts';
import type { Environment } from '../domain/vocabulary/route.ts';

/** @throws StoreRefused, one sentence for the operator who starts the process. */
export async function openMongoStore(url: string, environment: Environment) {
  const mongo = await openMongo(url, environment);
  const options = await indexOptions(mongo.db);
  return {
    stores: mongoStores(mongo),
    jobs: (offsetMs: () => number) =>
      new UniqueMongoJobRepository(mongo.db, offsetMs, { options, repeat: repeatPassing }),
    close: () => mongo.close(),
  };
}
