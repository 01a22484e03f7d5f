import type { WireCall } from '../../domain/sending/network-calls.ts';
import { capOn } from '../../domain/lifecycle/caps.ts';
import type { CapWindow } from '../../domain/routes/route-caps.ts';
import { COMMON_STATUSES } from '../../domain/sending/status-mapping.ts';
import type { Batches, OpenBatch, BatchMember } from '../../ports/rail/batches.ts';
import type { RailAnswer } from '../../ports/rail/rail-answer.ts';
import type { MarkedStep, Run, WorkStep } from '../work/record-kind.ts';
import { applyAnswer } from './apply-answer.ts';
import { type Attempt, callRoute, callsOf, inquiryOn } from './attempt.ts';
import { type GatheredBatch, mark, type MarkedSend, withMark } from './marked-send.ts';
import { type QueuePosition, waitInQueue, RateLimitPermits } from './rate-limit-permits.ts';
import type { Batching, HasSubmission, OutgoingDocument, SendableRecord } from './sendable.ts';
import type { BatchMembers } from './sending-ports.ts';

type Prepared<R extends SendableRecord> = WorkStep<R> | MarkedStep<R, MarkedSend<R>>;

/**
 * Queues a record that got no permit. If its queue position is far off, it is sent at once in one batch with all that wait for the same
 * permits: the first of them that runs gathers the others.
 */
export async function waitOrJoinBatch<R extends SendableRecord>(
  send: MarkedSend<R>,
  position: QueuePosition,
  run: Run,
): Promise<Prepared<R>> {
  const { attempt } = send;
  const { record, kind, rail, ports } = attempt;
  const { batches } = rail;
  const { batching } = kind;
  const group = batches && batching?.groupOf(record, batches);
  const now = ports.clock.now().getTime();
  const isSoon = batches && position.expectedAt.getTime() - now < batches.fromWaitMs;
  if (!batches || !batching || group === undefined || isSoon) return waitInQueue(attempt, position);
  if (record.submission.queuePosition === undefined)
    return waitInQueue(attempt, notAfter(position, new Date(now + batches.gatherMs)));
  const cap = { key: `${record.route} ${record.client} batch ${group}`, windows: batches.windows };
  const permits = new RateLimitPermits(attempt, 'batch', cap);
  const room = await permits.acquireAsNext();
  const members = batching.membersOf(run);
  if (room !== 'free') {
    const waiting = await members.countWaiting(record);
    return waitInQueue(attempt, notAfter(position, batchFor(position, room, waiting, attempt)));
  }
  const gathered = { ...send, permits };
  const sent = await openBatch(gathered, { batches, batching, group, members }).finally(() =>
    permits.release(),
  );
  return sent ?? waitInQueue(attempt, position);
}

/**
 * When the batch opens that has room for it: one batch takes all that wait before it, up to its size. If all looked at the same time, each
 * batch would wake them all.
 */
function batchFor<R extends SendableRecord>(
  { expectedAt }: QueuePosition,
  room: QueuePosition,
  waiting: number,
  { record, rail, ports }: Attempt<R>,
): Date {
  const { batches } = rail;
  const alone = capOn(rail, 'send', record.client);
  if (!batches || !alone) return room.checkAt;
  const { seconds, limit } = widestOf(alone.windows);
  const waitSeconds = (expectedAt.getTime() - ports.clock.now().getTime()) / 1000;
  // A position is that of a queue of single calls, from which batches have taken many since.
  const ahead = Math.min((waitSeconds / seconds) * limit, waiting - 1);
  const batchesBefore = Math.max(0, Math.floor(ahead / batches.most.documents));
  return new Date(room.checkAt.getTime() + batchesBefore * widestOf(batches.windows).seconds * 1000);
}

const widestOf = (windows: readonly CapWindow[]): CapWindow =>
  windows.reduce((widest, window) => (window.seconds > widest.seconds ? window : widest));

const notAfter = (position: QueuePosition, until: Date): QueuePosition =>
  position.checkAt < until ? position : { ...position, checkAt: until };

/** So many of those that wait longest may fit no batch, or another one. */
const MAX_UNFIT = 400;

interface Gathering<R> {
  readonly batches: Batches;
  readonly batching: Batching<R>;
  readonly group: string;
  readonly members: BatchMembers<R>;
}

/** Announces a batch, and marks its leader. @returns undefined if no other record fits. */
async function openBatch<R extends SendableRecord>(
  send: MarkedSend<R>,
  gathering: Gathering<R>,
): Promise<Prepared<R> | undefined> {
  const { attempt, permits } = send;
  const { batches, members } = gathering;
  const opened = await openMembers(await gatherMembers(attempt, gathering), attempt, members);
  if (opened.length === 0) return undefined;
  const others = opened.map(({ record }) => record);
  const opening = (calls: WireCall[]) => {
    const memberOf = ({ bytes, ...own }: OpenedMember<R>): BatchMember => ({
      ...inquiryOn({ ...attempt, ...own }, permits, calls),
      bytes,
    });
    const { record, document } = attempt;
    return batches.open([memberOf({ record, document, bytes: send.parcel.bytes }), ...opened.map(memberOf)]);
  };
  const { value: batch } = await callRoute(attempt, 'open-batch', permits, opening);
  if ('mapping' in batch) {
    await members.leave(others);
    return undefined;
  }
  const call = { ...send, batch: { open: batch, others, members } };
  return mark(call, withBatchToken(attempt.record, batch));
}

