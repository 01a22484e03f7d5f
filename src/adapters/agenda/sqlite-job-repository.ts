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
import { bodyOf, jobFromRow } from './job-rows.ts';
import type { Sql } from './sql.ts';

type Due = {
  readonly name: string;
  readonly scan: number;
  readonly dead: number;
};

const refuse = (): Promise<never> =>
  Promise.reject(new Error('jobs kept in SQLite are made, run and removed, nothing else'));

/** Agenda's jobs in SQLite. No write waits for the disk: the sweep schedules a job that was lost in a power cut. */
export class SqliteJobRepository implements StoppableJobRepository {
  private givesOut = true;
  private slots = new ClientSlots({});
  /** By name: the client with the last turn here. */
  private readonly lastTurn = new Map<string, string>();
  /** Names of which the last look found a job. */
  private readonly found = new Set<string>();

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
  ) {}

  async connect(): Promise<void> {
    this.givesOut = true;
  }

  limitClients(slots: ClientSlots): void {
    this.slots = slots;
  }

  pause(): void {
    this.givesOut = false;
  }

  async releaseAhead(name: string, now: Date): Promise<void> {
    await this.sql.write(() =>
      this.sql.run('UPDATE job SET locked_at = NULL WHERE name = @name AND locked_at > @now', {
        name,
        now: now.getTime(),
      }),
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
    const scan = nextScanAt.getTime() + this.offsetMs();
    const due = { name, scan, dead: lockDeadline.getTime() };
    // The first query takes no write lock, because most find nothing. If the last one found a job, there are often more.
    if (!this.found.has(name) && !(await this.sql.read(() => this.next(due)))) return undefined;
    return this.sql.write(() => {
      const next = this.givesOut && !this.slots.isFull(name) ? this.next(due) : undefined;
      if (next) this.found.add(name);
      else this.found.delete(name);
      if (!next) return undefined;
      this.lastTurn.set(name, next.client);
      this.slots.take(String(next.id), name, next.client);
      return markClaimed(this.lock(next.id, now, options), now);
    });
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
      if (job._id) return this.sql.all(`${UPDATE} WHERE id = @id ${SAVED}`, { ...row, id: Number(job._id) });
      return this.sql.all(`${UPSERT} ${SAVED}`, { ...row, uniqueKey: uniqueKey ?? null });
    });
    if (!saved) return job;
    const nextRunAt = saved['next_run_at'] === null ? null : new Date(Number(saved['next_run_at']));
    return shift({ ...job, _id: toJobId(String(saved['id'])), nextRunAt }, -this.offsetMs());
  }

  async saveJobState(job: JobParameters, options?: JobRepositoryOptions): Promise<void> {
    if (!job.lockedAt) this.slots.release(String(job._id));
    const id = Number(job._id);
    const unasked = '(unique_key IS NULL OR asked = @asked)';
    const asked = readAsked(job) ?? 0;
    const changed = await this.sql.write(() => {
      if (isFinished(job) && this.sql.run(`DELETE FROM job WHERE id = @id AND ${unasked}`, { id, asked }) > 0)
        return 1;
      return this.sql.run(
        `UPDATE job SET locked_at = @lockedAt, body = @body,
           next_run_at = CASE WHEN ${unasked} THEN @nextRunAt ELSE next_run_at END
         WHERE id = @id AND name = @name`,
        {
          id,
          asked,
          name: job.name,
          lockedAt: job.lockedAt?.getTime() ?? null,
          nextRunAt: this.store(job.nextRunAt),
          body: bodyOf({ ...job, ...modifierOf(options) }),
        },
      );
    });
    if (changed === 0) throw new Error(`job ${id} (${job.name}) is gone`);
  }

  /** Jobs whose locks have ended come first, because they have waited longest. Then comes the earliest job of the next client. */
  private next(due: Due): { readonly id: number; readonly client: string } | undefined {
    const [lost] = this.sql.all(
      'SELECT id, client FROM job WHERE name = @name AND disabled = 0 AND locked_at <= @dead LIMIT 1',
      due,
    );
    if (lost) return { id: Number(lost['id']), client: String(lost['client']) };
    const full = new Set(this.slots.full(due.name));
    for (const client of this.turns(due.name)) {
      if (full.has(client)) continue;
      const [row] = this.sql.all(
        `SELECT id FROM job WHERE name = @name AND disabled = 0 AND locked_at IS NULL AND client = @client
         AND next_run_at <= @scan ORDER BY next_run_at, priority DESC LIMIT 1`,
        { ...due, client },
      );
      if (row) return { id: Number(row['id']), client };
    }
    return undefined;
  }

  /** Clients with waiting jobs, in turn, starting after the client of the last turn: one step in the index for each. */
  private *turns(name: string): Generator<string> {
    const last = this.lastTurn.get(name);
    for (let at = this.clientAfter(name, last); at !== undefined; at = this.clientAfter(name, at)) yield at;
    if (last === undefined) return;
    for (let at = this.clientAfter(name); at !== undefined && at <= last; at = this.clientAfter(name, at))
      yield at;
  }

  private clientAfter(name: string, client?: string): string | undefined {
    const [row] = this.sql.all(
      `SELECT client FROM job WHERE name = @name AND disabled = 0 AND locked_at IS NULL
       ${client === undefined ? '' : 'AND client > @client'} ORDER BY client LIMIT 1`,
      { name, ...(client !== undefined && { client }) },
    );
    return row && String(row['client']);
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

  private store(nextRunAt: Date | null | undefined): number | null {
    return nextRunAt ? nextRunAt.getTime() + this.offsetMs() : null;
  }
}

const modifierOf = (options: JobRepositoryOptions | undefined) =>
  options?.lastModifiedBy ? { lastModifiedBy: options.lastModifiedBy } : {};

const UPDATE = `UPDATE job SET type = @type, priority = @priority, disabled = @disabled, next_run_at = @nextRunAt,
  body = @body`;

/** A job that is requested again keeps its lock and runs at the earlier of the two times. */
const UPSERT = `INSERT INTO job (name, client, unique_key, type, priority, disabled, asked, next_run_at, body)
  VALUES (@name, @client, @uniqueKey, @type, @priority, @disabled, 1, @nextRunAt, @body)
  ON CONFLICT (unique_key) DO UPDATE SET priority = excluded.priority, asked = job.asked + 1,
    next_run_at = min(coalesce(job.next_run_at, excluded.next_run_at), excluded.next_run_at)`;

const SAVED = 'RETURNING id, next_run_at';
