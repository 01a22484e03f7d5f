import type { CallEnd } from '../domain/lifecycle/caps.ts';
import type { CapWindow } from '../domain/routes/route-caps.ts';

/** What is counted together, and against what. */
export interface CapKey {
  readonly key: string;
  /** Always the same of one key. */
  readonly windows: readonly CapWindow[];
}

/** Counts calls to routes, so that their caps hold for all processes together and across a loss of power. */
export interface Caps {
  /**
   * Counts a call in all windows, or in none when one is full. It is counted on disk before it may be made and never given back:
   * a crash in between counts a call that was not made. Until it has ended it counts as made now.
   * @param turn what the caller was promised before: it keeps its position in the queue, and is the next when its time has come.
   * @throws CallFailed `busy`: it may have been counted, and must not be made.
   */
  take(cap: CapKey, now: Date, turn?: Date): Promise<Taking>;
  /**
   * A call that was counted is over. A process that dies does not say so: its call is over as soon as no call takes that long.
   * Where the route has said that it wants no others for some time, no process is given a place until then.
   * @throws CallFailed `busy`: it may count as open for some minutes, and the next call may hear again what the route has said.
   */
  end(cap: CapKey, call: CallEnd, now: Date): Promise<void>;
  /** Until when the route wants no such calls; takes no place. */
  blockedUntil(cap: CapKey, now: Date): Promise<Date | undefined>;
}

export type Taking =
  | { readonly taken: true }
  /** @param promised when it is the caller's turn: a permit is likely to be free then, and others are told other times. */
  | { readonly taken: false; readonly promised: Date };
