import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { pause } from '../support/calls.ts';
import { ROUTES } from './networks.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/src/processes/sandbox.js', import.meta.url));
/** Half of it is the middle of a call. */
export const STEP_MS = 20;

export interface HeldDocument {
  readonly route: string;
  readonly number: string;
  readonly sha256: string;
}

/** What goes wrong between two systems (docs/sandbox.md). */
const FAULTS = ['drop', 'reset', '500', '502-html', '429', 'slow', 'wrong-type', 'truncated'];

/** Of each network at once: one invoice that met them all would become a dead letter. */
const MOST_FAULTS = 2;

/** Whoever asks waits so long for a network that was killed. */
const PATIENCE_MS = 60_000;

/** The simulated networks, a process of their own that is killed and started again like any other. */
export class Networks {
  readonly #folder: string;
  #port = 0;
  #child: ChildProcess | undefined;
  readonly #planned = new Map<string, { last: number; open: number }>();
  isUp = false;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async start(folder: string): Promise<Networks> {
    const networks = new Networks(folder);
    await networks.#start();
    return networks;
  }

  get port(): number {
    return this.#port;
  }

  /** As by kill -9, whatever calls are in work; another one takes its place and knows what it knew. */
  async dieAndComeBack(): Promise<void> {
    this.isUp = false;
    await this.#end('SIGKILL');
    await this.#start();
  }

  async documents(): Promise<readonly HeldDocument[]> {
    return ((await this.#asked('documents')) as { data: HeldDocument[] }).data;
  }

  /** The next such call goes wrong, unless enough do already. */
  async planFault(random: () => number): Promise<void> {
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    const { route, network } = pick(ROUTES.filter((each) => each.network));
    const [call, fault] = [pick(network!.calls), pick(FAULTS)];
    const planned = this.#planned.get(route) ?? { last: 0, open: 0 };
    this.#planned.set(route, planned);
    const { data } = (await this.#asked(`calls?route=${route}&after=${planned.last}`)) as {
      data: { id: number; fault?: string }[];
    };
    planned.last = data.at(-1)?.id ?? planned.last;
    planned.open -= data.filter((one) => one.fault !== undefined).length;
    if (planned.open >= MOST_FAULTS) return;
    planned.open += 1;
    await this.#asked('faults', { route, call, fault });
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  async #start(): Promise<void> {
    const port = String(this.#port);
    const env = {
      PATH: process.env['PATH'],
      SIM_PORT: port,
      SIM_STEP_MS: String(STEP_MS),
      SIM_LIMITS: 'off',
    };
    const child = fork(PROGRAM, {
      cwd: this.#folder,
      env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
    });
    this.#child = child;
    [{ port: this.#port }] = (await once(child, 'message')) as [{ port: number }];
    this.isUp = true;
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child!;
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }

  async #asked(path: string, body?: unknown): Promise<unknown> {
    const url = `http://127.0.0.1:${this.#port}/control/${path}`;
    const call = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    for (const until = Date.now() + PATIENCE_MS; ; await pause(200)) {
      const answer = await fetch(url, call).catch(() => undefined);
      if (answer?.ok) return answer.json();
      if (answer || Date.now() > until) throw new Error(`${path}: ${await answer?.text()}`);
    }
  }
}
