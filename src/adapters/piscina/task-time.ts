import { EventEmitter } from 'node:events';

/**
 * The time of one task: when it is over, piscina ends the thread. Piscina asks no more of a signal than this; an `AbortController` for each
 * task costs as much as the rest of the hand-over.
 */
export class TaskTime extends EventEmitter {
  private over = false;

  /** Read once, before the task begins. */
  get aborted(): boolean {
    return this.over;
  }

  /** Waits for work of the task, which is ended after this time. */
  async limit<T>(work: Promise<T>, ms: number): Promise<T> {
    const timer = setTimeout(() => this.end(), ms);
    try {
      return await work;
    } finally {
      clearTimeout(timer);
    }
  }

  private end(): void {
    this.over = true;
    this.emit('abort');
  }
}
