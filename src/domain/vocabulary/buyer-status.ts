/** What the buyer has said (decisions, "buyer_status"), and how far that is. */
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

/** After these the buyer has nothing more to say. */
const LAST: ReadonlySet<string> = new Set<BuyerStatus>(['refused', 'paid']);

export const hasLastWord = (status: string | null): boolean => status !== null && LAST.has(status);

/** Whether a word of the buyer changes what is shown; a step back, and whatever follows a last word, does not. */
export function changesStatus(current: string | null, said: BuyerStatus): boolean {
  if (current === null) return true;
  if (LAST.has(current) || current === said) return false;
  return RANKS[said] >= (RANKS[current as BuyerStatus] ?? 0);
}
