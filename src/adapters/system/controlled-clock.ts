import type { Clock } from '../../ports/clock.ts';
import type { StoreClock } from '../../ports/store-clock.ts';

/** How long a process goes on by an offset that another has changed. */
const REFRESH_MS = 200;

/** Real time plus the store's offset, which is read again and again, so that processes follow each other. */
export class ControlledClock implements Clock {
  readonly #store: StoreClock;
  #offsetMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(store: StoreClock) {
    this.#store = store;
  }

  now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }

  /** Service time minus real time. */
  get offsetMs(): number {
    return this.#offsetMs;
  }

  /** Moves the clock of every process on the store forward. @returns the time there now. */
  async advance(ms: number): Promise<Date> {
    this.#offsetMs = await this.#store.advance(ms);
    return this.now();
  }

  /** Reads the offset now and from then on; without this the clock shows real time. */
  async start(): Promise<void> {
    await this.refresh();
    this.#timer = setInterval(() => void this.refresh().catch(() => undefined), REFRESH_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async refresh(): Promise<void> {
    this.#offsetMs = await this.#store.offsetMs();
  }
}
