import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { programFile } from 'en16931-rules/packs/project-folder.ts';
import { emptyFolder } from './empty-folder.ts';
import { invoiceBody, mintKeys, OPERATOR_KEY, type Running, startService } from './service-process.ts';
import { median, printTable, roundTo } from './table.ts';

const CALLERS = 32;
const CALLS = 40;
/** Enough for the rate limit of each key. */
const KEYS = 8;
const PAUSE_MS = 20;
const PATHS = [
  ...['/health', '/codes?q=tax', '/codes/BR-DE-15', '/openapi.yaml', '/openapi.json', '/docs/openapi.json'],
  ...['/docs/scalar.js', '/console', '/problems/busy', '/.well-known/jwks.json', '/nothing'],
];

/** What callers without a key cost the POST /invoices of a client. */
export async function keylessCallers(): Promise<void> {
  const folder = emptyFolder();
  const service = await startService(folder);
  const rows: string[][] = [];
  try {
    const keys = await mintKeys(service, KEYS);
    let sent = 0;
    const post = async (): Promise<number> => {
      await pause(PAUSE_MS);
      const began = performance.now();
      await handInOne(service, keys[sent % KEYS]!, (sent += 1));
      return performance.now() - began;
    };
    const share = await linkTo(service, keys[0]!);
    for (let warm = 0; warm < CALLS; warm += 1) await post();
    for (const path of [...PATHS, share]) {
      const quiet = await timesOf(post);
      const callers = fork(programFile('scripts/bench/callers-of-page.ts'), [
        service.url + path,
        String(CALLERS),
      ]);
      await once(callers, 'message');
      const beside = await timesOf(post);
      callers.send('stop');
      const [answers] = (await once(callers, 'message')) as [number];
      const ratio = `${roundTo(median(beside) / median(quiet))}×`;
      const name = path === share ? '/share/…' : path;
      rows.push([name, roundTo(median(quiet), 1), roundTo(median(beside), 1), ratio, String(answers)]);
    }
  } finally {
    await service.stop();
  }
  printTable(
    `POST /invoices of a client, ms, beside ${CALLERS} callers without a key (goal: at most 1.5×)`,
    ['they ask for', 'quiet', 'beside them', 'ratio', 'their answers'],
    rows,
  );
}

async function timesOf(post: () => Promise<number>): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let call = 0; call < CALLS; call += 1) taken.push(await post());
  return taken;
}

async function handInOne({ url }: Running, key: string, index: number): Promise<string> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const answer = await fetch(`${url}/invoices`, {
    method: 'POST',
    headers: { ...headers, 'Idempotency-Key': `bench-keyless-${index}` },
    body: invoiceBody(index, 'K'),
  });
  const { id } = (await answer.json()) as { readonly id: string };
  if (answer.status !== 202) throw new Error(`POST /invoices: ${answer.status}`);
  return id;
}

/** The path of a link to an invoice. */
async function linkTo(service: Running, key: string): Promise<string> {
  const id = await handInOne(service, key, 0);
  const headers = { Authorization: `Bearer ${OPERATOR_KEY}`, 'Content-Type': 'application/json' };
  const answer = await fetch(`${service.url}/invoices/${id}/share`, { method: 'POST', headers, body: '{}' });
  return new URL(((await answer.json()) as { readonly url: string }).url).pathname;
}
