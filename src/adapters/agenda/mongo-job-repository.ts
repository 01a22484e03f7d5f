import './lasting-loggers.ts';
import { MongoJobRepository } from '@agendajs/mongo-backend';
import { type JobId, type JobParameters, type JobRepositoryOptions, toJobId } from 'agenda';
import {
  type Collection,
  type CreateIndexesOptions,
  type Db,
  type Filter,
  type IndexDescription,
  MongoServerError,
  ObjectId,
  type WithId,
} from 'mongodb';
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

const COLLECTION = 'jobs';
/** Jobs of all lanes that one survey reads: if there are more, each lane is looked at. */
const MAX_SURVEYED = 100;
const DUPLICATE_KEY = 11000;

interface JobDocument extends Omit<JobParameters, '_id' | 'lockedAt'> {
  lockedAt?: Date | null;
  uniqueKey?: string;
  client?: string;
  /** Takes turns; absent before. */
  isDue?: true;
}

const INDEXES: IndexDescription[] = [
  { key: { uniqueKey: 1 }, unique: true, sparse: true },
  { key: { name: 1, isDue: 1, client: 1, nextRunAt: 1, priority: -1 } },
  { key: { name: 1, isDue: 1, nextRunAt: 1 } },
  { key: { name: 1, lockedAt: 1 } },
];

interface IndexBuild {
  readonly options?: CreateIndexesOptions;
  readonly repeat?: <T>(build: () => Promise<T>) => Promise<T>;
}

/**
 * Agenda's own repository with five additions: a unique index under its upserts, so that two processes never make one job
 * twice; the earlier of two requested times; turns of clients; times in service time; one query for all lanes without a job.
 */
export class UniqueMongoJobRepository extends MongoJobRepository implements StoppableJobRepository {
  private givesOut = true;
  private slots = new ClientSlots({});
  /** By name: the client with the last turn here. */
  private readonly lastTurn = new Map<string, string>();
  private readonly due: DueJobs;
  /** Lanes that this process looks at, each with the life of a lock, ms. */
  private readonly lanes = new Map<string, number>();
  /** Lanes with a job that a look may find, each with the earliest time, in service time. */
  private readonly soon = new Map<string, number>();
  /** Lanes with a job whose lock has ended, as of the last survey. */
  private readonly withDead = new Set<string>();
  /** The one under way. */
  private survey: Promise<void> | undefined;

  /**
   * @param offsetMs service time minus real time.
   * @param indexes how this server builds indexes, and how a build is repeated that met another one.
   */
  constructor(
    db: Db,
    private readonly offsetMs: () => number,
    private readonly indexes: IndexBuild = {},
  ) {
    super({ mongo: db, db: { collection: COLLECTION }, ensureIndex: false });
    this.due = new DueJobs(offsetMs);
  }

  override async connect(): Promise<void> {
    await super.connect();
    const { options, repeat = (build) => build() } = this.indexes;
    await repeat(() => this.jobs.createIndexes(INDEXES, options));
    this.givesOut = true;
  }

  limitClients(slots: ClientSlots): void {
    this.slots = slots;
  }

  pause(): void {
    this.givesOut = false;
  }

  async releaseAhead(names: readonly string[], now: Date): Promise<void> {
    const ahead = { name: { $in: [...names] }, lockedAt: { $gt: now } };
    await this.jobs.updateMany(ahead, { $set: { lockedAt: null } });
  }

  override async getNextJobToRun(
    name: string,
    nextScanAt: Date,
    lockDeadline: Date,
    now = new Date(),
    options?: JobRepositoryOptions,
  ): Promise<JobParameters | undefined> {
    if (!this.givesOut || this.slots.isFull(name)) return undefined;
    const offset = this.offsetMs();
    const scan = new Date(nextScanAt.getTime() + offset);
    const matchingLook = await this.lookFirst(name, scan, { now, dead: lockDeadline });
    if (!matchingLook) return undefined;
    const look = { name, scan, ...(matchingLook.hasDead && { dead: lockDeadline }) };
    const lock = { lockedAt: now, lastModifiedBy: options?.lastModifiedBy ?? null };
    const job = await this.claim(name, () => this.next(look, lock), now);
    // A job may wait for a slot of its client.
    if (!job && this.slots.full(name).length === 0) this.soon.delete(name);
    if (!job) return undefined;
    if (!this.givesOut) {
      await this.unlockJob(job);
      return undefined;
    }
    return markClaimed(shift(job, -offset), now);
  }

