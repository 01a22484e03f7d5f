import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pause } from '../../../support/calls.ts';
import { OPERATOR_KEY } from '../../../support/erp.ts';
import { type Service, type ServiceOptions, spawnService, startService } from '../../../support/service.ts';
import type { Outcome } from '../tally.ts';
import { healthOf } from '../watch.ts';
import { PREPARED_PACKS } from '../../../support/prepared-packs.ts';

/** A disturbance around a service, and the guarantee that has to hold. */
export interface Scenario {
  readonly name: string;
  readonly holds: string;
  /** Runs only with `npm run proofs -- hostile`: it waits for long, or another test covers most of it. */
  readonly long?: true;
  /** It needs only a running service and does not disturb others: all of these share one service, one after the other. */
  readonly harmless?: true;
  /** @returns the violations. @throws NotHere */
  readonly run: (stage: Stage) => Promise<readonly string[]>;
}

/** The machine cannot run the scenario. The message says why. */
export class NotHere extends Error {}

const STOPS_WITHIN_MS = 12_000;

type Options = Partial<Omit<ServiceOptions, 'cwd' | 'env'>>;
export type Env = Readonly<Record<string, string>>;

/** The folder and the processes of one scenario. */
export class Stage {
  readonly folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  readonly data = join(this.folder, 'data');
  private readonly services: Service[] = [];
  private common: Service | undefined;
  private measured: Readonly<Record<string, number>> = {};

  /** The measurements, for the reader of the table. */
  get measurements(): Readonly<Record<string, number>> {
    return this.measured;
  }

  addMeasurements(measured: Readonly<Record<string, number>>): void {
    this.measured = { ...this.measured, ...measured };
  }

  async start(env: Env = {}, options: Options = {}): Promise<Service> {
    const service = await startService({ cwd: this.folder, env: { ...USUAL, ...env }, ...options });
    this.services.push(service);
    return service;
  }

  /** The shared service of harmless scenarios; a new one if it has stopped. */
  async running(): Promise<Service> {
    if (this.common?.process.exitCode !== null) this.common = await this.start(COMMON);
    return this.common;
  }

  /** A start that may be refused. @returns the output if the process ended by itself; otherwise the service, once it answers. */
  async tryStart(env: Env = {}): Promise<Service | string> {
    const service = await spawnService({ cwd: this.folder, env: { ...USUAL, ...env } });
    this.services.push(service);
    const until = Date.now() + 40_000;
    while (service.process.exitCode === null && Date.now() < until) {
      if (typeof (await healthOf(service.url, 2000)) === 'number' && service.printed().includes('Metrics'))
        return service;
      await pause(100);
    }
    if (service.process.exitCode === null) throw new Error('the start neither ended nor answered');
    return service.printed().trim();
  }

  /** A copy of the packs of the project, to be damaged. */
  rules(): string {
    const folder = join(this.folder, 'rules');
    cpSync(PREPARED_PACKS, folder, { recursive: true });
    return folder;
  }

  /** SIGTERM stops it in time with exit code 0. @returns the violations. */
  async stop(service: Service): Promise<readonly string[]> {
    const late = Symbol('late');
    const code = await Promise.race([service.stop(), pause(STOPS_WITHIN_MS).then(() => late)]);
    if (code !== late) return code === 0 ? [] : [`SIGTERM ended the process with ${String(code)}`];
    await service.stop('SIGKILL');
    return ['SIGTERM did not end the process'];
  }

  async clear(): Promise<void> {
    for (const service of this.services) await service.stop('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const USUAL: Env = {
  OPERATOR_KEY,
  RETRY_SCALE: '0.001',
  LOG_LEVEL: 'warn',
};

/** What harmless scenarios need: fixed addresses, and a log line for each call. */
const COMMON: Env = { HOST: '127.0.0.1', METRICS_HOST: '127.0.0.1', LOG_LEVEL: 'info' };

/** Runs one scenario on its own stage. */
export async function play(scenario: Scenario): Promise<Outcome> {
  const stage = new Stage();
  return playOn(stage, scenario).finally(() => stage.clear());
}

/** Runs scenarios on one stage, one after the other. */
export function playInTurn(scenarios: readonly Scenario[]): readonly Promise<Outcome>[] {
  if (scenarios.length === 0) return [];
  const stage = new Stage();
  let turn: Promise<unknown> = Promise.resolve();
  const played = scenarios.map((scenario) => {
    const outcome = turn.then(() => playOn(stage, scenario));
    turn = outcome;
    return outcome;
  });
  const last = played.pop()!;
  return [...played, last.finally(() => stage.clear())];
}

async function playOn(stage: Stage, { name, holds, run }: Scenario): Promise<Outcome> {
  try {
    const wrong = await run(stage);
    return outcome({ name, holds }, wrong, stage.measurements);
  } catch (error) {
    if (error instanceof NotHere) return { name, tried: {}, wrong: [], skipped: `skipped: ${error.message}` };
    return outcome(
      { name, holds },
      [error instanceof Error ? error.message.slice(0, 2000) : String(error)],
      {},
    );
  }
}

function outcome(
  { name, holds }: Pick<Scenario, 'name' | 'holds'>,
  wrong: readonly string[],
  measurements: Readonly<Record<string, number>>,
): Outcome {
  const tried = { [wrong.length > 0 ? 'did not hold' : 'held']: 1, ...measurements };
  return { name, tried, wrong: wrong.map((fault) => `(${holds}) ${fault}`) };
}

/** Whether a program exists and is executable. */
export const canRun = (program: string, ...words: readonly string[]): boolean =>
  spawnSync(program, words, { stdio: 'ignore' }).status === 0;
