import './lasting-loggers.ts';
import { type JobId, type JobParameters, type JobRepositoryOptions, toJobId } from 'agenda';
import {
  readAsked,
  clientOf,
  markClaimed,
  isFinished,
  shift,
  type StoppableJobRepository,
  uniqueKeyOf,
} from './asked-job.ts';
import { ClientSlots } from './client-slots.ts';
import { DueJobs, MAX_MARKED } from './due-jobs.ts';
import { bodyOf, jobFromRow } from './job-rows.ts';
import type { Sql, SqlRow } from './sql.ts';

type Due = {
  readonly name: string;
  /** In service time. */
  readonly until: number;
  readonly dead: number;
};

interface NextJob {
  readonly id: number;
  readonly client: string;
}

const nextOf = (row: SqlRow): NextJob => ({ id: Number(row['id']), client: String(row['client']) });

const refuse = (): Promise<never> =>
  Promise.reject(new Error('jobs kept in SQLite are made, run and removed, nothing else'));

/** Agenda's jobs in SQLite. No write waits for the disk: the sweep schedules a job that was lost in a power cut. */
export class SqliteJobRepository implements StoppableJobRepository {
  private givesOut = true;
  private slots = new ClientSlots({});
  /** By name: the client with the last turn here. */
  private readonly lastTurn = new Map<string, string>();
  private readonly due: DueJobs;
  /** Names of which the last look found a job. */
  private readonly lanes = new Set<string>();

  // Agenda calls these for a program that lists, cancels, pauses or locks jobs by name; the service does none of that.
  readonly queryJobs = refuse;
  readonly getJobsOverview = refuse;
  readonly getDistinctJobNames = refuse;
  readonly getJobById = refuse;
  readonly getQueueSize = refuse;
  readonly removeJobs = refuse;
  readonly disableJobs = refuse;
  readonly enableJobs = refuse;
  readonly purgeAllJobs = refuse;
  readonly lockJob = refuse;

  /** @param offsetMs service time minus real time. */
  constructor(
    private readonly sql: Sql,
    private readonly offsetMs: () => number,
  ) {
    this.due = new DueJobs(offsetMs);
  }

  async connect(): Promise<void> {
    this.givesOut = true;
  }

  limitClients(slots: ClientSlots): void {
    this.slots = slots;
  }

  pause(): void {
    this.givesOut = false;
  }

  async releaseAhead(names: readonly string[], now: Date): Promise<void> {
    await this.sql.write(() =>
      this.sql.run(
        'UPDATE job SET locked_at = NULL WHERE name IN (SELECT value FROM json_each(@names)) AND locked_at > @now',
        { names: JSON.stringify(names), now: now.getTime() },
      ),
    );
  }

  async getNextJobToRun(
    name: string,
    nextScanAt: Date,
    lockDeadline: Date,
    now = new Date(),
    options?: JobRepositoryOptions,
  ): Promise<JobParameters | undefined> {
    if (!this.givesOut || this.slots.isFull(name)) return undefined;
    const until = nextScanAt.getTime() + this.offsetMs();
    const due = { name, until, dead: lockDeadline.getTime() };
    const markUntil = this.due.begin(name, until);
    let slot: string | undefined;
    const leaveSlot = (): void => {
      if (slot !== undefined) this.slots.release(slot);
      slot = undefined;
    };
    try {
      // The first query takes no write lock, because most find nothing. If the last one found a job, there are often more.
      if (!this.lanes.has(name) && !(await this.sql.read(() => this.hasNext(due, markUntil))))
        return undefined;
      return await this.sql.write(() => {
        // Nothing of an earlier attempt was written.
        leaveSlot();
        if (markUntil !== undefined) this.mark(name, markUntil);
        const job = this.take(due, now, options);
        slot = job && String(job._id);
        return job;
      });
    } catch (error) {
      leaveSlot();
      if (markUntil !== undefined) this.due.markAgain(name);
      throw error;
    }
  }

