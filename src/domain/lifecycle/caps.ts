import type { CapRow, CapWindow } from '../routes/route-caps.ts';
import type { Route } from '../vocabulary/route.ts';
import { SKEW_MS } from './due.ts';
import type { Work } from './work.ts';

export interface Cap {
  /** The calls that are counted together. */
  readonly key: string;
  readonly windows: readonly CapWindow[];
}

/** The cap on a call for the client; undefined if it has none. */
export function capOn(
  { route, caps }: { readonly route: Route; readonly caps: readonly CapRow[] },
  work: Work,
  client: string,
): Cap | undefined {
  const row = caps.find(({ works }) => works.some((one) => one === work));
  return row && { key: `${route} ${client} ${row.works[0]}`, windows: row.windows };
}

/** A full window is looked at again after a second (contract part 8), unless nothing can be free by then. */
const MIN_WAIT_MS = 1000;
/** A caller with a long wait looks in between: callers before it may have given up. */
const LONG_WAIT_MS = 5 * 60_000;

/**
 * When a caller that waits for a permit asks again. It waits half of the remaining time at each step, so a long queue causes few questions.
 * @param promised the time of its queue position.
 */
export function nextLook(promised: Date, now: Date): Date {
  const wait = promised.getTime() - now.getTime();
  return new Date(now.getTime() + Math.max(MIN_WAIT_MS, Math.min(wait, Math.max(LONG_WAIT_MS, wait / 2))));
}

/** The stored state of a key; times are milliseconds since 1970, oldest first. */
export interface CapState {
  /** Calls that have ended, by their ends; as many as the largest limit needs. */
  readonly calls: readonly number[];
  /** Calls under way, by when they were counted. Their time of arrival is unknown, so they count as made now. */
  readonly open: readonly number[];
  /**
   * The queue: when callers without a permit may try again; as long as the largest limit. It reserves no permit. It only keeps waiting
   * callers from trying all at once, again and again.
   */
  readonly promised: readonly number[];
  /** The route wants no call before then, and each would extend the wait; null if it has asked for no pause. */
  readonly blockedUntil: number | null;
}

export const NO_CALLS: CapState = { calls: [], open: [], promised: [], blockedUntil: null };

/** The state with one more call; if a window is full, the unchanged state and when to ask again. */
export interface CountResult {
  /** The same object as before if nothing has changed. */
  readonly state: CapState;
  readonly promised?: Date;
}

/** Longer than a call takes: a call that is still open after this belonged to a process that died. */
const MAX_CALL_MS = 2 * 60_000;

/**
 * Counts a call if every window has room.
 * @param position that the caller got before.
 */
export function countCall(
  before: CapState,
  windows: readonly CapWindow[],
  now: Date,
  position: Date | undefined,
): CountResult {
  const at = now.getTime();
  const own = position?.getTime();
  const state = refresh(before, at);
  const { open, promised } = state;
  const blocked = blockAt(state, now);
  if (blocked) return { state, promised: blocked };
  const made = [...state.calls, ...open.map(() => at)].sort(byTime);
  const free = freeAfter(made, windows);
  if (free <= at) {
    // The caller leaves the queue.
    const others = own === undefined ? promised : without(promised, own);
    return { state: { ...state, open: [...open, at], promised: others } };
  }
  if (own !== undefined && own > at && own <= (promised.at(-1) ?? -Infinity))
    return { state, promised: new Date(own) };
  // A caller that has reached its queue position without a permit is the next; a new one is behind all others.
  const next = own !== undefined && own <= at ? free : freeAfter([...made, ...promised], windows);
  const queue = [...promised, next].sort(byTime).slice(-largestLimitOf(windows));
  return { state: { ...state, promised: queue }, promised: new Date(next) };
}

/** A call that is over. */
export interface CallEnd {
  /** The time under which the call was counted. */
  readonly countedAt: Date;
  /** Until then the route wants no other call. */
  readonly blockedUntil?: Date | undefined;
}

/** Ends a call: it counts from its end. */
export function endCall(
  before: CapState,
  windows: readonly CapWindow[],
  { countedAt, blockedUntil }: CallEnd,
  now: Date,
): CapState {
  const state = blockedUntil ? blockUntil(before, blockedUntil) : before;
  const { calls, open } = state;
  const from = countedAt.getTime();
  // Otherwise the call was ended as that of a dead process, and counts already.
  if (!open.includes(from)) return state;
  const all = [...calls, Math.max(from, now.getTime())].sort(byTime);
  return { ...state, calls: all.slice(-largestLimitOf(windows)), open: without(open, from) };
}

/** Calls that were under way together may get different times. */
const blockUntil = (state: CapState, until: Date): CapState => ({
  ...state,
  blockedUntil: Math.max(state.blockedUntil ?? 0, until.getTime()),
});

/** Until when the route wants no calls. */
export const blockAt = ({ blockedUntil }: CapState, now: Date): Date | undefined =>
  blockedUntil !== null && blockedUntil > now.getTime() ? new Date(blockedUntil) : undefined;

/** The state at a time; the same object as before if time has changed nothing. */
function refresh(state: CapState, at: number): CapState {
  const { calls, open, promised, blockedUntil } = state;
  // A time further ahead than the skew was counted before the clock was set back: how long ago is unknown, so now is the safe answer.
  const isAhead = (call: number): boolean => call > at + SKEW_MS;
  if ([...calls, ...open].some(isAhead)) {
    const moveToNow = (times: readonly number[]): number[] =>
      times.map((time) => (isAhead(time) ? at : time)).sort(byTime);
    return { calls: moveToNow(calls), open: moveToNow(open), promised: [], blockedUntil: null };
  }
  const isLost = (call: number): boolean => at - call > MAX_CALL_MS;
  const isOver = (time: number): boolean => time <= at;
  if (!open.some(isLost) && !promised.some(isOver)) return state;
  const lost = open.filter(isLost).map((call) => call + MAX_CALL_MS);
  return {
    calls: [...calls, ...lost].sort(byTime),
    open: open.filter((call) => !isLost(call)),
    promised: promised.filter((time) => !isOver(time)),
    blockedUntil,
  };
}

function without(times: readonly number[], time: number): readonly number[] {
  const index = times.indexOf(time);
  return index < 0 ? times : times.toSpliced(index, 1);
}

const largestLimitOf = (windows: readonly CapWindow[]): number =>
  Math.max(...windows.map(({ limit }) => limit));

/** From when on another call fits into every window. */
const freeAfter = (times: readonly number[], windows: readonly CapWindow[]): number =>
  Math.max(...windows.map(({ seconds, limit }) => (times.at(-limit) ?? -Infinity) + seconds * 1000));

const byTime = (a: number, b: number): number => a - b;
