import assert from 'node:assert/strict';
import type { Db } from 'mongodb';
import { type HeldRules, makeCollections, unknownMember } from '../../../src/adapters/mongo/collections.ts';
import { type CollectionName, VALIDATORS } from '../../../src/adapters/mongo/validators.ts';

interface Asked {
  readonly commands: Record<string, unknown>[];
  readonly created: string[];
  readonly indexOptions: unknown[];
}

/** A database that records its commands, since no stand-in runs them. */
function watched(hello: Record<string, unknown> | Error): { db: Db; asked: Asked } {
  const asked: Asked = { commands: [], created: [], indexOptions: [] };
  const db = {
    command: async (command: Record<string, unknown>) => {
      if (!('hello' in command)) return void asked.commands.push(command);
      if (hello instanceof Error) throw hello;
      return hello;
    },
    createCollection: async (name: string) => void asked.created.push(name),
    collection: () => ({
      createIndexes: async (_: unknown, options: unknown) => void asked.indexOptions.push(options),
      dropIndex: async () => undefined,
    }),
  };
  return { db: db as unknown as Db, asked };
}

const rules = (name: CollectionName, own: object = {}): HeldRules => ({
  validator: { $jsonSchema: structuredClone(VALIDATORS[name]) as object },
  validationLevel: 'moderate',
  validationAction: 'error',
  ...own,
});

const HELD = new Map(Object.keys(VALIDATORS).map((name) => [name, rules(name as CollectionName)]));
const heldBut = (name: CollectionName, own: HeldRules): ReadonlyMap<string, HeldRules> =>
  new Map([...HELD, [name, own]]);

describe('the collections of a MongoDB store', () => {
  it('do not change if they have the rules of this program', async () => {
    const { db, asked } = watched({ setName: 'rs0' });
    await makeCollections(db, HELD);
    assert.deepEqual([asked.commands, asked.created], [[], []]);
  });

  for (const [difference, own] of Object.entries({
    'an older validator': rules('claims', { validator: { $jsonSchema: { required: ['gone'] } } }),
    'no validator': undefined,
    'a level that refuses changes of older documents': rules('claims', { validationLevel: 'strict' }),
    'an action that only warns': rules('claims', { validationAction: 'warn' }),
  }))
    it(`get the rules of this program if they have ${difference}`, async () => {
      const { db, asked } = watched({});
      await makeCollections(db, heldBut('claims', own));
      assert.deepEqual(
        asked.commands.map(({ collMod, validationLevel }) => [collMod, validationLevel]),
        [['claims', 'moderate']],
      );
    });

  it('are created if they are missing', async () => {
    const { db, asked } = watched({});
    await makeCollections(db, new Map());
    assert.deepEqual(asked.created, Object.keys(VALIDATORS));
  });

  for (const [server, hello, options] of [
    ['a set, with most members being enough', { setName: 'rs0' }, { commitQuorum: 'majority' }],
    ['shards, likewise', { msg: 'isdbgrid' }, { commitQuorum: 'majority' }],
    ['a server of its own, which knows no such thing', {}, {}],
    ['a server that does not say what it is', new Error('no such command'), {}],
  ] as const)
    it(`get their indexes on ${server}`, async () => {
      const { db, asked } = watched(hello);
      await makeCollections(db, HELD);
      assert.ok(asked.indexOptions.length > 0);
      for (const given of asked.indexOptions) assert.deepEqual(given, options);
    });

  it('show by an unknown member that a newer program writes them', () => {
    assert.equal(unknownMember(HELD), undefined);
    assert.equal(unknownMember(new Map()), undefined);
    const newer = { $jsonSchema: { properties: { _id: {}, invoiceId: {}, sentAt: {} } } };
    assert.equal(unknownMember(heldBut('claims', rules('claims', { validator: newer }))), 'claims.sentAt');
    const older = { $jsonSchema: { properties: { _id: {} } } };
    assert.equal(unknownMember(heldBut('claims', rules('claims', { validator: older }))), undefined);
  });
});
