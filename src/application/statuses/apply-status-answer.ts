import { courseOf, finalMapping, OUTCOMES, type Question } from '../../domain/sending/outcomes.ts';
import {
  countEmptyLookup,
  nextPoll,
  nextTry,
  pauseMs,
  PAUSES_OF_A_FAILURE,
  waitsForClock,
} from '../../domain/sending/retry.ts';
import { COMMON_STATUSES, type Meaning, type StatusMapping } from '../../domain/sending/status-mapping.ts';
import { mayHoldDocument, newSubmission, type Submission } from '../../domain/sending/submission.ts';
import type { OutgoingStatus } from '../../domain/statuses/outgoing-status.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RailAnswer } from '../../ports/rail/rail-answer.ts';
import { hasFailedEnough, lastFailure } from '../sending/retry.ts';
import { railOf } from '../sending/submission-of.ts';
import type { WorkStep } from '../work/record-kind.ts';
import { type Ending, type OutcomeTools, recordOutcome } from './record-outcome.ts';
import { messageText, type StatusMessage } from './sealed-message.ts';
import { noteEnd, noteTroubleIn } from './status-care.ts';
import { type CallTools, messagesOf } from './status-call.ts';

export interface StatusAnswerTools extends OutcomeTools, CallTools {}

export type StatusStep = WorkStep<OutgoingStatus>;

/** Applies an answer of the route to a status. */
export async function applyAnswer(
  before: OutgoingStatus,
  question: Question,
  answer: RailAnswer,
  kept: StatusMessage,
  tools: StatusAnswerTools,
): Promise<StatusStep> {
  const { mapping } = answer;
  const next = courseOf(OUTCOMES.status, question, mapping, before.submission);
  const isStuck = next === 'not-found' && isBehindCall(before, tools);
  const trouble = {
    mapping: isStuck ? COMMON_STATUSES.clockSetBack : mapping,
    waits: isStuck || next === 'poll-again',
  };
  const cared = await noteTroubleIn(before, trouble, tools);
  const record = noteAnswer(cared, question, answer);
  switch (next) {
    case 'reject':
      return finish(record, 'refused', { refusal: mapping }, tools);
    case 'poll-again':
      return schedulePoll(record, tools);
    case 'wait':
      return pauseSending(record, question, answer, tools);
    case 'fail':
      return scheduleRetry(record, mapping, question, tools);
    case 'not-found':
      return lookAgainOrResend(record, tools);
    case 'start-over-at-once':
      return startOver(record, mapping, kept, tools);
    default:
      if (typeof next === 'object' && next.then === 'poll')
        return schedulePoll({ ...record, state: 'sent', work: 'poll', failures: 0 }, tools);
      if (typeof next === 'object')
        return finish(record, 'taken', { message: readMessage(record, kept, tools) }, tools);
      throw new Error(`the rail of ${record.route} answers ${mapping.networkStatus} to ${question}`);
  }
}

const isBehindCall = (record: OutgoingStatus, tools: StatusAnswerTools): boolean =>
  waitsForClock(record.submission, railOf(record, tools).emptyLooks, tools.clock.now());

const LEAVES_OPEN: ReadonlySet<Meaning> = new Set(['unclear', 'unclear-once']);

/** The status with what the answer says about its submission. */
function noteAnswer(
  record: OutgoingStatus,
  question: Question,
  { mapping, reference, resumeToken }: RailAnswer,
): OutgoingStatus {
  const isOpen = question === 'send' && LEAVES_OPEN.has(mapping.meaning);
  const { notHeld, pauses, ...kept } = record.submission;
  const submission: Submission = {
    ...kept,
    // An empty look before this call says nothing about the call.
    ...(isOpen ? { outcomeUnknown: true, answerLost: true } : notHeld !== undefined && { notHeld }),
    ...(reference !== undefined && { reference }),
    ...(resumeToken !== undefined && { resumeToken }),
    ...(mapping.meaning === 'later' && pauses !== undefined && { pauses }),
  };
  return { ...record, submission };
}

function readMessage(record: OutgoingStatus, { message }: StatusMessage, tools: StatusAnswerTools) {
  const read = messagesOf(record, tools).read(message);
  if (!read) throw new Error(`the message of ${record.id} cannot be read`);
  return read;
}

/** Ends the status without the route's last word. If the route may have the message, the end says so. */
export const giveUp = (
  record: OutgoingStatus,
  mapping: StatusMapping,
  tools: StatusAnswerTools,
): Promise<StatusStep> => {
  const last = finalMapping(record.submission, mapping);
  return finish(record, 'dead', { refusal: withDeadHint(last) }, tools);
};

/** The hint of a waiting status does not move one that was given up. */
const withDeadHint = (mapping: StatusMapping): StatusMapping =>
  mapping.hintAtLast === undefined
    ? mapping
    : {
        ...mapping,
        fixHint: `${mapping.hintAtLast} Then send the status again under a new Idempotency-Key.`,
      };

