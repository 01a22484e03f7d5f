import './lasting-loggers.ts';
import './late-jobs.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Agenda, type AgendaBackend, InMemoryNotificationChannel, type Job, toJobId } from 'agenda';
import { CallFailed } from '../../domain/failures.ts';
import type { Lane, Task } from '../../domain/lifecycle/lanes.ts';
import type { Jobs, TaskRun } from '../../ports/jobs.ts';
import type { StoppableJobRepository } from './asked-job.ts';
import { ClientSlots } from './client-slots.ts';
import { type Handler, TasksAtOnce } from './tasks-at-once.ts';

/** The clocks of processes differ by less than this. */
const SKEW_MS = 10_000;
/** Half a second changed nothing: with eight callers the wait for a slot is longer. */
const IN_LINE_MS = 2_000;

interface TaskData {
  /** The kind of the record. */
  readonly kind: string;
  readonly id: string;
  /** The client; clients take turns. */
  readonly client: string;
  readonly traceParent?: string;
}

/** Undefined for a job that is not a task. */
const idOf = ({ attrs }: Job): string | undefined => (attrs.data as Partial<TaskData> | undefined)?.id;

export interface JobSettings {
  /** How many tasks this process works on at once in each lane; none in a lane that is left out. */
  readonly concurrency: Readonly<Record<Lane, number>>;
  /** How many of them one client may have; all in a lane that is left out. */
  readonly maxPerClient?: Readonly<Record<Lane, number>>;
  /** How many more may run in a lane because they have left their slots; none in a lane that is left out. */
  readonly maxBeside?: Readonly<Record<Lane, number>>;
  /** Lanes whose due tasks begin without a job if a slot is free. A record that a crash leaves has to be found by other means. */
  readonly atOnce?: ReadonlySet<Lane>;
  /** How long such a task stands in line for a slot before it gets a job, which any process may take. */
  readonly inLineMs?: number;
  /** How often the store is asked for due jobs; a job of the same process starts at once. */
  readonly pollMs: number;
  /** How long a job stays with a process that died. */
  readonly lockMs: number;
  /** The same in lanes with a time of their own. */
  readonly lockMsIn?: Readonly<Record<Lane, number>>;
  /** Service time minus real time (`CLOCK_CONTROL`). */
  readonly offsetMs: () => number;
  /** @param id of the failed task; absent if the failure is not of a task. */
  readonly onError: (error: unknown, id?: string) => void;
}

/** Work by Agenda, which counts and locks jobs by name: the name is the lane. Each task has at most one job; a finished job is removed from the store. */
export class AgendaJobs implements Jobs {
  private readonly agenda: Agenda;
  private readonly channel = new InMemoryNotificationChannel();
  private readonly running = new Set<Job>();
  private readonly stopping = new AbortController();
  private readonly atOnce: TasksAtOnce;
  private releasing: NodeJS.Timeout | undefined;

  private constructor(
    name: string,
    private readonly repository: StoppableJobRepository,
    private readonly slots: ClientSlots,
    private readonly settings: JobSettings,
  ) {
    this.agenda = new Agenda({
      backend: backendOf(name, repository),
      notificationChannel: this.channel,
      processEvery: settings.pollMs,
      maxConcurrency: this.lanes.reduce((sum, [lane]) => sum + this.concurrencyOf(lane), 0),
      defaultLockLifetime: settings.lockMs,
    });
    this.atOnce = new TasksAtOnce(settings.atOnce ?? new Set(), slots, {
      stopping: this.stopping.signal,
      leaveSlot: (slot, lane) => this.leaveSlot(slot, lane),
      onSlotFree: (lane) => this.lookForMore(lane),
      onFailed: (tasks, error) => {
        settings.onError(error, tasks[0]?.id);
        for (const task of tasks) void this.leave(task, new Date(Date.now() + backoffMs(1)));
      },
      now: () => Date.now() + settings.offsetMs(),
      inLineMs: settings.inLineMs ?? IN_LINE_MS,
      onNoSlot: (task) => void this.leave(task, new Date()),
    });
    this.agenda.on('error', (error: unknown) => settings.onError(error));
    this.agenda.on('fail', (error: unknown, job: Job) => settings.onError(error, idOf(job)));
    this.agenda.on('start', (job: Job) => this.running.add(job));
    this.agenda.on('complete', (job: Job) => this.end(job));
  }

  /** Without this Agenda reports an unreachable store as an unhandled rejection. */
  static async open(
    name: string,
    repository: StoppableJobRepository,
    settings: JobSettings,
  ): Promise<AgendaJobs> {
    const { maxPerClient = {}, concurrency, maxBeside = {} } = settings;
    const slots = new ClientSlots(maxPerClient, concurrency, maxBeside);
    repository.limitClients(slots);
    await repository.connect();
    return new AgendaJobs(name, repository, slots, settings);
  }

  /** Starts after the caller has gone on, so that the caller's answer is sent first. */
  async schedule(task: Task, notBefore: Date): Promise<void> {
    await nextTurn();
    const realTime = new Date(notBefore.getTime() - this.settings.offsetMs());
    const isLater = realTime.getTime() > Date.now();
    const isBegun = isLater ? this.atOnce.beginAt(task, notBefore.getTime()) : this.atOnce.begin(task);
    if (!isBegun) await this.save(task, realTime);
  }

