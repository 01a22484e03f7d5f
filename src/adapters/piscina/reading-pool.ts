import type { ReadingWork } from '../../application/checking/reading-work.ts';
import type { SyntaxTable } from 'en16931-rules/vocabulary/syntax-table.ts';
import type { Log } from '../../ports/log.ts';
import type { ReaderPool } from '../../ports/reader-pool.ts';
import { programFile } from 'en16931-rules/packs/project-folder.ts';
import { Gate, type Visitor } from './gate.ts';
import { type TaskBounds, TaskThreads } from './task-threads.ts';

const BOUNDS: TaskBounds = {
  // 5 MB take about a second.
  taskMs: 30_000,
  // 5 MB of the smallest accepted values need 120 MB, the largest document with its XML 200.
  heapMb: 384,
  thread: programFile('src/adapters/piscina/reading-entry.cts'),
};

/** One thread: large bodies are rare, and those of one caller must not take the cores from all others. */
const THREADS = 1;

/** An unread body belongs to no client. It waits in the order of arrival, whatever its size. */
const IN_ORDER: Visitor = { client: '', size: 'usual', waits: true };

type Done<N extends keyof ReadingWork> = Awaited<ReturnType<ReadingWork[N]>>;

/** Reads large documents in a thread of its own, apart from the validators: a body is read although they are all busy. */
export class ReadingPool implements ReaderPool<ReadingWork> {
  private readonly gate = new Gate(THREADS, 0);
  private readonly threads: TaskThreads;

  constructor(tables: readonly SyntaxTable[], log: Pick<Log, 'error'>, bounds: Partial<TaskBounds> = {}) {
    const failing = { failure: 'a document could not be read', retryAfterSeconds: 5 };
    this.threads = new TaskThreads({ ...BOUNDS, ...bounds, ...failing, threads: THREADS, tables }, log);
  }

  /** How many tasks wait for the thread. */
  get waiting(): number {
    return this.gate.waiting;
  }

  run<N extends keyof ReadingWork>(name: N, input: Parameters<ReadingWork[N]>[0]): Promise<Done<N>> {
    return this.gate.pass(IN_ORDER, () => this.threads.run(name, { name, input })) as Promise<Done<N>>;
  }

  close(): Promise<void> {
    return this.threads.close();
  }
}
