import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../dist/src/processes/sandbox.js', import.meta.url));
/** Half of it is the middle of a call. */
export const STEP_MS = 20;

/** The sandbox's networks, a process of their own that nobody kills. */
export interface Network {
  readonly port: number;
  documents(): Promise<readonly HeldDocument[]>;
  /** The next such call goes wrong, unless enough do already: one invoice that met them all would become a dead letter. */
  plan(call: PlannedCall, fault: string): Promise<void>;
  stop(): Promise<void>;
}

export interface HeldDocument {
  readonly number: string;
  readonly sha256: string;
}

/** What goes wrong between two systems (docs/sandbox.md), and the calls that it happens to. */
export const FAULTS = ['drop', 'reset', '500', '502-html', '429', 'slow', 'wrong-type', 'truncated'] as const;
export const CALLS = [
  ...['POST /sendsbdh', 'POST /submit-sbd', 'GET /status/*', 'GET /answers'].map(over('PEPPOL')),
  ...['POST /auth/ksef-token', 'POST /auth/token/redeem', 'POST /sessions/online'].map(over('PL-KSEF')),
  ...['POST /sessions/online/*', 'GET /sessions/*'].map(over('PL-KSEF')),
];
export interface PlannedCall {
  readonly route: string;
  readonly call: string;
}
function over(route: string) {
  return (call: string): PlannedCall => ({ route, call });
}

const ROUTES = ['PEPPOL', 'PL-KSEF'];
const MOST_FAULTS = 2;

export async function startNetwork(folder: string): Promise<Network> {
  const env = { PATH: process.env['PATH'], SIM_PORT: '0', SIM_STEP_MS: String(STEP_MS), SIM_LIMITS: 'off' };
  const child = fork(PROGRAM, {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const url = `http://127.0.0.1:${port}`;
  const asked = async (path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(
      `${url}/control/${path}`,
      body ? { method: 'POST', body: JSON.stringify(body) } : {},
    );
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  let last = 0;
  let planned = 0;
  return {
    port,
    async documents() {
      const held = await Promise.all(ROUTES.map((route) => asked(`documents?route=${route}`)));
      return held.flatMap((one) => (one as { data: HeldDocument[] }).data);
    },
    async plan({ route, call }, fault) {
      const { data } = (await asked(`calls?after=${last}`)) as {
        data: { id: number; fault?: string }[];
      };
      last = data.at(-1)?.id ?? last;
      planned -= data.filter((one) => one.fault !== undefined).length;
      if (planned >= MOST_FAULTS) return;
      planned += 1;
      await asked('faults', { route, call, fault });
    },
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
