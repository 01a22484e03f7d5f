import type { Refusal } from '../domain/refusals/refusal.ts';
import type { SealedSummaries } from './sealed-summaries.ts';

/** Refused submissions with their sealed bodies. */
export interface RefusalStore extends SealedSummaries {
  /**
   * Stores a refusal. One of the same id is replaced: its `times` grow and its `firstAt` stays. The oldest of the client past its limits
   * (`pastLimits`) are removed.
   */
  put(refusal: Refusal, sealedBody: Uint8Array): Promise<void>;
  find(id: string): Promise<Refusal | undefined>;
  body(id: string): Promise<Uint8Array | undefined>;
  /** Newest first, at most `limit`, after the one that `after` names; of one client or of all. */
  list(query: {
    readonly client?: string | undefined;
    readonly after?: Pick<Refusal, 'at' | 'id'> | undefined;
    readonly limit: number;
  }): Promise<readonly Refusal[]>;
  /** Removes what has expired by `now`, and of `client` what is older than `before`. @returns how many. */
  forget(
    query: { readonly expiredBy: Date } | { readonly client: string; readonly before: Date },
  ): Promise<number>;
}
