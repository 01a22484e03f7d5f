import type { PoolWatch } from '../../ports/pool-watch.ts';

/** While others work, so many times the duration of a piece of work passes before the next: others take at most 1.1 times as long. */
const REST_TIMES = 10;
/** Others count as at work until this time after each of their documents: a caller who sends one after the other leaves gaps. */
export const OTHERS_WORK_MS = 1_000;
const LOOK_EVERY_MS = 20;

interface Surroundings {
  readonly pool: PoolWatch;
  readonly monotonicMs?: () => number;
  readonly wait?: (ms: number) => Promise<unknown>;
}

/** Work that gives way to the documents of callers and workers: one piece after the other, and with long rests while they need the threads. */
export class Pace {
  private lastMs = 0;
  private arrivals = 0;
  private othersUntil = 0;

  constructor(private readonly surroundings: Surroundings) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.rest();
    const began = this.now;
    try {
      return await work();
    } finally {
      this.lastMs = this.now - began;
    }
  }

  private async rest(): Promise<void> {
    const { wait = pause } = this.surroundings;
    const until = this.now + REST_TIMES * this.lastMs;
    for (let left = until - this.now; left > 0 && this.othersWork; left = until - this.now)
      await wait(Math.min(left, LOOK_EVERY_MS));
  }

  private get othersWork(): boolean {
    const { arrivals, busyThreads, waiting } = this.surroundings.pool.stats();
    const now = this.now;
    if (arrivals !== this.arrivals || busyThreads + waiting > 0) this.othersUntil = now + OTHERS_WORK_MS;
    this.arrivals = arrivals;
    return now < this.othersUntil;
  }

  private get now(): number {
    return (this.surroundings.monotonicMs ?? defaultClock)();
  }
}

const defaultClock = (): number => performance.now();
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
