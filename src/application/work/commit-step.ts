import type { WorkRecord } from '../../domain/lifecycle/work-record.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Jobs, TaskRun } from '../../ports/jobs.ts';
import type { RecordKind, WorkStep } from './record-kind.ts';

export interface CommitPorts {
  readonly jobs: Jobs;
  readonly clock: Clock;
}

/** `next`: another step is due at once, under the same lease. Otherwise the record is released, or another worker has it. */
export type CommitResult = 'done' | 'retried' | 'dead-letter' | 'conflict' | 'next';

/**
 * A crash after the commit leaves the record due without a job; the sweep schedules one.
 * @param goOnAs of the run; left out if the record waits for another run in its next lane.
 */
export async function commitStep<R extends WorkRecord>(
  before: R,
  { record, events, files, failure }: WorkStep<R>,
  token: string,
  kind: RecordKind<R>,
  { jobs, clock }: CommitPorts,
  goOnAs: TaskRun['goOnAs'] = () => false,
): Promise<CommitResult> {
  const isDueAtOnce = record.dueAt !== null && record.dueAt <= clock.now();
  const next = kind.taskOf(record);
  // Work of another lane is queued there, unless this run gets a slot in it.
  const goesOn = isDueAtOnce && (next.lane === kind.taskOf(before).lane || goOnAs(next));
  // Without a further step the commit releases the record; a change by another process in between makes it a conflict.
  const written = goesOn ? record : { ...record, lease: null };
  const result = await kind.store.commit({ record: written, events, audit: [], files, lease: token });
  if (result === 'conflict') return 'conflict';
  kind.report(before, record, failure);
  if (goesOn) return 'next';
  if (record.dueAt) await jobs.schedule(next, record.dueAt);
  if (record.dueAt && !isDueAtOnce) return 'retried';
  return kind.isDeadLetter(record) ? 'dead-letter' : 'done';
}
