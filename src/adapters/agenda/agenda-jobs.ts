import './lasting-loggers.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Agenda, type AgendaBackend, InMemoryNotificationChannel, type Job } from 'agenda';
import { CallFailed } from '../../domain/failures.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { StoppableJobRepository } from './asked-job.ts';

const WORK = 'work-on-invoice';

/** Undefined for a job that is about no invoice. */
const invoiceOf = ({ attrs }: Job): string | undefined =>
  (attrs.data as Partial<InvoiceWork> | undefined)?.invoiceId;

interface InvoiceWork {
  readonly invoiceId: string;
}

export interface JobSettings {
  /** How many invoices this process works on at once. */
  readonly concurrency: number;
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

  private constructor(name: string, repository: StoppableJobRepository, settings: JobSettings) {
    this.#repository = repository;
    this.#settings = settings;
    this.#agenda = new Agenda({
      backend: backendOf(name, repository),
      notificationChannel: this.#channel,
      processEvery: settings.pollMs,
      maxConcurrency: settings.concurrency,
      defaultConcurrency: settings.concurrency,
      // Without it the first process to look locks every due job, and the others stand idle.
      defaultLockLimit: settings.concurrency * 2,
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
  async schedule(invoiceId: string, notBefore: Date): Promise<void> {
    await nextTurn();
    const realTime = new Date(notBefore.getTime() - this.#settings.offsetMs());
    const job = this.#agenda.create<InvoiceWork>(WORK, { invoiceId }).unique({ 'data.invoiceId': invoiceId });
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
    this.#agenda.define<InvoiceWork>(
      WORK,
      (job) => this.#keepingLock(job, () => handler(job.attrs.data.invoiceId)),
      {
        backoff: ({ attempt }) => Math.min(60_000, 1000 * 2 ** (attempt - 1)),
      },
    );
    await this.#agenda.start();
  }

  /**
   * Takes no new job, hands back those that wait here, and gives running ones time to end.
   * @returns how many still ran at the end; their jobs run again elsewhere once their locks have run out.
   */
  async drain(timeoutMs: number): Promise<number> {
    const until = Date.now() + timeoutMs;
    this.#repository.stopGivingOut();
    // What cannot be handed back runs elsewhere once its lock has run out.
    await this.#agenda.stop().catch((error: unknown) => this.#settings.onError(error));
    while (this.#running.size > 0 && Date.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 10));
    return this.#running.size;
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
