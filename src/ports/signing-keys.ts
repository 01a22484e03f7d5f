import type { SigningKey } from '../domain/proof/signing-key.ts';
import type { AuditEntry } from './audit-log.ts';

/** The keys that sign proofs. None is ever changed or removed. */
export interface SigningKeys {
  /** Oldest first. */
  all(): Promise<readonly SigningKey[]>;
  /**
   * Adds a key, on disk when it resolves; false if its number is taken: one of two processes wins.
   * @param audit is written with the key, or neither is.
   */
  add(key: SigningKey, audit: AuditEntry): Promise<boolean>;
}
