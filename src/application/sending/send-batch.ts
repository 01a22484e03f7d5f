import { COMMON_STATUSES } from '../../domain/sending/status-mapping.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { Batches, OpenBatch, BatchMember } from '../../ports/rail/batches.ts';
import type { RailAnswer } from '../../ports/rail/rail-answer.ts';
import { type Step, reschedule } from '../lifecycle/move.ts';
import { applyAnswer } from './apply-answer.ts';
import { callRail, inquiryUnder, type Packed } from './consign.ts';
import { railOf, requireSubmission } from './submission-of.ts';
import { readSentDocument } from './sent-document.ts';
import type { DeliveryTools } from './delivery-tools.ts';
import { markCall } from './mark-call.ts';
import { type QueuePosition, waitInQueue, RateLimitPermits } from './rate-limit-permits.ts';

/** An invoice with this many failures is sent alone: if it crashes the process, no other invoice suffers. */
const MOST_TROUBLE = 3;

/**
 * Queues an invoice that got no permit. If its queue position is far off, it is sent at once in one batch with all that wait for the same
 * permits: the first of them that runs gathers the others.
 */
export async function waitOrJoinBatch(
  record: InvoiceRecord,
  packed: Packed,
  position: QueuePosition,
  tools: DeliveryTools,
): Promise<Step> {
  const { batches } = railOf(record, tools);
  const group = batches && groupOf(record, batches);
  const now = tools.clock.now().getTime();
  if (!batches || group === undefined || position.expectedAt.getTime() - now < batches.fromWaitMs)
    return waitInQueue(record, position, tools);
  if (requireSubmission(record).queuePosition === undefined)
    return waitInQueue(record, notAfter(position, new Date(now + batches.gatherMs)), tools);
  const cap = { key: `${record.route} ${record.client} batch ${group}`, windows: batches.windows };
  const permits = new RateLimitPermits(record, 'batch', tools, cap);
  const room = await permits.acquireWithoutPosition();
  if (room !== 'free') return waitInQueue(record, notAfter(position, room.checkAt), tools);
  const sent = await sendAsBatch(record, packed, permits, batches, tools).finally(() => permits.release());
  return sent ?? waitInQueue(record, position, tools);
}

const notAfter = (position: QueuePosition, until: Date): QueuePosition =>
  position.checkAt < until ? position : { ...position, checkAt: until };

/** The group of an invoice that the route surely does not hold and that no failed batch contained; undefined for any other. */
function groupOf(
  { state, submission, failures, crashes = 0 }: InvoiceRecord,
  batches: Batches,
): string | undefined {
  const { resumeToken, drops, outcomeUnknown } = submission ?? {};
  const isHarmless = failures + crashes < MOST_TROUBLE;
  const isFresh = state === 'queued' && !outcomeUnknown && drops === undefined && isHarmless;
  return isFresh && resumeToken !== undefined ? batches.groupOf(resumeToken) : undefined;
}

/** @returns undefined if no other invoice fits. */
async function sendAsBatch(
  record: InvoiceRecord,
  packed: Packed,
  permits: RateLimitPermits,
  batches: Batches,
  tools: DeliveryTools,
): Promise<Step | undefined> {
  const own: BatchMember = {
    ...inquiryUnder(packed.credential, record, permits, tools),
    ...packed.inTransit,
  };
  const members = await openMembers(await gatherMembers(record, batches, tools), packed, permits, tools);
  if (members.length === 0) return undefined;
  const others = members.map(({ record: other }) => other);
  const opening = batches.open([own, ...members.map(({ member }) => member)]);
  const opened = await callRail(record, 'open-batch', permits, opening, tools);
  if ('mapping' in opened) {
    await tools.batchMembers.leave(others);
    return undefined;
  }
  const { client, route } = record;
  await tools.feeds.begin({ client, route, credentialId: packed.credential.id });
  const step = markCall(withBatchToken(record, opened), tools);
  return { ...step, afterwards: (stored) => sendTogether(stored, record, others, opened, tools) };
}

const withBatchToken = (record: InvoiceRecord, { resumeToken }: OpenBatch): InvoiceRecord => ({
  ...record,
  submission: { ...requireSubmission(record), resumeToken },
});

/**
 * Leases the batch members: those that fit and that no other run has leased. If more fit than a batch holds, one of them runs again once
 * there is room.
 */
