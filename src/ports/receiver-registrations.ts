import type { ReceiverRegistration } from '../domain/registrations/receiver-registration.ts';
import type { AuditEntry } from './audit-log.ts';
import type { CareList } from './care-list.ts';

/** Companies that are registered at a provider to receive, with their care rows. A client has a few. */
export interface ReceiverRegistrations extends CareList {
  /** `exists`: another one of the participant is not over, also if both come at one instant, and also of another client. */
  add(registration: ReceiverRegistration, audit?: AuditEntry): Promise<'added' | 'exists'>;
  find(id: string): Promise<ReceiverRegistration | undefined>;
  /** The one of a participant that is not over, of whatever client. */
  findLive(
    of: Pick<ReceiverRegistration, 'route' | 'participant'>,
  ): Promise<ReceiverRegistration | undefined>;
  /** By id, at most `limit`, after the id `after`; one client's or all. */
  list(query: {
    readonly client?: string | undefined;
    readonly after?: string | undefined;
    readonly limit: number;
  }): Promise<readonly ReceiverRegistration[]>;
  /** All of a client. */
  ofClient(client: string): Promise<readonly ReceiverRegistration[]>;
  /** Those in these states that were changed before, the longest unchanged first. */
  unfinished(before: Date, limit: number): Promise<readonly ReceiverRegistration[]>;
  /**
   * Writes a record in place of the version before it.
   * @returns false if another version is stored: nothing was written.
   */
  replace(registration: ReceiverRegistration, audit?: AuditEntry): Promise<boolean>;
}
