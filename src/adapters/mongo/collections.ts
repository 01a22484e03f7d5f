import { isDeepStrictEqual } from 'node:util';
import { type CreateIndexesOptions, type Db, type IndexDescription, MongoServerError } from 'mongodb';
import { isDenied, succeedsUnless } from './driver-errors.ts';
import type { BsonSchema } from './field-schema.ts';
import { INDEXES } from './indexes.ts';
import { repeatPassing } from './repeat-passing.ts';
import { type CollectionName, VALIDATORS } from './validators.ts';

const NAMESPACE_EXISTS = 48;
/** How long a server may be busy with what it may also leave out. */
const OPTIONAL_MS = 5_000;

/** What the store can work without. `expiry`: the server removes no rows by itself. */
export type Lack = 'validators' | 'expiry of rows';

/** What a collection accepts. `moderate`: a document of an older validator can still be changed. */
interface Rules {
  readonly validator: { readonly $jsonSchema: BsonSchema };
  readonly validationLevel: 'moderate';
  readonly validationAction: 'error';
}

/** The rules of the server; undefined for a collection without rules, and if the server does not tell. */
export type HeldRules = Readonly<Record<string, unknown>> | undefined;

const rulesOf = (name: CollectionName): Rules => ({
  validator: { $jsonSchema: VALIDATORS[name] },
  validationLevel: 'moderate',
  validationAction: 'error',
});

const NAMES = Object.keys(VALIDATORS) as CollectionName[];

/** The rules of the collections that exist. */
export async function heldRules(db: Db): Promise<ReadonlyMap<string, HeldRules>> {
  const infos = await db.listCollections({}, { nameOnly: false }).toArray();
  return new Map(infos.map((info) => [info.name, 'options' in info ? info.options : undefined]));
}

/** A member that only a newer program writes: the validator of this one would refuse it from now on. */
export function unknownMember(present: ReadonlyMap<string, HeldRules>): string | undefined {
  for (const name of NAMES) {
    const known = Object.keys(VALIDATORS[name].properties ?? {});
    const unknown = membersIn(present.get(name)).find((member) => !known.includes(member));
    if (unknown !== undefined) return `${name}.${unknown}`;
  }
  return undefined;
}

function membersIn(present: HeldRules): readonly string[] {
  const validator = present?.['validator'] as { $jsonSchema?: BsonSchema } | undefined;
  return Object.keys(validator?.$jsonSchema?.properties ?? {});
}

/**
 * Makes missing collections and indexes, and replaces the rules of older programs.
 * @returns what the server does not take. It is asked once for each.
 */
export async function makeCollections(
  db: Db,
  present: ReadonlyMap<string, HeldRules>,
  optionalMs = OPTIONAL_MS,
): Promise<readonly Lack[]> {
  /** A server may refuse in any words, or not answer in time: it is used without what it does not take. */
  const isTaken: IsTaken = (work) =>
    succeedsUnless((error) => !isDenied(error), repeatPassing(work, optionalMs));
  const options = await indexOptions(db);
  const lacks = new Set<Lack>();
  for (const name of NAMES) {
    const isMissing = !present.has(name);
    if (!lacks.has('validators') && (isMissing || !isHeldTo(name, present.get(name)))) {
      const isSet = isMissing
        ? isTaken(() => createUnlessThere(db, name, rulesOf(name)))
        : isTaken(() => changeRules(db, name));
      if (!(await isSet)) lacks.add('validators');
    }
    if (isMissing && lacks.has('validators')) await createUnlessThere(db, name);
    await makeIndexes(db, name, { options, lacks, isTaken });
  }
  return [...lacks];
}

type IsTaken = (work: () => Promise<unknown>) => Promise<boolean>;

interface Setting {
  readonly options: CreateIndexesOptions;
  readonly lacks: Set<Lack>;
  readonly isTaken: IsTaken;
}

async function makeIndexes(
  db: Db,
  name: CollectionName,
  { options, lacks, isTaken }: Setting,
): Promise<void> {
  const indexes = INDEXES[name];
  if (!indexes) return;
  const make = (some: IndexDescription[], how?: CreateIndexesOptions) => async () =>
    db.collection(name).createIndexes(some, how);
  const lasting = indexes.map(({ expireAfterSeconds: _, ...index }) => index);
  const expires = indexes.some(({ expireAfterSeconds }) => expireAfterSeconds !== undefined);
  const hasOptions = Object.keys(options).length > 0;
  const ways = [
    ...(expires && lacks.has('expiry of rows') ? [] : [make(indexes, options)]),
    ...(hasOptions ? [make(indexes)] : []),
    ...(expires ? [make(lasting)] : []),
  ];
  for (const way of ways.slice(0, -1)) if (await isTaken(way)) return;
  await ways.at(-1)!();
  if (expires) lacks.add('expiry of rows');
}

/** Some servers take rules and forget them. */
export const areHeldToRules = (present: ReadonlyMap<string, HeldRules>): boolean =>
  NAMES.every((name) => present.get(name)?.['validator'] !== undefined);

function isHeldTo(name: CollectionName, present: HeldRules): boolean {
  const { validator, validationLevel, validationAction = 'error' } = present ?? {};
  return isDeepStrictEqual({ validator, validationLevel, validationAction }, rulesOf(name));
}

/**
 * In a replica set a majority is enough; by default every member is waited for, also one that is away. A standalone server has no
 * such option.
 */
export async function indexOptions(db: Db): Promise<CreateIndexesOptions> {
  const hello: unknown = await db.command({ hello: 1 }).catch(() => undefined);
  const isSet = typeof hello === 'object' && hello !== null && ('setName' in hello || 'msg' in hello);
  return isSet ? { commitQuorum: 'majority' } : {};
}

async function changeRules(db: Db, name: CollectionName): Promise<void> {
  await db.command({ collMod: name, ...rulesOf(name) });
}

async function createUnlessThere(db: Db, name: CollectionName, rules?: Rules): Promise<void> {
  try {
    await db.createCollection(name, rules);
  } catch (error) {
    // Another process started at the same instant.
    if (!(error instanceof MongoServerError && error.code === NAMESPACE_EXISTS)) throw error;
  }
}
