import { CallFailed } from '../../domain/failures.ts';
import type { Task } from '../../domain/lifecycle/lanes.ts';
import type { WorkRecord } from '../../domain/lifecycle/work-record.ts';
import type { Ids } from '../../ports/ids.ts';
import type { TaskRun } from '../../ports/jobs.ts';
import type { Log } from '../../ports/log.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { type CommitResult, commitStep, type CommitPorts } from './commit-step.ts';
import { LeaseKeeper, LeaseLost, type LeaseClocks, momentOf, newLease } from './lease-keeper.ts';
import {
  countCrashes,
  isGivenUp,
  type RetryTiming,
  retryAfterFault,
  waitAfterCrash,
} from './own-failures.ts';
import type { MarkedCall, RecordKind, Run, StepRow, TakeStep, WorkStep } from './record-kind.ts';
import { UnansweredLeases } from './unanswered-leases.ts';
import { UnwritableRecords } from './unwritable-records.ts';

/**
 * The result of one run over a record. `idle`: nothing was due, or another worker has it. `conflict`: another process changed it meanwhile
 * (a cancel, a worker that took over), and the work of this run was dropped. `failed`: a fault of ours, in this run or in one whose process
 * died; the record waits for the next attempt.
 */
export type RunResult = Exclude<CommitResult, 'next'> | 'failed' | 'idle';

export interface ProcessorPorts extends CommitPorts, LeaseClocks, RetryTiming {
  readonly ids: Ids;
  readonly telemetry: Pick<Telemetry, 'jobEnded'>;
  readonly log: Pick<Log, 'error' | 'warn'>;
}

/** Results of a commit that has handed the record back. */
const HANDED_BACK: ReadonlySet<RunResult> = new Set(['done', 'retried', 'dead-letter']);

/** What a run uses of its task. */
type Slot = Pick<TaskRun, 'stopping' | 'goOnAs'>;

interface Advance<R> {
  readonly record: R;
  readonly result: RunResult | 'next';
  /** What the call takes that the stored step has marked. */
  readonly call?: unknown;
}

/**
 * The one worker for everything that waits: leases a record, takes its steps while one is due in the lane, commits each, and releases the
 * record.
 */
export class Processor<R extends WorkRecord> {
  private readonly unanswered: UnansweredLeases;
  private readonly unwritable: UnwritableRecords;

  constructor(
    private readonly kind: RecordKind<R>,
    private readonly ports: ProcessorPorts,
  ) {
    this.unanswered = new UnansweredLeases(kind.store);
    this.unwritable = new UnwritableRecords(ports);
  }

  /**
   * Safe to repeat at any time and from any number of processes: the lease keeps out all but one, and each commit is fenced by the lease
   * and by the version that was read. Work of another lane than the task's is left to that lane.
   * @throws CallFailed `busy`, `no-master-key`: these meet every record alike; this one is unchanged and released.
   * If the failure itself cannot be stored, the record waits in memory.
   */
  async run({ id, lane }: Pick<Task, 'id' | 'lane'>, taskRun?: Slot): Promise<RunResult> {
    if (this.unwritable.isWaiting(id)) return 'idle';
    const { clock, telemetry, log } = this.ports;
    const started = clock.now();
    const seconds = (): number => (clock.now().getTime() - started.getTime()) / 1000;
    try {
      const result = await this.runUnderLease({ id, lane }, started, taskRun);
      if (result === 'conflict') await this.scheduleAgain(id);
      if (HANDED_BACK.has(result as RunResult)) this.unwritable.forget(id);
      if (result !== 'unheld') telemetry.jobEnded(result, seconds());
      return result === 'unheld' ? 'idle' : result;
    } catch (error) {
      telemetry.jobEnded('failed', seconds());
      if (error instanceof CallFailed) throw error;
      this.unwritable.note(id);
      log.error({ record: id, err: error }, `the store refuses what a run over ${this.kind.noun} writes`);
      return 'failed';
    }
  }

  /** The other change, such as a warning of a deadline, did not count on this run: what is due remains to be done. */
  private async scheduleAgain(id: string): Promise<void> {
    const record = await this.kind.store.find(id);
    if (record?.dueAt && !record.lease)
      await this.ports.jobs.schedule(this.kind.taskOf(record), record.dueAt);
  }

