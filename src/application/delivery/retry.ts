import { finalMapping, nextPoll, nextTry, type Question } from '../../domain/delivery/decisions.ts';
import { COMMON_STATUSES, type StatusMapping } from '../../domain/delivery/status-mapping.ts';
import { newSubmission, type Submission } from '../../domain/lifecycle/submission.ts';
import type { Finding } from '../../domain/findings/finding.ts';
import type { CareRow, InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { move, moveThrough, rescheduleSilently, type Step, reschedule } from '../lifecycle/move.ts';
import { requireSubmission, railOf } from './consign.ts';
import type { AnswerTools } from './delivery-tools.ts';
import { openCareAtOnce, findingOf, openOverdueCare } from './care-while-sending.ts';

/**
 * The contract's schedule; an invoice of which the route surely holds nothing waits in the queue, where it can be cancelled.
 * @param question to which there was no answer that helps.
 */
export function scheduleRetry(
  record: InvoiceRecord,
  mapping: StatusMapping,
  tools: AnswerTools,
  question: Question = 'send',
): Step {
  const counted = { ...openCareAtOnce(record, mapping, tools), failures: record.failures + 1 };
  const next = nextTry(counted.failures, tools.clock.now(), tools.retryScale);
  if (next === 'give-up') {
    const last = finalMapping({ ...record, question }, mapping, COMMON_STATUSES.answerLost);
    const errors = [findingOf(record, { mapping: atLast(last, record) }, tools)];
    const care = advised(counted.care, errors);
    return move({ ...counted, care }, 'dead_letter', tools, { dueAt: null, errors });
  }
  return inQueueOrSubmitting(counted, next.at, tools);
}

/** Of a dead letter that the route may hold: whatever came last, nobody may send it again before it was asked for. */
export function unsettledFinding(
  record: InvoiceRecord,
  tools: Pick<AnswerTools, 'catalogue'>,
): Finding | undefined {
  const { outcomeUnknown, isCalling } = record.submission ?? {};
  if (!outcomeUnknown && !isCalling) return undefined;
  return findingOf(record, { mapping: COMMON_STATUSES.answerLost }, tools);
}

/** What helped while the invoice waited moves a dead letter no more; nor is one released that the route was called for (contract 3). */
function atLast(mapping: StatusMapping, { reachedRail }: InvoiceRecord): StatusMapping {
  if (mapping.hintAtLast === undefined) return mapping;
  const then = reachedRail
    ? 'If the route does not hold the invoice, send it under another number.'
    : 'Then the operator releases the invoice, and it can be sent again.';
  return { ...mapping, fixHint: `${mapping.hintAtLast} ${then}` };
}

/** Rows that were opened while the invoice waited say what helps now. */
const advised = (care: readonly CareRow[], errors: readonly Finding[]): readonly CareRow[] =>
  care.map((row) => {
    const hint = errors.find(({ code }) => code === row.code)?.fixHint;
    return hint === undefined || row.handledAt ? row : { ...row, fixHint: hint };
  });

/** No failure. */
export function pauseSending(record: InvoiceRecord, pause: number, tools: AnswerTools): Step {
  const at = new Date(tools.clock.now().getTime() + pause);
  return record.state === 'submitting'
    ? inQueueOrSubmitting(record, at, tools)
    : rescheduleSilently({ ...record, care: openOverdueCare(record, tools) }, at);
}

function inQueueOrSubmitting(record: InvoiceRecord, at: Date, tools: AnswerTools): Step {
  const isOpen = record.submission?.outcomeUnknown === true;
  if (record.state === 'submitting' && !isOpen)
    return move({ ...record, work: 'send' }, 'queued', tools, { dueAt: at });
  return reschedule(isOpen ? { ...record, work: 'settle' } : record, at, tools);
}

/** One look may be too early; after as many as the route needs nothing is held. */
export function countEmptyLook(record: InvoiceRecord, tools: AnswerTools): Step {
  const submission = requireSubmission(record);
  const emptyLooks = submission.emptyLooks + 1;
  if (emptyLooks >= railOf(record, tools).emptyLooks) return sendAgain(record, { emptyLooks: 0 }, tools);
  const looked = { ...record, failures: record.failures + 1, submission: { ...submission, emptyLooks } };
  const next = nextTry(looked.failures, tools.clock.now(), tools.retryScale);
  return next === 'give-up'
    ? scheduleRetry(
        record,
        submission.answerLost ? COMMON_STATUSES.answerLost : COMMON_STATUSES.outOfOrder,
        tools,
      )
    : reschedule(looked, next.at, tools);
}

/** Marks that the next call is a send; the mark is gone with the call's answer. */
export function sendAgain(record: InvoiceRecord, own: Partial<Submission>, tools: AnswerTools): Step {
  const submission = { ...requireSubmission(record), ...own };
  return reschedule({ ...record, work: 'send', submission }, tools.clock.now(), tools);
}

/** What the route has dropped goes as another submission, on the contract's schedule: it may drop each. */
export function startOver(record: InvoiceRecord, mapping: StatusMapping, tools: AnswerTools): Step {
  const now = tools.clock.now();
  const drops = (requireSubmission(record).drops ?? 0) + 1;
  const submission: Submission = {
    ...newSubmission(railOf(record, tools).newSubmissionId(record.documentSha256!), now),
    drops,
    lastDrop: mapping.networkStatus,
  };
  const anew: InvoiceRecord = { ...record, work: 'send', legalId: null, failures: drops, submission };
  const next = nextTry(drops, now, tools.retryScale);
  if (next !== 'give-up') return move(anew, 'queued', tools, { dueAt: next.at });
  const last = mapping.code === undefined ? COMMON_STATUSES.outOfOrder : mapping;
  const errors = [findingOf(record, { mapping: last }, tools)];
  return moveThrough(anew, ['queued', 'dead_letter'], tools, { dueAt: null, errors });
}

/** Failed and empty polls are repeated for as long as it takes; after a day somebody is told. */
export function schedulePoll(record: InvoiceRecord, tools: AnswerTools): Step {
  const submission = requireSubmission(record);
  const polls = submission.polls + 1;
  const at = nextPoll(railOf(record, tools).pollWaitsMs, polls, tools.clock.now(), tools.retryScale);
  const care = openOverdueCare(record, tools);
  return reschedule({ ...record, care, submission: { ...submission, polls } }, at, tools);
}
