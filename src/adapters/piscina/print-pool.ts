import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Page } from '../../domain/page/page.ts';
import type { SyntaxTable } from 'en16931-rules/vocabulary/syntax-table.ts';
import type { Conversion, ConversionOrder } from '../../ports/converter.ts';
import type { Log } from '../../ports/log.ts';
import type {
  ArchivedPage,
  ConvertTask,
  DataOrder,
  Printer,
  PrintTask,
  ProofOrder,
  ViewOrder,
} from '../../ports/printer.ts';
import type { WhenBusy } from '../../ports/validator.ts';
import { programFile } from 'en16931-rules/packs/project-folder.ts';
import { type TaskBounds, TaskThreads } from './task-threads.ts';

interface Bounds extends TaskBounds {
  /** Files that may wait while their callers wait; more are refused. */
  readonly maxWaiting: number;
}

const BOUNDS: Bounds = {
  // Ten thousand lines take seconds.
  taskMs: 120_000,
  // Ten thousand lines, on 350 sheets, need 300 MB.
  heapMb: 640,
  maxWaiting: 16,
  thread: programFile('src/adapters/pdf/print-entry.cts'),
};

/** Prints in its own threads. */
export class PrintPool implements Printer {
  private readonly maxWaiting: number;
  private readonly threads: TaskThreads;

  /** @param threads at most. */
  constructor(
    threads: number,
    tables: readonly SyntaxTable[],
    log: Pick<Log, 'error'>,
    bounds: Partial<Bounds> = {},
  ) {
    const { maxWaiting, ...narrowed } = { ...BOUNDS, ...bounds };
    this.maxWaiting = maxWaiting;
    const failing = {
      failure: 'a page could not be printed',
      detail: say('networks.page-could-not-be-printed-now'),
    };
    this.threads = new TaskThreads({ ...narrowed, ...failing, threads, tables, retryAfterSeconds: 2 }, log);
  }

  hybrid(hybrid: Parameters<Printer['hybrid']>[0], whenBusy: WhenBusy): Promise<Uint8Array> {
    return this.print({ task: 'hybrid', hybrid }, whenBusy);
  }

  view(order: ViewOrder): Promise<Uint8Array> {
    return this.print({ task: 'view', order }, 'refuse');
  }

  data(order: DataOrder): Promise<Uint8Array> {
    return this.print({ task: 'data', order }, 'refuse');
  }

  async page(order: ViewOrder): Promise<Page> {
    return parse(await this.print({ task: 'page', order }, 'refuse')) as Page;
  }

  async archived(order: ViewOrder): Promise<ArchivedPage> {
    return parse(await this.print({ task: 'archived', order }, 'give-way')) as ArchivedPage;
  }

  proof(order: ProofOrder): Promise<Uint8Array> {
    return this.print({ task: 'proof', order }, 'refuse');
  }

  async convert(order: ConversionOrder): Promise<Conversion> {
    return (await this.run({ task: 'convert', order }, 'refuse')) as Conversion;
  }

  private async print(task: PrintTask, whenBusy: WhenBusy): Promise<Uint8Array> {
    return (await this.run(task, whenBusy)) as Uint8Array;
  }

  private run(task: PrintTask | ConvertTask, whenBusy: WhenBusy): Promise<unknown> {
    if (whenBusy === 'refuse' && this.threads.waiting >= this.maxWaiting)
      throw this.threads.busy(undefined, say('networks.too-many-pages-wait-to-be-printed'));
    const isLast = whenBusy === 'give-way';
    return isLast ? this.threads.giveWay(task.task, task) : this.threads.run(task.task, task);
  }

  close(): Promise<void> {
    return this.threads.close();
  }
}

const parse = (json: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(json));
