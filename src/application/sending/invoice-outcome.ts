import { say, sentences } from 'en16931-rules/vocabulary/message.ts';
import { OUTCOMES, type Conclusion, type Reached } from '../../domain/sending/outcomes.ts';
import { nextPoll } from '../../domain/sending/retry.ts';
import { COMMON_STATUSES, type StatusMapping } from '../../domain/sending/status-mapping.ts';
import { profileOf } from '../../domain/routes/all.ts';
import { mayHoldDocument } from '../../domain/sending/submission.ts';
import { type Finding, isError } from 'en16931-rules/vocabulary/finding.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { type InvoiceState, mayMove } from '../../domain/lifecycle/states.ts';
import type { Work } from '../../domain/lifecycle/work.ts';
import { moveDeadline } from '../../domain/lifecycle/offline.ts';
import { STATUS_INQUIRY } from '../../domain/routes/route-caps.ts';
import type { Rail } from '../../ports/rail/rail.ts';
import type { RailAnswer } from '../../ports/rail/rail-answer.ts';
import { careRows } from '../care/care.ts';
import {
  mergeCareRows,
  move,
  moveThrough,
  reschedule,
  rescheduleSilently,
  type Step,
} from '../lifecycle/move.ts';
import { requireSubmission } from './attempt.ts';
import { nameEarlier } from './name-earlier.ts';
import {
  careWhileSending,
  closeHealedCare,
  findingOf,
  openOverdueCare,
  remarkOf,
  withHints,
} from './care.ts';
import { fetchAgain, finishWithoutReceipt, keepReceipt, withReceipt } from './receipts.ts';
import { schedulePoll } from './retry.ts';
import { routeFacts } from './route-facts.ts';
import type { Failed, NextStep, Progress, Recorder, SubmittedProgress } from './sendable.ts';
import type { AnswerPorts } from './sending-ports.ts';

type Sent = SubmittedProgress<InvoiceRecord>;

/** How an invoice stores the progress of its sending. */
export const invoiceRecorder = (ports: AnswerPorts): Recorder<InvoiceRecord> => ({
  outcomesOf: ({ state }) => (state === 'delivered' ? OUTCOMES.delivered : OUTCOMES.invoice),
  note: ({ record: before }, answer, effect) => {
    const cared = careWhileSending(before, answer, effect, ports);
    const record = answer.outage ? moveDeadline(cared, answer.outage, ports.clock.now()) : cared;
    const { legalId, reference } = answer;
    // With a reference the route may name another flow than before, that is the first one.
    return legalId !== undefined && reference !== undefined ? { ...record, legalId } : record;
  },
  reschedule: (record, at) => reschedule(record, at, ports),
  awaitCall: (record, at) => awaitCall(record, at, ports),
  pause: (record, at) =>
    record.state === 'submitting' ? awaitCall(record, at, ports) : rescheduleSilently(record, at),
  renew: async ({ record, rail }, drops) => ({
    record: { ...record, work: 'send', legalId: null, failures: drops },
    submissionId: rail.newSubmissionId(record.documentSha256!),
  }),
  conclude: (sent, conclusion, answer) => conclude(sent, conclusion, answer, ports),
  giveUp: (progress, last) => endAsDeadLetter(progress, last, ports),
});

/** An invoice that the route surely does not hold waits in the queue, where it can be cancelled. */
function awaitCall(record: InvoiceRecord, at: Date, ports: AnswerPorts): Step {
  if (record.submission?.outcomeUnknown) return reschedule({ ...record, work: STATUS_INQUIRY }, at, ports);
  return record.state === 'queued'
    ? reschedule(record, at, ports)
    : move({ ...record, work: 'send' }, 'queued', ports, { dueAt: at });
}

