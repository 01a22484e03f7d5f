import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pause } from '../../support/calls.ts';
import { withNetworkKeys } from '../../support/network-keys.ts';
import { ROUTES, type RouteInPlay } from './networks.ts';

const PROGRAM = fileURLToPath(new URL('../../../dist/src/processes/sandbox.js', import.meta.url));
/** Half of a step is the middle of a call. */
const STEP_MS = 20;

export interface HeldDocument {
  readonly route: string;
  readonly number: string;
  readonly sha256: string;
  /** Of KSeF: whether the invoice was declared as issued offline. */
  readonly invoicing_mode?: string;
  /** Of KSeF: SHA-256 of the refused file that it replaces, base64. */
  readonly corrects?: string;
}

export interface NetworkCall {
  readonly time: string;
  readonly method: string;
  readonly path: string;
  /** null: no answer was given. */
  readonly status: number | null;
}

/** Faults between two systems (docs/sandbox.md). */
const FAULTS = ['drop', 'reset', '500', '502-html', '429', 'slow', 'wrong-type', 'truncated'];

/** A network that refuses calls or hangs, and for how many calls. */
const STUCK = [
  ['429-now', 15],
  ['429-past', 15],
  ['hang', 3],
] as const;

/** Of each network at once: an invoice that met more would become a dead letter. */
const MAX_FAULTS = 2;

/** A route and its calls that can fail. */
export interface Faulty {
  readonly route: string;
  readonly calls: readonly string[];
}

const callsOf = ({ network }: RouteInPlay, batches: boolean): readonly string[] => [
  ...(network?.calls ?? []),
  ...((batches && network?.batchCalls) || []),
];

/** A fault of a call that is never made would stay set and block all others. */
export const faultyOf = (names: readonly string[] | undefined, batches: boolean): readonly Faulty[] =>
  ROUTES.filter(({ route }) => names?.includes(route) ?? true)
    .map((each) => ({ route: each.route, calls: callsOf(each, batches) }))
    .filter(({ calls }) => calls.length > 0);

/** A caller waits this long for a killed network. */
const PATIENCE_MS = 60_000;

/** The simulated networks, in one process that is killed and started again like any other. */
export class Networks {
  private lastPort = 0;
  private child: ChildProcess | undefined;
  private readonly planned = new Map<string, { last: number; open: number }>();
  isUp = false;

  private constructor(
    private readonly folder: string,
    private readonly faulty: readonly Faulty[],
    private readonly stepMs: number,
  ) {}

  /** @param faulty the calls that can fail. */
  static async start(
    folder: string,
    faulty: readonly Faulty[] = [],
    stepMs: number = STEP_MS,
  ): Promise<Networks> {
    withNetworkKeys(join(folder, 'data/sandbox'));
    const networks = new Networks(folder, faulty, stepMs);
    await networks.start();
    return networks;
  }

  /** Whether any call of theirs takes part. */
  get takesPart(): boolean {
    return this.faulty.length > 0;
  }

  get port(): number {
    return this.lastPort;
  }

  /** As by kill -9, also during calls; another process replaces it and remembers what it stored. */
  async dieAndComeBack(): Promise<void> {
    this.isUp = false;
    await this.end('SIGKILL');
    await this.start();
  }

  async documents(): Promise<readonly HeldDocument[]> {
    return ((await this.asked('documents')) as { data: HeldDocument[] }).data;
  }

  /** Every call of a route since the networks started. */
  async calls(route: string): Promise<readonly NetworkCall[]> {
    return ((await this.asked(`calls?route=${route}&after=0`)) as { data: readonly NetworkCall[] }).data;
  }

  /** Makes an invoice of a supplier elsewhere available at the network. */
  async layReady(route: string, recipient: string, xml: string): Promise<void> {
    const query = new URLSearchParams({ route, recipient });
    await this.asked(`inbound?${query.toString()}`, xml);
  }

  /** Makes the next calls fail. @param call `POST /submit-sbd`. */
  async break(route: string, call: string, fault: string, count = 1): Promise<void> {
    await this.asked('faults', { route, call, fault, count });
  }

  /** Makes the next such call fail, unless enough faults are set already. */
  async planFault(random: () => number): Promise<void> {
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    const { route, calls } = pick(this.faulty);
    const [call, fault] = [pick(calls), pick(FAULTS)];
    const planned = this.planned.get(route) ?? { last: 0, open: 0 };
    this.planned.set(route, planned);
    const { data } = (await this.asked(`calls?route=${route}&after=${planned.last}`)) as {
      data: { id: number; fault?: string }[];
    };
    planned.last = data.at(-1)?.id ?? planned.last;
    planned.open -= data.filter((one) => one.fault !== undefined).length;
    if (planned.open >= MAX_FAULTS) return;
    planned.open += 1;
    await this.asked('faults', { route, call, fault });
  }

  /** Refuses a call many times with a pause of zero, or makes it hang a few times. @returns the name of the fault. */
  async planStuck(random: () => number): Promise<string> {
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    const { route, calls } = pick(this.faulty);
    const [fault, count] = pick(STUCK);
    const planned = this.planned.get(route) ?? { last: 0, open: 0 };
    this.planned.set(route, planned);
    if (planned.open < MAX_FAULTS) {
      planned.open += count;
      await this.asked('faults', { route, call: pick(calls), fault, count });
    }
    return `a call is ${fault}`;
  }

  /** From now on KSeF stores an invoice as often as it is sent: its duplicate check hides no fault of ours. */
  async takeTwice(): Promise<void> {
    const url = `http://127.0.0.1:${this.lastPort}/ksef/sandbox/options`;
    const answer = await fetch(url, { method: 'PUT', body: JSON.stringify({ duplicate_check: false }) });
    if (!answer.ok) throw new Error(`the options were refused: ${answer.status} ${await answer.text()}`);
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  private async start(): Promise<void> {
    const port = String(this.lastPort);
    const env = {
      PATH: process.env['PATH'],
      SIM_PORT: port,
      SIM_STEP_MS: String(this.stepMs),
      SIM_LIMITS: 'off',
    };
    const child = fork(PROGRAM, {
      cwd: this.folder,
      env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
    });
    this.child = child;
    [{ port: this.lastPort }] = (await once(child, 'message')) as [{ port: number }];
    this.isUp = true;
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.child!;
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }

  private async asked(path: string, body?: unknown): Promise<unknown> {
    const url = `http://127.0.0.1:${this.lastPort}/control/${path}`;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const call = body ? { method: 'POST', body: text } : {};
    for (const until = Date.now() + PATIENCE_MS; ; await pause(200)) {
      const answer = await fetch(url, call).catch(() => undefined);
      if (answer?.ok) return answer.json();
      if (answer || Date.now() > until) throw new Error(`${path}: ${await answer?.text()}`);
    }
  }
}
