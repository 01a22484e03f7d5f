import { join } from 'node:path';
import type { Mongo } from '../../src/adapters/mongo/mongo.ts';
import { mongoStores } from '../../src/adapters/mongo/mongo-stores.ts';
import { openSqlite } from '../../src/adapters/sqlite/open-sqlite.ts';
import { sqliteStores } from '../../src/adapters/sqlite/sqlite-stores.ts';
import type { Sqlite } from '../../src/adapters/sqlite/sqlite.ts';
import type { InvoiceRecord } from '../../src/domain/lifecycle/invoice-record.ts';
import type { InvoiceState } from '../../src/domain/lifecycle/states.ts';
import { ROUTES } from '../../src/domain/routes/all.ts';
import type { InvoiceQuery } from '../../src/ports/invoice-reads.ts';
import type { InvoiceStore } from '../../src/ports/invoice-store.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { inEmptyDatabase } from './empty-database.ts';
import { emptyFolder } from './empty-folder.ts';
import { hex, numberedInvoice } from './numbered-invoice.ts';
import { plansOnMongo, plansOnSqlite, describePlan } from './plans.ts';
import { growStore } from './generated-store.ts';
import { median, printTable, roundTo } from './table.ts';

const INVOICES = Number(process.env['INVOICES'] ?? 1_000_000);
/** The plan of a query shows what a server reads; a stand-in scans all records for every write. */
const INVOICES_ON_MONGO = Math.min(INVOICES, 2_000);
/** Taken in through the port; the others are copies of them. */
const FEW = 2_000;
const AT_ONCE = 500;
/** Its pool has a hundred connections, and a call waits for one of them ten seconds at most. */
const AT_ONCE_ON_MONGO = 50;
const ROUNDS = 3;
const MIN_CALLS = 3;
const MAX_CALLS = 200;
const MIN_CPU_MS = 50;
const CLIENTS = 50;
const BUYERS = 500;
const DAY_MS = 86_400_000;
const NOW = new Date('2026-03-02T09:00:00.000Z');
const YEAR_MS = 365 * DAY_MS;

/** The records of a year: most are delivered, some were refused, a few wait. */
const STATES: readonly InvoiceState[] = [
  ...Array.from({ length: 95 }, (): InvoiceState => 'delivered'),
  'rejected',
  'rejected',
  'ready',
  'submitted',
  'queued',
];

function seedRecord(n: number, of: number): InvoiceRecord {
  const state = STATES[(n * 37) % STATES.length]!;
  const createdAt = new Date(NOW.getTime() - Math.floor(((of - n) / of) * YEAR_MS));
  // The care rows of most have long been handled.
  const handled = n % 5 === 0 ? {} : { handledAt: createdAt };
  return numberedInvoice(n, {
    client: `client-${n % CLIENTS}`,
    route: ROUTES[n % ROUTES.length]!,
    state,
    invoiceRef: `ref-${n % (of * 0.98)}`,
    care:
      state === 'rejected' ? [{ code: `BR-${n % 20}`, whoActs: 'erp', openedAt: createdAt, ...handled }] : [],
    dueAt: state === 'queued' ? createdAt : null,
    buyerWords: [hex(n % BUYERS, 16), hex(1_000, 16)],
    createdAt,
  });
}

/** Through the port, as the service does it, many at the same time. */
async function seed(invoices: InvoiceStore, count: number, atOnce = AT_ONCE): Promise<number> {
  const started = Date.now();
  for (let n = 0; n < count; n += atOnce)
    await Promise.all(
      Array.from({ length: Math.min(atOnce, count - n) }, (_, k) =>
        invoices.takeIn({ record: seedRecord(n + k, count), events: [], audit: [], files: [] }),
      ),
    );
  return (Date.now() - started) / 1000;
}

const FIRST: InvoiceQuery = { sort: 'newest', page: 1, pageSize: 25 };

