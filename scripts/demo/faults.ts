import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { call, type Invoice, isTaken, settled } from './api.ts';
import { OwnService, PROJECT } from './own-service.ts';

const EXAMPLE = join(PROJECT, 'examples/over-peppol.json');
/** Waits of the schedule a fiftieth as long; the clock can be put forward past the lease of a worker that was killed. */
const PACE = { RETRY_SCALE: '0.02', CLOCK_CONTROL: '1' };
const LEASE_SECONDS = 61;

/** What goes wrong with the call that sends, in the sandbox's words and in ours. */
const FAULTS = {
  reset: 'the connection is torn down, nothing taken',
  drop: 'taken, the answer is lost',
  '500': 'the access point fails',
  '502-html': 'a page in place of an answer',
  '429': 'too many calls',
  '429-now': 'too many calls, and no pause asked for',
  slow: 'an answer that is slow',
  truncated: 'taken, half an answer',
  'wrong-type': 'taken, an answer of other types',
} as const;

/** Sends one invoice for each fault, and one over which the service is killed; tells what became of each. */
export async function faults(folder: string): Promise<void> {
  console.log('Starting a service of its own …');
  let own = await OwnService.start(folder, PACE);
  try {
    for (const [fault, title] of Object.entries(FAULTS)) {
      await own.control('faults', { route: 'PEPPOL', call: 'POST /submit-sbd', fault, count: 1 });
      await show(own, title, await sent(own));
    }
    const id = await sent(own);
    while ((await shown(own, id)).state !== 'submitting')
      await new Promise((resolve) => setTimeout(resolve, 10));
    await own.stop('SIGKILL');
    own = await OwnService.start(folder, PACE, own);
    await own.advanceClock(LEASE_SECONDS);
    await show(own, 'kill -9 of the service while it sends', id);
  } finally {
    await own.stop('SIGTERM');
  }
}

/** What needs more than one process plays where it is proved, with processes that die and stand still at named points. */
const SCENES = [['scripts/pretest.mjs'], ['--import=tsx', 'test/proofs/delivery/scenes/program.ts']];

/** @returns whether each invoice arrived once. */
export async function scenes(): Promise<boolean> {
  for (const words of SCENES) {
    // What is built before says nothing that belongs here.
    const output = words.length === 1 ? 'ignore' : 'inherit';
    const child = spawn(process.execPath, words, { cwd: PROJECT, stdio: ['ignore', output, 'inherit'] });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) return false;
  }
  return true;
}

/** @returns the invoice's id. */
async function sent({ api }: OwnService): Promise<string> {
  const example = JSON.parse(await readFile(EXAMPLE, 'utf8')) as {
    document: { invoice: { number: string } };
  };
  const number = `FAULT-${randomUUID().slice(0, 8)}`;
  example.document.invoice.number = number;
  const answer = await call(api, '/invoices', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
    body: JSON.stringify({ ...example, invoice_ref: number }),
  });
  const { id } = (await answer.json()) as { id?: string };
  if (!id) throw new Error(`not taken in: ${answer.status}`);
  return id;
}

const shown = async ({ api }: OwnService, id: string): Promise<Invoice> =>
  (await (await call(api, `/invoices/${id}`)).json()) as Invoice;

/** How it ended and got there, in how many calls, and how often the network holds it. */
async function show(own: OwnService, title: string, id: string): Promise<void> {
  // An access point that is asked after a lost answer has no receipt to give; otherwise it comes with the answer.
  const { state, invoice_number: number, documents } = await settled(own.api, id, isTaken);
  const events = (await (await call(own.api, `/invoices/${id}/events`)).json()) as {
    data: { status: string }[];
  };
  const held = (await own.held()).filter((document) => document.number === number).length;
  const receipt = documents.some(({ kind }) => kind === 'as4-receipt') ? 'receipt kept' : 'no receipt';
  const timeline = events.data.map(({ status }) => status).join(' → ');
  console.log(`${title.padEnd(44)}${state.padEnd(12)}held ${held}×, ${receipt.padEnd(14)}${timeline}`);
}
