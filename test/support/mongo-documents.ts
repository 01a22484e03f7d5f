import assert from 'node:assert/strict';
import type { Document } from 'mongodb';
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

/**
 * Checks every document of the database against its collection's validator; a stand-in does not do that itself.
 * @returns the collections that hold documents.
 */
export async function assertValidDocuments({ db }: Mongo): Promise<readonly CollectionName[]> {
  const filled = new Set<CollectionName>();
  for (const [name, isValid] of COMPILED)
    for await (const document of db.collection(name).find()) {
      assert.ok(isValid(document), `${name}: ${JSON.stringify(isValid.errors)}\n${JSON.stringify(document)}`);
      SEEN.set(name, (SEEN.get(name) ?? 0) + 1);
      filled.add(name);
    }
  return [...filled];
}

/**
 * One database for the tests of a suite, each of which finds it without documents: making the collections and indexes takes most
 * of the time of a short test.
 */
export class SharedDatabase {
  private constructor(
    readonly url: string,
    /** Connections as those of two processes. */
    readonly own: Mongo,
    readonly second: Mongo,
    private readonly described: readonly Document[],
  ) {}

  static async open(server: string): Promise<SharedDatabase> {
    const url = freshDatabase(server);
    const own = await openMongo(url, 'sandbox');
    const second = await openMongo(url, 'sandbox');
    return new SharedDatabase(url, own, second, await own.db.collection('store').find().toArray());
  }

  /** Checks the documents that a test left, and removes them. */
  async empty(): Promise<void> {
    const { db } = this.own;
    try {
      for (const name of await assertValidDocuments(this.own)) await db.collection(name).deleteMany();
    } catch (error) {
      for (const { name } of await db.listCollections().toArray()) await db.collection(name).deleteMany();
      throw error;
    } finally {
      await db.collection('store').deleteMany();
      await db.collection('store').insertMany([...this.described]);
    }
  }

  async drop(): Promise<void> {
    await this.own.db.dropDatabase();
    await this.own.close();
    await this.second.close();
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
