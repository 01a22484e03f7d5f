import type { OutgoingStatus } from '../../domain/statuses/outgoing-status.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import type { Digests } from '../../ports/digests.ts';
import type { Inquiry } from '../../ports/rail/inquiry.ts';
import type { OpenedCredential } from '../../ports/rail/opened-credential.ts';
import type { RailAnswer } from '../../ports/rail/rail-answer.ts';
import type { Rails } from '../../ports/rail/rail.ts';
import type { StatusMessages } from '../../ports/rail/status-messages.ts';
import type { DeliveryTools } from '../sending/delivery-tools.ts';
import { railOf } from '../sending/submission-of.ts';
import type { Question } from '../../domain/sending/outcomes.ts';
import { messageOf, type StatusMessage } from './sealed-message.ts';

export interface CallTools {
  readonly rails: Rails;
  readonly content: TextSealer;
  readonly clock: Clock;
  readonly digests: Digests;
  readonly telemetry: Pick<DeliveryTools['telemetry'], 'routeCalled'>;
}

export function messagesOf(record: OutgoingStatus, tools: CallTools): StatusMessages {
  const { statusMessages } = railOf(record, tools);
  if (!statusMessages) throw new Error(`the rail of ${record.route} sends no statuses`);
  return statusMessages;
}

export const openMessage = async (record: OutgoingStatus, { content }: CallTools): Promise<StatusMessage> =>
  messageOf(await content.openText(record.client, record.sealedMessage));

export function inquiryOn(
  { client, submission }: OutgoingStatus,
  { message }: StatusMessage,
  credential: OpenedCredential,
  { digests }: CallTools,
): Inquiry {
  const { id, startedAt, calledAt, reference, resumeToken, outcomeUnknown } = submission;
  return {
    ...{ client, credential, startedAt, submissionId: id },
    documentSha256: digests.sha256(message),
    ...(calledAt && { calledAt }),
    ...(reference !== undefined && { reference }),
    ...(resumeToken !== undefined && { resumeToken }),
    legalId: null,
    isResend: outcomeUnknown,
    document: () => Promise.reject(new Error('a status has no document of its own')),
    acquirePermit: () => Promise.resolve(true),
  };
}

export async function timeCall(
  { route }: OutgoingStatus,
  question: Question,
  answer: Promise<RailAnswer>,
  { telemetry, clock }: CallTools,
): Promise<RailAnswer> {
  const began = clock.now().getTime();
  const answered = await answer;
  const seconds = (clock.now().getTime() - began) / 1000;
  telemetry.routeCalled(route, `status-${question}`, answered.mapping.networkStatus, seconds);
  return answered;
}
