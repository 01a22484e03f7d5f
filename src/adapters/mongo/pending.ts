import { SKEW_MS } from '../../domain/lifecycle/due.ts';

// Changes that are not yet copied or counted are marked with the writer's time. The clocks of processes differ: a reader takes
// all marks, and stops only for marks that were certainly made after it began.

/** Any mark, oldest first, by its index. */
export const ANY_MARK = { $gt: new Date(0) };

/** True if the mark was made after a reader began at `asOf`, on any clock. */
export const latestMark = (asOf: Date): Date => new Date(asOf.getTime() + SKEW_MS);