async function conclude(
  sent: Sent,
  conclusion: Conclusion,
  given: RailAnswer,
  ports: AnswerPorts,
): Promise<Awaited<NextStep<InvoiceRecord>>> {
  const answer = await nameEarlier(given, sent.record, ports);
  switch (conclusion) {
    case 'reject':
      return reject(sent, answer, ports);
    case 'reject-delivered':
      return rejectDelivered(sent, answer, ports);
    case 'watch-again':
      return watchAgain(sent);
    case 'keep-receipt':
      return keepReceipt(sent, answer, ports);
    case 'go-without':
      return finishWithoutReceipt(sent.record, ports);
    case 'fetch-again':
      return fetchAgain(sent);
    default:
      return reach(sent, conclusion, answer, ports);
  }
}

/** The route holds the document: the invoice moves to the state that the answer names, with the receipt if it came along. */
async function reach(
  sent: Sent,
  { to, then }: Reached,
  answer: RailAnswer,
  ports: AnswerPorts,
): Promise<Step> {
  const { record, rail } = sent;
  // Each state is reached once: the end may come with the second answer.
  const ahead = to.slice(to.findIndex((state) => state === record.state) + 1);
  if (ahead.length === 0 && then === 'poll')
    return record.state === 'delivered'
      ? watchAgain(sent)
      : schedulePoll({ ...sent, record: { ...record, care: openOverdueCare(record, ports) } });
  const now = ports.clock.now();
  const { files, documents } = await withReceipt(record, answer, ports);
  const { submission } = record;
  const work = workAfter(then, answer, rail);
  const invoice: InvoiceRecord = {
    ...record,
    care: careAtEnd(sent, answer, ports),
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
  const dueAt = work ? dueFor(work, to, sent) : null;
  if (ahead.length === 0) return { ...rescheduleSilently(invoice, dueAt), files };
  const route = routeFacts(invoice, answer, rail);
  const remarks = (answer.remarks ?? []).map((mapping) => remarkOf(invoice, mapping, ports));
  return { ...moveThrough(invoice, ahead, ports, { dueAt, route, remarks }), files };
}

/** Opens rows for what the route corrected and for an end that needs care. */
function careAtEnd({ record, rail }: Sent, { remarks = [] }: RailAnswer, ports: AnswerPorts) {
  const now = ports.clock.now();
  const findings = remarks
    .filter(({ opensCareAtOnce }) => opensCareAtOnce)
    .map((mapping) => findingOf(record, { mapping }, ports));
  return mergeCareRows(closeHealedCare(record.care, rail, now), careRows(findings, now));
}

/** The work after the end: a proof that did not come along is fetched at once. Undefined if no work is left. */
function workAfter(
  then: Reached['then'],
  { receipt, hasNoReceipt }: RailAnswer,
  rail: Rail,
): Work | undefined {
  if (then === 'poll') return 'poll';
  return rail.receipt && !receipt && !hasNoReceipt ? 'receipt' : undefined;
}

/** When the work that is left begins. */
function dueFor(work: Work, to: Reached['to'], sent: Sent): Date | null {
  const { rail, ports } = sent;
  const now = ports.clock.now();
  if (work === 'receipt') return now;
  return to.at(-1) === 'delivered' ? watchAt(sent, 0) : nextPoll(rail.pollWaitsMs, 0, now, ports.retryScale);
}

/** Looks at a delivered invoice a few more times, then ends. No care row opens: the invoice is delivered. */
function watchAgain(sent: Sent): Step {
  const { record } = sent;
  const polls = record.submission.polls + 1;
  return rescheduleSilently({ ...record, submission: { ...record.submission, polls } }, watchAt(sent, polls));
}

/** The next look at what the receiver's side reports of a delivered invoice; null if the route has no more. */
function watchAt({ rail, ports }: Sent, polls: number): Date | null {
  const wait = rail.watchWaitsMs?.[polls];
  return wait === undefined ? null : new Date(ports.clock.now().getTime() + wait * ports.retryScale);
}

/** Refuses a delivered invoice: the receiver's side has refused it since. It is delivered first, like every end that the route reports. */
async function rejectDelivered(sent: Sent, answer: RailAnswer, ports: AnswerPorts): Promise<Step> {
  const { remarks: _remarks, ...whole } = answer;
  const end: Reached = { to: ['submitted', 'delivered'], then: 'end' };
  const delivered = await reach(sent, end, { ...whole, hasNoReceipt: true }, ports);
  const { receipt: _kept, ...rejection } = answer;
  const record = requireSubmission(delivered.record);
  const rejected = await reject({ ...sent, record }, rejection, ports);
  return {
    record: { ...rejected.record, version: sent.record.version + 1 },
    events: [...delivered.events, ...rejected.events],
    files: [...delivered.files, ...rejected.files],
  };
}

/** Refuses for good. A queued invoice passes through the call that was refused. */
async function reject({ record, rail }: Sent, answer: RailAnswer, ports: AnswerPorts): Promise<Step> {
  const { files, documents } = await withReceipt(record, answer, ports);
  const further = (answer.remarks ?? []).map((mapping) => findingOf(record, { mapping }, ports));
  const errors = [findingOf(record, answer, ports), ...further.filter(isError)];
  const remarks = further.filter((finding) => !isError(finding));
  const route = routeFacts(record, answer, rail);
  const now = ports.clock.now();
  const care = closeHealedCare(record.care, rail, now);
  const follows = answer.mapping.receiptFollows === true && !answer.receipt;
  const refused: InvoiceRecord = {
    ...record,
    documents,
    care,
    ...(follows && { work: 'receipt', submission: { ...record.submission, polls: 0, endedAt: now } }),
  };
  const states: readonly InvoiceState[] =
    record.state === 'queued' ? ['submitting', 'rejected'] : ['rejected'];
  return {
    ...moveThrough(refused, states, ports, { dueAt: follows ? now : null, errors, remarks, route }),
    files,
  };
}

function endAsDeadLetter(
  { record }: Progress<InvoiceRecord>,
  { mapping, message }: Failed,
  ports: AnswerPorts,
): Step {
  const own = message === undefined ? {} : { message };
  const errors = [findingOf(record, { mapping: withDeadLetterHint(mapping, record), ...own }, ports)];
  const care = withHints(record.care, errors);
  const states: readonly InvoiceState[] = mayMove(record.state, 'dead_letter')
    ? ['dead_letter']
    : ['queued', 'dead_letter'];
  return moveThrough({ ...record, care }, states, ports, { dueAt: null, errors });
}

/**
 * The hint of a waiting invoice does not move a dead letter. Without a call the operator releases it. After a call the route may have it
 * (contract 3): the hint names the place to look first, and the sender can look there.
 */
function withDeadLetterHint(mapping: StatusMapping, { reachedRail, route }: InvoiceRecord): StatusMapping {
  const { code, hintAtLast } = mapping;
  const isOutage = code === COMMON_STATUSES.unreachable.code;
  const isOpen = isOutage || code === COMMON_STATUSES.answerLost.code;
  if (hintAtLast === undefined && !isOpen) return mapping;
  const first = hintAtLast ?? (isOutage ? say('calls.wait-until-route-works-again') : undefined);
  const release = say('calls.then-operator-releases-invoice-and-it-can-be');
  if (!reachedRail) return { ...mapping, fixHint: sentences(first, release) };
  const place = profileOf(route).lookUp ?? undefined;
  const send = say('calls.if-route-does-not-hold-invoice-send-it');
  return { ...mapping, ...(isOpen && { senderCanFix: true }), fixHint: sentences(first, place, send) };
}

/** For a dead letter that the route may hold: it is not sent again before a status inquiry. */
export function unsettledFinding(
  record: InvoiceRecord,
  ports: Pick<AnswerPorts, 'catalogue'>,
): Finding | undefined {
  if (!mayHoldDocument(record.submission)) return undefined;
  return findingOf(record, { mapping: COMMON_STATUSES.answerLost }, ports);
}
