/** How far ahead jobs are marked. */
const AHEAD_MS = 1_000;

/** How many jobs are marked at once: after a long stop many are due together. */
export const MAX_MARKED = 1000;

/**
 * Which jobs take turns. A look must not walk over clients whose jobs are due later, so jobs are marked: once in a second
 * those that are due soon, and between that those that this process saves. What another process saves for a later time is
 * marked with the next ones.
 */
export class DueJobs {
  /** By name: until when jobs that were due are marked, in service time. */
  private readonly marked = new Map<string, number>();

  /** @param offsetMs service time minus real time. */
  constructor(private readonly offsetMs: () => number) {}

  /**
   * Begins a look.
   * @param until of the look, in service time.
   * @returns until when jobs have to be marked first; undefined if they are.
   */
  begin(name: string, until: number): number | undefined {
    const marked = this.marked.get(name);
    // An earlier time than that: the clock was set back.
    if (marked !== undefined && until <= marked && until >= marked - AHEAD_MS) return undefined;
    this.marked.set(name, until + AHEAD_MS);
    return until + AHEAD_MS;
  }

  /** Not all jobs were marked, so the next look goes on. */
  markAgain(name: string): void {
    this.marked.delete(name);
  }

  /** @param nextRunAt in service time. */
  includes(name: string, nextRunAt: number | null): boolean {
    const until = Math.max(Date.now() + this.offsetMs(), this.marked.get(name) ?? 0);
    return nextRunAt !== null && nextRunAt <= until;
  }
}
