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
  /** The secret before it, which signs as well until its overlap is over. */
  readonly sealedPreviousSecret?: string;
  /** When the secret replaced the previous one; null: the first secret is still in use. */
  readonly secretRotatedAt: Date | null;
  /** The secret before the previous one, if it still signed at the last rotation. */
  readonly sealedEarlierSecret?: string;
  /** When the previous secret replaced the earlier one. */
  readonly previousRotatedAt?: Date;
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
  sealedEarlierSecret: optional(text),
  previousRotatedAt: optional(time),
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

/** Calls that arrive together rotate once; a caller who lost the answer can rotate again. */
const MIN_ROTATION_GAP_MS = 60_000;

const isWithin = (ms: number, since: Date | null | undefined, now: Date): boolean =>
  since != null && now.getTime() - since.getTime() < ms;

/** The secrets that sign a delivery, sealed, the newest first: at most three. */
export const signingSecrets = (webhook: Webhook, now: Date): readonly string[] => [
  webhook.sealedSecret,
  ...(isWithin(OVERLAP_MS, webhook.secretRotatedAt, now) ? present(webhook.sealedPreviousSecret) : []),
  ...(isWithin(OVERLAP_MS, webhook.previousRotatedAt, now) ? present(webhook.sealedEarlierSecret) : []),
];

const present = (secret: string | undefined): readonly string[] => (secret === undefined ? [] : [secret]);

/** When the secret may be rotated next, because three secrets sign or it was rotated just now; undefined: at once. */
export function nextRotation(webhook: Webhook, now: Date): Date | undefined {
  const { secretRotatedAt, previousRotatedAt } = webhook;
  if (previousRotatedAt && signingSecrets(webhook, now).length === 3)
    return new Date(previousRotatedAt.getTime() + OVERLAP_MS);
  // A clock that was set back delays nothing.
  return secretRotatedAt && secretRotatedAt <= now && isWithin(MIN_ROTATION_GAP_MS, secretRotatedAt, now)
    ? new Date(secretRotatedAt.getTime() + MIN_ROTATION_GAP_MS)
    : undefined;
}

/** The webhook with another secret; each replaced one signs until its own overlap is over. */
export function rotated(
  { sealedEarlierSecret: _, previousRotatedAt: _1, ...webhook }: Webhook,
  sealedSecret: string,
  now: Date,
): Webhook {
  const { sealedSecret: replaced, sealedPreviousSecret, secretRotatedAt } = webhook;
  const isSigning = sealedPreviousSecret !== undefined && isWithin(OVERLAP_MS, secretRotatedAt, now);
  return {
    ...webhook,
    sealedSecret,
    sealedPreviousSecret: replaced,
    secretRotatedAt: now,
    ...(isSigning &&
      secretRotatedAt && { sealedEarlierSecret: sealedPreviousSecret, previousRotatedAt: secretRotatedAt }),
  };
}

/** Whether an event of this status is delivered. */
export const wantsStatus = ({ statuses }: Webhook, status: string): boolean =>
  statuses === undefined || (JSON.parse(statuses) as readonly string[]).includes(status);
