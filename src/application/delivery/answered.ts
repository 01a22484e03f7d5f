import {
  isSecondInRow,
  isOverdue,
  lastWord,
  nextPoll,
  nextTry,
  OUTCOMES,
  pauseMs,
  type Question,
} from '../../domain/delivery/decisions.ts';
import { COMMON_WORDS, HEALING, type Meaning, type RailWord } from '../../domain/delivery/rail-word.ts';
import type { Submission } from '../../domain/lifecycle/submission.ts';
import type { Finding } from '../../domain/findings/finding.ts';
import type { CareRow, InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { InvoiceState } from '../../domain/lifecycle/states.ts';
import type { RailAnswer } from '../../ports/rail.ts';
import { careRows } from '../care/care.ts';
import { moved, movedThrough, type Step, waiting, withCare } from '../lifecycle/move.ts';
import { railOf } from './consign.ts';
import type { DeliveryTools } from './delivery-tools.ts';

/** What an answer makes of an invoice: written once, for every question and every rail. */
export async function answered(
  before: InvoiceRecord,
  question: Question,
  answer: RailAnswer,
  tools: DeliveryTools,
): Promise<Step> {
  const outcome = OUTCOMES[question][answer.word.meaning];
  const record = noted(before, question, answer);
  switch (outcome) {
    case 'reject':
      return rejected(record, answer, tools);
    case 'fail-once':
      return before.submission && isSecondInRow(before.submission, answer.word)
        ? rejected(record, answer, tools)
        : failed(record, answer.word, tools);
    case 'fail':
      return failed(record, answer.word, tools);
    case 'wait':
      return later(record, pauseMs(answer.retryAfterSeconds), tools);
    case 'look-empty':
      return lookedEmpty(record, tools);
    case 'resend':
      return sendAgain(record, {}, tools);
    case 'start-over':
      return startedOver(record, tools);
    case 'poll-again':
      return polledInVain(record, tools);
    case 'never':
      throw new Error(`a rail answers ${answer.word.sign} to ${question}`);
    default:
      return ended(record, outcome.to, outcome.then, answer, tools);
  }
}

const LEAVES_OPEN: ReadonlySet<Meaning> = new Set(['unclear', 'unclear-once']);

/** The submission as it stands after a call. */
function noted(record: InvoiceRecord, question: Question, { word }: RailAnswer): InvoiceRecord {
  const submission = known(record);
  const { lastSign: _before, ...kept } = submission;
  const open = question === 'send' && LEAVES_OPEN.has(word.meaning);
  return {
    ...record,
    submission: {
      ...kept,
      isCalling: false,
      mayBeHeld: submission.mayBeHeld || open,
      answerLost: submission.answerLost || (open && word.code === COMMON_WORDS.answerLost.code),
      ...(word.code !== undefined && { lastSign: word.sign }),
    },
  };
}

/** The route holds it: through to the state that the answer names, with the receipt if it came along. */
async function ended(
  record: InvoiceRecord,
  to: readonly InvoiceState[],
  then: 'poll' | 'nothing',
  answer: RailAnswer,
  tools: DeliveryTools,
): Promise<Step> {
  // A state that was reached before is not reached again: the end may come with the second answer.
  const ahead = to.slice(to.indexOf(record.state) + 1);
  if (ahead.length === 0) return polledInVain(record, tools);
  const now = tools.clock.now();
  const { files, documents } = await withReceipt(record, answer, tools);
  const submission = known(record);
  const held: InvoiceRecord = {
    ...settledRecord(record, now),
    documents,
    legalId: answer.legalId ?? record.legalId,
    errors: [],
    failures: 0,
    submission: { ...submission, heldSince: submission.heldSince ?? now, polls: 0 },
  };
  const polls = then === 'poll';
  const dueAt = polls ? nextPoll(railOf(record, tools).pollWaitsMs, 0, now, tools.retryScale) : null;
  const step = movedThrough(polls ? { ...held, work: 'poll' } : held, ahead, tools, {
    dueAt,
    route: routeFacts(submission, answer),
  });
  return { ...step, files };
}

const settledRecord = (record: InvoiceRecord, now: Date): InvoiceRecord => ({
  ...record,
  care: record.care.map((row): CareRow => (HEALING.has(row.code) ? { handledAt: now, ...row } : row)),
});

async function withReceipt(record: InvoiceRecord, { receipt }: RailAnswer, { files }: DeliveryTools) {
  return receipt
    ? files.sealReceived(record, [receipt])
    : { documents: record.documents, files: [] as Step['files'] };
}

function rejected(record: InvoiceRecord, answer: RailAnswer, tools: DeliveryTools): Step {
  const errors = [findingOf(record, answer)];
  const route = routeFacts(known(record), answer);
  return moved(record, 'rejected', tools, { dueAt: null, errors, route });
}

/** The contract's schedule; an invoice of which the route surely holds nothing waits in the queue, where it can be cancelled. */
export function failed(record: InvoiceRecord, word: RailWord, tools: DeliveryTools): Step {
  const counted = { ...caredFor(record, word, tools), failures: record.failures + 1 };
  const next = nextTry(counted.failures, tools.clock.now(), tools.retryScale);
  if (next === 'give-up') {
    const last = lastWord(record.submission, word, COMMON_WORDS.answerLost);
    const errors = [findingOf(record, { word: last })];
    return moved(counted, 'dead_letter', tools, { dueAt: null, errors });
  }
  return inQueueOrSubmitting(counted, next.at, tools);
}

function later(record: InvoiceRecord, pause: number, tools: DeliveryTools): Step {
  const at = new Date(tools.clock.now().getTime() + pause);
  return record.state === 'submitting' ? inQueueOrSubmitting(record, at, tools) : waiting(record, at, tools);
}

function inQueueOrSubmitting(record: InvoiceRecord, at: Date, tools: DeliveryTools): Step {
  const isOpen = record.submission?.mayBeHeld === true;
  if (record.state === 'submitting' && !isOpen)
    return moved({ ...record, work: 'send' }, 'queued', tools, { dueAt: at });
  return waiting(isOpen ? { ...record, work: 'settle' } : record, at, tools);
}

/** The row that somebody can act on while the invoice waits. */
function caredFor(record: InvoiceRecord, word: RailWord, { clock }: DeliveryTools): InvoiceRecord {
  if (!word.caredForAtOnce) return record;
  const finding = findingOf(record, { word });
  return {
    ...record,
    errors: [finding],
    care: withCare(record.care, careRows([finding], clock.now())),
  };
}

/** One look may be too early; after as many as the route needs nothing is held. */
function lookedEmpty(record: InvoiceRecord, tools: DeliveryTools): Step {
  const submission = known(record);
  const emptyLooks = submission.emptyLooks + 1;
  if (emptyLooks >= railOf(record, tools).emptyLooks) return sendAgain(record, { emptyLooks: 0 }, tools);
  const looked = { ...record, failures: record.failures + 1, submission: { ...submission, emptyLooks } };
  const next = nextTry(looked.failures, tools.clock.now(), tools.retryScale);
  return next === 'give-up'
    ? failed(record, COMMON_WORDS.answerLost, tools)
    : waiting(looked, next.at, tools);
}

/** Marks that the next call is a send; the mark is gone with the call's answer. */
function sendAgain(record: InvoiceRecord, own: Partial<Submission>, tools: DeliveryTools): Step {
  const submission = { ...known(record), ...own };
  return waiting({ ...record, work: 'send', submission }, tools.clock.now(), tools);
}

function startedOver(record: InvoiceRecord, tools: DeliveryTools): Step {
  const { submission: _dropped, ...rest } = record;
  return moved({ ...rest, work: 'send', legalId: null }, 'queued', tools, { dueAt: tools.clock.now() });
}

/** Failed and empty polls are repeated for as long as it takes; after a day somebody is told. */
function polledInVain(record: InvoiceRecord, tools: DeliveryTools): Step {
  const now = tools.clock.now();
  const submission = known(record);
  const polls = submission.polls + 1;
  const at = nextPoll(railOf(record, tools).pollWaitsMs, polls, now, tools.retryScale);
  const overdue = isOverdue(submission, now)
    ? withCare(record.care, careRows([findingOf(record, { word: COMMON_WORDS.overdue })], now))
    : record.care;
  return waiting({ ...record, care: overdue, submission: { ...submission, polls } }, at, tools);
}

export function findingOf({ route }: InvoiceRecord, { word, message }: RailAnswer): Finding {
  const { code, owner, fixHint } = word;
  if (code === undefined || owner === undefined) throw new Error(`${word.sign} is no failure`);
  return {
    code,
    severity: 'error',
    source: route,
    message: message ?? word.message,
    ...(fixHint !== undefined && { fixHint }),
    whoFixes: owner,
  };
}

const routeFacts = ({ id }: Submission, { raw }: RailAnswer) => ({
  submissionId: id,
  ...(raw !== undefined && { raw }),
});

function known({ id, submission }: InvoiceRecord): Submission {
  if (!submission) throw new Error(`invoice ${id} has no submission`);
  return submission;
}
