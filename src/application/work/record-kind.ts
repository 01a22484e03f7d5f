import type { Owner } from 'en16931-rules/vocabulary/finding.ts';
import type { Lane, Task } from '../../domain/lifecycle/lanes.ts';
import type { StoredEvent } from '../../domain/lifecycle/status-event.ts';
import type { WorkRecord } from '../../domain/lifecycle/work-record.ts';
import type { SealedFile } from '../../ports/content-store.ts';
import type { DueWork } from '../../ports/due-work.ts';
import type { Ledger } from '../../ports/ledger.ts';
import type { TaskRun } from '../../ports/jobs.ts';
import type { LogFields } from '../../ports/log.ts';
import type { LeaseKeeper } from './lease-keeper.ts';

/** Why a step is repeated later, for the log: no content of an invoice. */
export interface StepFailure {
  readonly code?: string | undefined;
  /** The network's own status (`HTTP 503`). */
  readonly answer?: string;
  readonly owner?: Owner | undefined;
}

/** The next version of a record with its events: one commit. */
export interface WorkStep<R> {
  readonly record: R;
  readonly events: readonly StoredEvent[];
  /** Sealed files that the record refers to again. */
  readonly files: readonly SealedFile[];
  readonly failure?: StepFailure;
}

/** A step that marks a call, with what the call takes: in memory only. */
export interface MarkedStep<R, C> extends WorkStep<R> {
  readonly call: C;
}

/** What a step may use during its run. */
export interface Run {
  /** The record of the run. */
  readonly lease: LeaseKeeper;
  /** Aborted once the process stops: a step of many puts off what remains. */
  readonly stopping?: AbortSignal | undefined;
  /** Takes a slot in the next lane of the record, if one is free. */
  readonly goOnAs?: TaskRun['goOnAs'] | undefined;
  /** Runs at the end of the run, whatever its result. */
  atEnd(action: () => Promise<void>): void;
}

export type TakeStep<R> = (record: R, run: Run) => WorkStep<R> | Promise<WorkStep<R>>;

/**
 * A call to another system after its mark. Only the run that has committed the mark makes the call. If its process dies, the call is lost,
 * and the next worker finds the mark.
 */
export interface MarkedCall<R, C = unknown> {
  /** @returns the mark, with what the call takes; or a step without a call, such as a wait. */
  mark(record: R, run: Run): WorkStep<R> | MarkedStep<R, C> | Promise<WorkStep<R> | MarkedStep<R, C>>;
  /** @param stored the record with its mark. @returns as `mark`, if another call follows. */
  afterMark(stored: R, call: C, run: Run): Promise<WorkStep<R> | MarkedStep<R, C>>;
}

export type StepRow<R> = TakeStep<R> | MarkedCall<R>;

/** The steps of a record, by `${state} ${work}`; a record without a step waits for another actor. */
export type StepTable<R> = Readonly<Partial<Record<string, StepRow<R>>>>;

/** A kind of record that waits for work: its store, its steps, and its end if our own program fails over it again and again. */
export interface RecordKind<R extends WorkRecord> {
  /** In tasks and logs. */
  readonly name: string;
  /** For people, in log lines: `an invoice`. */
  readonly noun: string;
  readonly store: Ledger<R> & DueWork<R>;
  readonly steps: StepTable<R>;
  taskOf(record: R): Task;
  /**
   * The share of a record in the search for lost records (`DueWork.listNeglected`), each share with a limit of its own; one share if left out.
   */
  shareOf?(record: R): string;
  /** The work that a lane does; all if left out. */
  worksIn?(lane: Lane): readonly string[];
  /** Changes the record that a worker has taken; the first commit of the run stores it. */
  takeUp?(record: R): R;
  /** Leaves the record as it is until `at`. */
  reschedule(record: R, at: Date): WorkStep<R>;
  /** Whether the record may be given up after too many failures of ours; otherwise it repeats the longest wait. */
  mayGiveUp(record: R): boolean;
  /** @param error the last one thrown; undefined if processes died. */
  giveUp(record: R, error?: unknown): WorkStep<R> | Promise<WorkStep<R>>;
  /** Whether the record has ended without success. */
  isDeadLetter(record: R): boolean;
  /** Changes the record after a run that threw, besides its count. */
  noteFault?(record: R, error: unknown): R;
  /** The fields that name the record in a log line. */
  logFields(record: R): LogFields;
  /** Reports a commit to logs and metrics. */
  report(before: R, after: R, failure?: StepFailure): void;
  /** Maintains the store, with each sweep. */
  tidyUp?(): Promise<void>;
}