  /**
   * A poll looks at every lane at the same time, and mostly none has a job: one survey answers for all of them, until the time up to which
   * jobs are marked. A lane is asked without it while there is work.
   * @returns undefined for a lane without a job.
   */
  private async lookFirst(
    name: string,
    scan: Date,
    { now, dead }: { readonly now: Date; readonly dead: Date },
  ): Promise<{ readonly hasDead: boolean } | undefined> {
    const isKnown = this.lanes.has(name);
    this.lanes.set(name, now.getTime() - dead.getTime());
    if (!isKnown) this.noteSoon(name, 0);
    if (this.isSoon(name, scan)) {
      const isTime = await this.mark([name], scan);
      return { hasDead: this.withDead.delete(name) || isTime };
    }
    this.survey ??= this.surveyLanes(scan, now).finally(() => (this.survey = undefined));
    await this.survey;
    return this.isSoon(name, scan) ? { hasDead: this.withDead.delete(name) } : undefined;
  }

  private isSoon(name: string, scan: Date): boolean {
    return (this.soon.get(name) ?? Infinity) <= scan.getTime();
  }

  private noteSoon(name: string, at: number): void {
    this.soon.set(name, Math.min(at, this.soon.get(name) ?? Infinity));
  }

  private noteDead(name: string): void {
    this.withDead.add(name);
    this.noteSoon(name, 0);
  }

  /** Looks for jobs in lanes whose time of marks has passed. */
  private async surveyLanes(scan: Date, now: Date): Promise<void> {
    const { names, until } = this.beginMarks([...this.lanes.keys()], scan);
    if (names.length === 0) return;
    try {
      const jobs = await this.readDue(names, until, now);
      if (jobs.length === MAX_SURVEYED) {
        await this.markFrom(names, until);
        return names.forEach((name) => this.noteDead(name));
      }
      const unmarked = jobs.filter(({ isDue, lockedAt }) => !isDue && !lockedAt);
      await this.markThese(unmarked, until);
      for (const { name, lockedAt, nextRunAt } of jobs)
        if (lockedAt) this.noteDead(name);
        else this.noteSoon(name, Number(nextRunAt));
    } catch (error) {
      names.forEach((name) => this.due.markAgain(name));
      throw error;
    }
  }

  /** Jobs of these lanes that are due by then, and those whose locks have ended. */
  private readDue(names: readonly string[], until: Date, now: Date): Promise<readonly WithId<JobDocument>[]> {
    const lives = new Set(this.lanes.values());
    const ended = [...lives].map((lockMs) => ({
      name: { $in: names.filter((name) => this.lanes.get(name) === lockMs) },
      lockedAt: { $lte: new Date(now.getTime() - lockMs) },
    }));
    const waiting = (isDue: true | null) => ({
      name: { $in: names },
      isDue,
      lockedAt: null,
      nextRunAt: { $lte: until },
    });
    const due = { disabled: { $ne: true }, $or: [waiting(true), waiting(null), ...ended] };
    return this.jobs
      .find(due as unknown as Filter<JobDocument>, {
        projection: { name: 1, isDue: 1, lockedAt: 1, nextRunAt: 1 },
        limit: MAX_SURVEYED,
      })
      .toArray();
  }

  /** Those of these lanes whose jobs are not marked up to this look, and until when they have to be. */
  private beginMarks(
    lanes: readonly string[],
    scan: Date,
  ): { readonly names: readonly string[]; readonly until: Date } {
    const untils = lanes.map((name) => this.due.begin(name, scan.getTime()));
    const names = lanes.filter((_, at) => untils[at] !== undefined);
    return { names, until: new Date(Math.min(...untils.filter((each) => each !== undefined))) };
  }

  /**
   * Marks the jobs of a lane that are due soon.
   * @returns whether it was time to.
   */
  private async mark(lanes: readonly string[], scan: Date): Promise<boolean> {
    const { names, until } = this.beginMarks(lanes, scan);
    if (names.length === 0) return false;
    try {
      await this.markFrom(names, until);
    } catch (error) {
      names.forEach((name) => this.due.markAgain(name));
      throw error;
    }
    return true;
  }