/** If a process dies between both commits, the route is asked again, and the event is there already. */
async function finish(
  record: OutgoingStatus,
  state: 'taken' | 'refused' | 'dead',
  ending: Ending,
  tools: StatusAnswerTools,
): Promise<StatusStep> {
  await noteEnd(record, { ...ending, isGivenUp: state === 'dead' }, tools);
  await recordOutcome(record, ending, tools);
  return toStep({ ...record, state, dueAt: null }, tools);
}

export function schedulePoll(record: OutgoingStatus, tools: StatusAnswerTools): StatusStep {
  const { polls } = record.submission;
  const at = nextPoll(railOf(record, tools).pollWaitsMs, polls, tools.clock.now(), tools.retryScale);
  return reschedule({ ...record, submission: { ...record.submission, polls: polls + 1 } }, at, tools);
}

/** Waits as long as the route wants. Ten such pauses in a row count as one failure (decisions, "Retry-After"). */
function pauseSending(
  before: OutgoingStatus,
  question: Question,
  { mapping, retryAfterSeconds }: RailAnswer,
  tools: StatusAnswerTools,
): StatusStep | Promise<StatusStep> {
  const { pauses: made = 0, ...submission } = before.submission;
  const pauses = made + (mapping.networkStatus === COMMON_STATUSES.tooMany.networkStatus ? 1 : 0);
  if (pauses >= PAUSES_OF_A_FAILURE)
    return scheduleRetry({ ...before, submission }, COMMON_STATUSES.throttled, question, tools);
  const record = { ...before, submission: { ...submission, ...(pauses > 0 && { pauses }) } };
  return scheduleCall(record, inMs(pauseMs(retryAfterSeconds), tools), tools);
}

export function scheduleRetry(
  before: OutgoingStatus,
  mapping: StatusMapping,
  question: Question,
  tools: StatusAnswerTools,
): StatusStep | Promise<StatusStep> {
  const submission = { ...before.submission, failedWith: mapping.networkStatus };
  const record = { ...before, failures: before.failures + 1, submission };
  const next = nextTry(record.failures, tools.clock.now(), tools.retryScale);
  if (next !== 'give-up') return scheduleCall(record, next.at, tools);
  // Before it is given up, the route is asked whether the last call left the message there.
  if (question === 'send' && mayHoldDocument(record.submission))
    return scheduleCall(record, tools.clock.now(), tools);
  return giveUp(record, mapping, tools);
}

/** If the route may have the message, it is asked first. */
const scheduleCall = (record: OutgoingStatus, at: Date, tools: StatusAnswerTools): StatusStep =>
  mayHoldDocument(record.submission)
    ? reschedule({ ...record, state: 'sending', work: 'settle' }, at, tools)
    : reschedule({ ...record, state: 'queued', work: 'send' }, at, tools);

/**
 * The message is sent again under the same id once enough empty looks show that the route does not hold it. After the last failure it is
 * given up.
 */
function lookAgainOrResend(
  before: OutgoingStatus,
  tools: StatusAnswerTools,
): StatusStep | Promise<StatusStep> {
  const now = tools.clock.now();
  const { emptyLooks } = railOf(before, tools);
  const { submission, nextLookupAt } = countEmptyLookup(before, emptyLooks, now, tools.retryScale);
  const record = { ...before, submission };
  if (nextLookupAt) return reschedule(record, nextLookupAt, tools);
  if (hasFailedEnough(record)) return giveUp(record, lastFailure(record, tools), tools);
  return reschedule({ ...record, work: 'send' }, now, tools);
}

/** A message that the route has dropped is sent once more, under another id. */
async function startOver(
  record: OutgoingStatus,
  mapping: StatusMapping,
  { message, partyIds }: StatusMessage,
  tools: StatusAnswerTools,
): Promise<StatusStep> {
  const now = tools.clock.now();
  const letter = messagesOf(record, tools).renewed(message);
  const submission = {
    ...newSubmission(letter.submissionId, now),
    ...{ drops: 1, lastDrop: mapping.networkStatus },
  };
  const text = messageText({ message: letter.message, partyIds });
  const sealedMessage = await tools.content.sealText(record.client, text);
  return reschedule({ ...record, state: 'queued', work: 'send', sealedMessage, submission }, now, tools);
}

interface ClockTool {
  readonly clock: Clock;
}

export const inMs = (ms: number, { clock }: ClockTool): Date => new Date(clock.now().getTime() + ms);

export const reschedule = (record: OutgoingStatus, dueAt: Date, tools: ClockTool): StatusStep =>
  toStep({ ...record, dueAt }, tools);

const toStep = (record: OutgoingStatus, { clock }: ClockTool): StatusStep => ({
  record: { ...record, version: record.version + 1, updatedAt: clock.now() },
  events: [],
  files: [],
});
