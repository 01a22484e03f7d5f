import { setTimeout as pause } from 'node:timers/promises';

/** How fast the networks live: everything they do takes steps. */
export class Pace {
  constructor(readonly stepMs: number) {}

  async steps(count: number): Promise<void> {
    await pause(count * this.stepMs);
  }

  /** UTC milliseconds of the moment that many steps from now. */
  dueIn(count: number): number {
    return Date.now() + count * this.stepMs;
  }
}
