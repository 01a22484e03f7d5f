import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { Piscina } from 'piscina';
import type { SyntaxTable } from 'en16931-rules/vocabulary/syntax-table.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { Log } from '../../ports/log.ts';
import { lossOf } from './thread-answer.ts';

/** Limits that tests narrow. */
export interface TaskBounds {
  /** Only a hanging task is to be stopped, also on a loaded machine. */
  readonly taskMs: number;
  readonly heapMb: number;
  /** The thread's program. */
  readonly thread: string;
  /** Options of Node for it; the default is those of this process. */
  readonly execArgv?: string[];
}

interface TaskSettings extends TaskBounds {
  /** At most. */
  readonly threads: number;
  /** Of the syntaxes that invoices are read and built in. */
  readonly tables: readonly SyntaxTable[];
  /** The line of the log about a failed task. */
  readonly failure: string;
  readonly retryAfterSeconds: number;
  /** The detail for the caller. */
  readonly detail?: Text;
}

/** The data that a thread starts with. */
export interface ThreadData {
  readonly tables: readonly SyntaxTable[];
}

/** After this time a thread without work ends and frees its memory. */
const IDLE_MS = 30_000;
const YOUNG_MB = 24;
const CLOSE_MS = 2_000;

/** Threads that live while there is work, one task in each at a time. */
export class TaskThreads {
  private readonly pool: Piscina;
  private closing = false;
  /** In the threads and before them. */
  private tasks = 0;
  /** The end of the last task that gives way. */
  private givingWay: Promise<unknown> = Promise.resolve();
  private onFree: () => void = () => undefined;

  constructor(
    private readonly settings: TaskSettings,
    private readonly log: Pick<Log, 'error'>,
  ) {
    const { thread, execArgv, heapMb, threads, tables } = settings;
    this.pool = new Piscina({
      filename: thread,
      ...(execArgv && { execArgv }),
      workerData: { tables } satisfies ThreadData,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: IDLE_MS,
      concurrentTasksPerWorker: 1,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
      closeTimeout: CLOSE_MS,
    });
    // The error is reported with the lost task.
    this.pool.on('error', () => undefined);
  }

  get waiting(): number {
    return this.pool.queueSize;
  }

  /** @throws CallFailed `busy` if the task ran out of time or memory; otherwise the error of the task. */
  async run(work: string, task: unknown): Promise<unknown> {
    this.tasks += 1;
    try {
      // Piscina would create threads again after its close.
      if (this.closing) throw new Error('the threads are closed');
      return await this.pool.run(task, { signal: AbortSignal.timeout(this.settings.taskMs) });
    } catch (error) {
      throw this.reportLoss(work, error);
    } finally {
      this.tasks -= 1;
      if (this.hasFree) this.onFree();
    }
  }

  /**
   * The same behind all others: such tasks go one by one, each once a thread is free, and none is among those that wait.
   * @throws as `run`
   */
  giveWay(work: string, task: unknown): Promise<unknown> {
    const mine = this.givingWay.then(async () => {
      while (!this.hasFree) await new Promise<void>((resolve) => (this.onFree = resolve));
      return this.run(work, task);
    });
    this.givingWay = mine.catch(() => undefined);
    return mine;
  }

  private get hasFree(): boolean {
    return this.tasks < this.settings.threads;
  }

  /** A thread that ran out of time or memory may have had too much work. An error that a task throws is a bug. */
  private reportLoss(work: string, error: unknown): unknown {
    const cause = lossOf(error);
    const thread = error instanceof Error ? error.message.slice(0, 200) : undefined;
    if (!this.closing) this.log.error({ work, cause, thread }, this.settings.failure);
    return cause !== 'died' || this.closing ? this.busy(error) : error;
  }

  busy(cause?: unknown, detail = this.settings.detail): CallFailed {
    const { retryAfterSeconds } = this.settings;
    return new CallFailed(
      { kind: 'busy', retryAfterSeconds, ...(detail !== undefined && { detail }) },
      cause,
    );
  }

  async close(): Promise<void> {
    this.closing = true;
    await this.pool.close();
  }
}
