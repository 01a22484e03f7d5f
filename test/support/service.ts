import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/free-port.ts';
import { BRIEF_FLAGS } from './built.ts';
import { PREPARED_PACKS } from './prepared-packs.ts';

const BUILT = fileURLToPath(new URL('../../dist/src/processes/main.js', import.meta.url));

/** A real process of the built service. */
export interface Service {
  readonly url: string;
  readonly metricsUrl: string;
  readonly process: ChildProcess;
  /** The output so far, of both streams. */
  printed(): string;
  /** @returns the exit code, null if a signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface ServiceOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly port?: number;
  /** A program, with its first arguments, that replaces itself by node: `prlimit`, `unshare`. */
  readonly under?: readonly string[];
  /** Arguments of node itself. */
  readonly flags?: readonly string[];
  /** Replaces the built program. */
  readonly program?: string;
  /** An open file for standard output; `unread` is a pipe without a reader. If left out, it is part of the output. */
  readonly output?: number | 'unread';
}

/** Threads as on a small machine, warmed up as in a user's start: for tests that measure. */
export const WARM_THREADS = { POOL_THREADS: '2', POOL_WARM_UP: '100' };

/** A whole run starts dozens of services, and most live for seconds. */
export const BRIEF = { POOL_THREADS: '1', POOL_WARM_UP: '0' };

/** Starts a process without waiting: for starts that must fail. */
export async function spawnService(options: ServiceOptions): Promise<Service> {
  const port = options.port ?? (await freePort());
  const metricsPort = await freePort();
  if (!existsSync(BUILT)) throw new Error('dist/ is missing: run node scripts/pretest.mjs first');
  // The folder of packs that a start uses by default: ./rules.
  if (!existsSync(join(options.cwd, 'rules'))) symlinkSync(PREPARED_PACKS, join(options.cwd, 'rules'));
  const env = { ...BRIEF, ...(await withoutNetworks(options)), ...options.env };
  const flags = options.flags ?? (env.POOL_WARM_UP === BRIEF.POOL_WARM_UP ? BRIEF_FLAGS : []);
  const started = [process.execPath, ...flags, options.program ?? BUILT];
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

/** A service of the sandbox calls networks of its test only, never those that another program runs on the default port. */
const withoutNetworks = async ({ env }: ServiceOptions): Promise<Readonly<Record<string, string>>> =>
  env?.['ENVIRONMENT'] === 'production' ? {} : { SIM_PORT: String(await freePort()) };

/** Two seconds on an idle machine; a machine that runs twenty programs on two cores takes a minute. */
const MAX_START_MS = 150_000;
const LOOK_MS = 50;

/** Starts a process and waits until it answers and has printed its address. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const service = await spawnService(options);
  const address =
    options.env?.['ROLE'] === 'worker' ? `${service.metricsUrl}/metrics` : `${service.url}/health`;
  const until = Date.now() + MAX_START_MS;
  for (;;) {
    const answer = await fetch(address, { signal: AbortSignal.timeout(5000) }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok && service.printed().includes('Metrics')) return service;
    if (service.process.exitCode !== null || Date.now() > until) {
      await service.stop('SIGKILL');
      // Another program took it since it was found free.
      if (options.port === undefined && service.printed().includes('is taken by another process'))
        return startService(options);
      throw new Error(`the service did not start:\n${service.printed()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