  /** A task that gets no job is found by other means, as after a crash. */
  private leave(task: Task, realTime: Date): Promise<void> {
    return this.save(task, realTime).catch((lost: unknown) => this.settings.onError(lost));
  }

  private async save({ kind, lane, id, client, traceParent }: Task, realTime: Date): Promise<void> {
    const data: TaskData = { kind, id, client, ...(traceParent !== undefined && { traceParent }) };
    const job = this.agenda.create<TaskData>(lane, data).unique({ 'data.id': id });
    try {
      await job.schedule(realTime).save();
    } catch (error) {
      if (error instanceof CallFailed) throw error;
      // Only the store can fail here.
      throw new CallFailed({ kind: 'busy', retryAfterSeconds: 1 }, error);
    }
  }

  /**
   * Begins to work. A handler that throws is called again, first after a second, then after longer pauses up to a minute.
   * @param handler may be called for a record without work, or twice at once. Its signal is aborted when the drain begins.
   */
  async start(handler: Handler): Promise<void> {
    for (const [lane] of this.lanes) {
      const lockLifetime = this.settings.lockMsIn?.[lane] ?? this.settings.lockMs;
      this.agenda.define<TaskData>(
        lane,
        (job) =>
          this.keepingLock(job, lockLifetime, () => handler(taskIn(job.attrs.data, lane), this.runOf(job))),
        {
          concurrency: this.concurrencyOf(lane),
          lockLifetime,
          // Without a limit the first process to look locks every due job, and the others are idle.
          lockLimit: this.concurrencyOf(lane),
          backoff: ({ attempt }) => backoffMs(attempt),
        },
      );
    }
    await this.agenda.start();
    this.atOnce.start(handler);
    this.releaseAhead();
    this.releasing = setInterval(() => this.releaseAhead(), this.settings.lockMs / 6).unref();
  }

  /**
   * Takes no new job, returns those that wait here to the queue, and gives running jobs time to end.
   * @returns how many still ran at the end; another process runs them once their locks have ended.
   */
  async drain(timeoutMs: number): Promise<number> {
    const until = Date.now() + timeoutMs;
    clearInterval(this.releasing);
    this.repository.pause();
    this.stopping.abort();
    for (const { task, at } of this.atOnce.takeWaiting()) {
      if (Date.now() >= until) break;
      await this.leave(task, new Date(at - this.settings.offsetMs()));
    }
    // A job that cannot be returned runs elsewhere once its lock has ended.
    await this.agenda.stop().catch((error: unknown) => this.settings.onError(error));
    while (this.unfinished > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
    return this.unfinished;
  }

  private get unfinished(): number {
    return this.running.size + this.atOnce.running;
  }

  private get lanes(): readonly (readonly [Lane, number])[] {
    return Object.entries(this.settings.concurrency);
  }

  private concurrencyOf(lane: Lane): number {
    return (this.settings.concurrency[lane] ?? 0) + (this.settings.maxBeside?.[lane] ?? 0);
  }

  private runOf(job: Job): TaskRun {
    return {
      stopping: this.stopping.signal,
      leaveSlot: () => this.leaveSlot(String(job.attrs._id), job.attrs.name),
      // Agenda counts the run under the name of its job until it ends.
      goOnAs: () => false,
    };
  }

  private leaveSlot(slot: string, lane: Lane): boolean {
    const isBeside = this.slots.leave(slot);
    if (isBeside) this.lookForMore(lane);
    return isBeside;
  }

  private releaseAhead(): void {
    const ahead = new Date(Date.now() + SKEW_MS);
    const names = this.lanes.map(([lane]) => lane);
    this.repository.releaseAhead(names, ahead).catch((error: unknown) => this.settings.onError(error));
  }

  /** Renews the lock of a long job, so that no other process starts it. */
  private async keepingLock(
    job: Pick<Job, 'touch'>,
    lockMs: number,
    run: () => Promise<unknown>,
  ): Promise<void> {
    const touching = setInterval(
      () => void job.touch().catch((error: unknown) => this.settings.onError(error)),
      lockMs / 3,
    );
    try {
      await run();
    } finally {
      clearInterval(touching);
    }
  }

  private end(job: Job): void {
    this.running.delete(job);
    this.lookForMore(job.attrs.name);
    this.atOnce.afterJob(job.attrs.name);
  }

  // Agenda looks for the next job only when it polls. A free slot should not wait for that.
  private lookForMore(lane: Lane): void {
    if (this.channel.state !== 'connected') return;
    // Any job: the lane decides.
    const any = { jobId: toJobId(''), nextRunAt: null, priority: 0 };
    const notification = { ...any, jobName: lane, timestamp: new Date() };
    setImmediate(() => {
      if (this.channel.state === 'connected')
        this.channel.publish(notification).catch((error: unknown) => this.settings.onError(error));
    });
  }
}

const backoffMs = (attempt: number): number => Math.min(60_000, 1000 * 2 ** (attempt - 1));

const taskIn = ({ kind, id, client, traceParent }: TaskData, lane: Lane): Task => ({
  kind,
  lane,
  id,
  client,
  ...(traceParent !== undefined && { traceParent }),
});

// The process owns the open connection: Agenda neither opens nor closes it.
const backendOf = (name: string, repository: StoppableJobRepository): AgendaBackend => ({
  name,
  repository,
  ownsConnection: false,
  connect: async () => undefined,
  disconnect: async () => undefined,
});
