/** The time that `CLOCK_CONTROL` has added on this store; the same for every process. */
export interface StoreClock {
  offsetMs(): Promise<number>;
  /**
   * Adds to the offset, unless the sum would exceed `maxMs`; of several calls at one instant each adds to the sum of the others.
   * @returns the new offset; undefined if nothing was added.
   */
  advance(ms: number, maxMs: number): Promise<number | undefined>;
}
