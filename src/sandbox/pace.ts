import { setTimeout as pause } from 'node:timers/promises';

/** The pace of the networks. Everything they do takes steps. */
export class Pace {
  constructor(readonly stepMs: number) {}

  async steps(count: number): Promise<void> {
    await pause(count * this.stepMs);
  }

  /** The time after that many steps from now, in UTC milliseconds. */
  dueIn(count: number): number {
    return Date.now() + count * this.stepMs;
  }
}
