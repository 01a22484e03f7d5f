import assert from 'node:assert/strict';
import { mongoStores } from '../../../src/adapters/mongo/mongo-stores.ts';
import { VALIDATORS } from '../../../src/adapters/mongo/validators.ts';
import { describesAStore } from '../../contract/all.ts';
import type { Open } from '../../contract/kept.ts';
import { describesRaces } from '../../contract/races.ts';
import { SEEN, SharedDatabase } from '../../support/mongo-documents.ts';
import { describeOnMongo } from '../../support/mongo-server.ts';

describeOnMongo('on MongoDB', (server) => {
  let shared: SharedDatabase;
  before(async () => (shared = await SharedDatabase.open(server)));
  after(() => shared.drop());

  const open: Open = async () => ({
    ...mongoStores(shared.own),
    other: mongoStores(shared.second),
    close: () => shared.empty(),
  });
  const openForProcesses: Open = async () => ({
    ...(await open()),
    url: shared.url,
    close: () => shared.empty('others, too'),
  });

  describesAStore('MongoDB', open);
  describe('processes that share one MongoDB', () => describesRaces(openForProcesses));

  describe('the updates of all stores', () => {
    it('have no part that selects or changes nothing', () => {
      assert.deepEqual([...new Set(shared.emptyParts)], []);
      for (const operator of ['$set', '$unset', '$push', '$pull', '$inc', '$max'])
        assert.ok(shared.operators.has(operator), operator);
    });
  });

  describe('the validators', () => {
    it('were checked against documents of every collection', () => {
      for (const name of Object.keys(VALIDATORS)) assert.ok(SEEN.has(name as keyof typeof VALIDATORS), name);
    });
  });
});
