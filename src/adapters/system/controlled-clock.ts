import type { Clock } from '../../ports/clock.ts';
import type { StoreClock } from '../../ports/store-clock.ts';

/** How long a process may use an offset that another process has changed. */
const REFRESH_MS = 200;

/** A year less than the last one with four digits: windows and deadlines reach into it. */
const LATEST_MS = Date.UTC(9999, 0, 1);

/** Real time plus the store's offset. The offset is read repeatedly, so that processes follow each other. */
export class ControlledClock implements Clock {
  private currentOffsetMs = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly store: StoreClock) {}

  now(): Date {
    return new Date(Date.now() + this.currentOffsetMs);
  }

  /** Service time minus real time. */
  get offsetMs(): number {
    return this.currentOffsetMs;
  }

  /**
   * Moves the clock of every process on the store forward, at most to the last time that can be written.
   * @returns the new time; undefined if that would be too far, and then nothing was moved.
   */
  async advance(ms: number): Promise<Date | undefined> {
    const offsetMs = await this.store.advance(ms, LATEST_MS - Date.now());
    if (offsetMs === undefined) return undefined;
    this.currentOffsetMs = offsetMs;
    return this.now();
  }

  /** Reads the offset now and from then on. Without this call the clock shows real time. */
  async start(): Promise<void> {
    await this.refresh();
    this.timer = setInterval(() => void this.refresh().catch(() => undefined), REFRESH_MS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  async refresh(): Promise<void> {
    this.currentOffsetMs = await this.store.offsetMs();
  }
}