const QUERIES = (
  { invoices, eventFeed }: Pick<Stores, 'invoices' | 'eventFeed'>,
  count: number,
): Readonly<Record<string, () => Promise<unknown>>> => ({
  'list, first page': () => invoices.list(FIRST),
  'list, page in the middle': () => invoices.list({ ...FIRST, page: Math.ceil(count / 50) }),
  'list, last page': () => invoices.list({ ...FIRST, page: Math.ceil(count / 25) }),
  'list, one client': () => invoices.list({ ...FIRST, client: 'client-7' }),
  'list, rejected of one client': () => invoices.list({ ...FIRST, client: 'client-8', states: ['rejected'] }),
  'list, one month': () => invoices.list({ ...FIRST, receivedFrom: '2025-06-01', receivedTo: '2025-06-30' }),
  'list, a number': () => invoices.list({ ...FIRST, client: 'client-7', q: 'RE-2026-1007-499' }),
  'list, a part that 1 in 40 has': () => invoices.list({ ...FIRST, client: 'client-7', q: 'RE-2026-1007' }),
  'list, a text that none has': () => invoices.list({ ...FIRST, client: 'client-7', q: 'RE-2025' }),
  'list, text of any client': () => invoices.list({ ...FIRST, q: 'RE-2026-1007' }),
  'list, a word of 1 buyer in 500': () =>
    invoices.list({ ...FIRST, client: 'client-7', q: 'none', buyerWords: [[hex(8, 16)]] }),
  'list, oldest of one day': () =>
    invoices.list({ ...FIRST, sort: 'oldest', receivedFrom: '2025-06-01', receivedTo: '2025-06-01' }),
  'export, a thousand of one client': () => invoices.inOrder({ client: 'client-7' }, undefined, 1_000),
  'export, a thousand of a month': () =>
    invoices.inOrder({ receivedFrom: '2025-06-01', receivedTo: '2025-06-30' }, undefined, 1_000),
  'feed of events': () => eventFeed.outbox(undefined, 500, 'client-7'),
  'activity of a day': () => invoices.activity({ client: undefined, from: 490_000, to: 490_024 }),
  'waiting for a route': () => invoices.queuedOn('PEPPOL', undefined),
  'near a deadline': () => invoices.nearDeadline(NOW, 500),
  attempts: () => invoices.attempts([{ client: 'client-7', invoiceRef: 'ref-7' }]),
  series: () => invoices.series({ routes: ROUTES, from: '2026-01-01', to: '2026-03-02' }),
  'care list, open': () => invoices.careList({ status: 'open', limit: 200 }),
  'care list, handled': () => invoices.careList({ status: 'handled', limit: 200 }),
  'care list, all': () => invoices.careList({ status: 'all', limit: 200 }),
  'care list, open of one client': () =>
    invoices.careList({ client: 'client-8', status: 'open', limit: 201 }),
  'care list, handled of one client': () =>
    invoices.careList({ client: 'client-8', status: 'handled', limit: 201 }),
  'care list, all of one client': () => invoices.careList({ client: 'client-8', status: 'all', limit: 201 }),
  sent: () => invoices.findSent({ client: 'client-7', route: 'PEPPOL', invoiceNumber: 'RE-2026-7' }),
  outbox: () => eventFeed.outbox(undefined, 500),
  'tidy up': () => invoices.tidyUp(),
  tally: () => invoices.tally(NOW),
  listNeglected: () => invoices.listNeglected(NOW, NOW, 500),
  'one invoice': () => invoices.find(seedRecord(7, count).id),
  lease: () => invoices.lease(seedRecord(7, count).id, { token: 'bench', until: NOW }, NOW),
});

/** The cost of each query of the store, in a tenth of the invoices and in all of them, and what it reads. */
export async function store(): Promise<void> {
  await onSqlite();
  await onMongo();
}

interface Measured {
  readonly ms: number;
  readonly plans: readonly string[];
}

async function onSqlite(): Promise<void> {
  const sizes = [Math.ceil(INVOICES / 10), INVOICES];
  const bySize: ReadonlyMap<string, Measured>[] = [];
  for (const size of sizes) bySize.push(await measureSqlite(size));
  const [small, large] = bySize;
  const rows = [...large!].map(([name, { ms, plans }]) => {
    const before = small!.get(name)!.ms;
    return [name, roundTo(before, 2), roundTo(ms, 2), roundTo(ms / before, 1), scansIn(plans)];
  });
  printTable(
    `SQLite, ${CLIENTS} clients, milliseconds of processor time (goal of the growth: 1.3)`,
    ['query', ...sizes.map((size) => `${size} invoices`), 'growth', 'scans'],
    rows,
  );
}

