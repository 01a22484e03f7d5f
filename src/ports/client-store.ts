import type { ClientRecord } from '../domain/clients/client-record.ts';
import type { AuditEntry } from './audit-log.ts';

/** Client records. That of a deleted client stays, empty, so that its id is not used again. */
export interface ClientStore {
  /** Deleted ones too. */
  find(client: string): Promise<ClientRecord | undefined>;
  /** By id in byte order, at most `limit`, after the id `after`; deleted ones are left out. One partner's or all. */
  list(query: {
    readonly partner?: string | undefined;
    readonly after?: string | undefined;
    readonly limit: number;
  }): Promise<readonly ClientRecord[]>;
  /**
   * Puts a record in the place of the one whose version is one less; of version 1, where there is none. The audit row is written
   * with it, or neither is.
   * @returns false when another is there: nothing was written.
   */
  replace(record: ClientRecord, audit?: AuditEntry): Promise<boolean>;
  /** Clients whose finished invoices are deleted some time after their last change; deleted ones are left out. */
  retaining(): Promise<readonly ClientRecord[]>;
  /** Clients that were deleted since. */
  deleted(since: Date): Promise<readonly ClientRecord[]>;
}