  private async markFrom(names: readonly string[], until: Date): Promise<void> {
    const waiting = {
      name: { $in: names },
      isDue: null,
      lockedAt: null,
      disabled: { $ne: true },
      nextRunAt: { $lte: until },
    };
    const due = await this.jobs
      .find(waiting as object, { projection: { _id: 1 }, sort: { nextRunAt: 1 }, limit: MAX_MARKED })
      .toArray();
    await this.markThese(due, until);
    if (due.length === MAX_MARKED) names.forEach((name) => this.due.markAgain(name));
  }

  private async markThese(due: readonly Pick<WithId<JobDocument>, '_id'>[], until: Date): Promise<void> {
    if (due.length === 0) return;
    await this.jobs.updateMany(
      { _id: { $in: due.map(({ _id }) => _id) }, nextRunAt: { $lte: until } },
      { $set: { isDue: true } },
    );
  }

  /** While a query runs, another one of this process may take the last slot of the client or of the lane. Then its job goes back. */
  private async claim(
    name: string,
    next: () => Promise<WithId<JobDocument> | null>,
    lockedAt: Date,
  ): Promise<JobParameters | undefined> {
    for (;;) {
      const look = await next();
      if (!look) return undefined;
      const [id, client] = [String(look._id), look.client ?? ''];
      const job: JobParameters = { ...look, lockedAt, _id: toJobId(id) };
      const isFull = this.slots.isFull(name);
      if (!isFull && !this.slots.full(name).includes(client)) {
        this.slots.take(id, name, client);
        return job;
      }
      await super.unlockJob(job);
      if (isFull) return undefined;
    }
  }

  /**
   * Jobs whose locks have ended come first, because they have waited longest. Then comes the earliest job of the next client.
   * @param look `dead`: locks of that time have ended; left out if they were looked for a moment ago.
   */
  private async next(
    { name, scan, dead }: { readonly name: string; readonly scan: Date; readonly dead?: Date },
    lock: object,
  ): Promise<WithId<JobDocument> | null> {
    const own = { name, disabled: { $ne: true } };
    const lockOne = (filter: Filter<JobDocument>) =>
      this.jobs.findOneAndUpdate(
        { ...own, ...filter },
        { $set: lock },
        { sort: TURNS, returnDocument: 'after' },
      );
    const waiting: Filter<JobDocument> = { isDue: true, lockedAt: null, nextRunAt: { $lte: scan } };
    const others = { $nin: [...this.slots.full(name)] };
    const last = this.lastTurn.get(name);
    const job =
      (dead ? await lockOne({ lockedAt: { $lte: dead } }) : null) ??
      (last === undefined ? null : await lockOne({ ...waiting, client: { $gt: last, ...others } })) ??
      (await lockOne({ ...waiting, client: others }));
    if (job) this.lastTurn.set(name, job.client ?? '');
    return job;
  }

  /** Agenda does not wait for it and would not report its failure. A lock that stays ends by itself. */
  override async unlockJob(job: JobParameters): Promise<void> {
    this.slots.release(String(job._id));
    await super.unlockJob(job).catch(() => undefined);
  }

  override async saveJob<DATA = unknown>(
    job: JobParameters<DATA>,
    options: JobRepositoryOptions | undefined,
  ): Promise<JobParameters<DATA>> {
    const offset = this.offsetMs();
    const stored = shift(job as JobParameters, offset);
    const uniqueKey = uniqueKeyOf(stored);
    const saved =
      stored._id || uniqueKey === undefined
        ? await super.saveJob(stored, options)
        : await this.ask(stored, uniqueKey, options);
    this.noteIfSoon(job.name, saved.nextRunAt);
    return shift(saved, -offset) as JobParameters<DATA>;
  }

  override async unlockJobs(jobIds: (JobId | string)[]): Promise<void> {
    for (const id of jobIds) this.slots.release(String(id));
    await super.unlockJobs(jobIds);
  }

