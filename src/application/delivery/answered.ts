import {
  isSecondInRow,
  OUTCOMES,
  type Outcome,
  pauseMs,
  type Question,
} from '../../domain/delivery/decisions.ts';
import { COMMON_WORDS, type Meaning } from '../../domain/delivery/rail-word.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { RailAnswer } from '../../ports/rail.ts';
import type { Step } from '../lifecycle/move.ts';
import { known } from './consign.ts';
import type { AnswerTools } from './delivery-tools.ts';
import { ended, rejected } from './ended.ts';
import { fetchAgain, goWithout, proven } from './receipts.ts';
import { caredFor, recovered } from './trouble.ts';
import { failed, later, lookedEmpty, polledInVain, sendAgain, startedOver } from './tried-again.ts';

/** What an answer makes of an invoice: written once, for every question and every rail. */
export async function answered(
  before: InvoiceRecord,
  question: Question,
  answer: RailAnswer,
  tools: AnswerTools,
): Promise<Step> {
  const { word } = answer;
  const outcome = outcomeOf(before, question, answer);
  const record = noted(recovered(before, word, tools), question, answer);
  switch (outcome) {
    case 'reject':
      return rejected(record, answer, tools);
    case 'fail':
      return failed(record, word, tools, question);
    case 'wait':
      return later(record, pauseMs(answer.retryAfterSeconds), tools);
    case 'look-empty':
      return lookedEmpty(record, tools);
    case 'resend':
      return sendAgain(record, {}, tools);
    case 'start-over':
      return startedOver(record, word, tools);
    case 'poll-again':
      return polledInVain(caredFor(record, word, tools), tools);
    case 'keep-receipt':
      return proven(record, answer, tools);
    case 'go-without':
      return goWithout(record, tools);
    case 'fetch-again':
      return fetchAgain(caredFor(record, word, tools), tools);
    case 'never':
      throw new Error(`a rail answers ${word.sign} to ${question}`);
    default:
      return ended(record, outcome.to, outcome.then, answer, tools);
  }
}

/** With what the table says of the second time in a row. */
function outcomeOf(
  { submission }: InvoiceRecord,
  question: Question,
  { word }: RailAnswer,
): Exclude<Outcome, 'fail-once' | 'start-over-once'> {
  const outcome = OUTCOMES[question][word.meaning];
  if (outcome === 'fail-once') return submission && isSecondInRow(submission, word) ? 'reject' : 'fail';
  if (outcome === 'start-over-once') return submission?.lastDrop === word.sign ? 'reject' : 'start-over';
  return outcome;
}

const LEAVES_OPEN: ReadonlySet<Meaning> = new Set(['unclear', 'unclear-once']);

/** The submission as it stands after a call. */
function noted(
  record: InvoiceRecord,
  question: Question,
  { word, reference, memo, legalId }: RailAnswer,
): InvoiceRecord {
  const submission = known(record);
  const { lastSign: _before, turn, ...kept } = submission;
  const open = question === 'send' && LEAVES_OPEN.has(word.meaning);
  return {
    ...record,
    // With a reference the route may name another flow than before: the one that it took first.
    ...(legalId !== undefined && reference !== undefined && { legalId }),
    submission: {
      ...kept,
      // What comes before the document takes no place.
      ...(question === 'prepare' && turn && { turn }),
      ...(reference !== undefined && { reference }),
      ...(memo !== undefined && { memo }),
      isCalling: false,
      mayBeHeld: submission.mayBeHeld || open,
      answerLost: submission.answerLost || (open && word.code === COMMON_WORDS.answerLost.code),
      ...(word.code !== undefined && { lastSign: word.sign }),
    },
  };
}
