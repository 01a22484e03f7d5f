/** At most `limit` calls in any span of so many seconds. */
export interface CapWindow {
  readonly seconds: number;
  readonly limit: number;
}

/** The work that asks whether the route holds the submission after its answer was lost. */
export const STATUS_INQUIRY = 'inquire';

/** The work that calls a route; a check calls none. */
export const CALLED_FOR = ['send', STATUS_INQUIRY, 'poll', 'receipt'] as const;
export type CalledFor = (typeof CALLED_FOR)[number];

/** Calls that are counted together, for each client separately. */
export interface CapRow {
  readonly works: readonly CalledFor[];
  readonly windows: readonly CapWindow[];
}

/** The clocks of the counting processes differ, and a call takes its time to arrive. */
const SLACK_S = 0.5;

export const inAny = (seconds: number, limit: number): CapWindow => ({ seconds: seconds + SLACK_S, limit });
