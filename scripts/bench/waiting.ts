import { join } from 'node:path';
import { openSqlite } from '../../src/adapters/sqlite/open-sqlite.ts';
import { sqliteStores } from '../../src/adapters/sqlite/sqlite-stores.ts';
import { SweepNeglected } from '../../src/application/work/sweep-neglected.ts';
import type { InvoiceRecord } from '../../src/domain/lifecycle/invoice-record.ts';
import { ROUTES } from '../../src/domain/routes/all.ts';
import type { InvoiceStore } from '../../src/ports/invoice-store.ts';
import { emptyFolder } from './empty-folder.ts';
import { numberedInvoice } from './numbered-invoice.ts';
import { median, printTable, roundTo } from './table.ts';

/** More than the count of waiting records ever reaches, and the goal's number. */
const QUEUES = [20_000, Number(process.env['INVOICES'] ?? 1_000_000)] as const;
const AT_ONCE = 500;
const CLIENTS = 50;
const TIMES = 21;
const NOW = new Date('2026-03-02T09:00:00.000Z');
/** All of them wait longer than this. */
const LATE_MS = 60_000;

/** A due one: the first has waited longest. */
function waitingOne(n: number, of: number): InvoiceRecord {
  const createdAt = new Date(NOW.getTime() - LATE_MS - (of - n));
  return numberedInvoice(n, {
    client: `client-${n % CLIENTS}`,
    route: ROUTES[n % ROUTES.length]!,
    state: 'queued',
    dueAt: createdAt,
    work: 'send',
    createdAt,
  });
}

async function fill(invoices: InvoiceStore, count: number): Promise<void> {
  for (let n = 0; n < count; n += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, count - n) }, (_, k) =>
        invoices.takeIn({ record: waitingOne(n + k, count), events: [], audit: [], files: [] }),
      ),
    );
}

/** The queries that every process repeats, also without calls. */
function watching(invoices: InvoiceStore): Readonly<Record<string, () => Promise<unknown>>> {
  const sweep = new SweepNeglected<InvoiceRecord>(
    {
      store: invoices,
      taskOf: ({ id, client }) => ({ kind: 'invoice', id, client, lane: 'check' }),
      tidyUp: () => invoices.tidyUp(),
    },
    { schedule: async () => undefined },
    { now: () => NOW },
  );
  return {
    sweep: () => sweep.run(),
    health: () => invoices.listNeglected(new Date(NOW.getTime() - LATE_MS), NOW, 1),
    scrape: () => invoices.tally(NOW),
  };
}

/** @returns milliseconds by question. */
async function costs(count: number): Promise<Readonly<Record<string, number>>> {
  const folder = emptyFolder();
  const sqlite = openSqlite(join(folder, 'ids.db'), 'sandbox');
  try {
    const { invoices } = sqliteStores(sqlite);
    await fill(invoices, count);
    const counts: Record<string, number> = {};
    for (const [name, ask] of Object.entries(watching(invoices))) {
      await ask();
      const times: number[] = [];
      for (let n = 0; n < TIMES; n += 1) {
        const started = performance.now();
        await ask();
        times.push(performance.now() - started);
      }
      counts[name] = median(times);
    }
    return counts;
  } finally {
    sqlite.close();
  }
}

/** The cost of a long queue for the processes that watch it. */
export async function waiting(): Promise<void> {
  const [few, many] = [await costs(QUEUES[0]), await costs(QUEUES[1])];
  const rows = Object.entries(few).map(([name, ms]) => [
    name,
    roundTo(ms, 1),
    roundTo(many[name]!, 1),
    roundTo(many[name]! / ms, 2),
  ]);
  const names = QUEUES.map((count) => `ms, ${count.toLocaleString('en')}`);
  printTable(
    'Watching a queue of invoices that are due, SQLite (goal: ratio 1)',
    ['', ...names, 'ratio'],
    rows,
  );
}
