import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../../support/calls.ts';
import { builtProgram } from '../../support/built.ts';
import { OPERATOR_KEY } from '../../support/erp.ts';
import { keepsUp } from './beats.ts';
import { hasThawed, isFrozen } from './frozen.ts';
import { type Service, spawnService } from '../../support/service.ts';
import type { Death } from './plan.ts';
import type { Part } from './point.ts';
import { nameOf } from './points.ts';
import type { SwapName } from './swaps.ts';

const PROGRAM = builtProgram('proofs/delivery/program.ts');

export type Role = 'all' | 'api' | 'worker';

export const PARTS: Readonly<Record<Role, readonly Part[]>> = {
  all: ['api', 'worker'],
  api: ['api'],
  worker: ['worker'],
};

export interface FarmSettings {
  readonly storeUrl: string;
  /** The folder of the processes. */
  readonly folder: string;
  /** The address of the networks. */
  readonly simulatorPort: number;
  readonly swap?: SwapName | undefined;
  /** Of the mail server. */
  readonly smtpPort?: number | undefined;
  /** `KSEF_BATCH` */
  readonly batches?: boolean | undefined;
}

const CLOCK_BACK = 'clock-back';
/** A process may be frozen when it is called. */
const ANSWER_MS = 5_000;

/** A slot for one process after another. */
export interface ProcessSlot {
  readonly role: Role;
  /** The process that was started last, dead or alive. */
  service?: Service;
  /** It is frozen, and keeps up with no clock. */
  isFrozen?: boolean;
}

/** The processes on one store. */
export class Farm {
  private readonly env: Readonly<Record<string, string>>;
  private readonly folder: string;
  private readonly ever: Service[] = [];
  private readonly beats: string;
  /** The time to which the clock was moved last. */
  private movedTo: Date | undefined;
  /** The last move got no answer. */
  private isMoveUnsure = false;
  private isClosed = false;
  private backMs = 0;
  readonly slots: ProcessSlot[] = [];

  constructor({ storeUrl, folder, simulatorPort, smtpPort, swap, batches }: FarmSettings) {
    this.folder = folder;
    this.beats = join(folder, 'beats');
    mkdirSync(this.beats, { recursive: true });
    this.env = {
      STORE_URL: storeUrl,
      SIM_PORT: String(simulatorPort),
      OPERATOR_KEY,
      MASTER_KEY: Buffer.alloc(32, 9).toString('base64'),
      POOL_THREADS: '1',
      LOG_LEVEL: 'info',
      RETRY_SCALE: '0.005',
      CLOCK_CONTROL: '1',
      BEATS: this.beats,
      CLOCK_BACK: join(folder, CLOCK_BACK),
      ...(smtpPort && { SMTP_URL: `smtp://127.0.0.1:${smtpPort}?from=invoices@service.example` }),
      ...(swap && { SWAP: swap }),
      ...(batches && { KSEF_BATCH: '1' }),
    };
  }

  /** Returns before the process answers. */
  async start(slot: ProcessSlot, death?: Death): Promise<Service> {
    const env: Record<string, string> = { ...this.env, ROLE: slot.role };
    if (death && death.at !== 'any moment') {
      env['DIE_AT'] = nameOf(death.at);
      env['DIE_TIME'] = String(death.time);
      if (death.freezes) env['FREEZES'] = '1';
      if (death.armedBy !== undefined) env['ARMED_BY'] = death.armedBy;
    }
    slot.isFrozen = false;
    slot.service = await spawnService({ cwd: this.folder, env, program: PROGRAM });
    this.ever.push(slot.service);
    return slot.service;
  }

  /** Marks whether the process of a slot is frozen; the farm does not wait for a frozen one. */
  hasFrozen(slot: ProcessSlot): boolean {
    const pid = slot.service?.process.pid;
    slot.isFrozen ||= pid !== undefined && isFrozen(this.beats, pid);
    return slot.isFrozen;
  }

  goOn(slot: ProcessSlot): void {
    const { process } = slot.service!;
    hasThawed(this.beats, process.pid!);
    slot.isFrozen = false;
    process.kill('SIGCONT');
  }

  /** The clock of the machine; the clock of the service starts from it. @param ms how far it is behind. */
  setClockBack(ms: number): void {
    writeFileSync(join(this.folder, CLOCK_BACK), String(ms));
    if (this.movedTo) this.movedTo = new Date(this.movedTo.getTime() + this.backMs - ms);
    this.backMs = ms;
  }

  /** Log lines of all processes, dead or alive, about the invoice that a fault names. */
  saidOf(fault: string): string {
    const id = /inv_[0-9a-f]+/.exec(fault)?.[0];
    const lines = this.ever.flatMap((service) => service.printed().split('\n'));
    return lines
      .filter((line) => id !== undefined && line.includes(id) && !line.includes('"answered"'))
      .sort((one, other) => timeIn(one).localeCompare(timeIn(other)))
      .map((line) => `\n    ${line}`)
      .join('');
  }

  /** How often all processes, dead or alive, have logged this text. */
  countSaid(what: RegExp): number {
    return this.ever.flatMap((service) => service.printed().split('\n')).filter((line) => what.test(line))
      .length;
  }

  /** A process that answers calls, chosen as by a load balancer. */
  async answering(pick: () => number): Promise<Service> {
    for (; !this.isClosed; await pause(20)) {
      const alive = this.slots.flatMap(({ role, service }) =>
        role !== 'worker' && service && isReady(service) ? [service] : [],
      );
      if (alive.length > 0) return alive[Math.floor(pick() * alive.length)]!;
    }
    throw new Error('no process answers');
  }

  /**
   * Moves the clock of all of them, so that others take over the work of a dead process; waits first until each live process has renewed
   * its leases since the last move.
   * @returns whether it was moved.
   */
  async advanceClock(seconds: number): Promise<boolean> {
    // A process that died during a move may have made it: the others are asked for the time first.
    const asked = this.isMoveUnsure ? 0 : seconds;
    if (asked > 0 && !this.allKeepUp()) return false;
    for (const slot of this.slots) {
      const { service } = slot;
      if (!service || !isReady(service) || this.hasFrozen(slot)) continue;
      const body = JSON.stringify({ advance_seconds: asked });
      const signal = AbortSignal.timeout(ANSWER_MS);
      const answer = await fetch(`${service.metricsUrl}/clock`, { method: 'POST', body, signal }).catch(
        () => undefined,
      );
      this.isMoveUnsure = !answer?.ok;
      if (!answer?.ok) return false;
      this.movedTo = new Date(((await answer.json()) as { now: string }).now);
      return asked > 0;
    }
    return false;
  }

  private allKeepUp(): boolean {
    return this.slots.every(
      (slot) =>
        !slot.service ||
        !isAlive(slot.service) ||
        this.hasFrozen(slot) ||
        keepsUp(this.beats, slot.service.process.pid!, this.movedTo),
    );
  }

  async kill(): Promise<void> {
    await Promise.all(this.slots.map(async ({ service }) => service?.stop('SIGKILL')));
    this.slots.length = 0;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.kill();
  }
}

export const isAlive = ({ process }: Service): boolean =>
  process.exitCode === null && process.signalCode === null;
/** Its banner comes when it accepts connections. */
export const isReady = (service: Service): boolean =>
  isAlive(service) && service.printed().includes('Metrics');

const timeIn = (line: string): string => /"time":"([^"]*)"/.exec(line)?.[1] ?? '';
