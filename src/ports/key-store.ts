import type { AuditEntry } from './audit-log.ts';
import type { ApiKey } from '../domain/access/api-key.ts';

/** API keys by hash. The store never gets a key's value. */
export interface KeyStore {
  /**
   * Adds a key. `limit`: the client has its 20 live keys already, also if two are minted at one instant. `maker-revoked`: one of
   * `ancestors` is revoked; a key that is made during the revocation of its maker never lives.
   * @param audit is written with the key, or neither is.
   */
  add(key: ApiKey, audit?: AuditEntry): Promise<'added' | 'limit' | 'maker-revoked'>;
  /** The key with this hash, also if it is revoked. */
  findByHash(hash: string): Promise<ApiKey | undefined>;
  find(id: string): Promise<ApiKey | undefined>;
  /** By id, at most `limit`, after the id `after`; one client's or all, operators' and partners' keys only without `client`. */
  list(query: {
    readonly client?: string;
    readonly after?: string;
    readonly limit: number;
  }): Promise<readonly ApiKey[]>;
  /**
   * Revokes a key and every live key made under it, at once.
   * @returns the present key and the ids of the others that this call revoked; undefined if unknown. Revoking again changes nothing and
   * names no actor.
   * @param audit makes the row that is written with the revocation, or neither is; none if the key was revoked before.
   */
  revoke(
    id: string,
    at: Date,
    audit?: RevokeAudit,
  ): Promise<{ readonly key: ApiKey; readonly alsoRevoked: readonly string[] } | undefined>;
  /** The newest use wins, in whatever order they are noted. An unknown key changes nothing. */
  noteUse(id: string, at: Date): Promise<void>;
  /** True if the store holds no key at all (first start). */
  isEmpty(): Promise<boolean>;
}

/** @param alsoRevoked how many live keys were under it. */
export type RevokeAudit = (alsoRevoked: number) => AuditEntry;
