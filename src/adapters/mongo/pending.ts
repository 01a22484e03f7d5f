import { SKEW_MS } from '../../domain/lifecycle/due.ts';

// What is still to be copied or counted is marked with the writer's time. Clocks of processes differ: a reader takes all marks, and
// stops only for those that were surely made after it began.

/** Any mark, by the index of them, oldest first. */
export const ANY_MARK = { $gt: new Date(0) };

/** A mark later than this was made after a reader began at `asOf`, whatever clock made it. */
export const latestMark = (asOf: Date): Date => new Date(asOf.getTime() + SKEW_MS);
