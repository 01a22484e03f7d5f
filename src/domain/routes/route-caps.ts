/** In no span of so many seconds, wherever it begins, more calls than the limit. */
export interface CapWindow {
  readonly seconds: number;
  readonly limit: number;
}

/** What a route is called for (`Work`, but for checking, which calls no route). */
export type CalledFor = 'send' | 'settle' | 'poll' | 'receipt';

/** Calls that are counted together, for each client apart. */
export interface CapRow {
  readonly works: readonly CalledFor[];
  readonly windows: readonly CapWindow[];
}

/** Clocks of processes that count together differ, and a call takes its time to arrive. */
const SLACK_S = 0.5;

export const inAny = (seconds: number, limit: number): CapWindow => ({ seconds: seconds + SLACK_S, limit });
