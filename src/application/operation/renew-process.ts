import type { Clock } from '../../ports/clock.ts';
import type { LiveProcess, LiveProcesses } from '../../ports/live-processes.ts';

/** A row that was not renewed for this time is of a process that was killed. */
const FORGOTTEN_AFTER_MS = 24 * 3_600_000;

/** Gives the sign of life of this process. */
export class RenewProcess {
  private readonly startedAt: Date;

  constructor(
    private readonly tools: {
      readonly processes: Pick<LiveProcesses, 'renew' | 'leave'>;
      readonly realClock: Clock;
      readonly self: Omit<LiveProcess, 'startedAt' | 'seenAt'>;
    },
  ) {
    this.startedAt = tools.realClock.now();
  }

  run(): Promise<void> {
    const seenAt = this.tools.realClock.now();
    const before = new Date(seenAt.getTime() - FORGOTTEN_AFTER_MS);
    return this.tools.processes.renew({ ...this.tools.self, startedAt: this.startedAt, seenAt }, before);
  }

  leave(): Promise<void> {
    return this.tools.processes.leave(this.tools.self.id);
  }
}
