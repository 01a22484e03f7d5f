import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
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
import { emptyFolder } from './empty-folder.ts';
import { numberedInvoice } from './numbered-invoice.ts';
import { median, printTable, roundTo } from './table.ts';

const INVOICES = Number(process.env['SEARCHED'] ?? 100_000);
const AT_ONCE = 500;
const ROUNDS = 7;
const CLIENT = 'searching';
const NOW = new Date('2026-03-02T09:00:00.000Z');
const YEAR_MS = 365 * 86_400_000;
const BUYERS = 500;

const summaryOf = (n: number): InvoiceSummary => ({
  number: `RE-2026-${n}`,
  typeCode: '380',
  issueDate: createdAt(n).toISOString().slice(0, 10),
  seller: 'Werkzeughandel Brandt GmbH',
  sellerVatId: 'DE136695976',
  buyer: `Stadtwerke Ort${n % BUYERS}`,
  buyerVatId: `DE${200_000_000 + (n % BUYERS)}`,
  currency: 'EUR',
  total: `${n}.50`,
  due: `${n}.50`,
});

const createdAt = (n: number): Date =>
  new Date(NOW.getTime() - Math.floor(((INVOICES - n) / INVOICES) * YEAR_MS));

const SOMEONE = { kind: 'client', client: CLIENT, keyId: 'key', scopes: ['read'] } as unknown as Caller;

/** What is looked for, by what it finds. */
const SEARCHES: Readonly<Record<string, Omit<SearchQuery, 'by'> & Partial<SearchQuery>>> = {
  'nothing, by a word': { q: 'nirgendwo' },
  'nothing, by a number': { q: 'FV/2019/77' },
  'a number whose beginnings all have': { q: 'RE-2025-1' },
  'one, by its number': { q: `RE-2026-${INVOICES - 7}` },
  'one, by its amount': { q: `${INVOICES - 7},50` },
  '1 in 500, by a word': { q: 'Ort123' },
  '1 in 500 of a month, by the invoice date': {
    q: 'Ort123',
    by: 'issue_date',
    from: '2025-06-01',
    to: '2025-06-30',
  },
  '1 in 500 of a month, by the day of intake': { q: 'Ort123', from: '2025-06-01', to: '2025-06-30' },
  'a page of all, by a word': { q: 'stadtwerke' },
};

/** How long a search over sent, not taken and received ones takes, with the summaries that it opens. */
export async function search(): Promise<void> {
  const folder = emptyFolder();
  const sqlite = openSqlite(join(folder, 'ids.db'), 'sandbox');
  try {
    const stores = sqliteStores(sqlite);
    const content = new SealedContent(
      stores.sealed,
      await sealerOf(stores.sealed, { current: randomBytes(32) }),
      new NodeDigests(),
    );
    await content.seal(CLIENT, new Uint8Array());
    for (let n = 0; n < INVOICES; n += AT_ONCE)
      await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, INVOICES - n) }, async (_, k) =>
          stores.invoices.takeIn(await intakeOf(n + k, content)),
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
    for (const [name, query] of Object.entries(SEARCHES)) {
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
      `The search in ${INVOICES} invoices of a client on SQLite, medians of ${ROUNDS}`,
      ['finds', 'rows', 'ms'],
      rows,
    );
  } finally {
    sqlite.close();
  }
}

async function intakeOf(n: number, content: SealedContent): Promise<Intake> {
  const summary = summaryOf(n);
  const record = numberedInvoice(n, {
    client: CLIENT,
    route: 'DE-XRECHNUNG',
    state: 'ready',
    dueAt: null,
    createdAt: createdAt(n),
    sealedSummary: await content.sealText(CLIENT, JSON.stringify(summary)),
    ...searchWordsOf(await content.hashes(CLIENT, tokensOf(summary))),
  });
  return { record, events: [], audit: [], files: [] };
}
