import { type Lane, type Task, taskOf } from '../../domain/lifecycle/lanes.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { type ReceivedRecord, receivedTask } from '../../domain/lifecycle/received-record.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DueWork } from '../../ports/due-work.ts';
import type { Ledger } from '../../ports/ledger.ts';
import type { LiveProcess, LiveProcesses } from '../../ports/live-processes.ts';
import type { Log } from '../../ports/log.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { openWorkerCare, waitsForWorker } from '../lifecycle/worker-care.ts';
import { tellOpened } from '../lifecycle/tell-opened.ts';

/** A process that was not seen for longer counts as gone, and a record may be due for as long without a worker. */
export const MAX_SILENCE_MS = 60_000;
/** Of each route in one run: a lane of thousands is not read whole every few seconds. The next run goes on behind them. */
const MAX_AT_ONCE = 100;

/** Records that have a care list. */
interface WatchedKind<R extends InvoiceRecord | ReceivedRecord> {
  readonly store: Pick<DueWork<R>, 'listNeglected'> & Pick<Ledger<R>, 'find' | 'commit'>;
  taskOf(record: R): Task;
}

interface Ports {
  readonly invoices: WatchedKind<InvoiceRecord>['store'];
  readonly received: WatchedKind<ReceivedRecord>['store'];
  readonly processes: Pick<LiveProcesses, 'seenSince'>;
  /** Every lane that has work. */
  readonly lanes: readonly Lane[];
  readonly clock: Clock;
  readonly realClock: Clock;
  readonly telemetry: Pick<Telemetry, 'careOpened'>;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** Several runs that look at all that is due, one part after the other. */
interface Pass {
  /** Where the next run goes on; undefined at the beginning. */
  readonly from?: Date | undefined;
  /** The lanes in which it has found records that wait. */
  readonly lanes: readonly Lane[];
  /** Those that the pass before it found. */
  readonly earlier: readonly Lane[];
}
const FIRST: Pass = { lanes: [], earlier: [] };

/** A record that was looked at. */
interface Seen {
  readonly route: string;
  readonly dueAt: Date;
}

/** How many live processes take the due work of a lane. */
export interface LaneWorkers {
  readonly lane: Lane;
  readonly workers: number;
}

/**
 * Finds due records that no live process can take, and puts them on the care list. It runs in every process: where no worker is, none
 * could tell.
 */
export class WatchWorkers {
  private readonly began: Date;
  private waiting: readonly Lane[] = [];
  private passes = { invoices: FIRST, received: FIRST };

  constructor(private readonly ports: Ports) {
    this.began = ports.realClock.now();
  }

  /** Lanes in which a record has been due for a minute while no process took work of the lane, as the last run found them. */
  get waitingLanes(): readonly Lane[] {
    return this.waiting;
  }

  /** Processes that gave a sign of life in the last minute. */
  live(): Promise<readonly LiveProcess[]> {
    return this.ports.processes.seenSince(new Date(this.ports.realClock.now().getTime() - MAX_SILENCE_MS));
  }

  async lanes(): Promise<readonly LaneWorkers[]> {
    const live = await this.live();
    return this.ports.lanes.map((lane) => ({
      lane,
      workers: live.filter(({ lanes }) => lanes.includes(lane)).length,
    }));
  }

  async run(): Promise<void> {
    // At first the workers of a service that starts may not have given a sign of life.
    if (this.ports.realClock.now().getTime() - this.began.getTime() < MAX_SILENCE_MS) return;
    const empty = new Set(
      (await this.lanes()).filter(({ workers }) => workers === 0).map(({ lane }) => lane),
    );
    const invoices = { store: this.ports.invoices, taskOf };
    const received = { store: this.ports.received, taskOf: receivedTask };
    const { passes } = this;
    this.passes =
      empty.size === 0
        ? { invoices: FIRST, received: FIRST }
        : {
            invoices: await this.openCare(invoices, empty, passes.invoices),
            received: await this.openCare(received, empty, passes.received),
          };
    const lanes = Object.values(this.passes).flatMap((pass) => [...pass.lanes, ...pass.earlier]);
    const waiting = [...new Set(lanes)].filter((lane) => empty.has(lane)).sort();
    this.report(waiting);
    this.waiting = waiting;
  }

  private async openCare<R extends InvoiceRecord | ReceivedRecord>(
    { store, taskOf }: WatchedKind<R>,
    empty: ReadonlySet<Lane>,
    pass: Pass,
  ): Promise<Pass> {
    const now = this.ports.clock.now();
    const before = new Date(now.getTime() - MAX_SILENCE_MS);
    const lanes = [...pass.lanes];
    const seen: Seen[] = [];
    for (const id of await store.listNeglected(before, now, MAX_AT_ONCE, pass.from)) {
      const record = await store.find(id);
      if (!record?.dueAt) continue;
      if (record.dueAt < before) seen.push({ route: record.route, dueAt: record.dueAt });
      if (!empty.has(taskOf(record).lane)) continue;
      lanes.push(taskOf(record).lane);
      if (waitsForWorker(record.care)) continue;
      const next = { ...record, care: openWorkerCare(record.care, now), version: record.version + 1 };
      // Another process may have opened the row, or a worker has come.
      if ((await store.commit({ record: next, events: [], files: [], audit: [] })) === 'conflict') continue;
      tellOpened(record.care, next.care, this.ports);
    }
    const from = nextStart(seen, pass.from);
    const unique = [...new Set(lanes)];
    return from ? { ...pass, from, lanes: unique } : { lanes: [], earlier: unique };
  }

  private report(waiting: readonly Lane[]): void {
    const { log } = this.ports;
    const fresh = waiting.filter((lane) => !this.waiting.includes(lane));
    const over = this.waiting.filter((lane) => !waiting.includes(lane));
    if (fresh.length > 0) log.warn({ lanes: fresh }, 'due work has no worker');
    if (over.length > 0) log.info({ lanes: over }, 'due work has a worker again');
  }
}

/** Where records may be that a run has not seen: behind the last one of the first route that has as many as the limit. Undefined if none has. */
function nextStart(seen: readonly Seen[], from: Date | undefined): Date | undefined {
  const lasts = [...new Set(seen.map(({ route }) => route))].flatMap((route) => {
    const times = seen.flatMap((one) => (one.route === route ? [one.dueAt.getTime()] : []));
    return times.length >= MAX_AT_ONCE ? [Math.max(...times)] : [];
  });
  if (lasts.length === 0) return undefined;
  const last = Math.min(...lasts);
  // As many are due at one instant: the pass skips it, or it would never get beyond.
  return new Date(last === from?.getTime() ? last + 1 : last);
}
