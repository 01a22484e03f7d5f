import { isBeforeDocument } from '../../domain/sending/outcomes.ts';
import { COMMON_STATUSES, type StatusMapping } from '../../domain/sending/status-mapping.ts';
import { mayHoldDocument, newSubmission, type Submission } from '../../domain/sending/submission.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { OpenedCredential } from '../../ports/rail/opened-credential.ts';
import type { Rail } from '../../ports/rail/rail.ts';
import type { RailAnswer } from '../../ports/rail/rail-answer.ts';
import type { Step } from '../lifecycle/move.ts';
import { applyAnswer } from './apply-answer.ts';
import { callRail, prepareConsignment, pack, type Packed } from './consign.ts';
import type { DeliveryTools } from './delivery-tools.ts';
import { waitOrJoinBatch } from './send-batch.ts';
import { markCall } from './mark-call.ts';
import { RateLimitPermits } from './rate-limit-permits.ts';
import { scheduleRetry, waitForAccount } from './retry.ts';
import { accountMarks, isOfAnotherAccount } from './sending-account.ts';
import { withReading } from './sent-reading.ts';
import { railOf, requireSubmission } from './submission-of.ts';

/**
 * Stores the identity of the submission and the mark of the call, then calls. The call belongs to the same run: if the process dies in
 * between, the mark stays, and the worker that takes over asks the route first.
 */
export async function beginSend(record: InvoiceRecord, tools: DeliveryTools): Promise<Step> {
  const packed = await pack(record, tools);
  if (!packed && mayHoldDocument(record.submission)) return waitForAccount(record, tools);
  if (!packed) return scheduleRetry(record, { mapping: COMMON_STATUSES.credentialMissing }, tools);
  // The route is not called with such a credential: a dead letter about it never reached the route.
  const unreadable = findUnreadable(railOf(record, tools), packed.credential);
  if (unreadable) return scheduleRetry(record, { mapping: unreadable }, tools);
  const read = await withReading(record, packed.inTransit, tools);
  const begun = await prepareSend(await beginSubmission(read, packed, tools), packed, tools);
  if ('events' in begun) return begun;
  // Right before the call that the permit is for, and before the mark, so that the invoice waits in a state that can be cancelled.
  const permits = new RateLimitPermits(begun, 'send', tools);
  const permit = await permits.acquire();
  return permit === 'free'
    ? markAndSend(begun, packed, permits, tools)
    : waitOrJoinBatch(begun, packed, permit, tools);
}

/**
 * The route is not asked with an unreadable credential: the message says so, and what is wrong with the value if the rail tells it.
 * @returns undefined for a readable credential.
 */
export function findUnreadable(rail: Rail, credential: OpenedCredential): StatusMapping | undefined {
  if (rail.canReadCredential?.(credential) !== false) return undefined;
  const why = rail.explainUnreadable?.(credential);
  const message = "The value of the client's credential cannot be read, so the route is not called.";
  return { ...COMMON_STATUSES.credentialRefused, message: why === undefined ? message : `${message} ${why}` };
}

async function beginSubmission(
  record: InvoiceRecord,
  { credential }: Packed,
  tools: DeliveryTools,
): Promise<InvoiceRecord> {
  const { submission: existing, documentSha256 } = record;
  if (documentSha256 === undefined) throw new Error(`invoice ${record.id} has no document to be sent`);
  const createSubmission = (): Submission =>
    newSubmission(railOf(record, tools).newSubmissionId(documentSha256), tools.clock.now());
  // The route knows the earlier tries under their account only; a duplicate under this one is not ours.
  const isNew =
    !existing || (existing.outcomeUnknown && (await isOfAnotherAccount(record, credential, tools)));
  const submission = isNew ? createSubmission() : existing;
  const { sealedAccount: _before, ...kept } = submission;
  return { ...record, submission: { ...kept, ...(await accountMarks(record, credential, tools)) } };
}

/** Makes the calls before the document. @returns a step if they end the run. */
async function prepareSend(
  record: InvoiceRecord,
  packed: Packed,
  tools: DeliveryTools,
): Promise<InvoiceRecord | Step> {
  const rail = railOf(record, tools);
  if (!rail.prepare) return record;
  const permits = new RateLimitPermits(record, 'send', tools);
  const consignment = prepareConsignment(record, packed, permits, tools);
  const answer = await callRail(record, 'prepare', permits, rail.prepare(consignment), tools);
  if ('mapping' in answer) return applyAnswer(record, 'prepare', answer, tools);
  return { ...record, submission: { ...requireSubmission(record), resumeToken: answer.resumeToken } };
}

async function markAndSend(
  record: InvoiceRecord,
  packed: Packed,
  permits: RateLimitPermits,
  tools: DeliveryTools,
): Promise<Step> {
  const { client, route } = record;
  await tools.feeds.begin({ client, route, credentialId: packed.credential.id });
  return { ...markCall(record, tools), afterwards: (stored) => send(stored, record, packed, permits, tools) };
}

/** @param before without the mark of this call. */
async function send(
  record: InvoiceRecord,
  before: InvoiceRecord,
  packed: Packed,
  permits: RateLimitPermits,
  tools: DeliveryTools,
): Promise<Step> {
  const rail = railOf(record, tools);
  let hasBegun = rail.announcesDocument !== true;
  const beginDocument = (): void => {
    tools.lease.requireSure();
    hasBegun = true;
  };
  const confirmAndSend = async (): Promise<RailAnswer> => {
    // The process may have stood still since the mark: an invoice that another worker has taken over is not sent here.
    await tools.lease.confirm();
    return rail.send({ ...prepareConsignment(record, packed, permits, tools), beginDocument });
  };
  const answer = await callRail(record, 'send', permits, confirmAndSend(), tools);
  const hasReached = !isBeforeDocument(answer.mapping, hasBegun);
  return applyAnswer({ ...record, reachedRail: before.reachedRail || hasReached }, 'send', answer, tools);
}