  /** Agenda does not wait for it and would not report its failure. A lock that stays ends by itself. */
  async unlockJob(job: JobParameters): Promise<void> {
    if (job._id) await this.unlockJobs([job._id]).catch(() => undefined);
  }

  async unlockJobs(jobIds: (JobId | string)[]): Promise<void> {
    for (const id of jobIds) this.slots.release(String(id));
    await this.sql.write(() =>
      this.sql.run('UPDATE job SET locked_at = NULL WHERE id IN (SELECT value FROM json_each(@ids))', {
        ids: JSON.stringify(jobIds.map(Number)),
      }),
    );
  }

  async saveJob<DATA = unknown>(
    job: JobParameters<DATA>,
    options?: JobRepositoryOptions,
  ): Promise<JobParameters<DATA>> {
    if (job.uniqueOpts?.debounce) throw new Error('jobs kept in SQLite cannot be debounced');
    const uniqueKey = uniqueKeyOf(job as JobParameters);
    const row = {
      name: job.name,
      client: clientOf(job as JobParameters),
      type: job.type,
      priority: job.priority,
      disabled: job.disabled ? 1 : 0,
      nextRunAt: this.store(job.nextRunAt),
      body: bodyOf({ ...(job as JobParameters), ...modifierOf(options) }),
    };
    const [saved] = await this.sql.write(() => {
      const marked = { ...row, isDue: this.isDue(row) };
      if (job._id)
        return this.sql.all(`${UPDATE} WHERE id = @id ${SAVED}`, { ...marked, id: Number(job._id) });
      return this.sql.all(`${UPSERT} ${SAVED}`, { ...marked, uniqueKey: uniqueKey ?? null });
    });
    if (!saved) return job;
    const nextRunAt = saved['next_run_at'] === null ? null : new Date(Number(saved['next_run_at']));
    return shift({ ...job, _id: toJobId(String(saved['id'])), nextRunAt }, -this.offsetMs());
  }

  async saveJobState(job: JobParameters, options?: JobRepositoryOptions): Promise<void> {
    const id = String(job._id);
    if (!job.lockedAt) this.slots.release(id);
    await this.slots.begin(id, () => this.storeState(job, options));
  }

  private async storeState(job: JobParameters, options: JobRepositoryOptions | undefined): Promise<void> {
    const id = Number(job._id);
    const unasked = '(unique_key IS NULL OR asked = @asked)';
    const asked = readAsked(job) ?? 0;
    const nextRunAt = this.store(job.nextRunAt);
    const changed = await this.sql.write(() => {
      if (isFinished(job) && this.sql.run(`DELETE FROM job WHERE id = @id AND ${unasked}`, { id, asked }) > 0)
        return 1;
      return this.sql.run(
        `UPDATE job SET locked_at = @lockedAt, body = @body,
           next_run_at = CASE WHEN ${unasked} THEN @nextRunAt ELSE next_run_at END,
           is_due = CASE WHEN ${unasked} THEN @isDue ELSE is_due END
         WHERE id = @id AND name = @name`,
        {
          id,
          asked,
          name: job.name,
          lockedAt: job.lockedAt?.getTime() ?? null,
          nextRunAt,
          isDue: this.isDue({ name: job.name, nextRunAt }),
          body: bodyOf({ ...job, ...modifierOf(options) }),
        },
      );
    });
    if (changed === 0) throw new Error(`job ${id} (${job.name}) is gone`);
  }

  private hasNext(due: Due, markUntil: number | undefined): boolean {
    if (this.next(due)) return true;
    if (markUntil === undefined) return false;
    return this.sql.all(`${UNMARKED} LIMIT 1`, { name: due.name, until: markUntil }).length > 0;
  }

  private take(due: Due, now: Date, options: JobRepositoryOptions | undefined): JobParameters | undefined {
    const { name } = due;
    const next = this.givesOut && !this.slots.isFull(name) ? this.next(due) : undefined;
    if (next) this.lanes.add(name);
    else this.lanes.delete(name);
    if (!next) return undefined;
    this.lastTurn.set(name, next.client);
    this.slots.take(String(next.id), name, next.client);
    return markClaimed(this.lock(next.id, now, options), now);
  }

