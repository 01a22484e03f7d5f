import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { call, type Invoice, isTaken, settle } from './api.ts';
import { OwnService, PROJECT } from './own-service.ts';

const EXAMPLE = join(PROJECT, 'examples/over-peppol.json');
/** The waits of the schedule are a fiftieth. The clock can be moved past the lease of a killed worker. */
const PACE = { RETRY_SCALE: '0.02', CLOCK_CONTROL: '1' };
const LEASE_SECONDS = 61;

/** Faults of the sending call: the sandbox's names and ours. */
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

/** Sends one invoice per fault, and one over which the service is killed; prints the outcome of each. */
export async function faults(folder: string): Promise<void> {
  console.log('Starting a service of its own …');
  let own = await OwnService.start(folder, PACE);
  try {
    for (const [fault, title] of Object.entries(FAULTS)) {
      await own.control('faults', { route: 'PEPPOL', call: 'POST /submit-sbd', fault, count: 1 });
      await show(own, title, await send(own));
    }
    const id = await send(own);
    while ((await showInvoice(own, id)).state !== 'submitting')
      await new Promise((resolve) => setTimeout(resolve, 10));
    await own.stop('SIGKILL');
    own = await OwnService.start(folder, PACE, own);
    await own.advanceClock(LEASE_SECONDS);
    await show(own, 'kill -9 of the service while it sends', id);
  } finally {
    await own.stop('SIGTERM');
  }
}

/** Cases with several processes run in their proof, with processes that die and freeze at named points. */
const SCENES = [['scripts/pretest.mjs'], ['--import=tsx', 'test/proofs/delivery/scenes/program.ts']];

/** @returns whether each invoice arrived once. */
export async function scenes(): Promise<boolean> {
  for (const words of SCENES) {
    // The output of the build is not shown here.
    const output = words.length === 1 ? 'ignore' : 'inherit';
    const child = spawn(process.execPath, words, { cwd: PROJECT, stdio: ['ignore', output, 'inherit'] });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) return false;
  }
  return true;
}

/** @returns the invoice's id. */
async function send({ api }: OwnService): Promise<string> {
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

const showInvoice = async ({ api }: OwnService, id: string): Promise<Invoice> =>
  (await (await call(api, `/invoices/${id}`)).json()) as Invoice;

/** The outcome and its steps, the number of calls, and how often the network has the invoice. */
async function show(own: OwnService, title: string, id: string): Promise<void> {
  // After a lost answer an access point has no receipt; otherwise it comes with the answer.
  const { state, invoice_number: number, documents } = await settle(own.api, id, isTaken);
  const events = (await (await call(own.api, `/invoices/${id}/events`)).json()) as {
    data: { status: string }[];
  };
  const count = (await own.listHeld()).filter((document) => document.number === number).length;
  const receipt = documents.some(({ kind }) => kind === 'as4-receipt') ? 'receipt kept' : 'no receipt';
  const timeline = events.data.map(({ status }) => status).join(' → ');
  console.log(`${title.padEnd(44)}${state.padEnd(12)}held ${count}×, ${receipt.padEnd(14)}${timeline}`);
}
