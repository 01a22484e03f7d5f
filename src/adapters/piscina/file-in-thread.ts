import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { CheckOrder } from 'en16931-rules/pool/task.ts';
import { ASKS_FOR_FORMS, type FileTask, type Forms } from './file-task.ts';
import { TaskTime } from './task-time.ts';

/** Gives a thread a task. Its answer is not checked yet. */
type GivesTask = (
  task: FileTask,
  options: { readonly signal: TaskTime; readonly transferList: (ArrayBuffer | MessagePort)[] },
) => Promise<unknown>;

/** One file in one thread: the thread parses it, gets the layers to check, and checks the parsed file. */
export class FileInThread {
  private readonly asker: MessagePort;
  private readonly read: Promise<unknown>;
  private readonly answer: Promise<unknown>;
  private readonly time = new TaskTime();

  /** @param file its bytes move to the thread. */
  constructor(give: GivesTask, file: Omit<FileTask, 'asker'>, forms: Forms) {
    const { port1, port2 } = new MessageChannel();
    this.asker = port1;
    this.read = new Promise((resolve) =>
      port1.on('message', (message) => {
        if (message === ASKS_FOR_FORMS) port1.postMessage(forms);
        else resolve(message);
      }),
    );
    this.answer = give(
      { ...file, asker: port2 },
      { signal: this.time, transferList: [file.bytes.buffer as ArrayBuffer, port2] },
    );
    // The error is reported to the caller, if one waits.
    this.answer.catch(() => undefined);
  }

  /**
   * @param ms after which the thread is killed.
   * @returns the thread's result; undefined if it ended without an answer.
   */
  reading(ms: number): Promise<unknown> {
    return this.time.limit(Promise.race([this.read, this.answer.then(() => this.readBefore())]), ms);
  }

  /** The answer may come here before the reading that was sent before it, because each has a port of its own. */
  private readBefore(): unknown {
    return receiveMessageOnPort(this.asker)?.message;
  }

  /** @param ms after which the thread is killed. */
  check(order: CheckOrder, ms: number): Promise<unknown> {
    this.asker.postMessage(order);
    return this.time.limit(this.answer, ms);
  }

  /** Frees the thread if it has no more work on this file. */
  async end(ms: number): Promise<void> {
    this.asker.close();
    await this.time.limit(this.answer, ms).catch(() => undefined);
  }
}
