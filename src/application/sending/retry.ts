import { finalMapping, type Question } from '../../domain/sending/outcomes.ts';
import { nextPoll, nextTry, PAUSES_OF_A_FAILURE, pauseMs, repeatedWait } from '../../domain/sending/retry.ts';
import { countEmptyLookup, waitsForClock } from '../../domain/sending/retry.ts';
import { STATUS_INQUIRY } from '../../domain/routes/route-caps.ts';
import { COMMON_STATUSES, type StatusMapping } from '../../domain/sending/status-mapping.ts';
import { MAX_FAILURES } from '../../domain/sending/retry.ts';
import { mayHoldDocument, newSubmission, type Submission } from '../../domain/sending/submission.ts';
import type { Finding } from '../../domain/findings/finding.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { RailAnswer } from '../../ports/rail/rail-answer.ts';
import { move, moveThrough, rescheduleSilently, type Step, reschedule } from '../lifecycle/move.ts';
import { railOf, requireSubmission } from './submission-of.ts';
import type { AnswerTools } from './delivery-tools.ts';
import {
  openCareAtOnce,
  findingOf,
  openOverdueCare,
  withHints,
  openClockCare,
} from './care-while-sending.ts';

/** The part of a failed answer that the next step depends on. */
type Failed = Pick<RailAnswer, 'mapping' | 'message'>;

/**
 * Repeats on the contract's schedule. An invoice that the route surely does not hold waits in the queue, where it can be cancelled.
 * @param question that the answer failed.
 */
export function scheduleRetry(
  record: InvoiceRecord,
  failed: Failed,
  tools: AnswerTools,
  question: Question = 'send',
): Step {
  const { mapping } = failed;
  const { submission, ...kept } = openCareAtOnce(record, failed, tools);
  const failing: InvoiceRecord = {
    ...kept,
    failures: record.failures + 1,
    // The question has an answer, so the invoice is not what crashes our processes. At most six such answers reset the count.
    ...(record.crashes !== undefined && { crashes: 0 }),
    ...(submission && { submission: { ...submission, failedWith: mapping.networkStatus } }),
  };
  const now = tools.clock.now();
  const next = nextTry(failing.failures, now, tools.retryScale);
  if (next !== 'give-up') return inQueueOrSubmitting(failing, next.at, tools);
  // Before the invoice is given up, a last inquiry asks whether the route holds the last call's document.
  if (question !== 'ask' && mayHoldDocument(submission)) return inQueueOrSubmitting(failing, now, tools);
  return endAsDeadLetter(failing, failed, tools);
}

function endAsDeadLetter(record: InvoiceRecord, { mapping, message }: Failed, tools: AnswerTools): Step {
  const last = finalMapping(record.submission, mapping);
  const own = last === mapping && message !== undefined ? { message } : {};
  const errors = [findingOf(record, { mapping: withDeadLetterHint(last, record), ...own }, tools)];
  const care = withHints(record.care, errors);
  return move({ ...record, care }, 'dead_letter', tools, { dueAt: null, errors });
}

/** What the network said last when it failed. */
export function lastFailure(
  record: Pick<InvoiceRecord, 'id' | 'route' | 'submission'>,
  tools: Pick<AnswerTools, 'rails'>,
): StatusMapping {
  const { failedWith } = requireSubmission(record);
  const mapping = railOf(record, tools).statusMappings.find(
    ({ networkStatus, code }) => networkStatus === failedWith && code !== undefined,
  );
  return mapping && mapping.code !== COMMON_STATUSES.answerLost.code ? mapping : COMMON_STATUSES.outOfOrder;
}

/**
 * Without a credential of the account of the send no route can be asked, and no other account gets the document. The invoice waits for such
 * a credential without a limit.
 */
export function waitForAccount(record: InvoiceRecord, tools: AnswerTools): Step {
  const cared = openCareAtOnce(record, { mapping: COMMON_STATUSES.credentialMissing }, tools);
  const submission = requireSubmission(cared);
  const polls = submission.polls + 1;
  const at = repeatedWait(polls, tools.clock.now(), tools.retryScale);
  return inQueueOrSubmitting({ ...cared, submission: { ...submission, polls } }, at, tools);
}

/** For a dead letter that the route may hold: it is not sent again before a status inquiry. */
export function unsettledFinding(
  record: InvoiceRecord,
  tools: Pick<AnswerTools, 'catalogue'>,
): Finding | undefined {
  if (!mayHoldDocument(record.submission)) return undefined;
  return findingOf(record, { mapping: COMMON_STATUSES.answerLost }, tools);
}

/** The hint of a waiting invoice does not move a dead letter. A dead letter whose route was called is not released either (contract 3). */
function withDeadLetterHint(mapping: StatusMapping, { reachedRail }: InvoiceRecord): StatusMapping {
  if (mapping.hintAtLast === undefined) return mapping;
  const then = reachedRail
    ? 'If the route does not hold the invoice, send it under another number.'
    : 'Then the operator releases the invoice, and it can be sent again.';
  return { ...mapping, fixHint: `${mapping.hintAtLast} ${then}` };
}

/** The questions whose failures count towards a dead letter; an invoice that the route holds is polled without a limit. */
const COUNTED: ReadonlySet<Question> = new Set(['prepare', 'send', 'ask']);

