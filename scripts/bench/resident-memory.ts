import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Running, invoiceBody, mintKeys, startService } from './service-process.ts';
import { printTable, rounded } from './table.ts';

const CLIENTS = 20;
const AFTER = [500, 5000];
const READY_WITHIN_MS = 300_000;
/** V8 gives back what nothing refers to once it has had nothing to do for some 20 seconds. */
const REST_MS = 40_000;

/**
 * Resident memory after 5,000 invoices against that after 500, at once and at rest. At once it holds garbage, more or less of
 * it by chance; what is left at rest and grows with the invoices is a leak.
 */
export async function residentMemory(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-memory-'));
  const service = await startService(folder);
  try {
    const keys = await mintKeys(service, CLIENTS);
    const atOnce: number[] = [];
    const atRest: number[] = [];
    let done = 0;
    for (const goal of AFTER) {
      for (; done < goal; done++) await handIn(service, keys[done % CLIENTS]!, done);
      await allReady(service, keys);
      atOnce.push(service.residentMb());
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
      atRest.push(service.residentMb());
    }
    printTable(
      'Resident memory, MB (goal: growth at rest within 15 %)',
      ['', ...AFTER.map((goal) => `after ${goal}`), 'growth'],
      [row('at once', atOnce), row('at rest', atRest)],
    );
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true });
  }
}

function row(name: string, megabytes: readonly number[]): string[] {
  const [first, last] = [megabytes.at(0)!, megabytes.at(-1)!];
  const growth = `${rounded((last / first - 1) * 100, 1)} %`;
  return [name, ...megabytes.map((each) => rounded(each, 0)), growth];
}

async function handIn(service: Running, key: string, index: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`${service.url}/invoices`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': `memory-${index}`,
      },
      body: invoiceBody(index, 'M'),
    });
    const text = await answer.text();
    if (answer.status === 202) return;
    if (answer.status !== 429) throw new Error(`${answer.status} ${text}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
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
