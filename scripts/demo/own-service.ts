import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-port.ts';
import type { Api } from './api.ts';

export const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

interface Ports {
  readonly PORT: string;
  readonly METRICS_PORT: string;
  readonly SIM_PORT: string;
}

/** A service for the demo with its networks, on a store under a folder. */
export class OwnService {
  private constructor(
    readonly api: Api,
    private readonly ports: Ports,
    private readonly process: ChildProcess,
  ) {}

  /**
   * @param before the earlier service, whose store, ports and key are used again; otherwise the key is read from the first
   * start's output.
   */
  static async start(
    folder: string,
    env: Readonly<Record<string, string>> = {},
    before?: OwnService,
  ): Promise<OwnService> {
    const ports = before
      ? before.ports
      : {
          PORT: String(await freePort()),
          METRICS_PORT: String(await freePort()),
          SIM_PORT: String(await freePort()),
        };
    const child = spawn(process.execPath, [join(PROJECT, 'scripts/start.mjs')], {
      cwd: PROJECT,
      env: {
        ...process.env,
        ...ports,
        STORE_URL: `sqlite:${join(folder, 'ids.db')}`,
        LOG_LEVEL: 'error',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    const listen = (chunk: Buffer): void => void (printed += chunk.toString());
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    for (;;) {
      const key = before?.api.key ?? /demo\s+(ids_test_[0-9a-f]{48})/.exec(printed)?.[1];
      if (key && printed.includes('curl'))
        return new OwnService({ url: `http://localhost:${ports.PORT}`, key }, ports, child);
      if (child.exitCode !== null) throw new Error(printed);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Controls the networks. */
  async control(what: string, order: object): Promise<void> {
    await post(`http://127.0.0.1:${this.ports.SIM_PORT}/control/${what}`, order);
  }

  /** The documents of the networks. */
  async listHeld(): Promise<readonly { readonly number: string }[]> {
    const answer = await fetch(`http://127.0.0.1:${this.ports.SIM_PORT}/control/documents`);
    return ((await answer.json()) as { data: { number: string }[] }).data;
  }

  /** Needs CLOCK_CONTROL. */
  async advanceClock(seconds: number): Promise<void> {
    await post(`http://127.0.0.1:${this.ports.METRICS_PORT}/clock`, { advance_seconds: seconds });
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    const exited = once(this.process, 'exit');
    this.process.kill(signal);
    await exited;
  }
}

async function post(url: string, body: object): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
}
