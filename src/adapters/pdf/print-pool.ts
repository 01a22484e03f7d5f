import { Piscina } from 'piscina';
import type { SyntaxTable } from '../../domain/documents/syntax-table.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { Log } from '../../ports/log.ts';
import type { Printer, ViewOrder } from '../../ports/printer.ts';
import type { WhenBusy } from '../../ports/validator.ts';
import { programFile } from '../../../validators/packs/project-folder.ts';
import type { PrintTask } from './print.ts';
import type { PrintTools } from './print-thread.ts';

/** Bounds that tests narrow. */
interface Bounds {
  /** Ten thousand lines take seconds; only what hangs is meant to be stopped, on a loaded machine too. */
  readonly taskMs: number;
  /** Ten thousand lines, on 350 sheets, need 300 MB. */
  readonly heapMb: number;
  /** Files that may wait while a caller does; more are refused. */
  readonly mostWaiting: number;
  /** The thread's program. */
  readonly thread: string;
  /** What Node starts it with; left out, what this process was started with. */
  readonly execArgv?: string[];
}

const BOUNDS: Bounds = {
  taskMs: 120_000,
  heapMb: 640,
  mostWaiting: 16,
  thread: programFile('src/adapters/pdf/print-entry.cts'),
};

/** Then the memory of fonts and pages is given back. */
const IDLE_MS = 30_000;
const YOUNG_MB = 24;
const CLOSE_MS = 2_000;
const RETRY_AFTER_SECONDS = 2;

/** Prints in threads of its own, which are there as long as there is something to print. */
export class PrintPool implements Printer {
  private readonly bounds: Bounds;
  private readonly pool: Piscina;
  private closing = false;

  /** @param threads at most. @param tables of the syntaxes that invoices are read and built in. */
  constructor(
    threads: number,
    tables: readonly SyntaxTable[],
    private readonly log: Pick<Log, 'error'>,
    bounds: Partial<Bounds> = {},
  ) {
    this.bounds = { ...BOUNDS, ...bounds };
    const { thread, execArgv } = this.bounds;
    this.pool = new Piscina({
      filename: thread,
      ...(execArgv && { execArgv }),
      workerData: { tables } satisfies PrintTools,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: IDLE_MS,
      concurrentTasksPerWorker: 1,
      resourceLimits: { maxOldGenerationSizeMb: this.bounds.heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
      closeTimeout: CLOSE_MS,
    });
    // Told with the work that was lost.
    this.pool.on('error', () => undefined);
  }

  hybrid(hybrid: Parameters<Printer['hybrid']>[0], whenBusy: WhenBusy): Promise<Uint8Array> {
    return this.print({ task: 'hybrid', hybrid }, whenBusy);
  }

  view(order: ViewOrder): Promise<Uint8Array> {
    return this.print({ task: 'view', order }, 'refuse');
  }

  private async print(task: PrintTask, whenBusy: WhenBusy): Promise<Uint8Array> {
    if (whenBusy === 'refuse' && this.pool.queueSize >= this.bounds.mostWaiting)
      throw busy('Too many pages wait to be printed.');
    try {
      // Piscina would make a thread again, once it has closed.
      if (this.closing) throw new Error('the threads are closed');
      const signal = AbortSignal.timeout(this.bounds.taskMs);
      return (await this.pool.run(task, { signal })) as Uint8Array;
    } catch (error) {
      throw this.lost(task, error);
    }
  }

  /** A thread that ran out of time or memory may have had too much to do; what drawing throws is a bug. */
  private lost({ task }: PrintTask, error: unknown): unknown {
    const { name, code, message } = (error ?? {}) as { name?: unknown; code?: unknown; message?: unknown };
    const passes = this.closing || name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY';
    if (!this.closing)
      this.log.error({ work: task, thread: String(message).slice(0, 200) }, 'a page could not be printed');
    return passes ? busy('The page could not be printed now.', error) : error;
  }

  async close(): Promise<void> {
    this.closing = true;
    await this.pool.close();
  }
}

const busy = (detail: string, cause?: unknown): CallFailed =>
  new CallFailed({ kind: 'busy', retryAfterSeconds: RETRY_AFTER_SECONDS, detail }, cause);
