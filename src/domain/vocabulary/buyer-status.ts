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

/** What one party sends the other about an invoice: a status, or a text that changes none. */
export const SENT_STATUSES = [...BUYER_STATUSES, 'message'] as const;
export type SentStatus = BuyerStatus | 'message';

/** After one of these the buyer sends no other. */
const LAST: ReadonlySet<string> = new Set<BuyerStatus>(['refused', 'paid']);

export const hasLastWord = (status: string | null): boolean => status !== null && LAST.has(status);

/** Whether a status of the buyer changes the present one. A step back does not, nor does any status after a last one. */
export function changesStatus(current: string | null, status: BuyerStatus): boolean {
  if (current === null) return true;
  if (LAST.has(current) || current === status) return false;
  return RANKS[status] >= (RANKS[current as BuyerStatus] ?? 0);
}
