import type { Share } from '../domain/shares/share.ts';

/** Links for one reader. */
export interface ShareStore {
  add(share: Share): Promise<void>;
  find(id: string): Promise<Share | undefined>;
  /** Revoking again changes nothing. @returns the present link; undefined if there is none. */
  revoke(id: string, at: Date): Promise<Share | undefined>;
  /** Removes those that have expired by `now`. */
  forget(now: Date): Promise<number>;
}
