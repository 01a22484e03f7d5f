import type { Clock } from '../../src/ports/clock.ts';

/** A clock that stands still until a test moves it. */
export class FakeClock implements Clock {
  private current: Date;

  constructor(start: Date | string = '2026-03-02T09:00:00.000Z') {
    this.current = new Date(start);
  }

  now(): Date {
    return this.current;
  }

  advance(ms: number): Date {
    this.current = new Date(this.current.getTime() + ms);
    return this.current;
  }
}