  private mark(name: string, until: number): void {
    const marked = this.sql.run(
      `UPDATE job SET is_due = 1 WHERE id IN (${UNMARKED} ORDER BY next_run_at LIMIT ${MAX_MARKED})`,
      { name, until },
    );
    if (marked === MAX_MARKED) this.due.markAgain(name);
  }

  /** Jobs whose locks have ended come first, because they have waited longest. Then comes the earliest job of the next client. */
  private next(due: Due): NextJob | undefined {
    const [lost] = this.sql.all(
      'SELECT id, client FROM job WHERE name = @name AND disabled = 0 AND locked_at <= @dead LIMIT 1',
      due,
    );
    if (lost) return nextOf(lost);
    const full = new Set(this.slots.full(due.name));
    for (const job of this.turns(due)) if (!full.has(job.client)) return job;
    return undefined;
  }

  /** The earliest due job of each client, in turn, starting after the client of the last turn: one step in the index for each. */
  private *turns({ name, until }: Due): Generator<NextJob> {
    const last = this.lastTurn.get(name);
    const firstAfter = (client?: string): NextJob | undefined => {
      const after = client === undefined ? '' : 'AND client > @client';
      const [row] = this.sql.all(
        `SELECT id, client FROM job
         WHERE name = @name AND is_due = 1 AND disabled = 0 AND locked_at IS NULL AND next_run_at <= @until ${after}
         ORDER BY client, next_run_at, priority DESC LIMIT 1`,
        { name, until, ...(client !== undefined && { client }) },
      );
      return row && nextOf(row);
    };
    for (let at = firstAfter(last); at; at = firstAfter(at.client)) yield at;
    if (last === undefined) return;
    for (let at = firstAfter(); at && at.client <= last; at = firstAfter(at.client)) yield at;
  }

  private lock(id: number, now: Date, options: JobRepositoryOptions | undefined): JobParameters {
    const [row] = this.sql.all('UPDATE job SET locked_at = @now WHERE id = @id RETURNING *', {
      id,
      now: now.getTime(),
    });
    return { ...this.read(row!), ...modifierOf(options) };
  }

  private read(row: Parameters<typeof jobFromRow>[0]): JobParameters {
    return shift(jobFromRow(row), -this.offsetMs());
  }

  private isDue({ name, nextRunAt }: { readonly name: string; readonly nextRunAt: number | null }): 0 | 1 {
    return this.due.includes(name, nextRunAt) ? 1 : 0;
  }

  private store(nextRunAt: Date | null | undefined): number | null {
    return nextRunAt ? nextRunAt.getTime() + this.offsetMs() : null;
  }
}

const modifierOf = (options: JobRepositoryOptions | undefined) =>
  options?.lastModifiedBy ? { lastModifiedBy: options.lastModifiedBy } : {};

/** Jobs that are due and do not take turns yet. */
const UNMARKED = `SELECT id FROM job
  WHERE name = @name AND is_due = 0 AND disabled = 0 AND locked_at IS NULL AND next_run_at <= @until`;

const UPDATE = `UPDATE job SET type = @type, priority = @priority, disabled = @disabled, next_run_at = @nextRunAt,
  is_due = @isDue, body = @body`;

/** A job that is requested again keeps its lock and runs at the earlier of the two times. A job for now takes turns at once. */
const UPSERT = `INSERT INTO job
    (name, client, unique_key, type, priority, disabled, asked, next_run_at, is_due, body)
  VALUES
    (@name, @client, @uniqueKey, @type, @priority, @disabled, 1, @nextRunAt, @isDue, @body)
  ON CONFLICT (unique_key) DO UPDATE SET priority = excluded.priority, asked = job.asked + 1,
    next_run_at = min(coalesce(job.next_run_at, excluded.next_run_at), excluded.next_run_at),
    is_due = CASE WHEN job.next_run_at <= excluded.next_run_at THEN job.is_due ELSE excluded.is_due END`;

const SAVED = 'RETURNING id, next_run_at';
