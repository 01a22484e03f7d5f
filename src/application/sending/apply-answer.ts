import { courseOf, type Question } from '../../domain/sending/outcomes.ts';
import { waitsForClock } from '../../domain/sending/retry.ts';
import { COMMON_STATUSES, type Meaning } from '../../domain/sending/status-mapping.ts';
import type { Submission } from '../../domain/sending/submission.ts';
import type { RailAnswer } from '../../ports/rail/rail-answer.ts';
import type { WorkStep } from '../work/record-kind.ts';
import type { WentOut } from './attempt.ts';
import {
  pauseSending,
  resend,
  retryLookupOrResend,
  schedulePoll,
  scheduleRetry,
  startOver,
} from './retry.ts';
import type { SendableRecord, SubmittedProgress } from './sendable.ts';

const NOTHING_WENT_OUT: WentOut = { calls: [], secrets: [] };

/** Applies an answer of a route to a record, for every kind, every question and every rail. */
export async function applyAnswer<R extends SendableRecord>(
  before: SubmittedProgress<R>,
  question: Question,
  answer: RailAnswer,
  wentOut: WentOut = NOTHING_WENT_OUT,
): Promise<WorkStep<R>> {
  const { record, kind, rail, ports } = before;
  const { mapping } = answer;
  const { submission } = record;
  const course = courseOf(kind.outcomesOf(record), question, mapping, submission);
  const isBehindClock =
    course === 'not-found' && waitsForClock(submission, rail.emptyLookups, ports.clock.now());
  const noted = await kind.note(before, answer, { course, isBehindClock });
  const storedNoted =
    (await kind.keep?.(noted, { ...wentOut, question, answer: { mapping, course } })) ?? noted;
  const answered = noteAnswer(noted.submission ?? submission, question, answer);
  const progress = { ...before, record: { ...storedNoted, submission: answered } };
  switch (course) {
    case 'fail':
      return scheduleRetry(progress, answer, question);
    case 'wait':
      return pauseSending(progress, question, answer);
    case 'not-found':
      return retryLookupOrResend(progress);
    case 'resend':
      return resend(progress);
    case 'start-over':
    case 'start-over-at-once':
      return startOver(progress, course, mapping);
    case 'poll-again':
      return schedulePoll(progress);
    case 'never':
      throw new Error(`the rail of ${record.route} answers ${mapping.networkStatus} to ${question}`);
    default:
      return kind.conclude(progress, course, answer);
  }
}

const LEAVES_OPEN: ReadonlySet<Meaning> = new Set(['unclear', 'unclear-once']);

/** The submission with what the answer says about it. */
function noteAnswer(
  submission: Submission,
  question: Question,
  { mapping, reference, resumeToken }: RailAnswer,
): Submission {
  const { lastStatus: _before, notHeld, pauses, queuePosition, ...rest } = submission;
  const open = question === 'send' && LEAVES_OPEN.has(mapping.meaning);
  return {
    ...rest,
    // A call before the document takes no permit.
    ...(question === 'prepare' && queuePosition && { queuePosition }),
    ...(reference !== undefined && { reference }),
    ...(resumeToken !== undefined && { resumeToken }),
    // Any other status of the network is progress and ends the count.
    ...(mapping.meaning === 'later' && pauses !== undefined && { pauses }),
    // An empty lookup before this call says nothing about the call.
    ...(notHeld && !open && { notHeld }),
    isCalling: false,
    outcomeUnknown: submission.outcomeUnknown || open,
    answerLost: submission.answerLost || (open && mapping.code === COMMON_STATUSES.answerLost.code),
    ...(mapping.code !== undefined && { lastStatus: mapping.networkStatus }),
  };
}
