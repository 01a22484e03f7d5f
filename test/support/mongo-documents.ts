import assert from 'node:assert/strict';
import type { Document } from 'mongodb';
import type { Mongo } from '../../src/adapters/mongo/mongo.ts';
import { openMongo } from '../../src/adapters/mongo/open-mongo.ts';
import { INDEXES } from '../../src/adapters/mongo/indexes.ts';
import { type CollectionName, VALIDATORS } from '../../src/adapters/mongo/validators.ts';
import { compileBsonSchema } from './bson-schema.ts';
import { freshDatabase } from './mongo-server.ts';

const COMPILED = Object.entries(VALIDATORS).map(
  ([name, schema]) => [name as CollectionName, compileBsonSchema(schema)] as const,
);

/** Whose documents the server removes by their `expiresAt`, once a minute. */
const EXPIRING = new Set(
  Object.entries(INDEXES).flatMap(([name, indexes]) =>
    indexes.some(({ expireAfterSeconds }) => expireAfterSeconds !== undefined) ? [name] : [],
  ),
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
      const { expiresAt } = document;
      if (EXPIRING.has(name) && expiresAt)
        assert.ok(expiresAt > new Date(), `${name}: the server may remove ${JSON.stringify(document)}`);
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
  /** Parts of writes that select or change nothing, in all commands so far. */
  readonly emptyParts: string[] = [];
  /** Update operators of all commands so far. */
  readonly operators = new Set<string>();

  private constructor(
    readonly url: string,
    /** Connections as those of two processes. */
    readonly own: Mongo,
    readonly second: Mongo,
    private readonly described: readonly Document[],
  ) {}

  static async open(server: string): Promise<SharedDatabase> {
    const url = freshDatabase(server);
    const [own, second] = [
      await openMongo(monitored(url), 'sandbox'),
      await openMongo(monitored(url), 'sandbox'),
    ];
    const shared = new SharedDatabase(url, own, second, await own.db.collection('store').find().toArray());
    for (const { client } of [own, second])
      client.on('commandStarted', ({ command }) => shared.note(command));
    return shared;
  }

  private note(command: Document): void {
    for (const written of writesIn(command)) {
      for (const operator of Object.keys(written.u)) this.operators.add(operator);
      this.emptyParts.push(...emptyPartsIn(written));
    }
  }

  /** Checks the documents that a test left, and removes them. */
  async empty(): Promise<void> {
    const { db } = this.own;
    await Promise.all([this.own.rest(), this.second.rest()]);
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

/** An address whose client reports its commands. */
export const monitored = (url: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}monitorCommands=true`;

interface Written {
  readonly q: Document;
  /** Empty for a deletion. */
  readonly u: Document;
}

function writesIn(command: Document): readonly Written[] {
  if ('findAndModify' in command)
    return [{ q: command['query'] as Document, u: command['update'] as Document }];
  const writes = [command['updates'], command['deletes']].flat() as (Partial<Written> | undefined)[];
  return writes.flatMap((write) => (write ? [{ q: write.q ?? {}, u: write.u ?? {} }] : []));
}

/** An operator without members, `$each` or `$in` of nothing. */
function emptyPartsIn({ q, u }: Written): readonly string[] {
  const found: string[] = [];
  const look = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null || value instanceof Date || '_bsontype' in value) return;
    if (/\$\w+$/.test(path) && Object.keys(value).length === 0) found.push(path);
    for (const [name, member] of Object.entries(value)) look(member, `${path} ${name}`);
  };
  look(q, 'of');
  for (const [name, member] of Object.entries(u)) if (name.startsWith('$')) look(member, name);
  return found;
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