/** Pauses without a failure, unless the network asks for one pause after another. */
export function pauseSending(
  before: InvoiceRecord,
  question: Question,
  answer: RailAnswer,
  tools: AnswerTools,
): Step {
  const { mapping, isOwnPause, retryAfterSeconds } = answer;
  const record = openCareAtOnce(before, answer, tools);
  const isAsked = !isOwnPause && mapping.networkStatus === COMMON_STATUSES.tooMany.networkStatus;
  const { pauses: made = 0, ...submission } = requireSubmission(record);
  const pauses = made + (isAsked ? 1 : 0);
  if (pauses >= PAUSES_OF_A_FAILURE && COUNTED.has(question))
    return scheduleRetry({ ...record, submission }, { mapping: COMMON_STATUSES.throttled }, tools, question);
  const paused = { ...record, submission: { ...submission, ...(pauses > 0 && { pauses }) } };
  const at = new Date(tools.clock.now().getTime() + pauseMs(retryAfterSeconds));
  return record.state === 'submitting'
    ? inQueueOrSubmitting(paused, at, tools)
    : rescheduleSilently({ ...paused, care: openOverdueCare(record, tools) }, at);
}

function inQueueOrSubmitting(record: InvoiceRecord, at: Date, tools: AnswerTools): Step {
  const isOpen = record.submission?.outcomeUnknown === true;
  if (record.state === 'submitting' && !isOpen)
    return move({ ...record, work: 'send' }, 'queued', tools, { dueAt: at });
  return reschedule(isOpen ? { ...record, work: STATUS_INQUIRY } : record, at, tools);
}

/** The document is sent again once enough empty looks show that the route does not hold it. */
export function lookAgainOrResend(before: InvoiceRecord, tools: AnswerTools): Step {
  const { clock, retryScale } = tools;
  const looked = { submission: requireSubmission(before), failures: before.failures };
  const { emptyLooks } = railOf(before, tools);
  const now = clock.now();
  const { submission, nextLookupAt } = countEmptyLookup(looked, emptyLooks, now, retryScale);
  const cared = waitsForClock(looked.submission, emptyLooks, now) ? openClockCare(before, tools) : before;
  const record = { ...cared, submission };
  return nextLookupAt ? reschedule(record, nextLookupAt, tools) : resend(record, tools);
}

export const hasFailedEnough = ({ failures }: Pick<InvoiceRecord, 'failures'>): boolean =>
  failures >= MAX_FAILURES;

/**
 * Sends the same document again under the same identity to a route that does not hold it, or cannot tell. After the last failure the
 * invoice is a dead letter.
 */
export const resend = (record: InvoiceRecord, tools: AnswerTools): Step =>
  hasFailedEnough(record)
    ? endAsDeadLetter(record, { mapping: lastFailure(record, tools) }, tools)
    : reschedule({ ...record, work: 'send' }, tools.clock.now(), tools);

/** Sends a document that the route has dropped as another submission, on the contract's schedule: the route may drop each. */
export function startOver(record: InvoiceRecord, mapping: StatusMapping, tools: AnswerTools): Step {
  const now = tools.clock.now();
  const drops = (requireSubmission(record).drops ?? 0) + 1;
  const submission: Submission = {
    ...newSubmission(railOf(record, tools).newSubmissionId(record.documentSha256!), now),
    drops,
    lastDrop: mapping.networkStatus,
  };
  const fresh: InvoiceRecord = { ...record, work: 'send', legalId: null, failures: drops, submission };
  const next = nextTry(drops, now, tools.retryScale);
  if (next !== 'give-up') return move(fresh, 'queued', tools, { dueAt: next.at });
  const last = mapping.code === undefined ? COMMON_STATUSES.outOfOrder : mapping;
  const errors = [findingOf(record, { mapping: last }, tools)];
  return moveThrough(fresh, ['queued', 'dead_letter'], tools, { dueAt: null, errors });
}

/** Repeats failed and empty polls without a limit; after a day a care row opens. */
export function schedulePoll(record: InvoiceRecord, tools: AnswerTools): Step {
  const submission = requireSubmission(record);
  const polls = submission.polls + 1;
  const at = nextPoll(railOf(record, tools).pollWaitsMs, polls, tools.clock.now(), tools.retryScale);
  const care = openOverdueCare(record, tools);
  return reschedule({ ...record, care, submission: { ...submission, polls } }, at, tools);
}

/** The first look at what the receiver's side reports of a delivered invoice; null if the route has none. */
export function firstWatch(record: InvoiceRecord, tools: AnswerTools): Date | null {
  return watchAt(record, 0, tools);
}

/** Looks a few more times, then ends. No care row opens: the invoice is delivered. */
export function watchAgain(record: InvoiceRecord, tools: AnswerTools): Step {
  const submission = requireSubmission(record);
  const polls = submission.polls + 1;
  return rescheduleSilently(
    { ...record, submission: { ...submission, polls } },
    watchAt(record, polls, tools),
  );
}

function watchAt(record: InvoiceRecord, looks: number, tools: AnswerTools): Date | null {
  const wait = railOf(record, tools).watchWaitsMs?.[looks];
  return wait === undefined ? null : new Date(tools.clock.now().getTime() + wait * tools.retryScale);
}
