import { type FieldsOf, flag, nullable, optional, positive, text, time } from '../vocabulary/fields.ts';

/** The operator's webhook gets the events of all clients. No client id begins with this character. */
export const OPERATOR_OWNER = '~operator';

/** The target of event deliveries (contract 2.9). Each client may have one, and so may the operator. */
export interface Webhook {
  /** A client id, or `OPERATOR_OWNER`. */
  readonly owner: string;
  /** Counts changes from 1; of two changes at one instant one is refused. */
  readonly version: number;
  /** https, public. */
  readonly url: string;
  /** If false, events do not become deliveries, and pending ones wait. */
  readonly active: boolean;
  /** Statuses whose events are delivered, in JSON (extension); all if left out. */
  readonly statuses?: string;
  /** Sealed under the owner's data key. */
  readonly sealedSecret: string;
  /** The earlier secret, until the overlap is over. */
  readonly sealedPreviousSecret?: string;
  /** Null: the first secret is still in use. */
  readonly secretRotatedAt: Date | null;
  /** Gets a mail if deliveries die. */
  readonly contactEmail: string | null;
  /** Events up to this position of the outbox are older than the webhook. */
  readonly startsAfter: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const WEBHOOK_FIELDS: FieldsOf<Webhook> = {
  owner: text,
  version: positive,
  url: text,
  active: flag,
  statuses: optional(text),
  sealedSecret: text,
  sealedPreviousSecret: optional(text),
  secretRotatedAt: nullable(time),
  contactEmail: nullable(text),
  startsAfter: text,
  createdAt: time,
  updatedAt: time,
};

/** The result of the last attempt to reach the webhook; stored apart, because it changes with every delivery. */
export interface LastDelivery {
  readonly at: Date;
  /** Null: no answer. */
  readonly httpStatus: number | null;
}

/** A call without an answer may have hung for its whole time limit, and so may the next one. */
export const isUnanswered = (last: LastDelivery | undefined): boolean => last?.httpStatus === null;

/** How long deliveries carry a signature with the old secret after a rotation (contract 6, "Signature"). */
const OVERLAP_MS = 24 * 3_600_000;

export const isOverlapping = ({ secretRotatedAt }: Webhook, now: Date): boolean =>
  secretRotatedAt !== null && now.getTime() - secretRotatedAt.getTime() < OVERLAP_MS;

/** Whether an event of this status is delivered. */
export const wantsStatus = ({ statuses }: Webhook, status: string): boolean =>
  statuses === undefined || (JSON.parse(statuses) as readonly string[]).includes(status);
