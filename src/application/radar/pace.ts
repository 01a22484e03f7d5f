import type { PoolWatch } from '../../ports/pool-watch.ts';

/** While others work, so many times the duration of a piece of work passes before the next: others take at most 1.1 times as long. */
export const REST_TIMES = 10;
const LOOK_EVERY_MS = 20;

interface Surroundings {
  readonly pool: PoolWatch;
  readonly monotonicMs?: () => number;
  readonly wait?: (ms: number) => Promise<unknown>;
}

/** Work that gives way to the documents of callers and workers: one piece after the other, and with long rests while they need the threads. */
export class Pace {
  private lastMs = 0;

  constructor(private readonly surroundings: Surroundings) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    const { monotonicMs = () => performance.now() } = this.surroundings;
    await this.rest(monotonicMs);
    const began = monotonicMs();
    try {
      return await work();
    } finally {
      this.lastMs = monotonicMs() - began;
    }
  }

  private async rest(monotonicMs: () => number): Promise<void> {
    const { wait = pause } = this.surroundings;
    const until = monotonicMs() + REST_TIMES * this.lastMs;
    for (let left = until - monotonicMs(); left > 0 && this.othersWork; left = until - monotonicMs())
      await wait(Math.min(left, LOOK_EVERY_MS));
  }

  private get othersWork(): boolean {
    const { busyThreads, waiting } = this.surroundings.pool.stats();
    return busyThreads + waiting > 0;
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
