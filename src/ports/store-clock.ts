/** The time that `CLOCK_CONTROL` has added on this store; every process on it reads the same. */
export interface StoreClock {
  offsetMs(): Promise<number>;
  /** @returns the new offset. */
  advance(ms: number): Promise<number>;
}
