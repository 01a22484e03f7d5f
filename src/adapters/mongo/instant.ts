/** By two clocks: one may be set, the other may stand still while a machine is suspended. */
export interface Instant {
  readonly clock: number;
  readonly monotonic: number;
}

export const instant = (): Instant => ({ clock: Date.now(), monotonic: performance.now() });

/** By the clock by which more time has passed. */
export const elapsedMs = ({ clock, monotonic }: Instant): number =>
  Math.max(Date.now() - clock, performance.now() - monotonic);
