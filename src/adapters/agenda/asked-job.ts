import type { JobParameters, JobRepository } from 'agenda';
import type { ClientSlots } from './client-slots.ts';

/**
 * A job under a unique key can be requested again while it runs. Agenda writes the whole state of a job when a run begins and
 * ends, which would erase a time that was requested in between. So each request is counted, and a run keeps the count with
 * which it started. A run writes the time of the next run only if the count has not changed. The count is in the job's data,
 * the one member that Agenda passes through unchanged.
 */
export const readAsked = ({ data }: JobParameters): number | undefined =>
  typeof data === 'object' && data !== null && 'asked' in data ? Number(data.asked) : undefined;

/** The client of a job: clients take turns. Jobs without one share a turn. */
export const clientOf = ({ data }: JobParameters): string =>
  typeof data === 'object' && data !== null && 'client' in data ? String(data.client) : '';

/**
 * A job for Agenda to run. Agenda starts its jobs by due time, so the longest overdue would go before the client that is next.
 * Therefore every overdue job counts as due when it is passed to Agenda.
 */
export const markClaimed = (job: JobParameters, now: Date): JobParameters =>
  job.nextRunAt && job.nextRunAt < now ? { ...job, nextRunAt: now } : job;

export interface StoppableJobRepository extends JobRepository {
  /** From now on no client has more jobs here than its limit. */
  limitClients(slots: ClientSlots): void;
  /** From now on no job is passed to Agenda; a job on its way is returned to the queue. */
  pause(): void;
  /** Returns jobs to the queue that were locked later than `now`: the clock was set back, so their locks would last too long. */
  releaseAhead(names: readonly string[], now: Date): Promise<void>;
}

/** A run that ended well and leaves nothing to do: the job is removed. A failed job stays, so that it can be examined. */
export const isFinished = ({ type, lockedAt, nextRunAt, lastFinishedAt, failedAt }: JobParameters): boolean =>
  type === 'normal' &&
  !lockedAt &&
  !nextRunAt &&
  lastFinishedAt !== undefined &&
  (!failedAt || failedAt < lastFinishedAt);

/**
 * The text under which one job of its name exists; undefined if there may be many.
 * @throws Error for a recurring job: it would stop with the process that holds it.
 */
export function uniqueKeyOf({ name, type, unique }: JobParameters): string | undefined {
  if (type === 'single') throw new Error(`${name}: jobs that recur are not kept`);
  return unique && `${name} ${JSON.stringify(Object.entries(unique).sort())}`;
}

/** Moves a job's due time between service time, which is stored, and real time, by which Agenda's timers run. */
export const shift = <J extends JobParameters>(job: J, byMs: number): J =>
  job.nextRunAt ? { ...job, nextRunAt: new Date(job.nextRunAt.getTime() + byMs) } : job;
