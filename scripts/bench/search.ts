import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { mongoStores } from '../../src/adapters/mongo/mongo-stores.ts';
import { sealerOf } from '../../src/adapters/sealing/jose-sealer.ts';
import { openSqlite } from '../../src/adapters/sqlite/open-sqlite.ts';
import { sqliteStores } from '../../src/adapters/sqlite/sqlite-stores.ts';
import { NodeDigests } from '../../src/adapters/system/node-digests.ts';
import { SealedContent } from '../../src/application/content/sealed-content.ts';
import { SearchInvoices, type SearchQuery } from '../../src/application/tracking/search-invoices.ts';
import type { Caller } from '../../src/domain/access/caller.ts';
import { searchWordsOf, tokensOf } from '../../src/domain/lifecycle/summary-search.ts';
import type { InvoiceSummary } from '../../src/domain/vocabulary/invoice-summary.ts';
import type { Intake } from '../../src/ports/invoice-store.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { inEmptyDatabase } from './empty-database.ts';
import { emptyFolder } from './empty-folder.ts';
import { numberedInvoice } from './numbered-invoice.ts';
import { median, printTable, roundTo } from './table.ts';

const { SEARCHED } = process.env;
const INVOICES = Number(SEARCHED ?? 100_000);
/** A server takes in a tenth as many in a second. */
const INVOICES_ON_MONGO = Number(SEARCHED ?? 10_000);
/** As many as a pool of MongoDB's driver has connections for. */
const AT_ONCE = 50;
const ROUNDS = 7;
const CLIENT = 'searching';
const NOW = new Date('2026-03-02T09:00:00.000Z');
const YEAR_MS = 365 * 86_400_000;
const BUYERS = 500;

const summaryOf = (n: number, of: number): InvoiceSummary => ({
  number: `RE-2026-${n}`,
  typeCode: '380',
  issueDate: createdAt(n, of).toISOString().slice(0, 10),
  seller: 'Werkzeughandel Brandt GmbH',
  sellerVatId: 'DE136695976',
  buyer: `Stadtwerke Ort${n % BUYERS}`,
  buyerVatId: `DE${200_000_000 + (n % BUYERS)}`,
  currency: 'EUR',
  total: `${n}.50`,
  due: `${n}.50`,
});

const createdAt = (n: number, of: number): Date =>
  new Date(NOW.getTime() - Math.floor(((of - n) / of) * YEAR_MS));

const SOMEONE = { kind: 'client', client: CLIENT, keyId: 'key', scopes: ['read'] } as unknown as Caller;

/** What is looked for among so many, by what it finds. */
const searchesIn = (
  of: number,
): Readonly<Record<string, Omit<SearchQuery, 'by'> & Partial<SearchQuery>>> => ({
  'nothing, by a word': { q: 'nirgendwo' },
  'nothing, by a number': { q: 'FV/2019/77' },
  'a number whose beginnings all have': { q: 'RE-2025-1' },
  'one, by its number': { q: `RE-2026-${of - 7}` },
  'one, by its amount': { q: `${of - 7},50` },
  '1 in 500, by a word': { q: 'Ort123' },
  '1 in 500 of a month, by the invoice date': {
    q: 'Ort123',
    by: 'issue_date',
    from: '2025-06-01',
    to: '2025-06-30',
  },
  '1 in 500 of a month, by the day of intake': { q: 'Ort123', from: '2025-06-01', to: '2025-06-30' },
  'a page of all, by a word': { q: 'stadtwerke' },
});

/** How long a search over sent, not taken and received ones takes, with the summaries that it opens; with `MONGODB_URL` on that server, too. */
export async function search(): Promise<void> {
  const sqlite = openSqlite(join(emptyFolder(), 'ids.db'), 'sandbox');
  try {
    await measure('SQLite', sqliteStores(sqlite), INVOICES);
  } finally {
    sqlite.close();
  }
  await inEmptyDatabase('search', (mongo) => measure('MongoDB', mongoStores(mongo), INVOICES_ON_MONGO));
}

async function measure(store: string, stores: Stores, invoices: number): Promise<void> {
  const sealer = await sealerOf(stores.sealed, { current: randomBytes(32) });
  const content = new SealedContent(stores.sealed, sealer, new NodeDigests());
  await content.seal(CLIENT, new Uint8Array());
  for (let n = 0; n < invoices; n += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, invoices - n) }, async (_, k) =>
        stores.invoices.takeIn(await intakeOf(n + k, invoices, content)),
      ),
    );
  const searching = new SearchInvoices({
    ...stores,
    refusals: { list: async () => [] },
    content,
    buyerIndex: content,
    audit: { write: async () => undefined },
    clock: { now: () => NOW },
  });
  const rows: (readonly string[])[] = [];
  for (const [name, query] of Object.entries(searchesIn(invoices))) {
    const run = () => searching.run(SOMEONE, { by: 'intake', ...query }, 'bench');
    const { rows: matching } = await run();
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const started = performance.now();
      await run();
      times.push(performance.now() - started);
    }
    rows.push([name, String(matching.length), roundTo(median(times), 0)]);
  }
  printTable(
    `The search in ${invoices} invoices of a client on ${store}, medians of ${ROUNDS}`,
    ['finds', 'rows', 'ms'],
    rows,
  );
}

async function intakeOf(n: number, of: number, content: SealedContent): Promise<Intake> {
  const summary = summaryOf(n, of);
  const record = numberedInvoice(n, {
    client: CLIENT,
    route: 'DE-XRECHNUNG',
    state: 'ready',
    dueAt: null,
    createdAt: createdAt(n, of),
    sealedSummary: await content.sealText(CLIENT, JSON.stringify(summary)),
    ...searchWordsOf(await content.hashes(CLIENT, tokensOf(summary))),
  });
  return { record, events: [], audit: [], files: [] };
}
