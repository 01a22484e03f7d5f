/** The time that `CLOCK_CONTROL` has added on this store; every process on it reads the same. */
export interface StoreClock {
  offsetMs(): Promise<number>;
  /**
   * Adds to the offset, unless that would make it more than `mostMs`; of several at one instant each is judged by what the
   * others left.
   * @returns the new offset; undefined when nothing was added.
   */
  advance(ms: number, mostMs: number): Promise<number | undefined>;
}
