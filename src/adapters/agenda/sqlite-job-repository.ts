import './lasting-loggers.ts';
import {
  computeJobState,
  type JobId,
  type JobParameters,
  type JobRepositoryOptions,
  type JobsOverview,
  type JobsQueryOptions,
  type JobsResult,
  type JobWithState,
  type RemoveJobsOptions,
  toJobId,
} from 'agenda';
import {
  askedOf,
  clientOf,
  givenOut,
  isFinished,
  shifted,
  type StoppableJobRepository,
  uniqueKeyOf,
} from './asked-job.ts';
import { ClientPlaces } from './client-places.ts';
import { bodyOf, conditionsOf, isAskedFor, jobFromRow, sorted } from './job-rows.ts';
import type { Sql, SqlParameters } from './sql.ts';

type Due = {
  readonly name: string;
  readonly scan: number;
  readonly dead: number;
};

/** Agenda's jobs in SQLite. No write waits for the disk: the sweep finds a job that was lost in a power cut. */
export class SqliteJobRepository implements StoppableJobRepository {
  private givesOut = true;
  private places = new ClientPlaces({});
  /** By name: the client with the last turn here. */
  private readonly lastTurn = new Map<string, string>();

  /** @param offsetMs service time minus real time. */
  constructor(
    private readonly sql: Sql,
    private readonly offsetMs: () => number,
  ) {}

  async connect(): Promise<void> {
    this.givesOut = true;
  }

  limitClients(places: ClientPlaces): void {
    this.places = places;
  }

  stopGivingOut(): void {
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
    if (!this.givesOut) return undefined;
    const scan = nextScanAt.getTime() + this.offsetMs();
    const due = { name, scan, dead: lockDeadline.getTime() };
    // The first look takes no write lock: most looks find nothing.
    if (!(await this.sql.read(() => this.next(due)))) return undefined;
    return this.sql.write(() => {
      const next = this.givesOut ? this.next(due) : undefined;
      if (!next) return undefined;
      this.lastTurn.set(name, next.client);
      this.places.take(String(next.id), name, next.client);
      return givenOut(this.lock(next.id, now, options), now);
    });
  }

  async lockJob(job: JobParameters, options?: JobRepositoryOptions): Promise<JobParameters | undefined> {
    return this.sql.write(() => {
      const [free] = this.sql.all(
        `SELECT id FROM job WHERE id = @id AND name = @name AND locked_at IS NULL AND disabled = 0
         AND next_run_at IS @nextRunAt`,
        { id: Number(job._id), name: job.name, nextRunAt: this.stored(job.nextRunAt) },
      );
      return free && this.lock(Number(free['id']), new Date(), options);
    });
  }

  /** Agenda does not wait for it and would not report its failure: a lock that stays ends by itself. */
  async unlockJob(job: JobParameters): Promise<void> {
    if (job._id) await this.unlockJobs([job._id]).catch(() => undefined);
  }

