import type { DeliveryState, WebhookDelivery } from '../domain/webhooks/delivery.ts';
import type { LastDelivery, Webhook } from '../domain/webhooks/webhook.ts';
import type { AuditEntry } from './audit-log.ts';
import type { DueWork } from './due-work.ts';
import type { Ledger } from './ledger.ts';

/** Webhooks and the deliveries to them. */
export interface WebhookStore {
  find(owner: string): Promise<Webhook | undefined>;
  /** The webhooks of those owners that have one. */
  findAll(owners: readonly string[]): Promise<readonly Webhook[]>;
  /**
   * Stores a webhook in place of the version before; version 1 requires that there is none.
   * @returns `conflict` if another version is stored: nothing was written.
   */
  put(webhook: Webhook, audit: AuditEntry): Promise<'kept' | 'conflict'>;
  /** The newest one wins, in whatever order they are noted. */
  noteDelivery(owner: string, last: LastDelivery): Promise<void>;
  lastDelivery(owner: string): Promise<LastDelivery | undefined>;
  /**
   * True for the first call of this owner on this day; of several processes at one instant one gets `true`.
   * @param day `YYYY-MM-DD`, UTC.
   */
  claimNotice(owner: string, day: string): Promise<boolean>;
  /** Removes a webhook with all its data. */
  remove(owner: string): Promise<void>;
}

/** A webhook as it is stored: with notes about its deliveries. */
export interface StoredWebhook extends Webhook {
  readonly lastDeliveryAt?: Date;
  /** Absent: no answer. */
  readonly lastDeliveryStatus?: number;
  /** The day on which the contact was told last that deliveries are dead. */
  readonly noticeDay?: string;
}

/** Deliveries: work like any other, and the operations that only they have. */
export interface DeliveryStore extends Ledger<WebhookDelivery>, DueWork<WebhookDelivery> {
  /** The position up to which the outbox has become deliveries; undefined at the beginning. */
  cursor(): Promise<string | undefined>;
  /** Adds the new ones; from then on everything up to `cursor` has become deliveries. A smaller cursor changes nothing. */
  enqueue(deliveries: readonly WebhookDelivery[], cursor: string): Promise<void>;
  /** The deliveries of a receiver that are due by `now` and that no worker holds, the one that is due longest first. */
  due(receiver: Receiver, now: Date, limit: number): Promise<DueDeliveries>;
  /** Newest attempt first; never attempted last. */
  list(query: DeliveryQuery): Promise<readonly WebhookDelivery[]>;
  /**
   * Makes deliveries pending again, due at once with a fresh schedule; the count of attempts goes on. A delivery under way stays as it is.
   * @returns ids, at most `limit`, the oldest events first; fewer than `limit` if there are no more.
   */
  replay(expectedReplay: Replay, now: Date, limit: number): Promise<readonly string[]>;
  /** For figures. */
  tally(now: Date): Promise<DeliveryTally>;
  /** Removes ended deliveries whose last change is older, at most `limit`. @returns how many. */
  forget(before: Date, limit: number): Promise<number>;
}

/** The receiver of an owner's webhook, as a lane sees it. */
export interface Receiver {
  readonly owner: string;
  /** Deliveries that have failed on their present schedule, or those that have not; both if left out. */
  readonly failed?: boolean;
}

export interface DueDeliveries {
  /** At most the limit. */
  readonly ids: readonly string[];
  /** When the earliest of the others is due; undefined if there is none, or if there are as many due as the limit. */
  readonly nextAt: Date | undefined;
}

export interface DeliveryQuery {
  readonly owner: string;
  readonly state?: DeliveryState;
  /** Only those that come after this one in the list. */
  readonly after?: ListedDelivery;
  readonly limit: number;
}

/** What orders a delivery in the list: its last attempt, then its id. */
export type ListedDelivery = Pick<WebhookDelivery, 'id' | 'lastAttemptAt'>;

export interface Replay {
  readonly owner: string;
  readonly eventId?: string;
  /** Events that occurred in this span, both ends included. */
  readonly from?: Date;
  readonly to?: Date;
  /** Leaves out those that have been replayed since: a long span takes several calls. */
  readonly updatedBefore?: Date;
}

export interface DeliveryTally {
  readonly pending: number;
  /** When the event of the oldest pending delivery occurred. */
  readonly oldestPendingAt: Date | null;
  readonly dead: number;
}
