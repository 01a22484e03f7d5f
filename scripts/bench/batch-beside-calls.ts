import { setTimeout as pause } from 'node:timers/promises';
import { emptyFolder } from './empty-folder.ts';
import { countReady, invoiceBody, mintKeys, type Running, startService } from './service-process.ts';
import { median, printTable, roundTo } from './table.ts';

const LINES = 1000;
/** Calls without a batch beside them. */
const CALLS = 100;
/** Enough for the rate limit of each: 600 calls or 6 batches a minute. */
const [CALLERS, BATCH_CALLERS] = [8, 4];
const PAUSE_MS = 20;
const ROUNDS = 5;

/** What a batch costs another client's POST /invoices, and what those calls cost the batch. */
export async function batchBesideCalls(): Promise<void> {
  const folder = emptyFolder();
  const service = await startService(folder);
  const [quiet, beside, alone, accompanied]: [number[], number[], number[], number[]] = [[], [], [], []];
  try {
    const keys = await mintKeys(service, BATCH_CALLERS + CALLERS);
    const scene = new Scene(service, keys.slice(0, BATCH_CALLERS), keys.slice(BATCH_CALLERS));
    await scene.batch();
    for (let round = 0; round < ROUNDS; round += 1) {
      await scene.settled();
      for (let call = 0; call < CALLS; call += 1) quiet.push(await scene.call());
      await scene.settled();
      alone.push(await scene.batch());
      await scene.settled();
      let isOver = false;
      const batch = scene.batch().finally(() => (isOver = true));
      while (!isOver) beside.push(await scene.call());
      accompanied.push(await batch);
    }
  } finally {
    await service.stop();
  }
  const row = (name: string, taken: readonly number[]): string[] => {
    const late = [...taken].sort((a, b) => a - b)[Math.floor(taken.length * 0.95)] ?? 0;
    return [name, roundTo(median(taken), 1), roundTo(late, 1), `${roundTo(median(taken) / median(quiet))}×`];
  };
  printTable(
    `POST /invoices of other clients, ms, one after the other, ${ROUNDS} alternating rounds (goal: at most 1.5×)`,
    ['', 'median', 'slowest of 20', 'median against no batch'],
    [row('no batch', quiet), row(`beside a batch of ${LINES} lines`, beside)],
  );
  const [seconds, withCalls] = [median(alone) / 1000, median(accompanied) / 1000];
  console.log(
    `  the batch takes ${roundTo(seconds, 1)} s by itself, ${roundTo(withCalls, 1)} s beside these calls (${roundTo(beside.length / ROUNDS, 0)} of them)`,
  );
}

class Scene {
  private sent = 0;
  private batches = 0;

  constructor(
    private readonly service: Running,
    private readonly own: readonly string[],
    private readonly others: readonly string[],
  ) {}

  /** @returns milliseconds. */
  async call(): Promise<number> {
    await pause(PAUSE_MS);
    const key = this.others[this.sent % this.others.length]!;
    const [body, headers] = [this.invoice(), { 'Idempotency-Key': `bench-single-${this.sent}` }];
    const began = performance.now();
    const answer = await this.post('/invoices', key, 'application/json', body, headers);
    await answer.text();
    const ms = performance.now() - began;
    if (answer.status !== 202) throw new Error(`a call beside the batch: ${answer.status}`);
    return ms;
  }

  /** @returns milliseconds, from the first byte to the last answer. */
  async batch(): Promise<number> {
    const name = (this.batches += 1);
    const body = Array.from(
      { length: LINES },
      (_, line) => `{"idempotency_key":"bench-batch-${name}-${line}","body":${this.invoice()}}\n`,
    ).join('');
    const began = performance.now();
    const key = this.own[name % this.own.length]!;
    const answer = await this.post('/invoices/batch', key, 'application/x-ndjson', body);
    const lines = (await answer.text()).trimEnd().split('\n');
    const ms = performance.now() - began;
    if (lines.length !== LINES || !lines.every((line) => line.includes('"status":202')))
      throw new Error(`a batch was not taken in: ${answer.status} ${lines.length} ${lines.at(-1)}`);
    return ms;
  }

  /** All invoices so far are delivered: nothing works in the background. Looks seldom, because a look is a call, too. */
  async settled(): Promise<void> {
    while ((await countReady(this.service)) < this.sent) await pause(1000);
  }

  private invoice(): string {
    return invoiceBody((this.sent += 1), 'F');
  }

  private post(path: string, key: string, type: string, body: string, more: Record<string, string> = {}) {
    return fetch(this.service.url + path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': type, ...more },
      body,
    });
  }
}
