import { finalMapping, nextPoll, nextTry, pauseMs } from '../../domain/delivery/decisions.ts';
import { countEmptyLook } from '../../domain/delivery/empty-looks.ts';
import { COMMON_STATUSES, type Meaning, type StatusMapping } from '../../domain/delivery/status-mapping.ts';
import { mayHoldDocument, newSubmission, type Submission } from '../../domain/lifecycle/submission.ts';
import {
  hasEnded,
  isBefore,
  OUTGOING_KEPT_MS,
  OUTGOING_STATUS,
  type OutgoingStatus,
  outgoingTask,
} from '../../domain/statuses/outgoing-status.ts';
import type { Log } from '../../ports/log.ts';
import type { OpenedCredential } from '../../ports/rail/opened-credential.ts';
import type { RailAnswer } from '../../ports/rail/rail-answer.ts';
import type { StatusStore } from '../../ports/status-store.ts';
import type { DeliveryTools } from '../delivery/delivery-tools.ts';
import { accountMarks, senderOf } from '../delivery/sending-account.ts';
import { railOf } from '../delivery/submission-of.ts';
import type { RecordKind, Run, WorkStep } from '../work/record-kind.ts';
import { NEXT, type Question } from './next-step.ts';
import { type CallTools, inquiryOn, keptMessage, messagesOf, timed } from './status-call.ts';
import { messageText, type StatusMessage } from './sealed-message.ts';
import { type Ending, recordOutcome, type OutcomeTools } from './record-outcome.ts';

