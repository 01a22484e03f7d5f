import type { CapWindow } from '../domain/lifecycle/caps.ts';

/** Counts calls to routes, so that their caps hold for all processes together and across a loss of power. */
export interface Caps {
  /**
   * Counts a call in all windows, or in none when one is full. It is counted on disk before it may be made and never given back:
   * a crash in between counts a call that nobody made.
   * @param key of what is counted together, always with the same windows.
   * @throws CallFailed `busy`: it may have been counted, and must not be made.
   */
  take(key: string, windows: readonly CapWindow[], now: Date): Promise<Taking>;
}

export type Taking =
  | { readonly taken: true }
  /** @param freeAt when to ask again: a place is likely to be free then, and others are told other times. */
  | { readonly taken: false; readonly freeAt: Date };
