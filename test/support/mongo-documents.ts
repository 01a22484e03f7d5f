import assert from 'node:assert/strict';
import type { Mongo } from '../../src/adapters/mongo/mongo.ts';
import { openMongo } from '../../src/adapters/mongo/open-mongo.ts';
import { type CollectionName, VALIDATORS } from '../../src/adapters/mongo/validators.ts';
import { compileBsonSchema } from './bson-schema.ts';
import { freshDatabase } from './mongo-server.ts';

const COMPILED = Object.entries(VALIDATORS).map(
  ([name, schema]) => [name as CollectionName, compileBsonSchema(schema)] as const,
);

/** Documents seen per collection, over the whole run. */
export const SEEN = new Map<CollectionName, number>();

/** Checks every document of the database against its collection's validator; a stand-in does not do that itself. */
export async function assertValidDocuments({ db }: Mongo): Promise<void> {
  for (const [name, isValid] of COMPILED)
    for await (const document of db.collection(name).find()) {
      assert.ok(isValid(document), `${name}: ${JSON.stringify(isValid.errors)}\n${JSON.stringify(document)}`);
      SEEN.set(name, (SEEN.get(name) ?? 0) + 1);
    }
}

/** Each test of the suite has its own database, and all documents are valid at its end. */
export function withFreshDatabases(server: string, opened: (mongo: Mongo, url: string) => void): void {
  let mongo: Mongo;
  beforeEach(async () => {
    const url = freshDatabase(server);
    mongo = await openMongo(url, 'sandbox');
    opened(mongo, url);
  });
  afterEach(async () => {
    await assertValidDocuments(mongo);
    await mongo.db.dropDatabase();
    await mongo.close();
  });
}
