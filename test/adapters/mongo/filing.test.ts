import assert from 'node:assert/strict';
import type { Document } from 'mongodb';
import { INDEXES } from '../../../src/adapters/mongo/indexes.ts';
import { mongoStores } from '../../../src/adapters/mongo/mongo-stores.ts';
import type { Mongo } from '../../../src/adapters/mongo/mongo.ts';
import { openMongo } from '../../../src/adapters/mongo/open-mongo.ts';
import { UNFILED_STATES } from '../../../src/domain/lifecycle/states.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import type { InvoiceQuery } from '../../../src/ports/invoice-reads.ts';
import { changeOf, idsOf, taken } from '../../contract/invoices.ts';
import { die, interrupted, type Interruption } from '../../support/interrupted.ts';
import { monitored, withEmptyDatabase } from '../../support/mongo-documents.ts';
import { describeOnMongo } from '../../support/mongo-server.ts';
import { after as later } from '../../support/records.ts';
import { seeded } from '../../support/seeded.ts';

const PAGE = { client: 'acme', sort: 'newest', page: 1, pageSize: 5 } as const;
const REFUSED = { invoiceRef: 'again', state: 'rejected', dueAt: null } as const;

/** Everything that booking a change writes, in order. */
const WRITES = [
  { collection: 'tallyBatch', method: 'replaceOne' },
  { collection: 'tallies', method: 'bulkWrite' },
  { collection: 'invoices', method: 'bulkWrite' },
  { collection: 'tallyBatch', method: 'updateOne' },
] as const satisfies readonly Omit<Interruption, 'instead'>[];

const STATES = ['queued', 'rejected', 'delivered', 'cancelled', 'dead_letter'] as const;

/** The condition of a `find` or of an aggregation. */
const matchOf = (command: Document): Document =>
  (command['filter'] ?? (command['pipeline'] as Document[])[0]!['$match']) as Document;

