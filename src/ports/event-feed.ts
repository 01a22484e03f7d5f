import type { StoredEvent } from '../domain/lifecycle/status-event.ts';

/** Events of records of every ledger: of each in its own sequence, of all in one order. */
export interface EventFeed {
  /** In sequence order; empty for an unknown record. */
  events(id: string): Promise<readonly StoredEvent[]>;

  /** Of several records at once: each with its events in sequence order, an unknown one with none. */
  eventsOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly StoredEvent[]>>;

  /** Undefined for an unknown event. */
  event(eventId: string): Promise<Omit<OutboxEntry, 'position'> | undefined>;

  /**
   * Next entries of the outbox after `after` in writing order, at most `limit`; of one client if it is named. No entry ever appears before
   * one that was returned earlier.
   */
  outbox(after: string | undefined, limit: number, client?: string): Promise<readonly OutboxEntry[]>;

  /**
   * As `outbox`, for a reader that asks again and again: an entry that another process wrote may be missing for a second or two, one of a
   * process that died for ten more.
   */
  follow(after: string | undefined, limit: number): Promise<readonly OutboxEntry[]>;

  /** Position of the last entry that was written by now, of one client if it is named; sorts before all others if there is none. */
  outboxEnd(client?: string): Promise<string>;
}

export interface OutboxEntry {
  /** Position in writing order, opaque and sortable. */
  readonly position: string;
  readonly invoiceId: string;
  readonly client: string;
  readonly event: StoredEvent;
}
