import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync, writeFileSync } from 'node:fs';
import type { AgendaJobs } from '../../../src/adapters/agenda/agenda-jobs.ts';
import { MailRail } from '../../../src/adapters/rails/de-xrechnung/mail-rail.ts';
import { OutboundClient } from '../../../src/adapters/outbound/outbound-client.ts';
import type { OpenBatch } from '../../../src/ports/rail/batches.ts';
import type { Rails } from '../../../src/ports/rail/rail.ts';
import * as t from '../../../src/processes/tokens.ts';
import type { Bindings } from '../../support/hasty.ts';
import { beating } from './beating.ts';
import { beatsIn } from './beats.ts';
import { setBackAs, standStill } from './time-faults.ts';
import { BATCH_POINTS } from './batch-points.ts';
import { narrow } from './narrow.ts';
import type { Asked, Ports, Trail } from './point.ts';
import { POINTS, type Target, targetNamed } from './points.ts';
import { REPORT_POINTS } from './report-points.ts';
import { STATUS_POINTS } from './status-points.ts';
import { type SwapName, SWAPS } from './swaps.ts';
import { withMethods } from '../../support/with-methods.ts';

/** Instructions of the harness to a process at its start; the product reads none of them. */
export interface Orders {
  /** `nameOf` a target: the process ends there, as by kill -9. */
  readonly DIE_AT?: string;
  /** At which visit; the first if left out. */
  readonly DIE_TIME?: string;
  /** A file: while it is missing, the process passes the point without harm. */
  readonly ARMED_BY?: string;
  /** The process freezes there instead. */
  readonly FREEZES?: string;
  /** A file with the milliseconds by which the clock of the machine is set back. */
  readonly CLOCK_BACK?: string;
  readonly SWAP?: string;
  /** The folder in which each process writes the time up to which it has renewed its leases: a file named by its process id. */
  readonly BEATS?: string;
}

/** Wraps the ports of a process so that they end it at its point. */
export function mortal(bindings: Bindings, orders: Orders): void {
  const { DIE_AT, DIE_TIME, ARMED_BY, FREEZES, CLOCK_BACK, SWAP, BEATS } = orders;
  if (CLOCK_BACK) setBackAs(CLOCK_BACK);
  const end = FREEZES ? () => standStill(BEATS!) : die;
  const isArmed = () => ARMED_BY === undefined || existsSync(ARMED_BY);
  const life = new Life(DIE_AT ? targetNamed(DIE_AT) : undefined, Number(DIE_TIME ?? 1), end, isArmed);
  const swap = SWAPS[(SWAP ?? 'nothing') as SwapName];
  const replace = <T>(token: Parameters<typeof bindings.rebind<T>>[0], change: (port: T) => T): void => {
    const port = bindings.get<T>(token);
    bindings.rebind<T>(token).toConstantValue(change(port));
  };
  replace(t.SCHEDULER, (jobs) => life.inRuns(jobs));
  replace(t.port('idempotency'), (port) => life.watched(port, 'idempotency'));
  for (const token of [t.port('content'), t.CONTENT_OF_RUNS])
    replace(token, (port) => life.watched(port, 'content'));
  const clock = bindings.get(t.port('clock'));
  const beats = BEATS && beatsIn(BEATS, process.pid);
  const onBeat = (time: Date): void => void (beats && writeFileSync(beats, time.toISOString()));
  replace(t.port('invoices'), (port) => life.watched(swap(beating(port, clock, onBeat)), 'invoices'));
  replace(t.port('received'), (port) => life.watched(port, 'received'));
  replace(t.port('jobs'), (port) => life.watched(port, 'jobs'));
  replace(t.port('examine'), (port) => life.watched(port, 'examine'));
  replace(t.port('feeds'), (port) => life.watched(port, 'feeds'));
  replace(t.port('caps'), (port) => life.watched(port, 'caps'));
  // The rails that use it exist already.
  const { stores } = bindings.get(t.STORE);
  life.watchInPlace(stores.sessions, 'sessions');
  life.watchInPlace(stores.statuses, 'statuses');
  life.watchInPlace(stores.reports, 'reports');
  const watchedRails = (rails: Rails): Rails =>
    new Map([...rails].map(([route, rail]) => [route, life.watched(narrow(rail), 'rail')]));
  replace(t.port('rails'), watchedRails);
  // The choice of a credential takes all other ports as they are then.
  for (const token of [t.port('credentials'), t.CREDENTIAL_CHOICE_OF_RUNS])
    replace(token, (port) => life.watched(port, 'credentials'));
  // Each rail was made with one of its own.
  life.watchClass(OutboundClient.prototype, 'outbound');
  life.watchClass(MailRail.prototype, 'rail');
  giveUpSoon(OutboundClient.prototype);
}

/** A call to a network that hangs is given up after minutes; here after seconds, as with all waits. */
const MAX_CALL_MS = 8_000;

function giveUpSoon(prototype: OutboundClient): void {
  const { call } = prototype;
  prototype.call = function (this: OutboundClient, request) {
    return call.call(this, { ...request, timeoutMs: Math.min(request.timeoutMs, MAX_CALL_MS) });
  };
}

