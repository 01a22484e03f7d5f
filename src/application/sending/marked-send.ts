import type { Clock } from '../../ports/clock.ts';
import type { OpenBatch } from '../../ports/rail/batches.ts';
import type { MarkedStep } from '../work/record-kind.ts';
import type { Attempt } from './attempt.ts';
import type { RateLimitPermits } from './rate-limit-permits.ts';
import type { HasSubmission, Parcel, SendableRecord } from './sendable.ts';
import { beginFeed } from './sending-account.ts';
import type { BatchMembers } from './sending-ports.ts';

/** What the call after a mark takes. */
export interface MarkedSend<R extends SendableRecord> {
  /** Before the mark. */
  readonly attempt: Attempt<R>;
  readonly parcel: Parcel<R>;
  readonly permits: RateLimitPermits;
  readonly batch?: GatheredBatch<R>;
}

/** What the call of a batch takes besides that of its leader. */
export interface GatheredBatch<R> {
  readonly open: OpenBatch;
  /** The other members, before their marks. */
  readonly others: readonly (R & HasSubmission)[];
  readonly members: BatchMembers<R>;
}

/** The mark of a call, with what the call takes. @param record of the attempt, with what the call adds to it. */
export async function mark<R extends SendableRecord>(
  call: MarkedSend<R>,
  record: R & HasSubmission,
): Promise<MarkedStep<R, MarkedSend<R>>> {
  const { kind, ports, credential, rail, document } = call.attempt;
  await beginFeed({ ...record, credential }, rail, () => document.partyIds(), ports);
  return { ...kind.mark(withMark(record, ports)), call };
}

/** The record with the mark that a call is about to be made. */
export const withMark = <R extends SendableRecord>(
  record: R & HasSubmission,
  { clock }: { readonly clock: Clock },
): R & HasSubmission => {
  const { callMayLastUntil: _before, ...submission } = record.submission;
  return { ...record, submission: { ...submission, calledAt: clock.now(), isCalling: true } };
};
