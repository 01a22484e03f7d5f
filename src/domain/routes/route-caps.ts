/** In no span of so many seconds, wherever it begins, more calls than the limit. */
export interface CapWindow {
  readonly seconds: number;
  readonly limit: number;
}

/** Work: does the route hold the submission, whose answer was lost? Stores and metrics name it `settle` (docs/glossary.md). */
export const STATUS_INQUIRY = 'settle';

/** The work that calls a route; checking calls none. */
export const CALLED_FOR = ['send', STATUS_INQUIRY, 'poll', 'receipt'] as const;
export type CalledFor = (typeof CALLED_FOR)[number];

/** Calls that are counted together, for each client apart. */
export interface CapRow {
  readonly works: readonly CalledFor[];
  readonly windows: readonly CapWindow[];
}

/** Clocks of processes that count together differ, and a call takes its time to arrive. */
const SLACK_S = 0.5;

export const inAny = (seconds: number, limit: number): CapWindow => ({ seconds: seconds + SLACK_S, limit });