/** The middle of a call, counted from its beginning: a step of the network takes twice as long. */
const MIDDLE_MS = 10;

const EVERY_POINT = [...POINTS, ...BATCH_POINTS, ...STATUS_POINTS, ...REPORT_POINTS];
const METHODS = new Set(EVERY_POINT.map(({ port, method }) => `${port} ${method}`));
const QUESTIONS: Readonly<Record<string, Asked>> = {
  'rail prepare': 'prepare',
  'rail send': 'send',
  'rail ask': 'ask',
  'rail poll': 'poll',
  'rail receipt': 'receipt',
  'batches open': 'open-batch',
  'batch send': 'batch',
  'statusMessages send': 'send',
  'statusMessages ask': 'ask',
  'statusMessages poll': 'poll',
  'reportFlows send': 'send',
  'reportFlows ask': 'ask',
  'reportFlows poll': 'poll',
};

/** One process: its visits so far, and where it ends. */
class Life {
  private target: Target | undefined;
  private readonly end: () => void;
  private readonly isArmed: () => boolean;
  /** Visits left before the end. */
  private times: number;
  private readonly runs = new AsyncLocalStorage<{ readonly id: string; asked?: Asked }>();
  private readonly neglected = new Set<string>();

  /** @param end called at the target. */
  constructor(target: Target | undefined, times: number, end: () => void, isArmed: () => boolean) {
    this.target = target;
    this.times = times;
    this.end = end;
    this.isArmed = isArmed;
  }

  inRuns(jobs: AgendaJobs): AgendaJobs {
    return withMethods(jobs, {
      start: (handler) =>
        jobs.start((task, stopping) => this.runs.run({ id: task.id }, () => handler(task, stopping))),
    });
  }

  watched<P extends object>(port: P, name: keyof Ports): P {
    return new Proxy(port, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key, target);
        if (name === 'rail' && value && isPart(key)) return this.watched(value, key);
        if (typeof value !== 'function') return value;
        if (!METHODS.has(`${name} ${String(key)}`)) return value.bind(target) as unknown;
        return (...args: unknown[]) =>
          this.called(name, String(key), args, () => value.apply(target, args) as Promise<unknown>);
      },
    });
  }

  /** Replaces methods on the object itself, for callers that have a reference to it. */
  watchInPlace<P extends object>(port: P, name: keyof Ports): void {
    const watched = this.watched(port, name);
    // The original is read before it is replaced; otherwise it would call itself.
    for (const key of methodsOf(name))
      Object.defineProperty(port, key, { value: watched[key as keyof P], configurable: true });
  }

  /** Replaces methods of all objects of the class, also of existing ones. */
  watchClass<P extends object>(prototype: P, name: keyof Ports): void {
    const called = this.called.bind(this);
    for (const key of methodsOf(name)) {
      const own = prototype[key as keyof P] as ((...args: unknown[]) => Promise<unknown>) | undefined;
      if (!own) continue;
      const value = function (this: P, ...args: unknown[]): Promise<unknown> {
        return called(name, key, args, () => own.apply(this, args));
      };
      Object.defineProperty(prototype, key, { value, configurable: true });
    }
  }

  private async called(
    port: keyof Ports,
    method: string,
    args: readonly unknown[],
    call: () => Promise<unknown>,
  ): Promise<unknown> {
    const moment = this.momentOf(port, method, args);
    const run = this.runs.getStore();
    const asked = QUESTIONS[`${port} ${method}`];
    if (run && asked) run.asked = asked;
    if (moment === 'before') this.end();
    const middle = moment === 'during' ? setTimeout(this.end, MIDDLE_MS) : undefined;
    const result = await call().finally(() => clearTimeout(middle));
    if (moment === 'after') this.end();
    if (method === 'listNeglected') for (const id of result as readonly string[]) this.neglected.add(id);
    if (method === 'schedule' && !run) this.neglected.delete((args[0] as { id: string }).id);
    const isOpened = port === 'batches' && 'send' in (result as object);
    return isOpened ? this.watched(result as OpenBatch, 'batch') : result;
  }

  private momentOf(port: keyof Ports, method: string, args: readonly unknown[]) {
    if (!this.target) return undefined;
    const { point, moment } = this.target;
    const run = this.runs.getStore();
    const trail: Trail = { neglected: this.neglected, ...(run && { run }) };
    const isHere = point.port === port && point.method === method && point.is(args, trail);
    if (!isHere || !this.isArmed() || (this.times -= 1) > 0) return undefined;
    // A continued frozen process meets no second end.
    this.target = undefined;
    return moment;
  }
}

/** Calls of a rail outside its own methods. */
const isPart = (key: string | symbol): key is 'batches' | 'statusMessages' | 'reportFlows' =>
  key === 'batches' || key === 'statusMessages' || key === 'reportFlows';

const methodsOf = (name: keyof Ports): ReadonlySet<string> =>
  new Set(EVERY_POINT.filter(({ port }) => port === name).map(({ method }) => method));

/** Stops everything in this process. */
function die(): never {
  process.kill(process.pid, 'SIGKILL');
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
