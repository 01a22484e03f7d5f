import { emptyFolder } from './empty-folder.ts';
import { type Running, handIn, mintKeys, startService } from './service-process.ts';
import { printTable, roundTo } from './table.ts';

const CLIENTS = 20;
const READY_WITHIN_MS = 300_000;

/** Resident memory after 5,000 invoices against that after 500: growth is a leak. */
export async function residentMemory(): Promise<void> {
  const folder = emptyFolder();
  const service = await startService(folder);
  try {
    const keys = await mintKeys(service, CLIENTS);
    const rows: string[][] = [];
    let done = 0;
    for (const goal of [500, 5000]) {
      for (; done < goal; done++) await handIn(service, keys[done % CLIENTS]!, done, 'M');
      await allReady(service, keys);
      rows.push([String(goal), roundTo(service.residentMb(), 0)]);
    }
    const [first, last] = rows.map((row) => Number(row[1]));
    printTable('Resident memory (goal: within 15 %)', ['invoices', 'MB'], rows);
    console.log(`  growth ${roundTo(((last! - first!) / first!) * 100, 1)} %`);
  } finally {
    await service.stop();
  }
}

async function allReady(service: Running, keys: readonly string[]): Promise<void> {
  const giveUp = performance.now() + READY_WITHIN_MS;
  for (const key of keys)
    for (;;) {
      if (performance.now() > giveUp) throw new Error('the invoices do not become ready');
      const answer = await fetch(`${service.url}/invoices?page_size=25`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      const { total, counts_by_state: counts } = (await answer.json()) as {
        total: number;
        counts_by_state: Record<string, number>;
      };
      if (counts['ready'] === total) break;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
}
