/** The buyer's statuses (decisions, "buyer_status"), in order of progress. */
const RANKS = {
  received: 1,
  in_process: 2,
  under_query: 3,
  disputed: 3,
  suspended: 3,
  completed: 3,
  conditionally_accepted: 3,
  accepted: 4,
  partially_accepted: 4,
  refused: 4,
  payment_sent: 5,
  paid: 6,
} as const;

export type BuyerStatus = keyof typeof RANKS;
export const BUYER_STATUSES = Object.keys(RANKS) as readonly BuyerStatus[];

/** The buyer waits for the seller. */
export const ASKING_STATUSES = [
  'under_query',
  'disputed',
  'suspended',
] as const satisfies readonly BuyerStatus[];

const ASKING: ReadonlySet<string> = new Set(ASKING_STATUSES);
export const isAsking = (status: BuyerStatus): boolean => ASKING.has(status);

/** What one party sends the other about an invoice: a status, or a text that changes none. */
export const SENT_STATUSES = [...BUYER_STATUSES, 'message'] as const;
export type SentStatus = BuyerStatus | 'message';

/** After one of these the buyer sends no other. */
const LAST: ReadonlySet<string> = new Set<BuyerStatus>(['refused', 'paid']);

export const hasLastWord = (status: string | null): boolean => status !== null && LAST.has(status);

/**
 * What holds of a received invoice: a status of either party, or its end at the network. The network has rejected it, or its seller has
 * cancelled it: then it is not to be paid.
 */
export const RECEIVED_STATUSES = [...BUYER_STATUSES, 'cancelled', 'rejected'] as const;
export type ReceivedStatus = BuyerStatus | 'cancelled' | 'rejected';

const ENDS: readonly (string | undefined)[] = [undefined, 'cancelled', 'rejected'];

/** The invoice is not to be paid. */
export const isEnded = (status: ReceivedStatus | undefined): boolean =>
  status === 'cancelled' || status === 'rejected';

/** Whether a status changes the present one of a received invoice, in whatever order the messages come: an end stays. */
export function changesReceived(current: ReceivedStatus | undefined, status: ReceivedStatus): boolean {
  if (current === undefined) return true;
  const [had, has] = [current, status].map((one) => Math.max(0, ENDS.indexOf(one)));
  if (had! > 0 || has! > 0) return has! > had!;
  return changesStatus(current, status as BuyerStatus);
}

/** Whether a status of the buyer changes the present one. A step back does not, nor does any status after a last one. */
export function changesStatus(current: string | null, status: BuyerStatus): boolean {
  if (current === null) return true;
  if (LAST.has(current) || current === status) return false;
  return RANKS[status] >= (RANKS[current as BuyerStatus] ?? 0);
}