export interface OutgoingTools
  extends OutcomeTools, CallTools, Pick<DeliveryTools, 'credentials' | 'feeds' | 'rails' | 'content'> {
  readonly statuses: StatusStore;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

type Step = WorkStep<OutgoingStatus>;

/** Sends each status to its route once. */
export const outgoingStatuses = (tools: OutgoingTools): RecordKind<OutgoingStatus> => ({
  name: OUTGOING_STATUS,
  noun: 'a status',
  store: tools.statuses,
  steps: {
    'queued send': (record, run) => beginSend(record, run, tools),
    'sending send': (record, run) => beginSend(record, run, tools),
    'sending settle': (record) => asked(leftOpen(record), 'ask', tools),
    'sent poll': (record) => asked(record, 'poll', tools),
  },
  taskOf: outgoingTask,
  reschedule: (record, at) => later(record, at, tools),
  // A message that the route has is asked about without an end.
  mayGiveUp: ({ state }) => state !== 'sent',
  giveUp: (record) => dead(record, COMMON_STATUSES.outOfOrder, tools),
  isDeadLetter: ({ state }) => state === 'dead',
  logFields: ({ id, invoiceId }) => ({ status_id: id, invoice_id: invoiceId }),
  report: (before, after) => report(before, after, tools),
  tidyUp: async () => {
    const before = new Date(tools.clock.now().getTime() - OUTGOING_KEPT_MS);
    await tools.statuses.forget(before, FORGOTTEN_AT_ONCE);
  },
});

const FORGOTTEN_AT_ONCE = 500;
/** How long a status waits for an earlier one of its invoice. */
const TURN_MS = 5_000;

/** Stores a mark first; the same run makes the call after that. */
async function beginSend(record: OutgoingStatus, run: Run, tools: OutgoingTools): Promise<Step> {
  const others = await tools.statuses.ofInvoice(record.invoiceId);
  // In order: a route takes no step back, and the invoice shows the last status.
  if (others.some((other) => !hasEnded(other) && isBefore(other, record)))
    return later(record, inMs(TURN_MS, tools), tools);
  const kept = await keptMessage(record, tools);
  const credential = await credentialFor(record, kept, tools);
  if (!credential) return failed(record, COMMON_STATUSES.credentialMissing, 'send', tools);
  const marks = await accountMarks(record, credential, tools);
  await tools.feeds.begin({ client: record.client, route: record.route, credentialId: credential.id });
  const submission = { ...record.submission, ...marks, calledAt: tools.clock.now(), isCalling: true };
  const marked = { ...record, state: 'sending', work: 'settle', submission } as const;
  return {
    ...later(marked, tools.clock.now(), tools),
    afterwards: async (stored) => {
      // This process may have stood still since the mark, and another one may have taken the record over.
      await run.lease.confirm();
      const bytes = kept.message;
      const beginDocument = (): void => run.lease.requireSure();
      const inquiry = inquiryOn(stored, kept, credential, tools);
      const answer = messagesOf(stored, tools).send({ ...inquiry, bytes, beginDocument });
      return applied(called(stored), 'send', await timed(stored, 'send', answer, tools), kept, tools);
    },
  };
}

/** A message that the route may have is sent again under the same account alone. */
async function credentialFor(
  record: OutgoingStatus,
  { partyIds }: StatusMessage,
  tools: OutgoingTools,
): Promise<OpenedCredential | undefined> {
  if (mayHoldDocument(record.submission)) return senderOf(record, async () => partyIds, tools);
  const invoice = await tools.invoices.find(record.invoiceId);
  // The platform that holds the invoice gets the status.
  if (invoice?.submission) return senderOf(invoice, async () => partyIds, tools);
  return tools.credentials.choose(record.client, record.route, partyIds);
}

async function asked(record: OutgoingStatus, question: 'ask' | 'poll', tools: OutgoingTools): Promise<Step> {
  const kept = await keptMessage(record, tools);
  const credential = await senderOf(record, async () => kept.partyIds, tools);
  // No other account can tell: the status waits for a credential of this one.
  if (!credential) return pollLater(record, tools);
  const answer = messagesOf(record, tools)[question](inquiryOn(record, kept, credential, tools));
  return applied(record, question, await timed(record, question, answer, tools), kept, tools);
}

/** A process died over the call: whether the message reached the route is unknown. */
function leftOpen(record: OutgoingStatus): OutgoingStatus {
  const { notHeld: _, ...submission } = record.submission;
  if (!submission.isCalling) return record;
  return {
    ...record,
    submission: { ...submission, isCalling: false, outcomeUnknown: true, answerLost: true },
  };
}

const called = (record: OutgoingStatus): OutgoingStatus => ({
  ...record,
  submission: { ...record.submission, isCalling: false },
});

async function applied(
  before: OutgoingStatus,
  question: Question,
  answer: RailAnswer,
  kept: StatusMessage,
  tools: OutgoingTools,
): Promise<Step> {
  const { mapping } = answer;
  const record = noted(before, question, answer);
  switch (NEXT[question][mapping.meaning]) {
    case 'taken':
      return taken(record, kept, tools);
    case 'refused':
      return refused(record, mapping, tools);
    case 'held':
      return held(record, tools);
    case 'poll-again':
      return pollLater(record, tools);
    case 'wait':
      return waiting(record, inMs(pauseMs(answer.retryAfterSeconds), tools), tools);
    case 'fail':
      return failed(record, mapping, question, tools);
    case 'not-held':
      return lookedEmpty(record, tools);
    case 'start-over':
      return startOver(record, mapping, kept, tools);
    case 'never':
      throw new Error(`the rail of ${record.route} answers ${mapping.networkStatus} to ${question}`);
  }
}

function noted(
  record: OutgoingStatus,
  question: Question,
  { mapping, reference, resumeToken }: RailAnswer,
): OutgoingStatus {
  const isUnclear = question === 'send' && UNCLEAR.has(mapping.meaning);
  const { notHeld, ...kept } = record.submission;
  const submission: Submission = {
    ...kept,
    // An empty look before this call says nothing about the call.
    ...(isUnclear ? { outcomeUnknown: true, answerLost: true } : notHeld !== undefined && { notHeld }),
    ...(reference !== undefined && { reference }),
    ...(resumeToken !== undefined && { resumeToken }),
  };
  return { ...record, submission };
}

const UNCLEAR: ReadonlySet<Meaning> = new Set(['unclear', 'unclear-once']);

async function taken(
  record: OutgoingStatus,
  { message }: StatusMessage,
  tools: OutgoingTools,
): Promise<Step> {
  const read = messagesOf(record, tools).read(message);
  if (!read) throw new Error(`the message of ${record.id} cannot be read`);
  return ended(record, 'taken', { message: read }, tools);
}

const refused = (record: OutgoingStatus, refusal: StatusMapping, tools: OutgoingTools): Promise<Step> =>
  ended(record, 'refused', { refusal }, tools);

const dead = (record: OutgoingStatus, mapping: StatusMapping, tools: OutgoingTools): Promise<Step> =>
  ended(
    record,
    'dead',
    { refusal: finalMapping(record.submission, mapping, COMMON_STATUSES.answerLost) },
    tools,
  );

/** If a process dies between both commits, the route is asked again, and the event is there already. */
async function ended(
  record: OutgoingStatus,
  state: 'taken' | 'refused' | 'dead',
  ending: Ending,
  tools: OutgoingTools,
): Promise<Step> {
  await recordOutcome(record, ending, tools);
  return stepTo({ ...record, state, dueAt: null }, tools);
}

const held = (record: OutgoingStatus, tools: OutgoingTools): Step =>
  pollLater({ ...record, state: 'sent', work: 'poll', failures: 0 }, tools);

function pollLater(record: OutgoingStatus, tools: OutgoingTools): Step {
  const { polls } = record.submission;
  const at = nextPoll(railOf(record, tools).pollWaitsMs, polls, tools.clock.now(), tools.retryScale);
  return later({ ...record, submission: { ...record.submission, polls: polls + 1 } }, at, tools);
}

function failed(
  record: OutgoingStatus,
  mapping: StatusMapping,
  question: Question,
  tools: OutgoingTools,
): Step | Promise<Step> {
  const counted = { ...record, failures: record.failures + 1 };
  const next = nextTry(counted.failures, tools.clock.now(), tools.retryScale);
  if (next !== 'give-up') return waiting(counted, next.at, tools);
  // Before it is given up, the route is asked whether the last call left the message there.
  if (question === 'send' && mayHoldDocument(record.submission))
    return waiting(counted, tools.clock.now(), tools);
  return dead(counted, mapping, tools);
}

/** If the route may have the message, it is asked first. */
const waiting = (record: OutgoingStatus, at: Date, tools: OutgoingTools): Step =>
  mayHoldDocument(record.submission)
    ? later({ ...record, state: 'sending', work: 'settle' }, at, tools)
    : later({ ...record, state: 'queued', work: 'send' }, at, tools);

/** The message is sent again under the same id once enough empty looks show that the route does not hold it. */
function lookedEmpty(record: OutgoingStatus, tools: OutgoingTools): Step {
  const now = tools.clock.now();
  const { emptyLooks } = railOf(record, tools);
  const { submission, lookAgainAt } = countEmptyLook(record, emptyLooks, now, tools.retryScale);
  return lookAgainAt
    ? later({ ...record, submission }, lookAgainAt, tools)
    : later({ ...record, submission, work: 'send' }, now, tools);
}

/** A message that the route has dropped is sent once more, under another id. */
async function startOver(
  record: OutgoingStatus,
  mapping: StatusMapping,
  { message, partyIds }: StatusMessage,
  tools: OutgoingTools,
): Promise<Step> {
  const { drops = 0 } = record.submission;
  if (drops > 0) return refused(record, mapping, tools);
  const now = tools.clock.now();
  const letter = messagesOf(record, tools).renewed(message);
  const submission = {
    ...newSubmission(letter.submissionId, now),
    ...{ drops: drops + 1, lastDrop: mapping.networkStatus },
  };
  const text = messageText({ message: letter.message, partyIds });
  const sealedMessage = await tools.content.sealText(record.client, text);
  return later({ ...record, state: 'queued', work: 'send', sealedMessage, submission }, now, tools);
}

const inMs = (ms: number, { clock }: Pick<OutgoingTools, 'clock'>): Date =>
  new Date(clock.now().getTime() + ms);

const later = (record: OutgoingStatus, dueAt: Date, tools: Pick<OutgoingTools, 'clock'>): Step =>
  stepTo({ ...record, dueAt }, tools);

const stepTo = (record: OutgoingStatus, { clock }: Pick<OutgoingTools, 'clock'>): Step => ({
  record: { ...record, version: record.version + 1, updatedAt: clock.now() },
  events: [],
  files: [],
});

function report(before: OutgoingStatus, after: OutgoingStatus, { log }: OutgoingTools): void {
  const { id, client, route, invoiceId, state, failures, dueAt } = after;
  const fields = { status_id: id, invoice_id: invoiceId, client, route, state };
  if (state === 'dead' || state === 'refused') log.warn(fields, 'a status was not taken');
  else if (state === 'taken') log.info(fields, 'a status was taken');
  else if (failures > before.failures)
    log.warn({ ...fields, failures, due_at: dueAt }, 'a status is tried again');
}