describeOnMongo('what is still to be filed, on MongoDB', (server) => {
  let mongo: Mongo;
  let url = '';
  withEmptyDatabase(server, (opened, at) => ([mongo, url] = [opened, at]), 'others, too');

  const invoices = (of: Mongo = mongo) => mongoStores(of).invoices;
  const open = async (of: Mongo = mongo) =>
    idsOf((await invoices(of).list({ ...PAGE, filing: 'open', pageSize: 25 })).invoices).reverse();

  for (const write of WRITES)
    it(`is right if a process dies before its ${write.method} of ${write.collection}`, async () => {
      const first = await taken(invoices(), { ...REFUSED, createdAt: later(0) });
      assert.deepEqual(await open(), [first.id]);
      const second = await taken(invoices(), { ...REFUSED, createdAt: later(1000), state: 'queued' });
      await assert.rejects(() => open(interrupted(mongo, { ...write, instead: die })));
      assert.deepEqual(await open(), [second.id]);
      await invoices().commit(changeOf(second, { state: 'cancelled' }));
      await assert.rejects(() => open(interrupted(mongo, { ...write, instead: die })));
      assert.deepEqual(await open(), [first.id]);
    });

  for (const write of WRITES)
    it(`is right if another process overtakes a slow one before its ${write.method} of ${write.collection}`, async () => {
      const first = await taken(invoices(), { ...REFUSED, createdAt: later(0) });
      const second = await taken(invoices(), { ...REFUSED, createdAt: later(1000), state: 'queued' });
      await open();
      const third = await taken(invoices(), { ...REFUSED, createdAt: later(2000), state: 'queued' });
      const slow = interrupted(mongo, {
        ...write,
        instead: async () => {
          assert.deepEqual(await open(), [third.id]);
          for (const record of [third, second])
            await invoices().commit(changeOf(record, { state: 'cancelled' }));
          assert.deepEqual(await open(), [first.id]);
          return 'go-on';
        },
      });
      await open(slow);
      assert.deepEqual(await open(), [first.id]);
    });

  it('is what a look at all invoices finds, whatever happens in which order', async () => {
    const random = seeded(7);
    const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
    const all: InvoiceRecord[] = [];
    for (let n = 0; n < 80; n += 1) {
      const one = random() < 0.5 ? undefined : all[Math.floor(random() * all.length)];
      if (one && one.state !== 'cancelled') {
        const { record } = changeOf(one, { state: pick(STATES) });
        assert.equal(await invoices().commit({ record, events: [], audit: [], files: [] }), 'committed');
        all[all.indexOf(one)] = record;
      } else {
        const own = { invoiceRef: pick(['a', 'b', 'c']), createdAt: later(Math.floor(random() * 9) * 1000) };
        all.push(await taken(invoices(), { ...own, state: pick(STATES) }));
      }
      if (random() < 0.6) continue;
      const isAfter = (one: InvoiceRecord, two: InvoiceRecord): boolean =>
        one.createdAt > two.createdAt || (Number(one.createdAt) === Number(two.createdAt) && one.id > two.id);
      const expected = all.filter(
        (record) =>
          UNFILED_STATES.includes(record.state) &&
          !all.some(
            (other) =>
              other.invoiceRef === record.invoiceRef && isAfter(other, record) && other.state !== 'cancelled',
          ),
      );
      const [slow, quick] = await Promise.all([open(), open()]);
      assert.deepEqual([...slow].sort(), idsOf(expected).sort());
      assert.deepEqual(quick, slow);
    }
  });

  it('is known of invoices that an older program has counted', async () => {
    const first = await taken(invoices(), { ...REFUSED, createdAt: later(0) });
    const second = await taken(invoices(), { ...REFUSED, createdAt: later(1000) });
    await open();
    await mongo.invoices.updateMany({}, { $unset: { toFile: '' } });
    assert.deepEqual(await open(), []);
    await mongo.store.updateOne({ _id: 'store' }, { $unset: { filedSince: '' } });
    await (await openMongo(url, 'sandbox')).close();
    assert.deepEqual(await open(), [second.id]);
    await mongo.invoices.updateMany({}, { $unset: { toFile: '' } });
    // An older program beside this one, on the day of the upgrade.
    await invoices().commit(changeOf(second, { state: 'cancelled', updatedAt: new Date() }));
    await invoices().commit(changeOf(first, { state: 'dead_letter', updatedAt: new Date() }));
    await mongo.invoices.updateMany({}, { $unset: { countPendingSince: '' } });
    await (await openMongo(url, 'sandbox')).close();
    assert.deepEqual(await open(), [first.id]);
  });

  describe('and other filters that few invoices pass', () => {
    const FILTERS: Readonly<Record<string, readonly [filter: Partial<InvoiceQuery>, field: string]>> = {
      'what is to be filed': [{ filing: 'open' }, 'toFile.at'],
      'what is to be fetched': [{ fetch: 'open' }, 'listKeys.toFetch'],
      'what a buyer has answered': [{ buyerStatuses: ['disputed'] }, 'listKeys.answered'],
    };
    const MADE = { invoiceRef: 'ref', dueAt: null, toFetchSince: later(0) } as const;

    for (const [what, [filter, field]] of Object.entries(FILTERS))
      it(`ask for ${what} by an index of those alone, a page in its order and no other collection`, async () => {
        for (let n = 0; n < 12; n += 1) {
          const made = { ...MADE, invoiceRef: `ref ${n}`, createdAt: later(n), state: 'rejected' as const };
          await taken(invoices(), { ...made, buyerStatus: n % 2 ? 'disputed' : 'paid' });
        }
        await open();
        const commands: Document[] = [];
        const note = ({ command }: { readonly command: Document }): void => void commands.push(command);
        const own = await openMongo(monitored(url), 'sandbox');
        own.client.on('commandStarted', note);
        const page = await invoices(own).list({ ...PAGE, ...filter });
        const rest = await invoices(own).inOrder({ client: 'acme', ...filter }, page.invoices.at(-1), 5);
        await own.close();
        assert.equal(page.invoices.length, 5);
        assert.equal(rest.length, 4);
        const reads = commands.filter(
          (command) => command['aggregate'] === 'invoices' || command['find'] === 'invoices',
        );
        const lists = reads.filter((command) => command['hint'] !== undefined);
        assert.equal(lists.length, 3);
        const index = INDEXES.invoices?.find(({ key }) => Object.keys(key).join() === field);
        assert.equal(index?.sparse, true);
        for (const command of lists) {
          assert.deepEqual(command['hint'], { [field]: 1 });
          assert.deepEqual(Object.keys(matchOf(command)[field] as object), ['$gte', '$lt']);
          assert.ok(!JSON.stringify(command).includes('$lookup'));
          if (!command['find']) continue;
          assert.deepEqual([...(command['sort'] as ReadonlyMap<string, 1>).keys()], [field]);
          assert.equal(command['limit'], 5);
        }
      });
  });
});
