import assert from 'node:assert/strict';
import { mongoStores } from '../../../src/adapters/mongo/mongo-stores.ts';
import { openMongo } from '../../../src/adapters/mongo/open-mongo.ts';
import { VALIDATORS } from '../../../src/adapters/mongo/validators.ts';
import { describesAStore } from '../../contract/all.ts';
import type { Open } from '../../contract/kept.ts';
import { describesRaces } from '../../contract/races.ts';
import { assertValidDocuments, SEEN } from '../../support/mongo-documents.ts';
import { describeOnMongo, freshDatabase } from '../../support/mongo-server.ts';

describeOnMongo('on MongoDB', (server) => {
  const open: Open = async () => {
    const url = freshDatabase(server);
    const own = await openMongo(url, 'sandbox');
    const second = await openMongo(url, 'sandbox');
    return {
      ...mongoStores(own),
      other: mongoStores(second),
      url,
      close: async () => {
        try {
          await assertValidDocuments(own);
        } finally {
          await own.db.dropDatabase();
          await own.close();
          await second.close();
        }
      },
    };
  };

  describesAStore('MongoDB', open);
  describe('processes that share one MongoDB', () => describesRaces(open));

  describe('the validators', () => {
    it('were checked against documents of every collection', () => {
      for (const name of Object.keys(VALIDATORS)) assert.ok(SEEN.has(name as keyof typeof VALIDATORS), name);
    });
  });
});