  private async runUnderLease(
    { id, lane }: Pick<Task, 'id' | 'lane'>,
    now: Date,
    { stopping, goOnAs }: Partial<Slot> = {},
  ): Promise<RunResult | 'unheld'> {
    const { store, worksIn } = this.kind;
    const token = this.ports.ids.next('lse');
    const moment = momentOf(this.ports);
    const leasing = (): Promise<R | undefined> => store.lease(id, newLease(token, now), now, worksIn?.(lane));
    const record = await this.unanswered.take(id, token, leasing);
    if (!record) return 'unheld';
    const lease = new LeaseKeeper(store, this.ports, { id, token }, moment);
    const ends: (() => Promise<void>)[] = [];
    const run: Run = { lease, stopping, goOnAs, atEnd: (action) => void ends.push(action) };
    let isHandedBack = false;
    try {
      const result = await this.work(record, token, run);
      isHandedBack = HANDED_BACK.has(result);
      return result;
    } finally {
      lease.stop();
      for (const end of ends) await end();
      if (!isHandedBack) await this.unanswered.release(id, token);
    }
  }

  private async work(leased: R, token: string, run: Run): Promise<RunResult> {
    const counted = countCrashes(leased);
    let current = this.kind.takeUp?.(counted) ?? counted;
    const wait = waitAfterCrash(leased, current, this.kind, this.ports);
    if (wait) return (await this.commit(current, wait, token, run)) === 'conflict' ? 'conflict' : 'failed';
    let row = this.rowFor(current);
    let call: TakeStep<R> | undefined;
    while (row) {
      const advance: Advance<R> = await this.advance(current, token, call ?? firstOf(row), run);
      if (advance.result !== 'next') return advance.result;
      current = advance.record;
      call = isMarked(row) && 'call' in advance ? callOf(row, advance.call) : undefined;
      if (!call) row = this.rowFor(current);
    }
    return 'idle';
  }

  private rowFor(record: R): StepRow<R> | undefined {
    const isRefused = this.unwritable.isExhausted(record.id) && this.kind.mayGiveUp(record);
    if (isRefused || isGivenUp(record, this.kind)) return (one) => this.kind.giveUp(one);
    return this.kind.steps[`${record.state} ${record.work}`];
  }

  /** Takes a step and commits it. A step that throws is a failed run, too, and is stored as one. */
  private async advance(current: R, token: string, take: TakeStep<R>, run: Run): Promise<Advance<R>> {
    try {
      const step = await take(current, run);
      const result = await this.commit(current, step, token, run);
      return { record: step.record, result, ...('call' in step && { call: step.call }) };
    } catch (error) {
      if (error instanceof LeaseLost) return this.reportTakeover(current, error);
      if (error instanceof CallFailed) throw error;
      const { logFields, noun, noteFault } = this.kind;
      this.ports.log.error({ ...logFields(current), err: error }, `a run over ${noun} failed`);
      const noted = noteFault?.(current, error) ?? current;
      const step = await retryAfterFault(noted, error, this.kind, this.ports);
      const result = await this.commit(current, step, token, run);
      return { record: step.record, result: result === 'retried' ? 'failed' : result };
    }
  }

  private reportTakeover(record: R, { message }: LeaseLost): Advance<R> {
    this.ports.log.warn({ ...this.kind.logFields(record), reason: message }, 'another worker has taken over');
    return { record, result: 'conflict' };
  }

  private commit(before: R, step: WorkStep<R>, token: string, { goOnAs }: Run): Promise<CommitResult> {
    return commitStep(before, step, token, this.kind, this.ports, goOnAs);
  }
}

const isMarked = <R>(row: StepRow<R>): row is MarkedCall<R> => typeof row === 'object';

const firstOf = <R>(row: StepRow<R>): TakeStep<R> =>
  isMarked(row) ? (record, run) => row.mark(record, run) : row;

const callOf =
  <R>(row: MarkedCall<R>, call: unknown): TakeStep<R> =>
  (stored, run) =>
    row.afterMark(stored, call, run);
