import assert from 'node:assert/strict';
import { plansOnMongo } from '../../../scripts/bench/plans.ts';
import { mongoStores } from '../../../src/adapters/mongo/mongo-stores.ts';
import type { Mongo } from '../../../src/adapters/mongo/mongo.ts';
import { openMongo } from '../../../src/adapters/mongo/open-mongo.ts';
import { ROUTES } from '../../../src/domain/routes/all.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { changeOf, taken } from '../../contract/invoices.ts';
import { monitored } from '../../support/mongo-documents.ts';
import { describeOnMongod, freshDatabase } from '../../support/mongo-server.ts';
import { after as later, START } from '../../support/records.ts';

const INVOICES = 60;
/** Invoices that wait for a time in the future, such as a permit of their route. */
const WAITING = 10_000;
const PAGE = { sort: 'newest', page: 1, pageSize: 5 } as const;
const WORD = '1'.repeat(16);
const SEARCH = {
  ...{ client: 'acme', text: 'none', networkNumber: 'none', limit: 9 },
  ways: [[['3'.repeat(10)], ['4'.repeat(10)]]],
};

/** The most invoices that a call may read; of other collections it reads only its results. */
const READS: Readonly<
  Record<string, readonly [documents: number, ask: (stores: Stores) => Promise<unknown>]>
> = {
  'a page of a list': [5, ({ invoices }) => invoices.list(PAGE)],
  "a page of a client's list": [5, ({ invoices }) => invoices.list({ ...PAGE, client: 'acme' })],
  "a text in a client's list": [0, ({ invoices }) => invoices.list({ ...PAGE, client: 'acme', q: 'none' })],
  // Two for the counts, two for the page.
  "a word of the buyer in a client's list": [
    4,
    ({ invoices }) => invoices.list({ ...PAGE, client: 'acme', q: 'none', buyerWords: [[WORD]] }),
  ],
  "what is to be filed in a client's list": [
    0,
    ({ invoices }) => invoices.list({ ...PAGE, client: 'acme', filing: 'open' }),
  ],
  "documents that a client's list has to fetch": [
    0,
    ({ invoices }) => invoices.list({ ...PAGE, client: 'acme', fetch: 'open' }),
  ],
  "what buyers have answered in a client's list": [
    0,
    ({ invoices }) => invoices.list({ ...PAGE, client: 'acme', buyerStatuses: ['disputed'] }),
  ],
  'a search': [0, ({ invoices }) => invoices.candidates(SEARCH)],
  'a search in received invoices': [0, ({ received }) => received.candidates(SEARCH)],
  'received invoices with a number': [
    0,
    ({ received }) => received.findNumbered({ client: 'acme', invoiceNumber: 'none', limit: 200 }),
  ],
  attempts: [0, ({ invoices }) => invoices.attempts([{ client: 'acme', invoiceRef: 'often' }])],
  series: [0, ({ invoices }) => invoices.series({ routes: ROUTES, from: '2026-03-01', to: '2026-03-02' })],
  'the figures of the metrics': [0, ({ invoices }) => invoices.tally(START)],
  'invoices near their deadline': [0, ({ invoices }) => invoices.nearDeadline(START, 10)],
  'overdue work without a lease': [0, ({ invoices }) => invoices.listNeglected(START, START, 10)],
  'leases that end too late, after a clock was set back': [
    0,
    ({ invoices }) => invoices.listLeasedAhead(START, 10),
  ],
  'the open care list': [1, ({ invoices }) => invoices.careList({ status: 'open', limit: 200 })],
  "the handled rows of a client's care list": [
    1,
    ({ invoices }) => invoices.careList({ status: 'handled', client: 'acme', limit: 1 }),
  ],
  'the care list': [2, ({ invoices }) => invoices.careList({ status: 'all', limit: 1 })],
  'the care rows of one invoice': [
    0,
    ({ invoices }) => invoices.careList({ status: 'all', client: 'acme', id: 'inv_none' }),
  ],
  'the invoice of a submission': [
    0,
    ({ invoices }) => invoices.findSent({ client: 'acme', route: 'PEPPOL', submissionId: 'a' }),
  ],
  'the client of a submission': [
    0,
    ({ invoices }) => invoices.submitterOf({ route: 'PEPPOL', submissionId: 'a' }),
  ],
  "the invoice of a submission, by the route's name of it": [
    0,
    ({ invoices }) => invoices.findSent({ client: 'acme', route: 'RO-EFACTURA', legalId: '1' }),
  ],
  'the status of a submission': [
    0,
    ({ statuses }) => statuses.ofSubmission({ client: 'acme', route: 'PEPPOL', submissionId: 'a' }),
  ],
  'a sweep of content': [0, ({ invoices }) => invoices.tidyUp()],
  "a client's audit rows": [0, ({ audit }) => audit.recent({ client: 'acme', limit: 10 })],
  'a sweep of audit rows': [0, ({ audit }) => audit.forget(START, 10)],
};

/** Copies of a counted invoice. */
async function addWaiting(mongo: Mongo): Promise<void> {
  const model = (await mongo.invoices.findOne({}))!;
  const dueAt = new Date(START.getTime() + 86_400_000);
  const copies = Array.from({ length: WAITING }, (_, n) => ({
    ...model,
    _id: `inv_waiting_${n}`,
    intakeKey: `waiting ${n}`,
    state: 'queued' as const,
    work: 'send' as const,
    dueAt,
  }));
  await mongo.invoices.insertMany(copies);
}

describeOnMongod('what MongoDB reads', (server) => {
  let mongo: Mongo;
  let stores: Stores;
  before(async () => {
    const url = freshDatabase(server);
    mongo = await openMongo(monitored(url), 'sandbox');
    stores = mongoStores(mongo);
    for (let n = 0; n < INVOICES; n += 1) {
      const buyerWords = n === 1 || n === 2 ? [WORD] : [];
      const record = await taken(stores.invoices, { createdAt: later(n), invoiceRef: 'often', buyerWords });
      const row = { code: 'BR-1', whoActs: 'erp' as const, openedAt: later(n) };
      const care = n === 0 ? [row] : n < 9 ? [{ ...row, handledAt: later(n) }] : [];
      await stores.invoices.commit(changeOf(record, { state: 'ready', dueAt: null, care }));
    }
    await addWaiting(mongo);
    // Completes all pending copies, counts and checks.
    await mongo.contents.updateMany({}, { $unset: { writtenAt: '' } });
    await stores.invoices.tidyUp();
    await stores.audit.recent({ limit: 1 });
  });
  after(async () => {
    await mongo.db.dropDatabase();
    await mongo.close();
  });

  for (const [what, [documents, ask]] of Object.entries(READS))
    it(`for ${what} uses an index`, async () => {
      const plans = await plansOnMongo(mongo.client, () => ask(stores));
      assert.ok(plans.length > 0);
      for (const { collection, reads } of plans) assert.ok(!reads?.stages.includes('COLLSCAN'), collection);
      const read = plans.filter(({ collection }) => collection === 'invoices');
      const most = what === 'a sweep of content' ? INVOICES + WAITING : documents;
      assert.ok(read.reduce((sum, plan) => sum + (plan.reads?.documents ?? 0), 0) <= most);
    });
});