async function gatherMembers(
  record: InvoiceRecord,
  batches: Batches,
  { batchMembers, ...tools }: DeliveryTools,
): Promise<readonly InvoiceRecord[]> {
  const { client, route, submission } = record;
  const { documents, bytes } = batches.most;
  const group = groupOf(record, batches);
  const fitsBatch = (other: InvoiceRecord): boolean =>
    other.id !== record.id &&
    other.submission?.queuePosition !== undefined &&
    other.submission.credential === submission?.credential &&
    groupOf(other, batches) === group;
  const waiting = await batchMembers.findWaiting({ client, route, limit: 2 * documents });
  let room = bytes - sizeOf(record);
  const fitting = waiting.filter((other) => other.lease === null && fitsBatch(other));
  const chosen = fitting.slice(0, documents - 1).filter((other) => (room -= sizeOf(other)) >= 0);
  const [next] = fitting.filter((other) => !chosen.includes(other));
  if (next) {
    const at =
      tools.clock.now().getTime() + Math.max(...batches.windows.map(({ seconds }) => seconds * 1000));
    const [waits] = await batchMembers.take([next]);
    if (waits) await batchMembers.commit([reschedule(waits, new Date(at), tools)]);
  }
  const taken = await batchMembers.take(chosen);
  const changed = taken.filter((other) => !fitsBatch(other));
  await batchMembers.leave(changed);
  return taken.filter((other) => !changed.includes(other));
}

const sizeOf = ({ documents, documentSha256 }: InvoiceRecord): number =>
  documents.find(({ sha256 }) => sha256 === documentSha256)?.size ?? 0;

interface OpenedMember {
  readonly record: InvoiceRecord;
  readonly member: BatchMember;
}

/** Leaves out those whose document is unreadable: a run of their own reports that. */
async function openMembers(
  records: readonly InvoiceRecord[],
  { credential }: Packed,
  permits: RateLimitPermits,
  tools: DeliveryTools,
): Promise<readonly OpenedMember[]> {
  const read = records.map(async (record): Promise<OpenedMember | undefined> => {
    const bytes = await readSentDocument(record, tools).catch(() => undefined);
    if (bytes) return { record, member: { ...inquiryUnder(credential, record, permits, tools), bytes } };
    await tools.batchMembers.leave([record]);
    return undefined;
  });
  return (await Promise.all(read)).filter((member) => member !== undefined);
}

/** Marks every member before the first byte leaves. If one of them is gone, nothing is sent, and all wait again. */
async function sendTogether(
  leader: InvoiceRecord,
  before: InvoiceRecord,
  others: readonly InvoiceRecord[],
  batch: OpenBatch,
  tools: DeliveryTools,
): Promise<Step> {
  const { batchMembers, telemetry } = tools;
  const marked = await batchMembers.commit(
    others.map((other) => markCall(withBatchToken(other, batch), tools)),
  );
  const isWhole = marked.length === others.length;
  const permits = new RateLimitPermits(leader, 'batch', tools);
  const confirmAndSend = async (): Promise<RailAnswer> => {
    await Promise.all([tools.lease.confirm(), batchMembers.confirm()]);
    return batch.send(() => {
      tools.lease.requireSure();
      batchMembers.requireSure();
    });
  };
  const answer = isWhole ? await callRail(leader, 'batch', permits, confirmAndSend(), tools) : undefined;
  if (answer) telemetry.batchSent(leader.route, others.length + 1);
  const answerTo = (one: InvoiceRecord): RailAnswer => answer ?? answerOfBrokenBatch(one);
  const earlier = new Map(others.map((other) => [other.id, other]));
  const steps = marked.map((one) => applyAnswer(one, 'send', answerTo(earlier.get(one.id)!), tools));
  await batchMembers.commit(await Promise.all(steps));
  return applyAnswer(leader, 'send', answerTo(before), tools);
}

/** The answer of a batch that was not sent: the member waits as before. */
const answerOfBrokenBatch = ({ submission }: InvoiceRecord): RailAnswer => ({
  mapping: COMMON_STATUSES.brokenUp,
  retryAfterSeconds: 1,
  ...(submission?.resumeToken !== undefined && { resumeToken: submission.resumeToken }),
});
