import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { Task } from '../lifecycle/lanes.ts';
import type { WorkRecord } from '../lifecycle/work-record.ts';
import {
  count,
  type FieldsOf,
  listOf,
  nullable,
  oneOf,
  optional,
  positive,
  text,
  time,
  words,
} from '../vocabulary/fields.ts';

const DELIVERY_STATES = ['pending', 'delivered', 'dead'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** One call to the receiver. */
export interface DeliveryTry {
  readonly at: Date;
  readonly tookMs: number;
  /** Absent: no answer. */
  readonly httpStatus?: number;
  /** Absent: delivered. */
  readonly error?: Text;
  /** When the next call was due; absent if this was the last one. */
  readonly nextAt?: Date;
}

/** A schedule has some thirty calls; a replay begins another. */
const MAX_TRIES = 60;

/** One event on its way to one webhook (contract 2.10). */
export interface WebhookDelivery extends WorkRecord {
  /** `dlv_` and 32 hex digits of the hash of webhook and event: an event becomes one delivery, however often it is read. */
  readonly id: string;
  /** The webhook's owner: owners take turns. */
  readonly client: string;
  readonly state: DeliveryState;
  readonly eventId: string;
  /** Of the event. */
  readonly occurredAt: Date;
  /** Sent or received. */
  readonly invoiceId: string;
  readonly sequence: number;
  /** Attempts of all schedules: the next one has this number plus 1. */
  readonly attempts: number;
  /** Failed attempts of this schedule. */
  readonly failures: number;
  readonly firstFailureAt?: Date;
  /** When the webhook was first found switched off. */
  readonly inactiveSince?: Date;
  /** Crashes before the call: the receiver cannot have the event, so they are no attempts. */
  readonly uncalled?: number;
  readonly lastAttemptAt?: Date;
  /** The reason of the last failure: `HTTP 500`, `timeout`. */
  readonly lastError?: Text;
  /** The newest ones, in order; those of programs that did not note them are missing. */
  readonly tries?: readonly DeliveryTry[];
  readonly createdAt: Date;
}

/** @param delivery as it is after the call. */
export function withTry(delivery: WebhookDelivery, made: Omit<DeliveryTry, 'nextAt'>): WebhookDelivery {
  const { tries = [], dueAt } = delivery;
  const noted = { ...made, ...(dueAt && { nextAt: dueAt }) };
  return { ...delivery, tries: [...tries, noted].slice(-MAX_TRIES) };
}

export const DELIVERY_FIELDS: FieldsOf<Omit<WebhookDelivery, 'lease'>> = {
  id: text,
  client: text,
  state: oneOf(DELIVERY_STATES),
  eventId: text,
  occurredAt: time,
  invoiceId: text,
  sequence: positive,
  attempts: count,
  failures: count,
  crashes: optional(count),
  firstFailureAt: optional(time),
  inactiveSince: optional(time),
  uncalled: optional(count),
  lastAttemptAt: optional(time),
  lastError: optional(words),
  tries: optional(
    listOf({
      at: time,
      tookMs: count,
      httpStatus: optional(count),
      error: optional(words),
      nextAt: optional(time),
    }),
  ),
  dueAt: nullable(time),
  work: oneOf(['deliver']),
  version: positive,
  createdAt: time,
  updatedAt: time,
};

export const WEBHOOK_DELIVERY = 'webhook-delivery';

/**
 * Repeated deliveries wait in a lane of their own, so that receivers which fail take no slot from first deliveries. All deliveries to a
 * receiver whose last call got no answer wait in a third lane, one call at a time, and take no slot from either.
 */
export const WEBHOOK_LANES = {
  first: 'webhook',
  again: 'webhook-again',
  unanswered: 'webhook-unanswered',
} as const;
export type WebhookLane = (typeof WEBHOOK_LANES)[keyof typeof WEBHOOK_LANES];

/** The kind of a task about one receiver, as opposed to one delivery. */
export const WEBHOOK_RECEIVER = 'webhook-receiver';

/** One task delivers all that is due to the receiver of an owner in a lane. */
export const receiverTaskIn = (lane: WebhookLane, owner: string): Task => ({
  kind: WEBHOOK_RECEIVER,
  lane,
  id: owner,
  client: owner,
});

/** The task of a delivery. If the receiver has not answered its last call, the task moves the delivery to the third lane. */
export const receiverTask = ({ client, failures }: Pick<WebhookDelivery, 'client' | 'failures'>): Task =>
  receiverTaskIn(failures === 0 ? WEBHOOK_LANES.first : WEBHOOK_LANES.again, client);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Waits after the first failures; then every hour (contract 6, "Receiver obligations", 3). */
const WAITS_MS = [MINUTE, 5 * MINUTE, 30 * MINUTE] as const;
/** Counted from the first failure; then the delivery is dead. */
const GIVEN_UP_AFTER_MS = 24 * HOUR;

/**
 * When a failed delivery is tried again.
 * @param failures this one included.
 * @param scale `RETRY_SCALE`, also for the 24 hours.
 */
export function nextDeliveryAttempt(
  failures: number,
  firstFailureAt: Date,
  now: Date,
  scale: number,
): Date | 'give-up' {
  const next = now.getTime() + (WAITS_MS[failures - 1] ?? HOUR) * scale;
  return next > firstFailureAt.getTime() + GIVEN_UP_AFTER_MS * scale ? 'give-up' : new Date(next);
}

/** How long rows of ended deliveries are kept. */
export const DELIVERIES_KEPT_MS = 30 * 24 * HOUR;
