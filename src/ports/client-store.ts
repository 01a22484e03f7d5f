import type { ClientRecord } from '../domain/clients/client-record.ts';
import type { AuditEntry } from './audit-log.ts';

/** Client records. The record of a deleted client stays, empty, so that its id is not used again. */
export interface ClientStore {
  /** Includes deleted ones. */
  find(client: string): Promise<ClientRecord | undefined>;
  /** By id in byte order, at most `limit`, after the id `after`; deleted ones are left out. One partner's clients, or all. */
  list(query: {
    readonly partner?: string | undefined;
    readonly after?: string | undefined;
    readonly limit: number;
  }): Promise<readonly ClientRecord[]>;
  /** All that are not deleted, by id, at most `limit` after `after`. A change of another process may be missed for some seconds. */
  toCollectFor(after: string | undefined, limit: number): Promise<readonly ClientRecord[]>;
  /**
   * Replaces the record whose version is one less; version 1 requires that there is none. The audit row is written with it, or neither is.
   * @returns false if another version is stored: nothing was written.
   */
  replace(record: ClientRecord, audit?: AuditEntry): Promise<boolean>;
  /** Clients with a retention time for finished invoices; deleted ones are left out. */
  retaining(): Promise<readonly ClientRecord[]>;
  /** Clients that were deleted since. */
  listDeletedSince(since: Date): Promise<readonly ClientRecord[]>;
}
