import { setTimeout as pause } from 'node:timers/promises';
import { emptyFolder } from './empty-folder.ts';
import { countReady, handIn, mintKeys, startService } from './service-process.ts';
import { printTable, roundTo } from './table.ts';

/** The second is the goal's (`QUEUED`). */
const QUEUES = [1_000, Number(process.env['QUEUED'] ?? 20_000)] as const;
/** Enough for the rate limit of each (20 a second). */
const CLIENTS = 20;
const CALLERS = 4;
/** This many are processed while memory is measured, of either queue: longer work needs more memory, whatever the queue. */
const WORKED = 900;
const SAMPLE_MS = 200;

/** The peak of memory of a service that starts on a long queue, against a short one: waiting invoices are in the store. */
export async function queue(): Promise<void> {
  const peaks: number[] = [];
  for (const count of QUEUES) {
    const folder = emptyFolder();
    await fill(folder, count);
    peaks.push(await peakOfWork(folder));
  }
  const rows = QUEUES.map((count, n) => [count.toLocaleString('en'), roundTo(peaks[n] ?? 0, 0)]);
  printTable(
    `Most memory of a service over its first ${WORKED} invoices, MB (goal: within 20 %)`,
    ['queued', 'MB'],
    rows,
  );
  console.log(`  growth ${roundTo(((peaks[1]! - peaks[0]!) / peaks[0]!) * 100, 1)} %`);
}

/** Accepts invoices without a worker. */
async function fill(folder: string, count: number): Promise<void> {
  const service = await startService(folder, { ROLE: 'api' });
  try {
    const keys = await mintKeys(service, CLIENTS);
    let next = 0;
    const caller = async (): Promise<void> => {
      while (next < count) {
        const index = next++;
        await handIn(service, keys[index % CLIENTS]!, index, 'Q');
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
  } finally {
    await service.stop();
  }
}

async function peakOfWork(folder: string): Promise<number> {
  const service = await startService(folder);
  try {
    let peak = 0;
    for (; (await countReady(service)) < WORKED; await pause(SAMPLE_MS))
      peak = Math.max(peak, service.residentMb());
    return peak;
  } finally {
    await service.stop();
  }
}