/** Tables that have a row for each invoice, or more, and are read without an index. */
const scansIn = (plans: readonly string[]): string =>
  [
    ...new Set(
      plans.flatMap((plan) => /^SCAN (invoice|event|content|invoice_buyer_word)\b.*/.exec(plan)?.[0] ?? []),
    ),
  ].join('; ') || 'none';

async function measureSqlite(size: number): Promise<ReadonlyMap<string, Measured>> {
  const folder = emptyFolder();
  const path = join(folder, 'ids.db');
  const first = openSqlite(path, 'sandbox');
  await seed(sqliteStores(first).invoices, Math.min(size, FEW));
  first.close();
  if (size > FEW) growStore({ path, invoices: size, spanMs: YEAR_MS, buyers: BUYERS });
  const [sqlite, other] = [openSqlite(path, 'sandbox'), openSqlite(path, 'sandbox')];
  try {
    const stores = sqliteStores(sqlite);
    console.log(`a store of ${size} invoices is made`);
    await buildSearchIndex(sqlite, stores.invoices);
    const measured = new Map<string, Measured>();
    for (const [name, ask] of Object.entries(QUERIES(stores, size))) {
      await ask();
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) times.push(await cpuOf(ask));
      measured.set(name, { ms: median(times), plans: await plansOnSqlite(sqlite, other, ask) });
    }
    return measured;
  } finally {
    other.close();
    sqlite.close();
  }
}

/** As the sweeps do after the first search in a long list. */
async function buildSearchIndex(sqlite: Sqlite, invoices: InvoiceStore): Promise<void> {
  await invoices.list({ ...FIRST, client: 'client-7', q: 'RE-2026' });
  const blocks = (): unknown => sqlite.one('SELECT count(*) AS n FROM search_block')!['n'];
  const from = process.cpuUsage();
  for (let before: unknown; before !== blocks();) {
    before = blocks();
    await invoices.tidyUp();
  }
  const { user, system } = process.cpuUsage(from);
  console.log(
    `its search index has ${String(blocks())} blocks, built in ${roundTo((user + system) / 1000, 0)} ms`,
  );
}

/** Often enough that the clock of the processor, which ticks in 1 to 10 ms, can tell. */
async function cpuOf(ask: () => Promise<unknown>): Promise<number> {
  const from = process.cpuUsage();
  let calls = 0;
  let spent = 0;
  while (calls < MIN_CALLS || (spent < MIN_CPU_MS && calls < MAX_CALLS)) {
    await ask();
    calls += 1;
    const { user, system } = process.cpuUsage(from);
    spent = (user + system) / 1000;
  }
  return spent / calls;
}

type Row = readonly [query: string, ms: string, reads: string];

async function measure(
  name: string,
  ask: () => Promise<unknown>,
  plans: () => Promise<readonly string[]>,
): Promise<readonly Row[]> {
  await ask();
  const started = performance.now();
  await ask();
  const ms = roundTo(performance.now() - started, 1);
  const [first = '', ...others] = new Set(await plans());
  return [[name, ms, first], ...others.map((plan): Row => ['', '', plan])];
}

const onMongo = (): Promise<void> => inEmptyDatabase('queries', measureMongo, { monitorCommands: 'true' });

async function measureMongo(mongo: Mongo): Promise<void> {
  const stores = mongoStores(mongo);
  const seconds = await seed(stores.invoices, INVOICES_ON_MONGO, AT_ONCE_ON_MONGO);
  const rows: Row[] = [];
  for (const [name, ask] of Object.entries(QUERIES(stores, INVOICES_ON_MONGO)))
    rows.push(
      ...(await measure(name, ask, async () => (await plansOnMongo(mongo.client, ask)).map(describePlan))),
    );
  printTable(
    `MongoDB with ${INVOICES_ON_MONGO} invoices, taken in at ${roundTo(INVOICES_ON_MONGO / seconds, 0)} a second`,
    ['query', 'ms', 'reads'],
    rows,
  );
}
