import assert from 'node:assert/strict';
import { BSON, type Collection, type Document, MongoServerError } from 'mongodb';
import sinon from 'sinon';
import { mongoStores } from '../../../src/adapters/mongo/mongo-stores.ts';
import type { Mongo } from '../../../src/adapters/mongo/mongo.ts';
import { repeatUndone } from '../../../src/adapters/mongo/repeated.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { aClient } from '../../contract/client-store.ts';
import { taken } from '../../contract/invoices.ts';
import { aReport, aSale } from '../../contract/report-store.ts';
import { outgoing } from '../../contract/status-store.ts';
import { aDelivery, aWebhook } from '../../contract/webhook-stores.ts';
import { withEmptyDatabase } from '../../support/mongo-documents.ts';
import { describeOnMongo } from '../../support/mongo-server.ts';
import { aReceipt, START } from '../../support/records.ts';

const LOOKS = 100;

/** Commits a record that nothing has happened to, as after a question without news. */
interface Ledger<R> {
  find(id: string): Promise<R | undefined>;
  commit(change: { record: R; events: []; audit: []; files: [] }): Promise<'committed' | 'conflict'>;
}
async function look<R extends { version: number }>(ledger: Ledger<R>, id: string): Promise<void> {
  const record = (await ledger.find(id))!;
  const change = { record: { ...record, version: record.version + 1 }, events: [], audit: [], files: [] };
  assert.equal(await ledger.commit(change as never), 'committed');
}

const ROW = { at: START, action: 'done', actor: 'key_1' };

/** What each store does over and over without news, by the collection that it writes. */
const IDLE: Readonly<Record<string, (stores: Stores) => Promise<() => Promise<unknown>>>> = {
  invoices: async ({ invoices }) => {
    const { id } = await taken(invoices);
    return () => look(invoices as never, id);
  },
  received: async ({ received }) => {
    const { received: one } = await received.takeIn(aReceipt());
    return () => look(received as never, one.id);
  },
  tax_reports: async ({ reports }) => {
    const report = aReport();
    await reports.takeSale({ sale: aSale({ reportId: report.id }), report, audit: ROW });
    return () => look(reports as never, report.id);
  },
  outgoing_statuses: async ({ statuses }) => {
    await statuses.takeIn(outgoing('one'), ROW);
    return () => look(statuses as never, 'one');
  },
  webhook_deliveries: async ({ deliveries }) => {
    const delivery = aDelivery();
    await deliveries.enqueue([delivery], '1');
    return () => look(deliveries as never, delivery.id);
  },
  clients: async ({ clients, audit }) => {
    await clients.replace(aClient('acme'), ROW);
    await audit.recent({ limit: 1 });
    return async () => {
      const one = (await clients.find('acme'))!;
      assert.equal(await clients.replace({ ...one, version: one.version + 1 }), true);
    };
  },
  webhooks: async ({ webhooks, audit }) => {
    await webhooks.put(aWebhook(), ROW);
    return async () => {
      const one = (await webhooks.find('acme'))!;
      await webhooks.put({ ...one, version: one.version + 1 }, ROW);
      await audit.recent({ limit: 1 });
    };
  },
};

async function rawSizes(
  collection: Collection,
): Promise<readonly (readonly [raw: number, content: number])[]> {
  const found = await collection.find({}, { raw: true }).toArray();
  return found.map((raw) => {
    const bytes = raw as unknown as Uint8Array;
    return [bytes.length, BSON.calculateObjectSize(BSON.deserialize(bytes))] as const;
  });
}

describeOnMongo('documents on MongoDB', (server) => {
  let mongo: Mongo;
  withEmptyDatabase(server, (opened) => (mongo = opened));

  for (const [name, begin] of Object.entries(IDLE))
    it(`of ${name} stay within twice their content over ${LOOKS} idle looks`, async () => {
      const stores = mongoStores(mongo);
      const idle = await begin(stores);
      await stores.invoices.tidyUp();
      for (let n = 0; n < LOOKS; n += 1) await idle();
      const sizes = await rawSizes(mongo.db.collection(name));
      assert.ok(sizes.length > 0);
      for (const [raw, content] of sizes) assert.ok(raw <= 2 * content, `${raw} bytes for ${content}`);
    });
});

describe('writes that a server undoes', () => {
  /** @param isUndone by the number of the call. */
  const undone = (words: string, isUndone: (call: number) => boolean) => {
    let calls = 0;
    const collection = {
      updateOne: async () => {
        calls += 1;
        if (isUndone(calls)) throw new MongoServerError({ code: 1, message: words });
        return { matchedCount: 1 };
      },
    };
    const db = repeatUndone({ collection: () => collection } as never);
    return { update: () => db.collection<Document>('x').updateOne({}, {}), calls: () => calls };
  };

  for (const words of ['deadlock detected', 'could not serialize access due to concurrent update'])
    it(`are repeated: ${words}`, async () => {
      const { update, calls } = undone(words, (call) => call <= 3);
      await update();
      assert.equal(calls(), 4);
    });

  it('are repeated after longer pauses while others undo them for more than a second', async () => {
    const half = sinon.stub(Math, 'random').returns(0.5);
    try {
      let isOverAt: number | undefined;
      // From the first call on: the pauses of ten calls are longer together.
      const isUndone = (): boolean => performance.now() < (isOverAt ??= performance.now() + 1_200);
      const { update, calls } = undone('deadlock detected', isUndone);
      await update();
      assert.ok(calls() > 1, `${calls()} calls`);
    } finally {
      half.restore();
    }
  });

  it('are given up after ten tries', async () => {
    const { update, calls } = undone('deadlock detected', (call) => call <= 11);
    await assert.rejects(update, /deadlock detected/);
    assert.equal(calls(), 10);
  });

  it('are made once if the error is another one', async () => {
    const { update, calls } = undone('out of memory', (call) => call <= 1);
    await assert.rejects(update, /out of memory/);
    assert.equal(calls(), 1);
  });
});
