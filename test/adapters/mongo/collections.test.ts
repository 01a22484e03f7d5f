import assert from 'node:assert/strict';
import type { Db } from 'mongodb';
import { type HeldRules, makeCollections, unknownMember } from '../../../src/adapters/mongo/collections.ts';
import { type CollectionName, VALIDATORS } from '../../../src/adapters/mongo/validators.ts';

interface Recorded {
  readonly commands: Record<string, unknown>[];
  readonly created: string[];
  readonly indexOptions: unknown[];
}

/** A database that records its commands: the stand-in does not run them. */
function recordingDatabase(hello: Record<string, unknown> | Error): { db: Db; recorded: Recorded } {
  const recorded: Recorded = { commands: [], created: [], indexOptions: [] };
  const db = {
    command: async (command: Record<string, unknown>) => {
      if (!('hello' in command)) return void recorded.commands.push(command);
      if (hello instanceof Error) throw hello;
      return hello;
    },
    createCollection: async (name: string) => void recorded.created.push(name),
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

  it('show by an unknown member that a newer program writes them', () => {
    assert.equal(unknownMember(CURRENT), undefined);
    assert.equal(unknownMember(new Map()), undefined);
    const newer = { $jsonSchema: { properties: { _id: {}, invoiceId: {}, sentAt: {} } } };
    assert.equal(unknownMember(rulesWith('claims', rules('claims', { validator: newer }))), 'claims.sentAt');
    const older = { $jsonSchema: { properties: { _id: {} } } };
    assert.equal(unknownMember(rulesWith('claims', rules('claims', { validator: older }))), undefined);
  });
});
