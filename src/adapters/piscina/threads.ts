import { setFlagsFromString } from 'node:v8';
import { Piscina } from 'piscina';
import type { Log } from '../../ports/log.ts';
import { POOL_FAILURES, type PoolFailure } from '../../ports/pool-watch.ts';
import { programFile } from 'en16931-rules/packs/project-folder.ts';
import type { CheckTask } from 'en16931-rules/pool/task.ts';
import type { FileTask, Forms } from './file-task.ts';
import { FileInThread } from './file-in-thread.ts';
import { THREAD_HEAP_MB } from './limits.ts';
import { TaskTime } from './task-time.ts';
import { type ThreadLoss, lossOf } from './thread-answer.ts';

export interface ThreadBounds {
  readonly heapMb: number;
  /** The thread's program. */
  readonly thread: string;
  /** Options of Node for it; the default is those of this process. */
  readonly execArgv?: string[];
}

/** What is told about threads. */
interface ThreadWatch {
  readonly log: Pick<Log, 'error'>;
  /** Called for every new thread. */
  readonly made: () => void;
}

export const THREAD_BOUNDS: ThreadBounds = {
  heapMb: THREAD_HEAP_MB,
  thread: programFile('src/adapters/piscina/check-entry.cts'),
};

/** A stop comes when no thread is busy. A task that still runs then is not awaited. */
const CLOSE_MS = 2_000;

/** Half of V8's own limit: more only holds garbage for longer. */
const YOUNG_MB = 24;

/** The validators' threads, one task in each at a time, and a count of lost threads. */
export class Threads {
  private readonly pool: Piscina;
  private closing = false;
  private watch: ThreadWatch | undefined;
  readonly failures = Object.fromEntries(POOL_FAILURES.map((cause) => [cause, 0])) as Record<
    PoolFailure,
    number
  >;

  /** They load their modules from now on, and need nothing else for it: the rest of this program may still be loaded. */
  constructor(
    readonly count: number,
    { heapMb, thread, execArgv }: ThreadBounds = THREAD_BOUNDS,
  ) {
    // It applies to threads that are created from now on. In this thread the request validator goes on generating code.
    setFlagsFromString('--disallow-code-generation-from-strings');
    this.pool = new Piscina({
      filename: thread,
      ...(execArgv && { execArgv }),
      minThreads: count,
      maxThreads: count,
      // One task per thread at a time; the gate has the queue.
      concurrentTasksPerWorker: 1,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
      closeTimeout: CLOSE_MS,
    });
    this.pool.on('error', (error: unknown) => {
      const fields = { cause: lossOf(error), ...threadMessage(error) };
      if (!this.closing) this.watch?.log.error(fields, 'a validator thread was lost');
    });
    this.pool.on('workerCreate', () => this.watch?.made());
  }

  watchBy(watch: ThreadWatch): void {
    this.watch = watch;
  }

  get alive(): number {
    return this.pool.threads.length;
  }

  get isClosing(): boolean {
    return this.closing;
  }

  /** @param ms after which the thread is killed. */
  async run(task: CheckTask, ms: number): Promise<unknown> {
    const time = new TaskTime();
    const transferList = [task.bytes.buffer as ArrayBuffer];
    return time.limit(this.give(task, { signal: time, transferList }), ms);
  }

  /**
   * Begins to read a file.
   * @param file its bytes move to the thread.
   */
  open(file: Omit<FileTask, 'asker'>, forms: Forms): FileInThread {
    return new FileInThread((task, options) => this.give(task, options), file, forms);
  }

  /** Piscina would create threads again after its close. */
  private async give(task: CheckTask | FileTask, options: Parameters<Piscina['run']>[1]): Promise<unknown> {
    if (this.closing) throw new Error('the threads are closed');
    return this.pool.run(task, options);
  }

  /** Failures about a document are returned as data. An error is about the thread, its program or its limits. */
  reportLoss(error: unknown, size: number): ThreadLoss {
    const loss = lossOf(error);
    // Work is drained before; a close only interrupts the warm-up.
    if (this.closing) return loss;
    this.failures[loss] += 1;
    const fields = { cause: loss, size, ...threadMessage(error) };
    this.watch?.log.error(fields, 'a document could not be checked');
    return loss;
  }

  /** Waits for documents in work, then ends the threads. */
  async close(): Promise<void> {
    this.closing = true;
    await this.pool.close();
  }
}

const threadMessage = (error: unknown) =>
  error instanceof Error ? { thread: error.message.slice(0, 200) } : {};
