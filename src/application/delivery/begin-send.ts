import { COMMON_STATUSES } from '../../domain/delivery/status-mapping.ts';
import { newSubmission } from '../../domain/lifecycle/submission.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { RailAnswer } from '../../ports/rail.ts';
import type { Step } from '../lifecycle/move.ts';
import { applyAnswer } from './apply-answer.ts';
import { callRail, consigned, requireSubmission, markOf, pack, type Packed, railOf } from './consign.ts';
import type { DeliveryTools } from './delivery-tools.ts';
import { waitOrJoinBatch } from './send-batch.ts';
import { markCall } from './mark-call.ts';
import { RateLimitPermits } from './rate-limit-permits.ts';
import { scheduleRetry } from './retry.ts';

/**
 * Stores what the document will be recognised by, and that a call is about to be made; then makes it. The call belongs to the
 * same run: a process that dies in between leaves the mark behind, and whoever finds it asks first.
 */
export async function beginSend(record: InvoiceRecord, tools: DeliveryTools): Promise<Step> {
  const packed = await pack(record, tools);
  if (!packed) return scheduleRetry(record, COMMON_STATUSES.credentialMissing, tools);
  // Nobody is called with it: what becomes a dead letter over it never reached the route.
  if (railOf(record, tools).canReadCredential?.(packed.credential) === false)
    return scheduleRetry(record, COMMON_STATUSES.credentialRefused, tools);
  const begun = await prepared(begunBy(record, packed, tools), packed, tools);
  if ('events' in begun) return begun;
  // Right before the call, which the place is counted for; and before the mark, so that the invoice waits where it can be cancelled.
  const permits = new RateLimitPermits(begun, 'send', tools);
  const place = await permits.acquire();
  return place === 'free'
    ? marked(begun, packed, permits, tools)
    : waitOrJoinBatch(begun, packed, place, tools);
}

function begunBy(record: InvoiceRecord, { credential }: Packed, tools: DeliveryTools): InvoiceRecord {
  const submission =
    record.submission ??
    newSubmission(railOf(record, tools).newSubmissionId(record.documentSha256!), tools.clock.now());
  return { ...record, submission: { ...submission, credential: markOf(credential) } };
}

/** What comes before the document: a step when that leads nowhere. */
async function prepared(
  record: InvoiceRecord,
  packed: Packed,
  tools: DeliveryTools,
): Promise<InvoiceRecord | Step> {
  const rail = railOf(record, tools);
  if (!rail.prepare) return record;
  const permits = new RateLimitPermits(record, 'send', tools);
  const consignment = consigned(record, packed, permits, tools);
  const answer = await callRail(record, 'prepare', permits, rail.prepare(consignment), tools);
  const reached: InvoiceRecord = { ...record, reachedRail: true };
  if ('mapping' in answer) return applyAnswer(reached, 'prepare', answer, tools);
  return { ...reached, submission: { ...requireSubmission(record), resumeToken: answer.resumeToken } };
}

async function marked(
  record: InvoiceRecord,
  packed: Packed,
  permits: RateLimitPermits,
  tools: DeliveryTools,
): Promise<Step> {
  const { client, route } = record;
  await tools.feeds.begin({ client, route, credentialId: packed.credential.id });
  return { ...markCall(record, tools), afterwards: (stored) => send(stored, packed, permits, tools) };
}

async function send(
  record: InvoiceRecord,
  packed: Packed,
  permits: RateLimitPermits,
  tools: DeliveryTools,
): Promise<Step> {
  const consignment = consigned(record, packed, permits, tools);
  const sending = async (): Promise<RailAnswer> => {
    // The process may have stood still since the mark: what another one has taken over is not sent here.
    await tools.lease.confirm();
    return railOf(record, tools).send(consignment);
  };
  const answer = await callRail(record, 'send', permits, sending(), tools);
  return applyAnswer(record, 'send', answer, tools);
}
