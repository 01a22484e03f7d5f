import assert from 'node:assert/strict';
import type { Document } from 'mongodb';
import type { Mongo } from '../../src/adapters/mongo/mongo.ts';
import { openMongo } from '../../src/adapters/mongo/open-mongo.ts';
import { INDEXES } from '../../src/adapters/mongo/indexes.ts';
import { type CollectionName, VALIDATORS } from '../../src/adapters/mongo/validators.ts';
import { compileBsonSchema } from './bson-schema.ts';
import { freshDatabase } from './mongo-server.ts';

const NAMES = Object.keys(VALIDATORS) as CollectionName[];

const COMPILED = new Map<CollectionName, ReturnType<typeof compileBsonSchema>>();

/** Compiled at the first document of its collection: all of them take two seconds. */
function validatorOf(name: CollectionName): ReturnType<typeof compileBsonSchema> {
  const compiled = COMPILED.get(name) ?? compileBsonSchema(VALIDATORS[name]);
  COMPILED.set(name, compiled);
  return compiled;
}

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
 * @param isLookedAt for some of the collections.
 */
export async function assertValidDocuments(
  { db }: Mongo,
  isLookedAt: (name: CollectionName) => boolean = () => true,
): Promise<void> {
  for (const name of NAMES.filter(isLookedAt))
    for await (const document of db.collection(name).find()) {
      const { expiresAt } = document;
      if (EXPIRING.has(name) && expiresAt)
        assert.ok(expiresAt > new Date(), `${name}: the server may remove ${JSON.stringify(document)}`);
      const isValid = validatorOf(name);
      assert.ok(isValid(document), `${name}: ${JSON.stringify(isValid.errors)}\n${JSON.stringify(document)}`);
      SEEN.set(name, (SEEN.get(name) ?? 0) + 1);
    }
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
  /** Collections with writes since the last test. */
  private readonly written = new Set<string>();

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
    for (const write of WRITES) if (write in command) this.written.add(String(command[write]));
    for (const written of writesIn(command)) {
      for (const operator of Object.keys(written.u)) this.operators.add(operator);
      this.emptyParts.push(...emptyPartsIn(written));
    }
  }

  /**
   * Checks the documents that a test left, and removes them.
   * @param writers others may write to any collection: each is looked at.
   */
  async empty(writers: Writers = 'these connections'): Promise<void> {
    await this.rest();
    if (writers !== 'these connections') for (const name of NAMES) this.written.add(name);
    try {
      await assertValidDocuments(this.own, (name) => this.written.has(name));
    } finally {
      await this.clear();
    }
  }

  /** Removes the documents that a test left. */
  async clear(): Promise<void> {
    await this.rest();
    const { db } = this.own;
    const written = [...this.written];
    for (const name of written) await db.collection(name).deleteMany();
    if (written.includes('store')) await db.collection('store').insertMany([...this.described]);
    this.written.clear();
  }

  private async rest(): Promise<void> {
    await Promise.all([this.own.rest(), this.second.rest()]);
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

type Writers = 'these connections' | 'others, too';

/** Commands that write; their value names the collection. */
const WRITES = ['insert', 'update', 'delete', 'findAndModify'] as const;

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

/** Each test of the suite finds its database without documents, and all documents are valid at its end. */
export function withEmptyDatabase(
  server: string,
  opened: (mongo: Mongo, url: string) => void,
  writers?: Writers,
): void {
  let shared: SharedDatabase;
  before(async () => (shared = await SharedDatabase.open(server)));
  beforeEach(() => opened(shared.own, shared.url));
  afterEach(() => shared.empty(writers));
  after(() => shared.drop());
}
