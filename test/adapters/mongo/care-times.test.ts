import assert from 'node:assert/strict';
import { mongoStores } from '../../../src/adapters/mongo/mongo-stores.ts';
import type { Mongo } from '../../../src/adapters/mongo/mongo.ts';
import { openMongo } from '../../../src/adapters/mongo/open-mongo.ts';
import type { CareStatus } from '../../../src/domain/lifecycle/care-item.ts';
import type { CareRow } from '../../../src/domain/lifecycle/invoice-record.ts';
import { taken } from '../../contract/invoices.ts';
import { withFreshDatabases } from '../../support/mongo-documents.ts';
import { describeOnMongo } from '../../support/mongo-server.ts';
import { after as later } from '../../support/records.ts';

describeOnMongo('care rows of an older program on MongoDB', (server) => {
  let mongo: Mongo;
  let url: string;
  withFreshDatabases(server, (opened, at) => {
    mongo = opened;
    url = at;
  });

  const row = (code: string, opened: number): CareRow => ({ code, whoActs: 'erp', openedAt: later(opened) });
  const codes = async (of: Mongo, status: CareStatus): Promise<readonly string[]> =>
    (await mongoStores(of).invoices.careList({ client: 'acme', status, limit: 3 })).map(
      (item) => item.row.code,
    );

  /** Writes as an older program does, without the field that lists use. */
  const written = async (care: readonly CareRow[]): Promise<void> => {
    const { id } = await taken(mongoStores(mongo).invoices, { care: [row('BR-9', 9)] });
    await mongo.invoices.updateOne(
      { _id: id },
      {
        $set: { care: [...care] },
        $unset: { newestOpenCare: '', newestHandledCare: '', careOfClient: '' },
        $inc: { version: 1 },
      },
    );
  };

  it('are listed from the first sweep on', async () => {
    await written([row('BR-1', 1), { ...row('BR-2', 2), handledAt: later(3) }]);
    await written([]);
    await mongo.store.updateOne({ _id: 'store' }, { $set: { schemaVersion: 5 } });
    const again = await openMongo(url, 'sandbox');
    await mongoStores(again).invoices.tidyUp();
    assert.deepEqual(await codes(again, 'all'), ['BR-2', 'BR-1']);
    assert.deepEqual(await codes(again, 'open'), ['BR-1']);
    await again.close();
  });

  it('that an older program writes are listed after the next sweep', async () => {
    await written([row('BR-1', 1)]);
    await mongoStores(mongo).invoices.tidyUp();
    await mongoStores(mongo).invoices.tidyUp();
    assert.deepEqual(await codes(mongo, 'open'), ['BR-1']);
    assert.deepEqual(await codes(mongo, 'handled'), []);
  });
});
