import type { Route } from '../vocabulary/route.ts';
import { SKEW_MS } from './due.ts';
import type { Work } from './work.ts';

/** In no span of so many seconds, wherever it begins, more calls than the limit. */
export interface CapWindow {
  readonly seconds: number;
  readonly limit: number;
}

export interface Cap {
  /** What is counted together. */
  readonly key: string;
  readonly windows: readonly CapWindow[];
}

/** Of a rail's table: calls that are counted together, for each client apart. */
export interface CapRow {
  readonly works: readonly Work[];
  readonly windows: readonly CapWindow[];
}

/**
 * A call may reach its route so much later than the one after it, measured from when each was counted; without that, calls that
 * are counted a second apart could arrive within one.
 */
const LATE_S = 0.5;

/** Whether a call is so late after its place was counted that it needs another. */
export const isLate = (countedAt: Date, now: Date): boolean =>
  now.getTime() - countedAt.getTime() > LATE_S * 1000;

const inAny = (seconds: number, limit: number): CapWindow => ({ seconds: seconds + LATE_S, limit });

/** Contract part 8, "Route-side caps per client"; what is not named has none. */
export const CONTRACT_CAPS = {
  'PL-KSEF': [
    { works: ['send'], windows: [inAny(1, 10), inAny(60, 30), inAny(3600, 180)] },
    { works: ['settle', 'poll'], windows: [inAny(1, 30), inAny(60, 120), inAny(3600, 1200)] },
  ],
  'RO-EFACTURA': [{ works: ['send', 'settle', 'poll', 'receipt'], windows: [inAny(60, 1000)] }],
} as const satisfies Partial<Record<Route, readonly CapRow[]>>;

/** What a call for the client counts against; undefined where nothing limits it. */
export function capOn(
  { route, caps }: { readonly route: Route; readonly caps: readonly CapRow[] },
  work: Work,
  client: string,
): Cap | undefined {
  const row = caps.find(({ works }) => works.includes(work));
  return row && { key: `${route} ${client} ${row.works[0]}`, windows: row.windows };
}

/** A full window is looked at again after a second (contract part 8), unless nothing can be free by then. */
const LEAST_WAIT_MS = 1000;
export const whenFree = (freeAt: Date, now: Date): Date =>
  new Date(Math.max(freeAt.getTime(), now.getTime() + LEAST_WAIT_MS));

/** What is kept of a key; times are milliseconds since 1970, oldest first. */
export interface CapState {
  /** Calls that were counted; as many as the largest limit needs. */
  readonly calls: readonly number[];
  /**
   * When others who found no place were told to come again. Nobody holds a place by that: it only keeps those who wait from coming
   * all at once, again and again.
   */
  readonly promised: readonly number[];
}

export const NO_CALLS: CapState = { calls: [], promised: [] };

/** The state with one more call; without it, where a window is full, and then when to come again. */
export interface Counted {
  /** The very state that was given when nothing of it has changed. */
  readonly state: CapState;
  readonly freeAt?: Date;
}

/** Nobody is told to wait longer: those before may be cancelled meanwhile. */
const HORIZON_MS = 5 * 60_000;

export function counted(before: CapState, windows: readonly CapWindow[], now: Date): Counted {
  const at = now.getTime();
  const most = Math.max(...windows.map(({ limit }) => limit));
  const { calls, promised } = upToDate(before, at);
  if (freeAfter(calls, windows) <= at)
    return { state: { calls: [...calls, at].sort(byTime).slice(-most), promised } };
  const next = freeAfter([...calls, ...promised], windows);
  if (next > at + HORIZON_MS) {
    const isSame = calls === before.calls && promised === before.promised;
    return { state: isSame ? before : { calls, promised }, freeAt: new Date(at + HORIZON_MS) };
  }
  return { state: { calls, promised: [...promised, next].slice(-most) }, freeAt: new Date(next) };
}

function upToDate({ calls, promised }: CapState, at: number): CapState {
  // What lies further ahead was counted before the clock was set back: nobody can tell how long ago, so now is the safe answer.
  const isAhead = (call: number): boolean => call > at + SKEW_MS;
  if (calls.some(isAhead))
    return { calls: calls.map((call) => (isAhead(call) ? at : call)).sort(byTime), promised: [] };
  const isOver = (time: number): boolean => time <= at || time > at + HORIZON_MS + SKEW_MS;
  return { calls, promised: promised.some(isOver) ? promised.filter((time) => !isOver(time)) : promised };
}

/** From when on another call fits into every window. */
const freeAfter = (times: readonly number[], windows: readonly CapWindow[]): number =>
  Math.max(...windows.map(({ seconds, limit }) => (times.at(-limit) ?? -Infinity) + seconds * 1000));

const byTime = (a: number, b: number): number => a - b;
