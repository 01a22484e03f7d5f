/** The service's time: real time plus what `CLOCK_CONTROL` has added on this store. Signatures use real time instead. */
export interface Clock {
  now(): Date;
}

/** A clock of a sandbox with `CLOCK_CONTROL`. */
export interface TestClock {
  /**
   * Moves the clock of every process on the store forward.
   * @returns the new time; undefined if that would be too far, and then nothing was moved.
   */
  advance(ms: number): Promise<Date | undefined>;
}
