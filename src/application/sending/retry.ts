import { finalMapping, type Question } from '../../domain/sending/outcomes.ts';
import {
  callLastsMs,
  countEmptyLookup,
  MAX_FAILURES,
  nextPoll,
  nextTry,
  PAUSES_OF_A_FAILURE,
  pauseMs,
} from '../../domain/sending/retry.ts';
import { COMMON_STATUSES, type StatusMapping } from '../../domain/sending/status-mapping.ts';
import { mayHoldDocument, newSubmission } from '../../domain/sending/submission.ts';
import type { RailAnswer } from '../../ports/rail/rail-answer.ts';
import type { StepFailure, WorkStep } from '../work/record-kind.ts';
import type { Failed, NextStep, Progress, Sendable, SendableRecord, SubmittedProgress } from './sendable.ts';
import { missingCredential } from './missing-credential.ts';

/**
 * Repeats on the contract's schedule.
 * @param question that the answer failed.
 */
export function scheduleRetry<R extends SendableRecord>(
  { record: before, ...progress }: Progress<R>,
  failed: Failed,
  question: Question = 'send',
): NextStep<R> {
  const { kind, ports } = progress;
  const { submission } = before;
  const record: R = {
    ...before,
    failures: before.failures + 1,
    // The question has an answer, so the record is not what crashes our processes. At most six such answers reset the count.
    ...(before.crashes !== undefined && { crashes: 0 }),
    ...(submission && { submission: { ...submission, failedWith: failed.mapping.networkStatus } }),
  };
  const now = ports.clock.now();
  const next = nextTry(record.failures, now, ports.retryScale);
  const retryAt = (at: Date): WorkStep<R> => ({
    ...kind.awaitCall(record, at),
    failure: failureOf(failed.mapping),
  });
  if (next !== 'give-up') return retryAt(next.at);
  // Before it is given up, a last inquiry asks whether the route holds the last call's document.
  if (question !== 'ask' && mayHoldDocument(submission)) return retryAt(now);
  return giveUp({ ...progress, record }, failed);
}

const failureOf = ({ code, networkStatus, owner }: StatusMapping): StepFailure => ({
  code,
  answer: networkStatus,
  owner,
});

/** As `scheduleRetry`, of a try that could not call the route. */
export async function failBeforeCall<R extends SendableRecord>(
  progress: Progress<R>,
  mapping: StatusMapping,
): Promise<WorkStep<R>> {
  const record = await progress.kind.note(progress, { mapping }, { course: 'fail' });
  return scheduleRetry({ ...progress, record }, { mapping });
}

/** Ends a record without the last word of the route. If the route may have the document, the end says so. */
export function giveUp<R extends SendableRecord>(progress: Progress<R>, failed: Failed): NextStep<R> {
  const last = finalMapping(progress.record.submission, failed.mapping);
  return progress.kind.giveUp(progress, last === failed.mapping ? failed : { mapping: last });
}

/** What the network said last when it failed. */
function lastFailure<R extends SendableRecord>({ record, rail }: SubmittedProgress<R>): StatusMapping {
  const { failedWith } = record.submission;
  const mapping = rail.statusMappings.find(
    ({ networkStatus, code }) => networkStatus === failedWith && code !== undefined,
  );
  return mapping && mapping.code !== COMMON_STATUSES.answerLost.code ? mapping : COMMON_STATUSES.outOfOrder;
}

/**
 * Without a credential of the account of the send no route can be asked, and no other account gets the document. The record waits for such
 * a credential without a limit.
 */
export async function waitForAccount<R extends SendableRecord>(
  progress: SubmittedProgress<R> & { readonly kind: Sendable<R> },
): Promise<WorkStep<R>> {
  const { kind, rail, ports } = progress;
  const missing = { mapping: missingCredential(progress.record.route) };
  const record = await kind.note(progress, missing, { course: 'poll-again' });
  const { submission = progress.record.submission } = record;
  const { polls } = submission;
  const at = nextPoll(kind.accountWaits(rail), polls, ports.clock.now(), ports.retryScale);
  return kind.awaitCall({ ...record, submission: { ...submission, polls: polls + 1 } }, at);
}

/** The questions whose failures count towards the end; a record that the route holds is polled without a limit. */
const COUNTED: ReadonlySet<Question> = new Set(['prepare', 'send', 'ask']);