  async unlockJobs(jobIds: (JobId | string)[]): Promise<void> {
    for (const id of jobIds) this.places.release(String(id));
    await this.sql.write(() => this.set('locked_at = NULL', { ids: jobIds.map(String) }));
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
      nextRunAt: this.stored(job.nextRunAt),
      body: bodyOf({ ...(job as JobParameters), ...modifiedBy(options) }),
    };
    const [saved] = await this.sql.write(() => {
      if (job._id) return this.sql.all(`${UPDATE} WHERE id = @id ${SAVED}`, { ...row, id: Number(job._id) });
      return this.sql.all(`${UPSERT} ${SAVED}`, { ...row, uniqueKey: uniqueKey ?? null });
    });
    if (!saved) return job;
    const nextRunAt = saved['next_run_at'] === null ? null : new Date(Number(saved['next_run_at']));
    return shifted({ ...job, _id: toJobId(String(saved['id'])), nextRunAt }, -this.offsetMs());
  }

  async saveJobState(job: JobParameters, options?: JobRepositoryOptions): Promise<void> {
    if (!job.lockedAt) this.places.release(String(job._id));
    const id = Number(job._id);
    const unasked = '(unique_key IS NULL OR asked = @asked)';
    const asked = askedOf(job) ?? 0;
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
          nextRunAt: this.stored(job.nextRunAt),
          body: bodyOf({ ...job, ...modifiedBy(options) }),
        },
      );
    });
    if (changed === 0) throw new Error(`job ${id} (${job.name}) is gone`);
  }

  async queryJobs(options: JobsQueryOptions = {}): Promise<JobsResult> {
    const { name, names, id, ids, search, includeDisabled = true } = options;
    const { where, parameters } = conditionsOf({ name, names, id, ids });
    const now = new Date();
    const rows = await this.rows(`SELECT * FROM job WHERE ${where}`, parameters);
    const found = rows
      .map((row): JobWithState => {
        const job = this.read(row);
        return { ...job, _id: job._id!, state: computeJobState(job, now) };
      })
      .filter((job) => search === undefined || job.name.toLowerCase().includes(search.toLowerCase()))
      .filter((job) => includeDisabled || !job.disabled)
      .filter((job) => isAskedFor(job, options));
    const skip = options.skip ?? 0;
    const jobs = sorted(found, options.sort).slice(skip, options.limit ? skip + options.limit : undefined);
    return { jobs, total: found.length };
  }

  async getJobsOverview(): Promise<JobsOverview[]> {
    const { jobs } = await this.queryJobs();
    const none = {
      total: 0,
      running: 0,
      scheduled: 0,
      queued: 0,
      completed: 0,
      failed: 0,
      repeating: 0,
      paused: 0,
    };
    const byName = new Map<string, JobsOverview>();
    for (const { name, state, disabled } of jobs) {
      const overview = byName.get(name) ?? { name, ...none };
      byName.set(name, overview);
      overview.total += 1;
      overview[state] += 1;
      if (disabled) overview.paused += 1;
    }
    return [...byName.values()];
  }

  async getDistinctJobNames(): Promise<string[]> {
    const rows = await this.rows('SELECT DISTINCT name FROM job ORDER BY name');
    return rows.map(({ name }) => String(name));
  }

  async getJobById(id: string): Promise<JobParameters | null> {
    const [row] = await this.rows('SELECT * FROM job WHERE id = @id', { id: Number(id) });
    return row ? this.read(row) : null;
  }

  async getQueueSize(): Promise<number> {
    const [row] = await this.rows('SELECT count(*) AS jobs FROM job WHERE next_run_at < @now', {
      now: Date.now() + this.offsetMs(),
    });
    return Number(row?.['jobs']);
  }

  async removeJobs(options: RemoveJobsOptions): Promise<number> {
    const ids = await this.idsOf(options);
    return this.sql.write(() =>
      this.sql.run('DELETE FROM job WHERE id IN (SELECT value FROM json_each(@ids))', {
        ids: JSON.stringify(ids),
      }),
    );
  }

  async disableJobs(options: RemoveJobsOptions): Promise<number> {
    const ids = await this.idsOf(options);
    return this.sql.write(() => this.set('disabled = 1', { ids }));
  }

  async enableJobs(options: RemoveJobsOptions): Promise<number> {
    const ids = await this.idsOf(options);
    return this.sql.write(() => this.set('disabled = 0', { ids }));
  }

  async purgeAllJobs(): Promise<number> {
    return this.sql.write(() => this.sql.run('DELETE FROM job'));
  }

  /** First locks that have ended: their jobs have waited longest. Then the earliest job of the client that is next. */
  private next(due: Due): { readonly id: number; readonly client: string } | undefined {
    const [lost] = this.sql.all(
      'SELECT id, client FROM job WHERE name = @name AND disabled = 0 AND locked_at <= @dead LIMIT 1',
      due,
    );
    if (lost) return { id: Number(lost['id']), client: String(lost['client']) };
    const full = new Set(this.places.full(due.name));
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

  /** Clients with waiting jobs, from the one after the last turn round to that one: one step in the index for each. */
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

  private rows(sql: string, parameters?: SqlParameters) {
    return this.sql.read(() => this.sql.all(sql, parameters));
  }

  private lock(id: number, now: Date, options: JobRepositoryOptions | undefined): JobParameters {
    const [row] = this.sql.all('UPDATE job SET locked_at = @now WHERE id = @id RETURNING *', {
      id,
      now: now.getTime(),
    });
    return { ...this.read(row!), ...modifiedBy(options) };
  }

  private set(assignment: string, { ids }: { ids: readonly string[] }): number {
    return this.sql.run(`UPDATE job SET ${assignment} WHERE id IN (SELECT value FROM json_each(@ids))`, {
      ids: JSON.stringify(ids.map(Number)),
    });
  }

  /** Ids as numbers in text; nothing without any condition, as Agenda's own backends do. */
  private async idsOf(options: RemoveJobsOptions): Promise<string[]> {
    const { where, parameters, all } = conditionsOf(options);
    if (all && options.data === undefined) return [];
    const rows = await this.rows(`SELECT * FROM job WHERE ${where}`, parameters);
    return rows
      .map((row) => this.read(row))
      .filter((job) => isAskedFor({ ...job, state: 'queued' }, { data: options.data }))
      .map((job) => String(job._id));
  }

  private read(row: Parameters<typeof jobFromRow>[0]): JobParameters {
    return shifted(jobFromRow(row), -this.offsetMs());
  }

  private stored(nextRunAt: Date | null | undefined): number | null {
    return nextRunAt ? nextRunAt.getTime() + this.offsetMs() : null;
  }
}

const modifiedBy = (options: JobRepositoryOptions | undefined) =>
  options?.lastModifiedBy ? { lastModifiedBy: options.lastModifiedBy } : {};

const UPDATE = `UPDATE job SET type = @type, priority = @priority, disabled = @disabled, next_run_at = @nextRunAt,
  body = @body`;

/** A job that is requested again keeps its lock and runs at the earlier of the two times. */
const UPSERT = `INSERT INTO job (name, client, unique_key, type, priority, disabled, asked, next_run_at, body)
  VALUES (@name, @client, @uniqueKey, @type, @priority, @disabled, 1, @nextRunAt, @body)
  ON CONFLICT (unique_key) DO UPDATE SET priority = excluded.priority, asked = job.asked + 1,
    next_run_at = min(coalesce(job.next_run_at, excluded.next_run_at), excluded.next_run_at)`;

const SAVED = 'RETURNING id, next_run_at';
