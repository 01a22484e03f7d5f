import './lasting-loggers.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Agenda, type AgendaBackend, InMemoryNotificationChannel, type Job } from 'agenda';
import { CallFailed } from '../../domain/failures.ts';
import { LANES, type Lane, laneOf } from '../../domain/lifecycle/lanes.ts';
import type { Jobs, WorkItem } from '../../ports/jobs.ts';
import type { StoppableJobRepository } from './asked-job.ts';

/** Agenda counts and locks by name, so that each lane has jobs of its own name. */
const WORK: Readonly<Record<Lane, string>> = { usual: 'work-on-invoice', large: 'work-on-large-invoice' };

/** The clocks of processes differ by less. */
const SKEW_MS = 10_000;

/** Undefined for a job that is about no invoice. */
const invoiceOf = ({ attrs }: Job): string | undefined =>
  (attrs.data as Partial<InvoiceWork> | undefined)?.invoiceId;

interface InvoiceWork {
  readonly invoiceId: string;
  /** Who takes turns. */
  readonly client: string;
}

export interface JobSettings {
  /** How many invoices this process works on at once, in each lane. */
  readonly concurrency: Readonly<Record<Lane, number>>;
  /** How often the store is asked for due jobs; a job of the same process starts at once. */
  readonly pollMs: number;
  /** How long a job stays with a process that died. */
  readonly lockMs: number;
  /** Service time minus real time (`CLOCK_CONTROL`). */
  readonly offsetMs: () => number;
  /** @param invoiceId of the job that failed; left out when no job did. */
  readonly onError: (error: unknown, invoiceId?: string) => void;
}

/** Work on invoices by Agenda. Each invoice has at most one job; a finished one is gone from the store. */
export class AgendaJobs implements Jobs {
  readonly #agenda: Agenda;
  readonly #repository: StoppableJobRepository;
  readonly #channel = new InMemoryNotificationChannel();
  readonly #settings: JobSettings;
  readonly #running = new Set<Job>();
  #releasing: NodeJS.Timeout | undefined;

  private constructor(name: string, repository: StoppableJobRepository, settings: JobSettings) {
    this.#repository = repository;
    this.#settings = settings;
    this.#agenda = new Agenda({
      backend: backendOf(name, repository),
      notificationChannel: this.#channel,
      processEvery: settings.pollMs,
      maxConcurrency: settings.concurrency.usual + settings.concurrency.large,
      defaultLockLifetime: settings.lockMs,
    });
    this.#agenda.on('error', (error: unknown) => settings.onError(error));
    this.#agenda.on('fail', (error: unknown, job: Job) => settings.onError(error, invoiceOf(job)));
    this.#agenda.on('start', (job: Job) => this.#running.add(job));
    this.#agenda.on('complete', (job: Job) => this.#ended(job));
  }

  /** Agenda itself would leave a store that cannot be reached as an unhandled rejection. */
  static async open(
    name: string,
    repository: StoppableJobRepository,
    settings: JobSettings,
  ): Promise<AgendaJobs> {
    await repository.connect();
    return new AgendaJobs(name, repository, settings);
  }

  /** Begins once the caller has gone on: who does not wait for it has his own answer out first. */
  async schedule({ id, client, documents }: WorkItem, notBefore: Date): Promise<void> {
    await nextTurn();
    const realTime = new Date(notBefore.getTime() - this.#settings.offsetMs());
    // What came in stands first, and its size never changes.
    const name = WORK[laneOf(documents[0]?.size ?? 0)];
    const job = this.#agenda
      .create<InvoiceWork>(name, { invoiceId: id, client })
      .unique({ 'data.invoiceId': id });
    try {
      await job.schedule(realTime).save();
    } catch (error) {
      if (error instanceof CallFailed) throw error;
      // Nothing in it can be wrong but the store.
      throw new CallFailed({ kind: 'busy', retryAfterSeconds: 1 }, error);
    }
  }

  /**
   * Begins to work. A handler that throws is called again, first after a second, then ever later up to a minute.
   * @param handler must bear being called for an invoice that needs nothing, or twice at once.
   */
  async start(handler: (invoiceId: string) => Promise<unknown>): Promise<void> {
    const { concurrency } = this.#settings;
    for (const lane of LANES)
      this.#agenda.define<InvoiceWork>(
        WORK[lane],
        (job) => this.#keepingLock(job, () => handler(job.attrs.data.invoiceId)),
        {
          concurrency: concurrency[lane],
          // Without it the first process to look locks every due job, and the others stand idle. A few are locked ahead, but
          // no large ones: whoever comes after them would wait too long.
          lockLimit: concurrency[lane] * (lane === 'large' ? 1 : 2),
          backoff: ({ attempt }) => Math.min(60_000, 1000 * 2 ** (attempt - 1)),
        },
      );
    await this.#agenda.start();
    this.#releaseAhead();
    this.#releasing = setInterval(() => this.#releaseAhead(), this.#settings.lockMs / 6).unref();
  }

  /**
   * Takes no new job, hands back those that wait here, and gives running ones time to end.
   * @returns how many still ran at the end; their jobs run again elsewhere once their locks have run out.
   */
  async drain(timeoutMs: number): Promise<number> {
    const until = Date.now() + timeoutMs;
    clearInterval(this.#releasing);
    this.#repository.stopGivingOut();
    // What cannot be handed back runs elsewhere once its lock has run out.
    await this.#agenda.stop().catch((error: unknown) => this.#settings.onError(error));
    while (this.#running.size > 0 && Date.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 10));
    return this.#running.size;
  }

  #releaseAhead(): void {
    const ahead = new Date(Date.now() + SKEW_MS);
    for (const name of Object.values(WORK))
      this.#repository.releaseAhead(name, ahead).catch((error: unknown) => this.#settings.onError(error));
  }

  /** Long work keeps its job, so that no other process starts on it while this one lives. */
  async #keepingLock(job: Pick<Job, 'touch'>, run: () => Promise<unknown>): Promise<void> {
    const touching = setInterval(
      () => void job.touch().catch((error: unknown) => this.#settings.onError(error)),
      this.#settings.lockMs / 3,
    );
    try {
      await run();
    } finally {
      clearInterval(touching);
    }
  }

  // Agenda looks for the next job only when it polls; a place that became free should not wait for that.
  #ended(job: Job): void {
    this.#running.delete(job);
    if (this.#channel.state !== 'connected') return;
    const { name, priority } = job.attrs;
    const notification = {
      jobId: job.attrs._id!,
      jobName: name,
      nextRunAt: null,
      priority,
      timestamp: new Date(),
    };
    setImmediate(() => {
      if (this.#channel.state === 'connected')
        this.#channel.publish(notification).catch((error: unknown) => this.#settings.onError(error));
    });
  }
}

// The connection is the process's and open already: Agenda neither opens nor closes it.
const backendOf = (name: string, repository: StoppableJobRepository): AgendaBackend => ({
  name,
  repository,
  ownsConnection: false,
  connect: async () => undefined,
  disconnect: async () => undefined,
});
