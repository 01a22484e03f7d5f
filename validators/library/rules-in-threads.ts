import { Worker } from 'node:worker_threads';
import type { CheckOptions, OpenedRules, RulesReport } from './opened-rules.ts';
import type { PackInside } from './rules-index.ts';

export interface AskedCheck {
  readonly bytes: Uint8Array;
  readonly options: CheckOptions;
}

interface WaitingCheck extends AskedCheck {
  readonly resolve: (report: RulesReport) => void;
  readonly reject: (reason: Error) => void;
}

/** Judges in threads, one file at a time in each; the others wait in their order. */
export class RulesInThreads implements OpenedRules {
  private readonly waiting: WaitingCheck[] = [];
  private readonly idle: Worker[] = [];
  private readonly busy = new Map<Worker, WaitingCheck>();

  /**
   * @param at the folder with the rules; that of the package if left out.
   * @param program of a thread.
   */
  constructor(
    readonly packs: readonly PackInside[],
    private readonly count: number,
    private readonly at?: URL,
    private readonly program: URL = new URL('./thread.js', import.meta.url),
  ) {}

  check(bytes: Uint8Array, options: CheckOptions = {}): Promise<RulesReport> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ bytes, options, resolve, reject });
      this.next();
    });
  }

  /** What was not judged yet is refused. */
  async close(): Promise<void> {
    for (const { reject } of this.waiting.splice(0)) reject(new Error('the rules are closed'));
    await Promise.all([...this.idle, ...this.busy.keys()].map((thread) => thread.terminate()));
  }

  private next(): void {
    if (this.waiting.length === 0) return;
    const thread = this.idle.pop() ?? (this.busy.size < this.count ? this.start() : undefined);
    if (!thread) return;
    const check = this.waiting.shift()!;
    this.busy.set(thread, check);
    // A program ends if nothing but idle threads is left of it.
    thread.ref();
    const { bytes, options } = check;
    thread.postMessage({ bytes, options } satisfies AskedCheck);
  }

  private start(): Worker {
    const thread = new Worker(this.program, { workerData: this.at?.href });
    let cause = new Error('the thread has ended');
    thread.on('message', (report: RulesReport) => {
      this.busy.get(thread)?.resolve(report);
      this.busy.delete(thread);
      this.idle.push(thread);
      thread.unref();
      this.next();
    });
    thread.on('error', (error) => (cause = error instanceof Error ? error : cause));
    thread.on('exit', () => {
      this.busy.get(thread)?.reject(cause);
      this.busy.delete(thread);
      if (this.idle.includes(thread)) this.idle.splice(this.idle.indexOf(thread), 1);
      this.next();
    });
    return thread;
  }
}
