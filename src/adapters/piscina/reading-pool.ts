import { Piscina } from 'piscina';
import type { ReadingWork } from '../../application/checking/reading-work.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { SyntaxTable } from '../../domain/documents/syntax-table.ts';
import type { Log } from '../../ports/log.ts';
import type { Workbench } from '../../ports/workbench.ts';
import { programFile } from '../../../validators/packs/project-folder.ts';
import { Gate, type Visitor } from './gate.ts';
import type { ReadingTools } from './reading-thread.ts';
import { lossOf } from './thread-answer.ts';

/** Bounds that tests narrow. */
interface Bounds {
  /** 5 MB take about a second; only what hangs is meant to be stopped, on a loaded machine too. */
  readonly taskMs: number;
  /** 5 MB of the smallest values that are taken need 120 MB, the largest document with its XML 200. */
  readonly heapMb: number;
  /** The thread's program. */
  readonly thread: string;
  /** What Node starts it with; left out, what this process was started with. */
  readonly execArgv?: string[];
}

const BOUNDS: Bounds = {
  taskMs: 30_000,
  heapMb: 384,
  thread: programFile('src/adapters/piscina/reading-entry.cts'),
};

/** One: large bodies are rare, and those of one caller must not take the cores from everyone. */
const THREADS = 1;
/** Between large bodies the thread's memory is given back. */
const IDLE_MS = 30_000;
const YOUNG_MB = 24;
const CLOSE_MS = 2_000;
const RETRY_AFTER_SECONDS = 5;

/** What is not read yet belongs to no client, and whatever its size it waits in the order of arrival. */
const IN_ORDER: Visitor = { client: '', size: 'usual', waits: true };

type Done<N extends keyof ReadingWork> = Awaited<ReturnType<ReadingWork[N]>>;

/** Reads large documents in a thread of its own, apart from the validators': a body is read although they are all at work. */
export class ReadingPool implements Workbench<ReadingWork> {
  private readonly taskMs: number;
  private readonly gate = new Gate(THREADS, 0);
  private readonly pool: Piscina;
  private closing = false;

  /** @param tables of the syntaxes that documents are built in. */
  constructor(
    tables: readonly SyntaxTable[],
    private readonly log: Pick<Log, 'error'>,
    bounds: Partial<Bounds> = {},
  ) {
    const { taskMs, heapMb, thread, execArgv } = { ...BOUNDS, ...bounds };
    this.taskMs = taskMs;
    this.pool = new Piscina({
      filename: thread,
      ...(execArgv && { execArgv }),
      workerData: { tables } satisfies ReadingTools,
      minThreads: 0,
      maxThreads: THREADS,
      idleTimeout: IDLE_MS,
      concurrentTasksPerWorker: 1,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
      closeTimeout: CLOSE_MS,
    });
    // Told with the work that was lost.
    this.pool.on('error', () => undefined);
  }

  /** How many pieces of work wait for the thread. */
  get waiting(): number {
    return this.gate.waiting;
  }

  async run<N extends keyof ReadingWork>(name: N, input: Parameters<ReadingWork[N]>[0]): Promise<Done<N>> {
    const work = async (): Promise<Done<N>> => {
      try {
        // Piscina would make a thread again, once it has closed.
        if (this.closing) throw new Error('the thread is closed');
        const signal = AbortSignal.timeout(this.taskMs);
        return (await this.pool.run({ name, input }, { signal })) as Done<N>;
      } catch (error) {
        throw this.lost(name, error);
      }
    };
    return this.gate.pass(IN_ORDER, work) as Promise<Done<N>>;
  }

  /** A thread that ran out of time or memory may have had too much to do; what a piece of work throws is a bug. */
  private lost(name: string, error: unknown): unknown {
    const cause = lossOf(error);
    const thread = error instanceof Error ? error.message.slice(0, 200) : undefined;
    if (!this.closing) this.log.error({ work: name, cause, thread }, 'a document could not be read');
    const passes = cause !== 'died' || this.closing;
    return passes ? new CallFailed({ kind: 'busy', retryAfterSeconds: RETRY_AFTER_SECONDS }, error) : error;
  }

  async close(): Promise<void> {
    this.closing = true;
    await this.pool.close();
  }
}
