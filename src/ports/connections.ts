import type { Connection, ConnectionUse } from '../domain/connections/connection.ts';
import type { AuditEntry } from './audit-log.ts';
import type { CareList } from './care-list.ts';

/** Consents of companies at providers, with their care rows. A client has one for each of its companies. */
export interface Connections extends CareList {
  /** `exists`: another one of the same use is under way, also if both come at one instant. */
  add(connection: Connection, audit?: AuditEntry): Promise<'added' | 'exists'>;
  find(id: string): Promise<Connection | undefined>;
  /** The one whose link has a state with this hash. */
  findByLink(linkHash: string): Promise<Connection | undefined>;
  /** The one of the use that is under way. */
  findUnderWay(of: ConnectionUse): Promise<Connection | undefined>;
  /** By id, at most `limit`, after the id `after`; one client's or all. */
  list(query: {
    readonly client?: string | undefined;
    readonly after?: string | undefined;
    readonly limit: number;
  }): Promise<readonly Connection[]>;
  /** All of a client. */
  ofClient(client: string): Promise<readonly Connection[]>;
  /** Those that are due, the longest first. */
  due(now: Date, limit: number): Promise<readonly Connection[]>;
  /**
   * Writes a record in place of the version before it.
   * @returns false if another version is stored: nothing was written.
   */
  replace(connection: Connection, audit?: AuditEntry): Promise<boolean>;
}
