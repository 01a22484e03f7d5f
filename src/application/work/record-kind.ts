import type { Lane, Task } from '../../domain/lifecycle/lanes.ts';
import type { StoredEvent } from '../../domain/lifecycle/status-event.ts';
import type { WorkRecord } from '../../domain/lifecycle/work-record.ts';
import type { SealedFile } from '../../ports/content-store.ts';
import type { DueWork } from '../../ports/due-work.ts';
import type { Ledger } from '../../ports/ledger.ts';
import type { LogFields } from '../../ports/log.ts';
import type { LeaseKeeper } from './lease-keeper.ts';

/** The next version of a record and the events that come with it: one commit. */
export interface WorkStep<R> {
  readonly record: R;
  readonly events: readonly StoredEvent[];
  /** Sealed files that the record names again. */
  readonly files: readonly SealedFile[];
  /** What the same run does once this is stored: a call to another system. A process that dies takes it along. */
  readonly afterwards?: (stored: R) => Promise<WorkStep<R>>;
}

/** What a step may use of the run that takes it. */
export interface Run {
  /** Of the record that the run is about. */
  readonly lease: LeaseKeeper;
  /** Done when the run is over, whatever came of it. */
  atEnd(action: () => Promise<void>): void;
}

export type TakeStep<R> = (record: R, run: Run) => WorkStep<R> | Promise<WorkStep<R>>;

/** What is done with a record, by `${state} ${work}`; one without a step waits for somebody else. */
export type StepTable<R> = Readonly<Partial<Record<string, TakeStep<R>>>>;

/**
 * A kind of record that waits to be worked on: where it is kept, what is done with it, and what becomes of one on which our own
 * program fails again and again.
 */
export interface RecordKind<R extends WorkRecord> {
  /** In tasks and logs. */
  readonly name: string;
  /** In log lines for people: `an invoice`. */
  readonly noun: string;
  readonly store: Ledger<R> & DueWork<R>;
  readonly steps: StepTable<R>;
  taskOf(record: R): Task;
  /** Of which each has its own limit when lost records are looked for (`DueWork.neglected`); all are one if left out. */
  shareOf?(record: R): string;
  /** What a lane takes records up for; anything if left out. */
  worksIn?(lane: Lane): readonly string[];
  /** Leaves the record as it is until then. */
  reschedule(record: R, at: Date): WorkStep<R>;
  /** Whether the record may end here, after too many failures of ours; otherwise the longest wait is repeated. */
  mayGiveUp(record: R): boolean;
  /** @param error what was thrown last; none if processes died. */
  giveUp(record: R, error?: unknown): WorkStep<R> | Promise<WorkStep<R>>;
  /** Whether it has ended without success. */
  isDeadLetter(record: R): boolean;
  /** What a run that threw leaves on the record beside its count. */
  noteFault?(record: R, error: unknown): R;
  /** By which a log line names the record. */
  logFields(record: R): LogFields;
  /** What a commit has changed, for logs and metrics. */
  report(before: R, after: R): void;
  /** What the store tidies up with each sweep. */
  tidyUp?(): Promise<void>;
}
