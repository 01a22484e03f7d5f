import type { JobParameters, JobRepository } from 'agenda';
import type { ClientPlaces } from './client-places.ts';

/**
 * A job under a unique key can be asked for again while it runs. Agenda writes the whole state of a job when its run
 * begins and ends, which would wipe out a time that was asked for in between; so each asking counts, a run remembers the
 * count it started with, and a state is written over the next run's time only while the count is still that one.
 * The count travels in the job's data, the one place that Agenda hands through untouched.
 */
export const askedOf = ({ data }: JobParameters): number | undefined =>
  typeof data === 'object' && data !== null && 'asked' in data ? Number(data.asked) : undefined;

/** Whose work a job is: clients take turns. Jobs of earlier versions do not say, and share one turn. */
export const clientOf = ({ data }: JobParameters): string =>
  typeof data === 'object' && data !== null && 'client' in data ? String(data.client) : '';

/**
 * A job as it is given out. Agenda begins the jobs that it holds by due time, so that the longest overdue would overtake the job
 * that is next: all that is overdue counts as due at the moment it is given out.
 */
export const givenOut = (job: JobParameters, now: Date): JobParameters =>
  job.nextRunAt && job.nextRunAt < now ? { ...job, nextRunAt: now } : job;

export interface StoppableJobRepository extends JobRepository {
  /** From now on no client is given more places than it may hold. */
  limitClients(places: ClientPlaces): void;
  /** From now on no job is given out; one that is on its way is handed back. */
  stopGivingOut(): void;
  /** Hands back jobs that were locked later than `now`: the clock was set back since, and their locks would outlast it. */
  releaseAhead(name: string, now: Date): Promise<void>;
}

/** A run that ended well with nothing left to do: the job goes. A failed one stays, so that it can be looked at. */
export const isFinished = ({ type, lockedAt, nextRunAt, lastFinishedAt, failedAt }: JobParameters): boolean =>
  type === 'normal' &&
  !lockedAt &&
  !nextRunAt &&
  lastFinishedAt !== undefined &&
  (!failedAt || failedAt < lastFinishedAt);

/**
 * The text under which one job of its name exists; undefined when there may be many.
 * @throws Error for a job that recurs by itself: it would stand still with its holder.
 */
export function uniqueKeyOf({ name, type, unique }: JobParameters): string | undefined {
  if (type === 'single') throw new Error(`${name}: jobs that recur are not kept`);
  return unique && `${name} ${JSON.stringify(Object.entries(unique).sort())}`;
}

/** Moves a job's due time between service time, which is stored, and real time, by which Agenda's timers run. */
export const shifted = <J extends JobParameters>(job: J, byMs: number): J =>
  job.nextRunAt ? { ...job, nextRunAt: new Date(job.nextRunAt.getTime() + byMs) } : job;
