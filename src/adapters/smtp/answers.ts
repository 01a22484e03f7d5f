import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailAnswer, MailStage } from '../../ports/mailer.ts';

/** By the command that was answered. */
const STAGES: readonly (readonly [command: RegExp, stage: MailStage])[] = [
  [/^AUTH/, 'log-in'],
  [/^MAIL FROM/, 'sender'],
  [/^RCPT TO/, 'recipient'],
  [/^DATA/, 'message'],
];

/** @param hasBegun a part of the mail has left. */
export function answerOf(
  { code, command = '', response, responseCode, message }: SMTPConnection.SMTPError,
  hasBegun: boolean,
): MailAnswer {
  const stage = STAGES.find(([pattern]) => pattern.test(command))?.[1] ?? 'greeting';
  if (responseCode !== undefined && responseCode >= 400)
    return { outcome: 'refused', stage, status: responseCode, reply: response ?? message };
  // RFC 1870: the server says at the greeting how much it takes.
  if (!hasBegun && code === 'EMESSAGE') return { outcome: 'refused', stage: 'message', reply: message };
  // The server does not take the log-in that the operator has set.
  if (!hasBegun && code === 'EAUTH') return { outcome: 'refused', stage: 'log-in', reply: message };
  const reason = code ?? message;
  return { outcome: hasBegun ? 'lost' : 'unreachable', reason };
}