/** What a record that pauses again and again failed with. */
const tooManyPauses = (mapping: StatusMapping): StatusMapping =>
  mapping.networkStatus === COMMON_STATUSES.tooMany.networkStatus
    ? COMMON_STATUSES.throttled
    : { code: PASSING.code, owner: PASSING.owner, ...mapping, meaning: 'not-taken' };
const PASSING = COMMON_STATUSES.unreachable;

/** Pauses without a failure, unless one pause follows another. A wait for a permit of our own has its place in the queue as its limit. */
export function pauseSending<R extends SendableRecord>(
  { record: before, ...progress }: SubmittedProgress<R>,
  question: Question,
  { mapping, isOwnPause, retryAfterSeconds }: RailAnswer,
): NextStep<R> {
  const { kind, ports } = progress;
  const isCounted = !isOwnPause && !mapping.hasOwnLimit;
  const { pauses: made = 0, ...submission } = before.submission;
  const pauses = made + (isCounted ? 1 : 0);
  if (pauses >= PAUSES_OF_A_FAILURE && COUNTED.has(question))
    return scheduleRetry(
      { ...progress, record: { ...before, submission } },
      { mapping: tooManyPauses(mapping) },
      question,
    );
  const record = { ...before, submission: { ...submission, ...(pauses > 0 && { pauses }) } };
  const at = new Date(ports.clock.now().getTime() + pauseMs(retryAfterSeconds));
  return kind.pause ? kind.pause(record, at) : kind.awaitCall(record, at);
}

/** The document is sent again once enough empty lookups show that the route does not hold it. */
export function retryLookupOrResend<R extends SendableRecord>(progress: SubmittedProgress<R>): NextStep<R> {
  const { record, kind, rail, ports } = progress;
  const { clock, retryScale } = ports;
  const { submission, nextLookupAt } = countEmptyLookup(record, rail.emptyLookups, clock.now(), retryScale);
  const counted = { ...record, submission };
  return nextLookupAt ? kind.reschedule(counted, nextLookupAt) : resend({ ...progress, record: counted });
}

/** Nothing is sent again while a lost call may still be under way; undefined if it must have ended. */
function awaitLostCall<R extends SendableRecord>({
  record,
  kind,
  ports,
}: SubmittedProgress<R>): NextStep<R> | undefined {
  const now = ports.clock.now();
  const lastsMs = callLastsMs(record.submission, now);
  return lastsMs > 0 ? kind.reschedule(record, new Date(now.getTime() + lastsMs)) : undefined;
}

/**
 * Sends the same document again under the same identity to a route that does not hold it, or cannot tell. After the last failure the
 * record is given up.
 */
export function resend<R extends SendableRecord>(progress: SubmittedProgress<R>): NextStep<R> {
  const { record, kind, ports } = progress;
  const waiting = awaitLostCall(progress);
  if (waiting) return waiting;
  if (record.failures >= MAX_FAILURES) return giveUp(progress, { mapping: lastFailure(progress) });
  return kind.reschedule({ ...record, work: 'send' }, ports.clock.now());
}

/** Sends a document that the route has dropped as another submission, on the contract's schedule: the route may drop each. */
export async function startOver<R extends SendableRecord>(
  progress: SubmittedProgress<R>,
  course: 'start-over' | 'start-over-at-once',
  mapping: StatusMapping,
): Promise<WorkStep<R>> {
  // The route may have dropped an earlier try: what a lost call brings it until then decides.
  const waiting = awaitLostCall(progress);
  if (waiting) return waiting;
  const { kind, ports } = progress;
  const now = ports.clock.now();
  const drops = (progress.record.submission.drops ?? 0) + 1;
  const { record: renewed, submissionId } = await kind.renew(progress, drops);
  const submission = { ...newSubmission(submissionId, now), drops, lastDrop: mapping.networkStatus };
  const record = { ...renewed, submission };
  const next = course === 'start-over-at-once' ? { at: now } : nextTry(drops, now, ports.retryScale);
  if (next !== 'give-up') return kind.awaitCall(record, next.at);
  const last = mapping.code === undefined ? COMMON_STATUSES.outOfOrder : mapping;
  return giveUp({ ...progress, record }, { mapping: last });
}

/** Repeats failed and empty polls without a limit. */
export function schedulePoll<R extends SendableRecord>({
  record,
  kind,
  rail,
  ports,
}: SubmittedProgress<R>): NextStep<R> {
  const polls = record.submission.polls + 1;
  const at = nextPoll(rail.pollWaitsMs, polls, ports.clock.now(), ports.retryScale);
  return kind.reschedule({ ...record, submission: { ...record.submission, polls } }, at);
}
