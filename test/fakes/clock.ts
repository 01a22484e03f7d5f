import type { Clock } from '../../src/ports/clock.ts';

/** Stands still until it is told to go on. */
export class FakeClock implements Clock {
  #now: Date;

  constructor(start: Date | string = '2026-03-02T09:00:00.000Z') {
    this.#now = new Date(start);
  }

  now(): Date {
    return this.#now;
  }

  advance(ms: number): Date {
    this.#now = new Date(this.#now.getTime() + ms);
    return this.#now;
  }
}
