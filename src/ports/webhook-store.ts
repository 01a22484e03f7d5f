import type { DeliveryState, WebhookDelivery } from '../domain/webhooks/delivery.ts';
import type { LastDelivery, Webhook } from '../domain/webhooks/webhook.ts';
import type { AuditEntry } from './audit-log.ts';
import type { DueWork } from './due-work.ts';
import type { Ledger } from './ledger.ts';

/** Webhooks and the deliveries to them. */
export interface WebhookStore {
  find(owner: string): Promise<Webhook | undefined>;
  /** Those that have one. */
  findAll(owners: readonly string[]): Promise<readonly Webhook[]>;
  /**
   * Keeps a webhook in place of the version before; of version 1, if there is none.
   * @returns `conflict` if another was kept meanwhile: nothing was written.
   */
  put(webhook: Webhook, audit: AuditEntry): Promise<'kept' | 'conflict'>;
  /** The newest wins, whichever is told last. */
  noteDelivery(owner: string, last: LastDelivery): Promise<void>;
  lastDelivery(owner: string): Promise<LastDelivery | undefined>;
  /**
   * Whether this day is the first time that it is asked for this owner and this purpose; of processes that ask at one instant one
   * gets `true`.
   * @param day `YYYY-MM-DD`, UTC.
   */
  claimNotice(owner: string, day: string): Promise<boolean>;
  /** Removes a webhook with all that is kept for it. */
  remove(owner: string): Promise<void>;
}

/** Deliveries: work like any other, and what only they have. */
export interface DeliveryStore extends Ledger<WebhookDelivery>, DueWork<WebhookDelivery> {
  /** How far the outbox has become deliveries; undefined at the beginning. */
  cursor(): Promise<string | undefined>;
  /** Adds those that are not there yet; then everything up to `cursor` has become deliveries. A smaller cursor changes nothing. */
  enqueue(deliveries: readonly WebhookDelivery[], cursor: string): Promise<void>;
  /** Newest attempt first; never attempted last. */
  list(query: DeliveryQuery): Promise<readonly WebhookDelivery[]>;
  /**
   * Makes deliveries pending again, due at once with a fresh schedule; their attempts count on. One that is being delivered right now
   * stays as it is.
   * @returns ids, at most `limit`, the oldest events first; fewer than `limit` if there are no more.
   */
  replay(wanted: Replay, now: Date, limit: number): Promise<readonly string[]>;
  /** For figures. */
  tally(now: Date): Promise<DeliveryTally>;
  /** Removes ended deliveries whose last change is older, at most `limit`. @returns how many. */
  forget(before: Date, limit: number): Promise<number>;
}

export interface DeliveryQuery {
  readonly owner: string;
  readonly state?: DeliveryState;
  readonly limit: number;
}

export interface Replay {
  readonly owner: string;
  readonly eventId?: string;
  /** Events that occurred in this span, both ends included. */
  readonly from?: Date;
  readonly to?: Date;
  /** Leaves out those that have been replayed since: a long span is done in several turns. */
  readonly updatedBefore?: Date;
}

export interface DeliveryTally {
  readonly pending: number;
  /** When the event of the oldest pending delivery occurred. */
  readonly oldestPendingAt: Date | null;
  readonly dead: number;
}
