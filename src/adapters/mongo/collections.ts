import { isDeepStrictEqual } from 'node:util';
import { type CreateIndexesOptions, type Db, MongoServerError } from 'mongodb';
import { isUnsupported, succeedsUnless } from './driver-errors.ts';
import type { BsonSchema } from './field-schema.ts';
import { INDEXES } from './indexes.ts';
import { type CollectionName, VALIDATORS } from './validators.ts';

const NAMESPACE_EXISTS = 48;

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
export function unknownMember(held: ReadonlyMap<string, HeldRules>): string | undefined {
  for (const name of NAMES) {
    const known = Object.keys(VALIDATORS[name].properties ?? {});
    const unknown = membersIn(held.get(name)).find((member) => !known.includes(member));
    if (unknown !== undefined) return `${name}.${unknown}`;
  }
  return undefined;
}

function membersIn(held: HeldRules): readonly string[] {
  const validator = held?.['validator'] as { $jsonSchema?: BsonSchema } | undefined;
  return Object.keys(validator?.$jsonSchema?.properties ?? {});
}

/**
 * Makes missing collections and indexes, and replaces the rules of older programs.
 * @returns whether the server takes rules. One that does not is asked once.
 */
export async function makeCollections(
  db: Db,
  held: ReadonlyMap<string, HeldRules>,
): Promise<{ readonly keepsValidators: boolean }> {
  const options = await indexOptions(db);
  let keepsValidators = true;
  for (const name of NAMES) {
    const isMissing = !held.has(name);
    if (keepsValidators && (isMissing || !isHeldTo(name, held.get(name))))
      keepsValidators = await isTaken(
        isMissing ? createUnlessThere(db, name, rulesOf(name)) : changeRules(db, name),
      );
    if (isMissing && !keepsValidators) await createUnlessThere(db, name);
    const indexes = INDEXES[name];
    if (indexes) await db.collection(name).createIndexes(indexes, options);
  }
  return { keepsValidators };
}

const isTaken = (rules: Promise<void>): Promise<boolean> => succeedsUnless(isUnsupported, rules);

/** Some servers take rules and forget them. */
export const areHeldToRules = (held: ReadonlyMap<string, HeldRules>): boolean =>
  NAMES.every((name) => held.get(name)?.['validator'] !== undefined);

function isHeldTo(name: CollectionName, held: HeldRules): boolean {
  const { validator, validationLevel, validationAction = 'error' } = held ?? {};
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
