import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterLimits } from '../after-limits.ts';
import { freePort } from '../free-port.ts';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';

export const PROJECT = projectFolder();
export const OPERATOR_KEY = 'operator-key-of-the-benchmark';

export interface Running {
  readonly url: string;
  readonly child: ChildProcess;
  /** Resident memory, MB. */
  residentMb(): number;
  stop(): Promise<void>;
}

/** Of Node, as in `npm start` and in the image. */
export const OPTIONS = ['--min-semi-space-size=8', '--max-semi-space-size=8'];

/** Starts a program and waits for GET /health. */
export async function start(
  args: (port: number) => readonly string[],
  env: Record<string, string>,
  cwd: string,
): Promise<Running> {
  const port = await freePort();
  const child = spawn(process.execPath, [...OPTIONS, ...args(port)], {
    cwd,
    env: { PATH: process.env['PATH'], PORT: String(port), METRICS_PORT: String(await freePort()), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(-2_000)));
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(`${url}/health`).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`the process ended before it answered: ${printed}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return {
    url,
    child,
    residentMb: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Of the kernel's clock (`getconf CLK_TCK`): 100 on every usual Linux. */
const TICK_MS = 10;

/** Processor time of all threads, kernel included, without other programs of the machine. */
export function cpuMs({ pid }: Pick<ChildProcess, 'pid'>): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name, in parentheses, may contain blanks; user and system time are fields 14 and 15.
  const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number);
  return (user + system) * TICK_MS;
}

/** @param options of Node itself. */
export const startService = (
  folder: string,
  env: Record<string, string> = {},
  options: readonly string[] = [],
): Promise<Running> =>
  start(
    () => [...options, join(PROJECT, 'dist/src/processes/main.js')],
    serviceEnvironment(folder, env),
    folder,
  );

export const serviceEnvironment = (folder: string, env: Record<string, string>): Record<string, string> => ({
  STORE_URL: `sqlite:${join(folder, 'ids.db')}`,
  RULES_DIR: join(PROJECT, 'rules'),
  OPERATOR_KEY,
  LOG_LEVEL: 'error',
  ...env,
});

/** Keys minted by the operator, each for a client of its own unless `clientOf` says otherwise. */
export async function mintKeys(
  service: Pick<Running, 'url'>,
  count: number,
  clientOf = (index: number): string => `bench-${index}`,
): Promise<readonly string[]> {
  const keys: string[] = [];
  for (let index = 0; index < count; index++) {
    const answer = await afterLimits(() =>
      fetch(`${service.url}/keys`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${OPERATOR_KEY}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ client: clientOf(index), scopes: ['submit', 'read'] }),
      }),
    );
    if (answer.status !== 201) throw new Error(`no key: ${answer.status} ${await answer.text()}`);
    keys.push(((await answer.json()) as { key: string }).key);
  }
  return keys;
}

/** How many are ready for pick-up. */
export const countReady = (service: Pick<Running, 'url'>): Promise<number> => countIn(service, 'ready');

/** @param states as in the query, with commas. */
export async function countIn({ url }: Pick<Running, 'url'>, states: string): Promise<number> {
  const headers = { Authorization: `Bearer ${OPERATOR_KEY}` };
  const answer = await fetch(`${url}/invoices?state=${states}&page_size=25`, { headers });
  return ((await answer.json()) as { total: number }).total;
}

const example = JSON.parse(readFileSync(join(PROJECT, 'examples/plain.json'), 'utf8')) as {
  document: { invoice: { number: string } };
};

/** The body of POST /invoices for the nth invoice, each with a number of its own. */
export function invoiceBody(index: number, prefix = 'B'): string {
  const document = {
    ...example.document,
    invoice: { ...example.document.invoice, number: `${prefix}-${index}` },
  };
  return JSON.stringify({ document, route: 'DE-XRECHNUNG' });
}

/** Submits the nth invoice, and waits for a rate limit. */
export async function handIn(
  { url }: Pick<Running, 'url'>,
  key: string,
  index: number,
  prefix: string,
): Promise<void> {
  const answer = await afterLimits(() =>
    fetch(`${url}/invoices`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': `bench-${prefix}-${index}`,
      },
      body: invoiceBody(index, prefix),
    }),
  );
  const text = await answer.text();
  if (answer.status !== 202) throw new Error(`${answer.status} ${text}`);
}
