import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/free-port.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const BUILT = fileURLToPath(new URL('../../dist/src/processes/main.js', import.meta.url));

/** A real process of the service, as built. */
export interface Service {
  readonly url: string;
  readonly metricsUrl: string;
  readonly process: ChildProcess;
  /** Everything printed so far, both streams. */
  printed(): string;
  /** @returns exit code, null when a signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface ServiceOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly port?: number;
  /** A program, and its first arguments, that starts node with its own and then is no more: `prlimit`, `unshare`. */
  readonly under?: readonly string[];
  /** Of node itself. */
  readonly flags?: readonly string[];
  /** In place of the program as built. */
  readonly program?: string;
  /** An open file for standard output; `unread` is a pipe without a reader. Left out, it is part of what is printed. */
  readonly output?: number | 'unread';
}

/** Threads as on a small machine, and warm as every start of a user's: for tests that measure. */
export const WARM_THREADS = { POOL_THREADS: '2', POOL_WARM_UP: '100' };

/** Dozens of services start in a whole run, and most live for seconds. */
export const BRIEF = { POOL_THREADS: '1', POOL_WARM_UP: '0' };

/** Starts a process and does not wait: for starts that are expected to fail. */
export async function spawnService(options: ServiceOptions): Promise<Service> {
  const port = options.port ?? (await freePort());
  const metricsPort = await freePort();
  if (!existsSync(BUILT)) throw new Error('dist/ is missing: run node scripts/pretest.mjs first');
  // Where a start finds its packs when nothing is set: ./rules.
  if (!existsSync(join(options.cwd, 'rules')))
    symlinkSync(join(PROJECT, 'rules'), join(options.cwd, 'rules'));
  const env = { ...BRIEF, ...options.env };
  const started = [process.execPath, ...(options.flags ?? []), options.program ?? BUILT];
  const [program, ...words] = [...(options.under ?? []), ...started];
  const child = spawn(program!, words, {
    cwd: options.cwd,
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', typeof options.output === 'number' ? options.output : 'pipe', 'pipe'],
  });
  let text = '';
  if (options.output === undefined) child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const exited = once(child, 'close');
  return {
    url: `http://127.0.0.1:${port}`,
    metricsUrl: `http://127.0.0.1:${metricsPort}`,
    process: child,
    printed: () => text,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await exited;
      return child.exitCode;
    },
  };
}

/** Two seconds on a machine that does nothing else; one that runs twenty programs on two cores takes a minute. */
const MOST_MS_OF_START = 150_000;

/** Starts a process and waits until it answers and has said where. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const service = await spawnService(options);
  const address =
    options.env?.['ROLE'] === 'worker' ? `${service.metricsUrl}/metrics` : `${service.url}/health`;
  const until = Date.now() + MOST_MS_OF_START;
  for (;;) {
    const answer = await fetch(address, { signal: AbortSignal.timeout(5000) }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok && service.printed().includes('Metrics')) return service;
    if (service.process.exitCode !== null || Date.now() > until) {
      await service.stop('SIGKILL');
      throw new Error(`the service did not start:\n${service.printed()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
