import type { CallEnd } from '../domain/lifecycle/caps.ts';
import type { CapWindow } from '../domain/routes/route-caps.ts';

/** Calls that are counted together, and their limits. */
export interface CapKey {
  readonly key: string;
  /** Always the same for one key. */
  readonly windows: readonly CapWindow[];
}

/** Counts calls to routes, so that the caps hold for all processes together and across a loss of power. */
export interface Caps {
  /**
   * Counts a call in all windows, or in none if one is full. The count is on disk before the call is made and is never given back: a crash
   * in between counts a call that was not made. Until it has ended, a call counts as made now.
   * @param position that the caller got before: it keeps its position in the queue, and is the next once that time has come.
   * @throws CallFailed `busy`: the call may have been counted, and must not be made.
   */
  take(cap: CapKey, now: Date, position?: Date): Promise<PermitResult>;
  /**
   * Ends a counted call. A process that dies cannot do so: its call ends after the longest time that a call can take. If the route wants no
   * calls for some time, no process gets a permit until then.
   * @throws CallFailed `busy`: the call may count as open for some minutes, and the next call may get the same answer from the route.
   */
  end(cap: CapKey, call: CallEnd, now: Date): Promise<void>;
  /** Until when the route wants no such calls; counts no call. */
  blockedUntil(cap: CapKey, now: Date): Promise<Date | undefined>;
}

export type PermitResult =
  | { readonly taken: true }
  /** @param promised the caller's queue position: a permit is likely to be free then, and other callers get other times. */
  | { readonly taken: false; readonly promised: Date };
