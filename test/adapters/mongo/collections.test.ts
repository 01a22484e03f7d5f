import assert from 'node:assert/strict';
import { type Db, MongoServerError } from 'mongodb';
import { type HeldRules, makeCollections, unknownMember } from '../../../src/adapters/mongo/collections.ts';
import { type CollectionName, VALIDATORS } from '../../../src/adapters/mongo/validators.ts';

interface Recorded {
  readonly commands: Record<string, unknown>[];
  readonly created: string[];
  readonly indexOptions: unknown[];
  /** How often a collection was to be created with rules. */
  withRules: number;
}

/** Of calls that name rules. */
interface Refusals {
  readonly create?: Error;
  readonly collMod?: Error;
}

/** A database that records its commands: the stand-in does not run them. */
function recordingDatabase(
  hello: Record<string, unknown> | Error,
  { create, collMod }: Refusals = {},
): { db: Db; recorded: Recorded } {
  const recorded: Recorded = { commands: [], created: [], indexOptions: [], withRules: 0 };
  const db = {
    command: async (command: Record<string, unknown>) => {
      if (!('hello' in command)) {
        recorded.commands.push(command);
        if (collMod) throw collMod;
        return;
      }
      if (hello instanceof Error) throw hello;
      return hello;
    },
    createCollection: async (name: string, options?: object) => {
      if (options) recorded.withRules += 1;
      if (options && create) throw create;
      recorded.created.push(name);
    },
    collection: () => ({
      createIndexes: async (_: unknown, options: unknown) => void recorded.indexOptions.push(options),
      dropIndex: async () => undefined,
    }),
  };
  return { db: db as unknown as Db, recorded };
}

const rules = (name: CollectionName, own: object = {}): HeldRules => ({
  validator: { $jsonSchema: structuredClone(VALIDATORS[name]) as object },
  validationLevel: 'moderate',
  validationAction: 'error',
  ...own,
});

const CURRENT = new Map(Object.keys(VALIDATORS).map((name) => [name, rules(name as CollectionName)]));
const rulesWith = (name: CollectionName, own: HeldRules): ReadonlyMap<string, HeldRules> =>
  new Map([...CURRENT, [name, own]]);

describe('the collections of a MongoDB store', () => {
  it('do not change if they have the rules of this program', async () => {
    const { db, recorded } = recordingDatabase({ setName: 'rs0' });
    await makeCollections(db, CURRENT);
    assert.deepEqual([recorded.commands, recorded.created], [[], []]);
  });

  for (const [difference, own] of Object.entries({
    'an older validator': rules('claims', { validator: { $jsonSchema: { required: ['gone'] } } }),
    'no validator': undefined,
    'a level that refuses changes of older documents': rules('claims', { validationLevel: 'strict' }),
    'an action that only warns': rules('claims', { validationAction: 'warn' }),
  }))
    it(`get the rules of this program if they have ${difference}`, async () => {
      const { db, recorded } = recordingDatabase({});
      await makeCollections(db, rulesWith('claims', own));
      assert.deepEqual(
        recorded.commands.map(({ collMod, validationLevel }) => [collMod, validationLevel]),
        [['claims', 'moderate']],
      );
    });

  it('are created if they are missing', async () => {
    const { db, recorded } = recordingDatabase({});
    await makeCollections(db, new Map());
    assert.deepEqual(recorded.created, Object.keys(VALIDATORS));
  });

  for (const [server, hello, options] of [
    ['a replica set, with a quorum of the majority', { setName: 'rs0' }, { commitQuorum: 'majority' }],
    ['shards, likewise', { msg: 'isdbgrid' }, { commitQuorum: 'majority' }],
    ['a standalone server, without a quorum', {}, {}],
    ['a server of unknown kind, without a quorum', new Error('no such command'), {}],
  ] as const)
    it(`get their indexes on ${server}`, async () => {
      const { db, recorded } = recordingDatabase(hello);
      await makeCollections(db, CURRENT);
      assert.ok(recorded.indexOptions.length > 0);
      for (const given of recorded.indexOptions) assert.deepEqual(given, options);
    });

  /** Answers of DocumentDB without EnableSchemaValidation (`ParseAndGetValidatorSpec`), and of servers without the command. */
  for (const code of [115, 238, 59])
    it(`are made without validators on a server that refuses these with code ${code}, which is asked once`, async () => {
      const refusal = new MongoServerError({ code, message: 'validator not supported yet' });
      const { db, recorded } = recordingDatabase({}, { create: refusal, collMod: refusal });
      assert.deepEqual(await makeCollections(db, new Map()), { keepsValidators: false });
      assert.deepEqual(new Set(recorded.created), new Set(Object.keys(VALIDATORS)));
      assert.equal(recorded.withRules, 1);
      const older = new Map(Object.keys(VALIDATORS).map((name) => [name, undefined]));
      assert.deepEqual(await makeCollections(db, older), { keepsValidators: false });
      assert.equal(recorded.commands.length, 1);
    });

  it('are not made if the server refuses for another reason', async () => {
    const refusal = new MongoServerError({ code: 13, message: 'not authorized' });
    const { db } = recordingDatabase({}, { create: refusal });
    await assert.rejects(makeCollections(db, new Map()), /not authorized/);
  });

  it('show by an unknown member that a newer program writes them', () => {
    assert.equal(unknownMember(CURRENT), undefined);
    assert.equal(unknownMember(new Map()), undefined);
    const newer = { $jsonSchema: { properties: { _id: {}, invoiceId: {}, sentAt: {} } } };
    assert.equal(unknownMember(rulesWith('claims', rules('claims', { validator: newer }))), 'claims.sentAt');
    const older = { $jsonSchema: { properties: { _id: {} } } };
    assert.equal(unknownMember(rulesWith('claims', rules('claims', { validator: older }))), undefined);
  });
});
