import assert from 'node:assert/strict';
import { type BulkWriteResult, MongoBulkWriteError } from 'mongodb';
import { mongoStores } from '../../../src/adapters/mongo/mongo-stores.ts';
import type { Mongo } from '../../../src/adapters/mongo/mongo.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import type { InvoiceState } from '../../../src/domain/lifecycle/states.ts';
import { changeOf, taken } from '../../contract/invoices.ts';
import { die, interrupted, type Interruption } from '../../support/interrupted.ts';
import { withEmptyDatabase } from '../../support/mongo-documents.ts';
import { describeOnMongo } from '../../support/mongo-server.ts';
import { START } from '../../support/records.ts';

const isBusy = (error: unknown): boolean => error instanceof CallFailed && error.failure.kind === 'busy';

/** The result of a batch with write concern majority. */
const RESULT = { getWriteConcernError: () => undefined } as unknown as BulkWriteResult;

/** Everything that a batch writes, in order. */
const WRITES = [
  { collection: 'tallyBatch', method: 'replaceOne' },
  { collection: 'tallies', method: 'bulkWrite' },
  { collection: 'invoices', method: 'bulkWrite' },
  { collection: 'tallyBatch', method: 'updateOne' },
] as const satisfies readonly Omit<Interruption, 'instead'>[];

describeOnMongo('counts of invoices on MongoDB', (server) => {
  let mongo: Mongo;
  withEmptyDatabase(server, (opened) => (mongo = opened));

  const invoices = () => mongoStores(mongo).invoices;
  const tally = async (of: Mongo = mongo) => {
    const { byState, openCare } = await mongoStores(of).invoices.tally(START);
    return { byState, openCare };
  };
  const move = async (record: InvoiceRecord, state: InvoiceState, own: Partial<InvoiceRecord> = {}) => {
    const change = changeOf(record, { state, ...own });
    assert.equal(await invoices().commit(change), 'committed');
    return change.record;
  };
  const row = { code: 'BR-1', whoActs: 'erp', openedAt: START } as const;

  it('are updated once for all callers of a process at the same time, and again for later callers', async () => {
    let reads = 0;
    const counting = new Proxy(mongo.tallyBatch, {
      get(target, name) {
        if (name === 'findOne') reads += 1;
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      },
    });
    const { invoices: counted } = mongoStores(
      Object.assign(Object.create(mongo) as Mongo, { tallyBatch: counting }),
    );
    await taken(counted);
    const first = counted.tally(START);
    await taken(counted);
    const later = await Promise.all(Array.from({ length: 8 }, () => counted.tally(START)));
    await first;
    assert.deepEqual(
      later.map(({ byState }) => byState.queued),
      Array(8).fill(2),
    );
    assert.ok(reads <= 3, `${reads} reads of the state of the batch`);
  });

  for (const write of WRITES)
    it(`are right if a process dies before its ${write.method} of ${write.collection}`, async () => {
      await tally();
      const record = await taken(invoices());
      await taken(invoices());
      await tally();
      await move(record, 'rejected', { care: [row] });
      await assert.rejects(() => tally(interrupted(mongo, { ...write, instead: die })), isBusy);
      assert.deepEqual(await tally(), {
        byState: { queued: 1, rejected: 1 },
        openCare: [{ code: 'BR-1', whoActs: 'erp', rows: 1 }],
      });
    });

  for (const write of WRITES)
    it(`are right if another process overtakes a slow one before its ${write.method} of ${write.collection}`, async () => {
      let record = await taken(invoices());
      await tally();
      record = await move(record, 'validated');
      const slow = interrupted(mongo, {
        ...write,
        instead: async () => {
          await tally();
          // The state changes back and forth, so that a late write finds a matching state.
          record = await move(record, 'queued');
          await tally();
          record = await move(record, 'validated', { care: [row] });
          await taken(invoices());
          return 'go-on';
        },
      });
      await tally(slow);
      assert.deepEqual(await tally(), {
        byState: { queued: 1, validated: 1 },
        openCare: [{ code: 'BR-1', whoActs: 'erp', rows: 1 }],
      });
    });

  it('are right if several processes count the writes of others at once', async () => {
    const states: InvoiceState[] = ['validated', 'queued', 'submitting', 'submitted'];
    const writer = async () => {
      let record = await taken(invoices());
      for (const state of states) record = await move(record, state);
    };
    const reader = async () => {
      for (let n = 0; n < 5; n += 1) await tally();
    };
    await Promise.all([...Array.from({ length: 10 }, writer), reader(), reader(), reader()]);
    assert.deepEqual((await tally()).byState, { submitted: 10 });
    assert.equal(await mongo.invoices.countDocuments({ countPendingSince: { $exists: true } }), 0);
  });

  /** A server that refuses one invoice's write of a batch and makes the others. */
  function refusing(id: string): Mongo {
    const { invoices: kept } = mongo;
    const collection = new Proxy(kept, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        if (name !== 'bulkWrite') return member.bind(target) as unknown;
        return async (...[writes, ...more]: unknown[]): Promise<never> => {
          const isOf = (write: unknown): boolean => JSON.stringify(write).includes(id);
          const others = (writes as object[]).filter(
            (write) => !(isOf(write) && JSON.stringify(write).includes('countedAs')),
          );
          await Reflect.apply(member, target, [others, ...more]);
          const writeErrors = [{ code: 10334, index: 0, errmsg: 'too large' }];
          throw new MongoBulkWriteError({ message: 'too large', code: 10334, writeErrors } as never, RESULT);
        };
      },
    });
    return Object.assign(Object.create(mongo) as Mongo, { invoices: collection });
  }

  it('continue if one invoice cannot be written', async () => {
    const bad = await taken(invoices());
    await taken(invoices());
    assert.deepEqual((await tally(refusing(bad.id))).byState, { queued: 2 });
    await taken(invoices());
    assert.deepEqual((await tally()).byState, { queued: 3 });
  });

  it('separate care rows whose code contains the separator of ids', async () => {
    await taken(invoices(), { care: [{ ...row, code: 'A|B' }, row] });
    const rows = (await tally()).openCare.map(({ code, whoActs, rows: n }) => [code, whoActs, n]).sort();
    assert.deepEqual(rows, [['A|B', 'erp', 1], ['BR-1', 'erp', 1]]); // prettier-ignore
  });
});
