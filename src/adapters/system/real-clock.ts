import type { Clock } from '../../ports/clock.ts';

/** The machine's clock. */
export const REAL_CLOCK: Clock = { now: () => new Date() };
