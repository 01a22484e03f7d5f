import { nextPoll } from '../../domain/sending/retry.ts';
import { isError } from '../../domain/findings/finding.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { InvoiceState } from '../../domain/lifecycle/states.ts';
import type { Work } from '../../domain/lifecycle/work.ts';
import type { RailAnswer } from '../../ports/rail/rail-answer.ts';
import { careRows } from '../care/care.ts';
import { moveThrough, rescheduleSilently, type Step, mergeCareRows } from '../lifecycle/move.ts';
import { routeFacts } from './consign.ts';
import { railOf, requireSubmission } from './submission-of.ts';
import type { AnswerTools } from './delivery-tools.ts';
import { withReceipt } from './receipts.ts';
import { findingOf, closeHealedCare, remarkOf } from './care-while-sending.ts';
import { firstWatch, schedulePoll, watchAgain } from './retry.ts';

/** The route holds the document: the invoice moves to the state that the answer names, with the receipt if it came along. */
export async function finish(
  record: InvoiceRecord,
  to: readonly InvoiceState[],
  then: 'poll' | 'end',
  answer: RailAnswer,
  tools: AnswerTools,
): Promise<Step> {
  // Each state is reached once: the end may come with the second answer.
  const ahead = to.slice(to.indexOf(record.state) + 1);
  if (ahead.length === 0 && then === 'poll')
    return record.state === 'delivered' ? watchAgain(record, tools) : schedulePoll(record, tools);
  const now = tools.clock.now();
  const { files, documents } = await withReceipt(record, answer, tools);
  const submission = requireSubmission(record);
  const work = workAfter(record, then, answer, tools);
  const held: InvoiceRecord = {
    ...record,
    care: careAtEnd(record, answer, tools),
    documents,
    legalId: answer.legalId ?? record.legalId,
    errors: [],
    failures: 0,
    crashes: 0,
    submission: {
      ...submission,
      heldSince: submission.heldSince ?? now,
      polls: 0,
      ...(work === 'receipt' && { endedAt: now }),
    },
    ...(work && { work }),
  };
  const dueAt = work && dueFor(work, to, held, tools);
  if (ahead.length === 0) return { ...rescheduleSilently(held, dueAt ?? null), files };
  const route = routeFacts(held, answer, tools);
  const remarks = (answer.remarks ?? []).map((mapping) => remarkOf(held, mapping, tools));
  return { ...moveThrough(held, ahead, tools, { dueAt: dueAt ?? null, route, remarks }), files };
}

/** Opens rows for what the route corrected and for an end that needs care. */
function careAtEnd(record: InvoiceRecord, { remarks = [] }: RailAnswer, tools: AnswerTools) {
  const now = tools.clock.now();
  const findings = remarks
    .filter(({ opensCareAtOnce }) => opensCareAtOnce)
    .map((mapping) => findingOf(record, { mapping }, tools));
  return mergeCareRows(closeHealedCare(record.care, railOf(record, tools), now), careRows(findings, now));
}

/** The work after the end: a proof that did not come along is fetched at once. Undefined if no work is left. */
function workAfter(
  record: InvoiceRecord,
  then: 'poll' | 'end',
  { receipt, hasNoReceipt }: RailAnswer,
  tools: AnswerTools,
): Work | undefined {
  if (then === 'poll') return 'poll';
  return railOf(record, tools).receipt && !receipt && !hasNoReceipt ? 'receipt' : undefined;
}

/** When the work that is left begins. */
function dueFor(
  work: Work,
  to: readonly InvoiceState[],
  record: InvoiceRecord,
  tools: AnswerTools,
): Date | null {
  const now = tools.clock.now();
  if (work === 'receipt') return now;
  if (to.at(-1) === 'delivered') return firstWatch(record, tools);
  return nextPoll(railOf(record, tools).pollWaitsMs, 0, now, tools.retryScale);
}

/** Refuses a delivered invoice: the receiver's side has refused it since. It is delivered first, like every end that the route reports. */
export async function rejectDelivered(
  record: InvoiceRecord,
  answer: RailAnswer,
  tools: AnswerTools,
): Promise<Step> {
  const { remarks: _remarks, ...whole } = answer;
  const delivered = await finish(
    record,
    ['submitted', 'delivered'],
    'end',
    { ...whole, hasNoReceipt: true },
    tools,
  );
  const { receipt: _kept, ...refusal } = answer;
  const rejected = await reject(delivered.record, refusal, tools);
  return {
    record: { ...rejected.record, version: record.version + 1 },
    events: [...delivered.events, ...rejected.events],
    files: [...delivered.files, ...rejected.files],
  };
}

/** Refuses for good. A queued invoice passes through the call that was refused. */
export async function reject(record: InvoiceRecord, answer: RailAnswer, tools: AnswerTools): Promise<Step> {
  const { files, documents } = await withReceipt(record, answer, tools);
  const further = (answer.remarks ?? []).map((mapping) => findingOf(record, { mapping }, tools));
  const errors = [findingOf(record, answer, tools), ...further.filter(isError)];
  const remarks = further.filter((finding) => !isError(finding));
  const route = routeFacts(record, answer, tools);
  const care = closeHealedCare(record.care, railOf(record, tools), tools.clock.now());
  const now = tools.clock.now();
  const follows = answer.mapping.receiptFollows === true && !answer.receipt;
  const refused: InvoiceRecord = {
    ...record,
    documents,
    care,
    ...(follows && { work: 'receipt', submission: { ...requireSubmission(record), polls: 0, endedAt: now } }),
  };
  const states: readonly InvoiceState[] =
    record.state === 'queued' ? ['submitting', 'rejected'] : ['rejected'];
  return {
    ...moveThrough(refused, states, tools, { dueAt: follows ? now : null, errors, remarks, route }),
    files,
  };
}
