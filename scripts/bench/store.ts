import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMongo } from '../../src/adapters/mongo/open-mongo.ts';
import { mongoStores } from '../../src/adapters/mongo/mongo-stores.ts';
import { openSqlite } from '../../src/adapters/sqlite/open-sqlite.ts';
import { sqliteStores } from '../../src/adapters/sqlite/sqlite-stores.ts';
import type { InvoiceRecord } from '../../src/domain/lifecycle/invoice-record.ts';
import type { InvoiceState } from '../../src/domain/lifecycle/states.ts';
import { ROUTES } from '../../src/domain/routes/all.ts';
import type { InvoiceQuery } from '../../src/ports/invoice-reads.ts';
import type { InvoiceStore } from '../../src/ports/invoice-store.ts';
import { mongoServer } from '../mongo-server.ts';
import { numberedInvoice } from './numbered-invoice.ts';
import { plansOnMongo, plansOnSqlite, describePlan } from './plans.ts';
import { printTable, roundTo } from './table.ts';

const INVOICES = Number(process.env['INVOICES'] ?? 1_000_000);
/** The plan of a query shows what a server reads; a stand-in scans all records for every write. */
const INVOICES_ON_MONGO = Math.min(INVOICES, 2_000);
const AT_ONCE = 500;
const CLIENTS = 50;
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
    createdAt,
  });
}

/** Through the port, as the service does it, many at the same time. */
async function seed(invoices: InvoiceStore, count: number): Promise<number> {
  const started = Date.now();
  for (let n = 0; n < count; n += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, count - n) }, (_, k) =>
        invoices.takeIn({ record: seedRecord(n + k, count), events: [], audit: [], files: [] }),
      ),
    );
  return (Date.now() - started) / 1000;
}

const FIRST: InvoiceQuery = { sort: 'newest', page: 1, pageSize: 25 };

const QUERIES = (
  invoices: InvoiceStore,
  count: number,
): Readonly<Record<string, () => Promise<unknown>>> => ({
  'list, first page': () => invoices.list(FIRST),
  'list, page in the middle': () => invoices.list({ ...FIRST, page: Math.ceil(count / 50) }),
  'list, last page': () => invoices.list({ ...FIRST, page: Math.ceil(count / 25) }),
  'list, one client': () => invoices.list({ ...FIRST, client: 'client-7' }),
  'list, rejected of one client': () => invoices.list({ ...FIRST, client: 'client-8', states: ['rejected'] }),
  'list, one month': () => invoices.list({ ...FIRST, receivedFrom: '2025-06-01', receivedTo: '2025-06-30' }),
  'list, text': () => invoices.list({ ...FIRST, client: 'client-7', q: 'RE-2026-1007' }),
  'list, text of any client': () => invoices.list({ ...FIRST, q: 'RE-2026-1007' }),
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
  outbox: () => invoices.outbox(undefined, 500),
  'tidy up': () => invoices.tidyUp(),
  tally: () => invoices.tally(NOW),
  listNeglected: () => invoices.listNeglected(NOW, NOW, 500),
  'one invoice': () => invoices.find(seedRecord(7, count).id),
  lease: () => invoices.lease(seedRecord(7, count).id, { token: 'bench', until: NOW }, NOW),
});

/** The cost of each query of the store, and what it reads. */
export async function store(): Promise<void> {
  await onSqlite();
  await onMongo();
}

async function onSqlite(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-store-'));
  const path = join(folder, 'ids.db');
  const [sqlite, other] = [openSqlite(path, 'sandbox'), openSqlite(path, 'sandbox')];
  try {
    const { invoices } = sqliteStores(sqlite);
    const seconds = await seed(invoices, INVOICES);
    const rows: (readonly string[])[] = [];
    for (const [name, ask] of Object.entries(QUERIES(invoices, INVOICES)))
      rows.push(...(await measure(name, ask, () => plansOnSqlite(sqlite, other, ask))));
    printTable(
      `SQLite with ${INVOICES} invoices, taken in at ${roundTo(INVOICES / seconds, 0)} a second`,
      ['query', 'ms', 'reads'],
      rows,
    );
  } finally {
    other.close();
    sqlite.close();
    rmSync(folder, { recursive: true });
  }
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

async function onMongo(): Promise<void> {
  const server = await mongoServer();
  if (!server) return console.log('\nNo queries of MongoDB: set MONGODB_URL.');
  const url = new URL(server.url);
  url.pathname = `/ids_bench_${process.pid}`;
  url.searchParams.set('monitorCommands', 'true');
  const mongo = await openMongo(url.href, 'sandbox');
  try {
    const { invoices } = mongoStores(mongo);
    const seconds = await seed(invoices, INVOICES_ON_MONGO);
    const rows: Row[] = [];
    for (const [name, ask] of Object.entries(QUERIES(invoices, INVOICES_ON_MONGO)))
      rows.push(
        ...(await measure(name, ask, async () => (await plansOnMongo(mongo.client, ask)).map(describePlan))),
      );
    printTable(
      `MongoDB with ${INVOICES_ON_MONGO} invoices, taken in at ${roundTo(INVOICES_ON_MONGO / seconds, 0)} a second`,
      ['query', 'ms', 'reads'],
      rows,
    );
    await mongo.db.dropDatabase();
  } finally {
    await mongo.close();
    server.process?.kill();
  }
}
