import {
  type Conclusion,
  type Course,
  courseOf,
  OUTCOMES,
  type Question,
} from '../../domain/sending/outcomes.ts';
import { COMMON_STATUSES, type Meaning } from '../../domain/sending/status-mapping.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { RailAnswer } from '../../ports/rail/rail-answer.ts';
import type { Step } from '../lifecycle/move.ts';
import { requireSubmission } from './submission-of.ts';
import type { AnswerTools } from './delivery-tools.ts';
import { finish, reject, rejectDelivered } from './finish.ts';
import { fetchAgain, finishWithoutReceipt, keepReceipt } from './receipts.ts';
import { openCareAtOnce, closeCredentialCare } from './care-while-sending.ts';
import {
  lookAgainOrResend,
  pauseSending,
  resend,
  schedulePoll,
  scheduleRetry,
  startOver,
  watchAgain,
} from './retry.ts';

/** Applies an answer to an invoice, for every question and every rail. */
export async function applyAnswer(
  before: InvoiceRecord,
  question: Question,
  answer: RailAnswer,
  tools: AnswerTools,
): Promise<Step> {
  const { mapping } = answer;
  const outcome = outcomeOf(before, question, answer);
  const record = noteAnswer(closeCredentialCare(before, mapping, tools), question, answer);
  switch (outcome) {
    case 'reject':
      return reject(record, answer, tools);
    case 'reject-delivered':
      return rejectDelivered(record, answer, tools);
    case 'fail':
      return scheduleRetry(record, answer, tools, question);
    case 'wait':
      return pauseSending(record, question, answer, tools);
    case 'not-found':
      return lookAgainOrResend(record, tools);
    case 'resend':
      return resend(record, tools);
    case 'start-over':
      return startOver(record, mapping, tools);
    case 'poll-again':
      return schedulePoll(openCareAtOnce(record, answer, tools), tools);
    case 'watch-again':
      return watchAgain(record, tools);
    case 'keep-receipt':
      return keepReceipt(record, answer, tools);
    case 'go-without':
      return finishWithoutReceipt(record, tools);
    case 'fetch-again':
      return fetchAgain(openCareAtOnce(record, answer, tools), tools);
    case 'start-over-at-once':
    case 'never':
      throw new Error(`a rail answers ${mapping.networkStatus} to ${question}`);
    default:
      return finish(record, outcome.to, outcome.then, answer, tools);
  }
}

/** The outcome of the mapping, also if it is the second one in a row. */
function outcomeOf(
  { state, submission }: InvoiceRecord,
  question: Question,
  { mapping }: RailAnswer,
): Course | Conclusion {
  const outcome = courseOf(OUTCOMES.invoice, question, mapping, submission ?? {});
  // A delivered invoice stays delivered, unless the receiver's side refuses it.
  if (state === 'delivered' && question === 'poll' && !isAboutDelivered(outcome)) return 'watch-again';
  return outcome;
}

const isAboutDelivered = (outcome: Course | Conclusion): boolean =>
  typeof outcome === 'object' ? outcome.to.includes('delivered') : outcome === 'reject-delivered';

const LEAVES_OPEN: ReadonlySet<Meaning> = new Set(['unclear', 'unclear-once']);

/** The submission with what the answer says about it. */
function noteAnswer(
  record: InvoiceRecord,
  question: Question,
  { mapping, reference, resumeToken, legalId }: RailAnswer,
): InvoiceRecord {
  const submission = requireSubmission(record);
  const { lastStatus: _before, notHeld, pauses, queuePosition, ...kept } = submission;
  const open = question === 'send' && LEAVES_OPEN.has(mapping.meaning);
  return {
    ...record,
    // With a reference the route may name another flow than before, that is the first one.
    ...(legalId !== undefined && reference !== undefined && { legalId }),
    submission: {
      ...kept,
      // A call before the document takes no permit.
      ...(question === 'prepare' && queuePosition && { queuePosition }),
      ...(reference !== undefined && { reference }),
      ...(resumeToken !== undefined && { resumeToken }),
      // Any other status of the network is progress and ends the count.
      ...(mapping.meaning === 'later' && pauses !== undefined && { pauses }),
      ...(notHeld && !open && { notHeld }),
      isCalling: false,
      outcomeUnknown: submission.outcomeUnknown || open,
      answerLost: submission.answerLost || (open && mapping.code === COMMON_STATUSES.answerLost.code),
      ...(mapping.code !== undefined && { lastStatus: mapping.networkStatus }),
    },
  };
}