  override async saveJobState(job: JobParameters, options: JobRepositoryOptions | undefined): Promise<void> {
    const id = String(job._id);
    if (!job.lockedAt) this.slots.release(id);
    await this.slots.begin(id, () => this.storeState(job, options));
  }

  private async storeState(job: JobParameters, options: JobRepositoryOptions | undefined): Promise<void> {
    const { nextRunAt } = shift(job, this.offsetMs());
    const own = { _id: new ObjectId(String(job._id)), name: job.name };
    const unasked = { ...own, 'data.asked': readAsked(job) ?? null } as object;
    if (isFinished(job) && (await this.jobs.deleteOne(unasked)).deletedCount === 1) return;
    const state = stateOf(job, options);
    const turn = this.due.includes(job.name, timeOf(nextRunAt)) ? { isDue: true } : undefined;
    this.noteIfSoon(job.name, nextRunAt);
    const whole = {
      $set: { ...state, nextRunAt, ...turn },
      ...(!turn && { $unset: { isDue: true } }),
    } as object;
    if ((await this.jobs.updateOne(unasked, whole)).matchedCount === 1) return;
    if ((await this.jobs.updateOne(own, { $set: state } as object)).matchedCount === 0)
      throw new Error(`job ${String(job._id)} (${job.name}) is gone`);
  }

  /** A later one is found by the survey that marks it. */
  private noteIfSoon(name: string, nextRunAt: Date | null | undefined): void {
    const at = timeOf(nextRunAt);
    if (at !== null && this.due.includes(name, at)) this.noteSoon(name, at);
  }

  /** A job that is requested again keeps its lock and runs at the earlier of the two times. */
  private async ask(
    job: JobParameters,
    uniqueKey: string,
    options: JobRepositoryOptions | undefined,
  ): Promise<JobParameters> {
    const { name, type, priority, nextRunAt } = job;
    const lastModifiedBy = options?.lastModifiedBy ?? null;
    const client = clientOf(job);
    const turn = this.due.includes(name, timeOf(nextRunAt))
      ? { $set: { isDue: true } }
      : { $unset: { isDue: true } };
    const fresh = {
      name,
      client,
      type,
      priority,
      uniqueKey,
      ...fieldsOf(job.data),
      lockedAt: null,
      lastModifiedBy,
    };
    for (;;) {
      try {
        // New, or running without a next time: the upsert of a waiting job fails on the index.
        const made = await this.jobs.findOneAndUpdate(
          { uniqueKey, nextRunAt: null },
          {
            ...turn,
            $set: { nextRunAt, ...turn.$set },
            $inc: { 'data.asked': 1 },
            $setOnInsert: fresh,
          } as object,
          { upsert: true, returnDocument: 'after' },
        );
        return { ...job, _id: toJobId(String(made!._id)) };
      } catch (error) {
        if (!isDuplicate(error)) throw error;
      }
      const waiting = await this.jobs.findOneAndUpdate(
        { uniqueKey, nextRunAt: { $ne: null } },
        { ...(turn.$set && turn), $min: { nextRunAt }, $inc: { 'data.asked': 1 } } as object,
        { returnDocument: 'after' },
      );
      if (waiting) return { ...job, _id: toJobId(String(waiting._id)), nextRunAt: waiting.nextRunAt };
    }
  }

  private get jobs(): Collection<JobDocument> {
    return this.collection as unknown as Collection<JobDocument>;
  }
}

const TURNS = { client: 1, nextRunAt: 1, priority: -1 } as const;

const timeOf = (date: Date | null | undefined): number | null => date?.getTime() ?? null;

const isDuplicate = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY;

/** Member by member, since `data.asked` is counted in the same update. */
const fieldsOf = (data: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(data as object).map(([name, value]) => [`data.${name}`, value]));

const stateOf = (job: JobParameters, options: JobRepositoryOptions | undefined) => ({
  lockedAt: job.lockedAt ?? null,
  lastRunAt: job.lastRunAt ?? null,
  lastFinishedAt: job.lastFinishedAt ?? null,
  failedAt: job.failedAt ?? null,
  failCount: job.failCount ?? null,
  failReason: job.failReason ?? null,
  progress: job.progress ?? null,
  lastModifiedBy: options?.lastModifiedBy ?? null,
});
