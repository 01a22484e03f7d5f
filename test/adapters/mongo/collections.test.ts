import assert from 'node:assert/strict';
import { type Db, type IndexDescription, MongoNetworkError, MongoServerError } from 'mongodb';
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
  /** Of indexes whose rows expire. */
  readonly expiry?: Error;
  readonly quorum?: Error;
}

/** A database that records its commands: the stand-in does not run them. */
function recordingDatabase(
  hello: Record<string, unknown> | Error,
  { create, collMod, expiry, quorum }: Refusals = {},
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
      createIndexes: async (indexes: readonly IndexDescription[], options: object = {}) => {
        if (expiry && indexes.some(({ expireAfterSeconds }) => expireAfterSeconds !== undefined))
          throw expiry;
        if (quorum && 'commitQuorum' in options) throw quorum;
        recorded.indexOptions.push(options);
      },
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

/**
 * Answers of DocumentDB with and without EnableSchemaValidation (`ParseAndGetValidatorSpec`), of Amazon DocumentDB, of servers without the
 * command, and of servers that do not answer in time.
 */
const REFUSALS: readonly (readonly [what: string, error: Error])[] = [
  ...[9, 59, 67, 72, 115, 238, 303].map(
    (code) => [`code ${code}`, new MongoServerError({ code, message: 'no' })] as const,
  ),
  ['an unknown code', new MongoServerError({ code: 1, message: 'validator not supported yet' })],
  ['a time-out', new MongoServerError({ code: 50, message: 'operation exceeded time limit' })],
  ['a broken connection', new MongoNetworkError('gone')],
];

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

  for (const [what, refusal] of REFUSALS) {
    it(`are made without validators on a server that refuses these with ${what}, which is asked once`, async () => {
      const { db, recorded } = recordingDatabase({}, { create: refusal, collMod: refusal });
      assert.deepEqual(await makeCollections(db, new Map(), 0), ['validators']);
      assert.deepEqual(new Set(recorded.created), new Set(Object.keys(VALIDATORS)));
      assert.equal(recorded.withRules, 1);
      const older = new Map(Object.keys(VALIDATORS).map((name) => [name, undefined]));
      assert.deepEqual(await makeCollections(db, older, 0), ['validators']);
      assert.equal(recorded.commands.length, 1);
    });

    it(`keep rows that another server removes, on a server that refuses expiry with ${what}`, async () => {
      const { db, recorded } = recordingDatabase({}, { expiry: refusal });
      assert.deepEqual(await makeCollections(db, new Map(), 0), ['expiry of rows']);
      assert.deepEqual(new Set(recorded.created), new Set(Object.keys(VALIDATORS)));
    });

    it(`get their indexes on a set that refuses a quorum with ${what}`, async () => {
      const { db, recorded } = recordingDatabase({ setName: 'rs0' }, { quorum: refusal });
      assert.deepEqual(await makeCollections(db, CURRENT, 0), []);
      assert.ok(recorded.indexOptions.length > 0);
    });
  }

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
