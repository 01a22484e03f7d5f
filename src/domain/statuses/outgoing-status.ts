import { SENT_STATUSES, type SentStatus } from '../vocabulary/buyer-status.ts';
import { SUBMISSION_FIELDS } from '../lifecycle/invoice-fields.ts';
import type { Task } from '../lifecycle/lanes.ts';
import type { Submission } from '../sending/submission.ts';
import type { WorkRecord } from '../lifecycle/work-record.ts';
import { ROUTES } from '../routes/all.ts';
import {
  count,
  type FieldsOf,
  nullable,
  objectOf,
  oneOf,
  optional,
  positive,
  text,
  time,
} from '../vocabulary/fields.ts';
import type { Route } from '../vocabulary/route.ts';

/**
 * `queued`: the route does not have it. `sending`: the route may have it. `sent`: the route has it and checks it. Then `taken` or
 * `refused` by the route, or `dead`: given up.
 */
const OUTGOING_STATES = ['queued', 'sending', 'sent', 'taken', 'refused', 'dead'] as const;
export type OutgoingState = (typeof OUTGOING_STATES)[number];

/** `send` it; `inquire`: ask whether the route has it, after a lost answer; `poll` for the outcome. */
const OUTGOING_WORKS = ['send', 'inquire', 'poll'] as const;
type OutgoingWork = (typeof OUTGOING_WORKS)[number];

/** A status that a client sends over the route: the seller of a sent invoice, or the buyer of a received one. */
export interface OutgoingStatus extends WorkRecord {
  readonly client: string;
  /** `sts_` and 32 hex digits of the hash of its claim: a repeated call finds it. */
  readonly id: string;
  readonly state: OutgoingState;
  readonly work: OutgoingWork;
  readonly route: Route;
  /** Sent or received. */
  readonly invoiceId: string;
  readonly status: SentStatus;
  /** The message to the route and the identifiers of the sender: sealed JSON. */
  readonly sealedMessage: string;
  /** Reason and note of an answer to a received invoice, as the buyer gave them: sealed JSON. Absent if there is neither. */
  readonly sealedAnswer?: string;
  readonly submission: Submission;
  readonly createdAt: Date;
}

export const OUTGOING_FIELDS: FieldsOf<Omit<OutgoingStatus, 'lease'>> = {
  id: text,
  client: text,
  state: oneOf(OUTGOING_STATES),
  work: oneOf(OUTGOING_WORKS),
  route: oneOf(ROUTES),
  invoiceId: text,
  status: oneOf(SENT_STATUSES),
  sealedMessage: text,
  sealedAnswer: optional(text),
  submission: objectOf(SUBMISSION_FIELDS),
  failures: count,
  crashes: optional(count),
  dueAt: nullable(time),
  version: positive,
  createdAt: time,
  updatedAt: time,
};

export const OUTGOING_STATUS = 'outgoing-status';

/** Statuses share the lane of their route. */
export const outgoingTask = ({
  id,
  client,
  route,
}: Pick<OutgoingStatus, 'id' | 'client' | 'route'>): Task => ({
  kind: OUTGOING_STATUS,
  lane: route,
  id,
  client,
});

/** The event of its outcome: one, however often the outcome is written. */
export const outcomeEventId = ({ id }: Pick<OutgoingStatus, 'id'>): string => `evt_${digitsOf(id)}`;

/** The event of a rejection after the outcome: another id that follows from the status alone. */
export const laterRejectionEventId = ({ id }: Pick<OutgoingStatus, 'id'>): string =>
  `evt_${[...digitsOf(id)].reverse().join('')}`;

const digitsOf = (id: string): string => id.slice('sts_'.length);

export const hasEnded = ({ dueAt }: Pick<OutgoingStatus, 'dueAt'>): boolean => dueAt === null;

type TakenIn = Pick<OutgoingStatus, 'id' | 'createdAt'>;

/** Whether one status of an invoice is sent before another: in the order of their intake. */
export const isBefore = (one: TakenIn, other: TakenIn): boolean =>
  one.createdAt.getTime() - other.createdAt.getTime() < 0 ||
  (one.createdAt.getTime() === other.createdAt.getTime() && one.id < other.id);

/** How long a record is kept after its end. */
export const OUTGOING_KEPT_MS = 30 * 24 * 3_600_000;
