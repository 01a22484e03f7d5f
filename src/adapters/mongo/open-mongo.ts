import { MongoError, MongoServerError, type WithId } from 'mongodb';
import { DAY_MS } from '../../domain/lifecycle/day-counts.ts';
import { UNFILED_STATES } from '../../domain/lifecycle/states.ts';
import type { Environment } from '../../domain/vocabulary/route.ts';
import { StoreRefused } from '../../ports/store-refused.ts';
import {
  areHeldToRules,
  type HeldRules,
  heldRules,
  type Lack,
  makeCollections,
  unknownMember,
} from './collections.ts';
import { connect, connectForSetUp } from './connect.ts';
import type { StoreDocument } from './documents.ts';
import { isFirst } from './driver-errors.ts';
import { Mongo } from './mongo.ts';
import { repeatPassing } from './repeat-passing.ts';
import { repeatUndone } from './repeated.ts';
import { time } from './timed.ts';

/** Raised with every change that breaks an older program, except a new field that may be absent, and with every removed field. */
export const SCHEMA_VERSION = 1;

const DEFAULT_DATABASE = 'ids';

/**
 * Connects, and makes missing collections, validators and indexes. Every deployment offers what it uses: no transactions, change
 * streams, update pipelines or partial indexes.
 * @throws StoreRefused if this process cannot or must not use the store.
 */
export async function openMongo(url: string, environment: Environment): Promise<Mongo> {
  const client = await connectForSetUp(url).catch((error: unknown) => {
    throw refuse('cannot be reached', error);
  });
  try {
    const db = client.db(databaseOf(url));
    const lacks = await repeatPassing(() => setUp(new Mongo(client, db), environment));
    const own = await repeatPassing(() => connect(url));
    return new Mongo(own, repeatUndone(time(own.db(databaseOf(url)))), lacks);
  } catch (error) {
    throw error instanceof MongoError ? refuse('cannot be used', error) : error;
  } finally {
    await client.close();
  }
}

/** @returns what the server lacks. */
async function setUp(mongo: Mongo, environment: Environment): Promise<readonly Lack[]> {
  const present = await mongo.store.findOne({ _id: 'store' });
  if (present) holdTo(present, environment);
  const rules = await heldRules(mongo.db);
  if (present?.schema === SCHEMA_VERSION) refuseNewer(rules);
  const lacks = await makeCollections(mongo.db, rules);
  if (present) await markUnfiled(mongo, present);
  await register(mongo, environment);
  const keepsValidators = lacks.includes('validators') || areHeldToRules(await heldRules(mongo.db));
  return keepsValidators ? lacks : ['validators', ...lacks];
}

/** The address may hold a password, so only the name of the failure is shown. */
function refuse(what: string, error: unknown): StoreRefused {
  const name = error instanceof Error ? error.name : 'unknown error';
  const why = (error instanceof MongoServerError && error.codeName) || name;
  return new StoreRefused('unreachable', `STORE_URL names a MongoDB that ${what} (${why}).`, error);
}

/** The database that an address names, else `ids`. */
export const databaseOf = (url: string): string => {
  const [, path] = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(url) ?? [];
  return path === undefined ? DEFAULT_DATABASE : decodeURIComponent(path);
};

function holdTo(present: WithId<StoreDocument>, environment: Environment): void {
  if ('schemaVersion' in present)
    throw new StoreRefused(
      'older-store',
      'STORE_URL names a store of a program before release 0.1.0, which this one cannot read; name another database, or drop this one, then start again with an empty store.',
    );
  if (present.schema > SCHEMA_VERSION)
    throw new StoreRefused(
      'newer-store',
      `STORE_URL names a store of schema version ${present.schema}; this program knows versions up to ${SCHEMA_VERSION}.`,
    );
  if (present.environment !== environment)
    throw new StoreRefused(
      'other-environment',
      `STORE_URL names a store of the ${present.environment}; ENVIRONMENT is ${environment}.`,
    );
}

function refuseNewer(rules: ReadonlyMap<string, HeldRules>): void {
  const member = unknownMember(rules);
  if (member !== undefined)
    throw new StoreRefused(
      'newer-store',
      `STORE_URL names a store of a newer program, which keeps ${member}.`,
    );
}

/**
 * Has the tally updater decide again about invoices that a program without the key of `toFile` may have counted: at the first start of this
 * one about all, and for a day, in which an older one may run beside it, about those that changed since.
 */
async function markUnfiled({ invoices, store }: Mongo, { filedSince }: StoreDocument): Promise<void> {
  const now = new Date();
  if (filedSince && now.getTime() - filedSince.getTime() > DAY_MS) return;
  await invoices.updateMany(
    {
      state: { $in: [...UNFILED_STATES] },
      toFile: { $exists: false },
      countPendingSince: { $exists: false },
      ...(filedSince && { updatedAt: { $gte: filedSince } }),
    },
    { $set: { countPendingSince: now } },
  );
  if (!filedSince) await store.updateOne({ _id: 'store' }, { $set: { filedSince: now } });
}

/** Last, so that a start that was killed is repeated completely. */
async function register(mongo: Mongo, environment: Environment): Promise<void> {
  const fresh = { _id: 'store', schema: SCHEMA_VERSION, environment, filedSince: new Date(0) } as const;
  if (await isFirst(mongo.store.insertOne(fresh))) return;
  const present = await mongo.store.findOne({ _id: 'store' });
  if (present) holdTo(present, environment);
  await mongo.store.updateOne({ _id: 'store' }, { $max: { schema: SCHEMA_VERSION } });
}