const withBatchToken = <R extends HasSubmission>(record: R, { resumeToken }: OpenBatch): R => ({
  ...record,
  submission: { ...record.submission, resumeToken },
});

/**
 * Leases the batch members: those that fit and that no other run has leased. If more fit than a batch holds, one of them runs again once
 * there is room.
 */
async function gatherMembers<R extends SendableRecord>(
  { record, kind, ports }: Attempt<R>,
  { batches, batching, group, members }: Gathering<R>,
): Promise<readonly (R & HasSubmission)[]> {
  const { client, route, submission } = record;
  const { documents, bytes } = batches.most;
  const fitsBatch = (other: R): other is R & HasSubmission =>
    other.id !== record.id &&
    other.submission?.queuePosition !== undefined &&
    other.submission.credential === submission.credential &&
    batching.groupOf(other, batches) === group;
  const waiting = await members.findWaiting({ client, route, limit: documents + MAX_UNFIT });
  let room = bytes - batching.sizeOf(record);
  const fitting = waiting.filter((other) => other.lease === null && fitsBatch(other));
  const chosen = fitting.slice(0, documents - 1).filter((other) => (room -= batching.sizeOf(other)) >= 0);
  const [next] = fitting.filter((other) => !chosen.includes(other));
  if (next) {
    const at = new Date(ports.clock.now().getTime() + widestOf(batches.windows).seconds * 1000);
    const [waits] = await members.take([next]);
    if (waits) await members.commit([kind.reschedule(waits, at)]);
  }
  const taken = await members.take(chosen);
  await members.leave(taken.filter((other) => !fitsBatch(other)));
  return taken.filter(fitsBatch);
}

interface OpenedMember<R> {
  readonly record: R & HasSubmission;
  readonly document: OutgoingDocument<R>;
  readonly bytes: Uint8Array;
}

/** Leaves out those whose document is unreadable: a run of their own reports that. */
async function openMembers<R extends SendableRecord>(
  records: readonly (R & HasSubmission)[],
  attempt: Attempt<R>,
  members: BatchMembers<R>,
): Promise<readonly OpenedMember<R>[]> {
  const read = records.map(async (record): Promise<OpenedMember<R> | undefined> => {
    const document = await attempt.kind.open(record, attempt.rail);
    const bytes = await document.bytes().catch(() => undefined);
    if (bytes) return { record, document, bytes };
    await members.leave([record]);
    return undefined;
  });
  return (await Promise.all(read)).filter((member) => member !== undefined);
}

/** Marks every member before the first byte leaves. If one of them is gone, nothing is sent, and all wait again. */
export async function sendBatch<R extends SendableRecord>(
  leader: Attempt<R>,
  { attempt: { record: before } }: MarkedSend<R>,
  { open, others, members }: GatheredBatch<R>,
  run: Run,
): Promise<WorkStep<R>> {
  const { kind, ports } = leader;
  const marks = others.map((other) => kind.mark(withMark(withBatchToken(other, open), ports)));
  const marked = await members.commit(marks);
  const isWhole = marked.length === others.length;
  const permits = new RateLimitPermits(leader, 'batch');
  const confirmAndSend = async (calls: WireCall[]): Promise<RailAnswer> => {
    await Promise.all([run.lease.confirm(), members.confirm()]);
    return open.send(() => {
      run.lease.requireSure();
      members.requireSure();
    }, calls);
  };
  const called = isWhole ? await callRoute(leader, 'batch', permits, confirmAndSend) : undefined;
  const wentOut = called && callsOf(leader, called);
  if (called) ports.telemetry.batchSent(leader.record.route, others.length + 1);
  const answerTo = (one: HasSubmission): RailAnswer => called?.value ?? answerOfBrokenBatch(one);
  const steps = marked.flatMap((one) => {
    const earlier = others.find(({ id }) => id === one.id);
    const { submission } = one;
    return earlier && submission
      ? [applyAnswer({ ...leader, record: { ...one, submission } }, 'send', answerTo(earlier), wentOut)]
      : [];
  });
  await members.commit(await Promise.all(steps));
  return applyAnswer(leader, 'send', answerTo(before), wentOut);
}

/** The answer of a batch that was not sent: the member waits as before. */
const answerOfBrokenBatch = ({ submission: { resumeToken } }: HasSubmission): RailAnswer => ({
  mapping: COMMON_STATUSES.brokenUp,
  retryAfterSeconds: 1,
  ...(resumeToken !== undefined && { resumeToken }),
});
