import type { Documents } from './documents.ts';
import { emptyFolder } from './empty-folder.ts';
import { mintKeys, startService, type Running } from './service-process.ts';
import { median, printTable, roundTo } from './table.ts';

const CALLERS = 4;
const MEASURE_MS = 20_000;
const PAUSE_MS = 50;

/** How soon GET /health answers while files of 5 MB arrive: they are read and checked off the event loop. */
export async function health(documents: Documents): Promise<void> {
  const folder = emptyFolder();
  const service = await startService(folder);
  try {
    const keys = await mintKeys(service, CALLERS);
    const bodies = documents.of('5 MB').map(({ bytes }) => bytes);
    const idle = await answers(service, MEASURE_MS / 4);
    const until = performance.now() + MEASURE_MS;
    let taken = 0;
    const callers = keys.map(async (key, caller) => {
      for (let call = 0; performance.now() < until; call += 1)
        if (await handIn(service, key, bodies[(caller + call) % bodies.length]!, `${caller}-${call}`))
          taken += 1;
    });
    const busy = await answers(service, MEASURE_MS);
    await Promise.all(callers);
    printTable(
      `GET /health, ms, while ${CALLERS} callers hand in files of 5 MB (goal: median at most 50; ${taken} were taken in)`,
      ['', 'median', 'slowest of 20', 'slowest'],
      [row('idle', idle), row('busy', busy)],
    );
  } finally {
    await service.stop();
  }
}

function row(name: string, taken: readonly number[]): string[] {
  const sorted = [...taken].sort((a, b) => a - b);
  const late = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
  return [name, roundTo(median(sorted), 1), roundTo(late, 1), roundTo(sorted.at(-1) ?? 0, 1)];
}

async function answers({ url }: Running, forMs: number): Promise<readonly number[]> {
  const taken: number[] = [];
  for (const until = performance.now() + forMs; performance.now() < until;) {
    const started = performance.now();
    await (await fetch(`${url}/health`)).arrayBuffer();
    taken.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return taken;
}

/** @returns whether it was accepted; a busy service refuses it. */
async function handIn({ url }: Running, key: string, body: Uint8Array, call: string): Promise<boolean> {
  const answer = await fetch(`${url}/invoices/xml?route=DE-XRECHNUNG&invoice_ref=${call}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/xml',
      'Idempotency-Key': `health-${call}`,
    },
    // Not a duplicate of an earlier one.
    body: Buffer.concat([body, Buffer.from(`<!-- ${call} -->`)]),
  });
  const text = await answer.text();
  if (answer.status === 202) return true;
  if (answer.status !== 503 && answer.status !== 429) throw new Error(`${answer.status} ${text}`);
  await new Promise((resolve) => setTimeout(resolve, 500));
  return false;
}
