import { COMMON_STATUSES } from '../../domain/sending/status-mapping.ts';
import { mayHoldDocument } from '../../domain/sending/submission.ts';
import { hasEnded, isBefore, type OutgoingStatus } from '../../domain/statuses/outgoing-status.ts';
import type { OpenedCredential } from '../../ports/rail/opened-credential.ts';
import type { StatusStore } from '../../ports/status-store.ts';
import type { DeliveryTools } from '../sending/delivery-tools.ts';
import { findUnreadable } from '../sending/begin-send.ts';
import { accountMarks, senderOf } from '../sending/sending-account.ts';
import { railOf } from '../sending/submission-of.ts';
import type { Run } from '../work/record-kind.ts';
import {
  applyAnswer,
  inMs,
  reschedule,
  schedulePoll,
  scheduleRetry,
  type StatusAnswerTools,
  type StatusStep,
} from './apply-status-answer.ts';
import { inquiryOn, messagesOf, openMessage, timeCall } from './status-call.ts';
import type { StatusMessage } from './sealed-message.ts';
import { noteTrouble } from './status-care.ts';

export interface StatusSendTools
  extends StatusAnswerTools, Pick<DeliveryTools, 'credentials' | 'feeds' | 'rails' | 'content'> {
  readonly statuses: Pick<StatusStore, 'ofInvoice'>;
}

/** How long a status waits for an earlier one of its invoice. */
const TURN_MS = 5_000;

/** Stores a mark first; the same run makes the call after that. */
export async function beginSend(
  record: OutgoingStatus,
  run: Run,
  tools: StatusSendTools,
): Promise<StatusStep> {
  const others = await tools.statuses.ofInvoice(record.invoiceId);
  // In order: a route takes no step back, and the invoice shows the last status.
  if (others.some((other) => !hasEnded(other) && isBefore(other, record)))
    return reschedule(record, inMs(TURN_MS, tools), tools);
  const kept = await openMessage(record, tools);
  const credential = await chooseCredential(record, kept, tools);
  if (!credential) return scheduleRetry(record, COMMON_STATUSES.credentialMissing, 'send', tools);
  const unreadable = findUnreadable(railOf(record, tools), credential);
  if (unreadable) return scheduleRetry(record, unreadable, 'send', tools);
  const marks = await accountMarks(record, credential, tools);
  await tools.feeds.begin({ client: record.client, route: record.route, credentialId: credential.id });
  const submission = { ...record.submission, ...marks, calledAt: tools.clock.now(), isCalling: true };
  const marked = { ...record, state: 'sending', work: 'settle', submission } as const;
  return {
    ...reschedule(marked, tools.clock.now(), tools),
    afterwards: (stored) => send(stored, kept, credential, run, tools),
  };
}

async function send(
  record: OutgoingStatus,
  kept: StatusMessage,
  credential: OpenedCredential,
  run: Run,
  tools: StatusSendTools,
): Promise<StatusStep> {
  // This process may have stood still since the mark, and another one may have taken the record over.
  await run.lease.confirm();
  const bytes = kept.message;
  const beginDocument = (): void => run.lease.requireSure();
  const inquiry = inquiryOn(record, kept, credential, tools);
  const call = messagesOf(record, tools).send({ ...inquiry, bytes, beginDocument });
  const answer = await timeCall(record, 'send', call, tools);
  return applyAnswer(unmarkCall(record), 'send', answer, kept, tools);
}

/** A message that the route may have is sent again under the same account alone. */
async function chooseCredential(
  record: OutgoingStatus,
  { partyIds }: StatusMessage,
  tools: StatusSendTools,
): Promise<OpenedCredential | undefined> {
  if (mayHoldDocument(record.submission)) return senderOf(record, async () => partyIds, tools);
  const invoice = await tools.invoices.find(record.invoiceId);
  // The platform that holds the invoice gets the status.
  if (invoice?.submission) return senderOf(invoice, async () => partyIds, tools);
  return tools.credentials.choose(record.client, record.route, partyIds);
}

/** Asks the route whether it has the message, after its answer was lost or a process died over the call. */
export const inquireStatus = (record: OutgoingStatus, tools: StatusSendTools): Promise<StatusStep> =>
  askAbout(markOutcomeUnknown(record), 'ask', tools);

/** Asks the route what became of a message that it has. */
export const poll = (record: OutgoingStatus, tools: StatusSendTools): Promise<StatusStep> =>
  askAbout(record, 'poll', tools);

async function askAbout(
  record: OutgoingStatus,
  question: 'ask' | 'poll',
  tools: StatusSendTools,
): Promise<StatusStep> {
  const kept = await openMessage(record, tools);
  const credential = await senderOf(record, async () => kept.partyIds, tools);
  // No other account can tell: the status waits for a credential of this one.
  if (!credential)
    return schedulePoll(await noteTrouble(record, COMMON_STATUSES.credentialMissing, tools), tools);
  const call = messagesOf(record, tools)[question](inquiryOn(record, kept, credential, tools));
  return applyAnswer(record, question, await timeCall(record, question, call, tools), kept, tools);
}

/** A process died over the call: whether the message reached the route is unknown. */
function markOutcomeUnknown(record: OutgoingStatus): OutgoingStatus {
  const { notHeld: _, ...submission } = record.submission;
  if (!submission.isCalling) return record;
  return {
    ...record,
    submission: { ...submission, isCalling: false, outcomeUnknown: true, answerLost: true },
  };
}

const unmarkCall = (record: OutgoingStatus): OutgoingStatus => ({
  ...record,
  submission: { ...record.submission, isCalling: false },
});
