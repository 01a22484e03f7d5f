import type { Clock } from '../../ports/clock.ts';
import type { LiveProcess, LiveProcesses } from '../../ports/live-processes.ts';

/** A row that was not renewed for this time is of a process that was killed. */
const FORGOTTEN_AFTER_MS = 24 * 3_600_000;

/** Gives the sign of life of this process. */
export class RenewProcess {
  private readonly startedAt: Date;

  constructor(
    private readonly ports: {
      readonly processes: Pick<LiveProcesses, 'renew' | 'leave'>;
      readonly realClock: Clock;
      readonly self: Omit<LiveProcess, 'startedAt' | 'seenAt'>;
    },
  ) {
    this.startedAt = ports.realClock.now();
  }

  run(): Promise<void> {
    const seenAt = this.ports.realClock.now();
    const before = new Date(seenAt.getTime() - FORGOTTEN_AFTER_MS);
    return this.ports.processes.renew({ ...this.ports.self, startedAt: this.startedAt, seenAt }, before);
  }

  leave(): Promise<void> {
    return this.ports.processes.leave(this.ports.self.id);
  }
}
