import type { Clock } from '../../../ports/clock.ts';
import type { Inquiry } from '../../../ports/rail/inquiry.ts';
import type { FirstLook } from './resume-token.ts';

const SECOND = 1000;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** From where to where a list is read, in milliseconds. */
export interface LookWindow {
  readonly from: number;
  readonly to: number;
}

export interface LookClocks {
  readonly clock: Clock;
  /** The machine's clock: ANAF does not know what `CLOCK_CONTROL` adds. */
  readonly realClock: Clock;
  /** How far behind now a list ends: clocks differ, and ANAF refuses an end in the future. */
  readonly behindMs: number;
  /** How long ANAF's check takes. A list shows an upload only after it. */
  readonly checkedMs: number;
}

type Called = Pick<Inquiry, 'startedAt' | 'calledAt'>;

/** @param aheadMs how far ANAF's clock is ahead of the machine's, as far as that is known. */
export function windowOf(
  { startedAt, calledAt = startedAt }: Called,
  { clock, realClock, behindMs }: LookClocks,
  { aheadMs, first }: { readonly aheadMs: number; readonly first: FirstLook | undefined },
): LookWindow {
  const machine = realClock.now().getTime();
  const anaf = machine + aheadMs;
  // The last call has the earlier time if the clock was set back after the first one.
  const sinceMs = clock.now().getTime() - Math.min(startedAt.getTime(), calledAt.getTime());
  // At least the time that has really passed, if the service's clock was moved meanwhile. A call in the future shows that the
  // clock was set back; how far it was wrong is unknown.
  const began = sinceMs < 0 ? anaf - DAY : Math.min(machine, anaf) - sinceMs;
  const from = Math.min(began - 5 * MINUTE, first?.fromMs ?? Infinity);
  return { from, to: Math.max(anaf - behindMs, from + 5 * MINUTE) };
}

/**
 * How far ANAF's clock is ahead, if the list that was asked ended too early or in the future by that clock.
 * @returns undefined if the list need not be asked again.
 */
export function correctionOf(
  { to }: LookWindow,
  listed: { readonly anafTime?: number; readonly failure?: unknown },
  { realClock }: LookClocks,
): number | undefined {
  const { anafTime } = listed;
  if (anafTime === undefined) return undefined;
  const aheadMs = anafTime - realClock.now().getTime();
  const isInFuture = listed.failure !== undefined && to >= anafTime + SECOND;
  return aheadMs > 0 || isInFuture ? aheadMs : undefined;
}

/** The first look for this call; another call has its own first look. */
export const lookOf = (
  first: FirstLook | undefined,
  { startedAt, calledAt = startedAt }: Called,
): FirstLook | undefined => (first?.calledAt === calledAt.toISOString() ? first : undefined);

/** The header has whole seconds: the call came before the end of that second. */
export const firstLook = (
  { startedAt, calledAt = startedAt }: Called,
  { from }: LookWindow,
  anafTime: number,
): FirstLook => ({ calledAt: calledAt.toISOString(), anafMs: anafTime + SECOND, fromMs: from });

/** Until a list surely shows what came before the first look, by ANAF's time alone; 0 if it does. */
export function unshownMs(
  first: FirstLook,
  { to }: LookWindow,
  anafTime: number,
  { behindMs, checkedMs }: LookClocks,
): number {
  const shownMs = first.anafMs + checkedMs;
  return Math.min(to, anafTime) >= shownMs ? 0 : Math.max(shownMs + behindMs - anafTime, SECOND);
}
