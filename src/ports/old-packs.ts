import type { OldPack } from '../domain/lifecycle/old-pack.ts';
import type { AuditEntry } from './audit-log.ts';
import type { CareList } from './care-list.ts';

/** Rule packs that are or were old, each with its care row. There are a few a year. */
export interface OldPacks extends CareList {
  all(): Promise<readonly OldPack[]>;
  find(id: string): Promise<OldPack | undefined>;
  /**
   * Writes a record in place of the version before it; version 1 requires that there is none.
   * @returns false if another version is stored: nothing was written.
   */
  replace(pack: OldPack, audit?: AuditEntry): Promise<boolean>;
}
