import type { Share } from '../domain/shares/share.ts';

/** Links for one reader. */
export interface ShareStore {
  add(share: Share): Promise<void>;
  find(id: string): Promise<Share | undefined>;
  /** Revoking again changes nothing. @returns the present link; undefined if there is none. */
  revoke(id: string, at: Date): Promise<Share | undefined>;
  /** Newest first, at most `limit`, after the one that `after` names, of one client or of all: not revoked, and not expired by `at`. */
  list(query: {
    readonly client?: string | undefined;
    readonly after?: Pick<Share, 'createdAt' | 'id'> | undefined;
    readonly at: Date;
    readonly limit: number;
  }): Promise<readonly Share[]>;
  /** The newest time wins, in whatever order they are noted. An unknown link changes nothing. */
  noteRead(id: string, at: Date): Promise<void>;
  /** Removes those that have expired by `now`. */
  forget(now: Date): Promise<number>;
}
