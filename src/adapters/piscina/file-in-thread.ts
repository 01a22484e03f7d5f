import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { CheckOrder, FileTask } from '../../../validators/pool/task.ts';

/** Gives a thread a task. Its answer is not checked yet. */
export type GivesTask = (
  task: FileTask,
  options: { readonly signal: AbortSignal; readonly transferList: (ArrayBuffer | MessagePort)[] },
) => Promise<unknown>;

/** One file in one thread: the thread parses it, gets the layers to check, and checks the parsed file. */
export class FileInThread {
  private readonly asker: MessagePort;
  private readonly read: Promise<unknown>;
  private readonly answer: Promise<unknown>;
  private readonly time = new AbortController();

  /** @param file its bytes move to the thread. */
  constructor(give: GivesTask, file: Omit<FileTask, 'asker'>) {
    const { port1, port2 } = new MessageChannel();
    this.asker = port1;
    this.read = new Promise((resolve) => port1.once('message', resolve));
    this.answer = give(
      { ...file, asker: port2 },
      { signal: this.time.signal, transferList: [file.bytes.buffer as ArrayBuffer, port2] },
    );
    // The error is reported to the caller, if one waits.
    this.answer.catch(() => undefined);
  }

  /**
   * @param ms after which the thread is killed.
   * @returns the thread's result; undefined if it ended without an answer.
   */
  reading(ms: number): Promise<unknown> {
    return this.within(ms, Promise.race([this.read, this.answer.then(() => undefined)]));
  }

  /** @param ms after which the thread is killed. */
  check(order: CheckOrder, ms: number): Promise<unknown> {
    this.asker.postMessage(order);
    return this.within(ms, this.answer);
  }

  /** Frees the thread if it has no more work on this file. */
  async end(ms: number): Promise<void> {
    this.asker.close();
    await this.within(ms, this.answer).catch(() => undefined);
  }

  private async within<T>(ms: number, work: Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.time.abort(), ms);
    try {
      return await work;
    } finally {
      clearTimeout(timer);
    }
  }
}
