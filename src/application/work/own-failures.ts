import { repeatedWait, shareOf } from '../../domain/sending/retry.ts';
import type { WorkRecord } from '../../domain/lifecycle/work-record.ts';
import type { Clock } from '../../ports/clock.ts';
import { faultFinding } from '../care/care.ts';
import type { RecordKind, StepFailure, WorkStep } from './record-kind.ts';

// Failures of our own program over a record, as opposed to those of another system: a process that died over it, code that threw. Neither
// is surely the record's fault, so only ten of them give it up.

export const MAX_CRASHES = 10;

export interface RetryTiming {
  readonly clock: Clock;
  /** `RETRY_SCALE`. */
  readonly retryScale: number;
}

/** The record with a crash counted for each run that ended with its process and left only its lease. */
export function countCrashes<R extends WorkRecord>(record: R): R {
  const died = (record.lease?.holders ?? 1) - 1;
  return died === 0 ? record : { ...record, crashes: (record.crashes ?? 0) + died };
}

export const isGivenUp = <R extends WorkRecord>(
  record: R,
  { mayGiveUp }: Pick<RecordKind<R>, 'mayGiveUp'>,
): boolean => (record.crashes ?? 0) >= MAX_CRASHES && mayGiveUp(record);

/**
 * After the first crash the record is taken up at once: a process that ends is seldom the record's fault. From the second one on it waits
 * as after any failure, each record for a different time, so that records which were merely leased beside the crashing one do not meet it
 * again.
 * @param before as it was leased.
 * @param record as `countCrashes` gives it.
 */
export function waitAfterCrash<R extends WorkRecord>(
  before: R,
  record: R,
  kind: RecordKind<R>,
  ports: RetryTiming,
): WorkStep<R> | undefined {
  const { id, crashes = 0 } = record;
  if (crashes === (before.crashes ?? 0) || crashes < 2 || isGivenUp(record, kind)) return undefined;
  const at = repeatedWait(crashes, ports.clock.now(), ports.retryScale, shareOf(id));
  return { ...kind.reschedule(record, at), failure: failureOf() };
}

/** A run that threw is repeated on the schedule. */
export function retryAfterFault<R extends WorkRecord>(
  record: R,
  error: unknown,
  kind: RecordKind<R>,
  ports: RetryTiming,
): WorkStep<R> | Promise<WorkStep<R>> {
  const failed: R = { ...record, crashes: (record.crashes ?? 0) + 1 };
  return isGivenUp(failed, kind)
    ? kind.giveUp(failed, error)
    : {
        ...kind.reschedule(failed, repeatedWait(failed.crashes ?? 1, ports.clock.now(), ports.retryScale)),
        failure: failureOf(error),
      };
}

const failureOf = (error?: unknown): StepFailure => {
  const { code, whoFixes } = faultFinding(error);
  return { code, owner: whoFixes };
};
