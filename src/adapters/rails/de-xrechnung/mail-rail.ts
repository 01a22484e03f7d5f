import type { Route } from '../../../domain/vocabulary/route.ts';
import type { Mailer, MailAnswer } from '../../../ports/mailer.ts';
import type { Consignment } from '../../../ports/rail/inquiry.ts';
import type { Rail } from '../../../ports/rail/rail.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import { MAIL_STATUSES as mail } from './status-mappings.ts';

/** Half of a SHA-256 names a document; RFC 5322 section 2.1.1 wants short lines. */
const HASH_LETTERS = 32;

/**
 * Mails documents that are ready for pick-up. The submission's id is the Message-ID. It is made of the document, so that it is the same even
 * after a restore of the store.
 */
export class MailRail implements Rail {
  readonly statusMappings = Object.values(mail);
  readonly emptyLookups = { needed: 1, countAfterMs: 0 };
  readonly maxCallMs: number;
  readonly pollWaitsMs = [60_000] as const;
  readonly caps = [];
  readonly namesSubmissions = false;
  readonly announcesDocument = true;

  /** @param mailer undefined without `SMTP_URL`. */
  constructor(
    readonly route: Route,
    private readonly mailer: Mailer | undefined,
  ) {
    this.maxCallMs = mailer?.maxCallMs ?? 0;
  }

  newSubmissionId(documentSha256: string): string {
    return `<${documentSha256.slice(0, HASH_LETTERS)}@${this.mailer?.domain ?? 'invoices.invalid'}>`;
  }

  async send(consignment: Consignment): Promise<RailAnswer> {
    const { letter, bytes, submissionId, startedAt, beginDocument, credential } = consignment;
    if (!letter) throw new Error('a document is mailed with a letter');
    if (!this.mailer) return { mapping: mail.noServer };
    const { attachment, ...words } = letter;
    const whole = {
      ...words,
      messageId: submissionId,
      date: startedAt,
      attachment: { ...attachment, bytes },
    };
    return taken(await this.mailer.send(whole, beginDocument, credential.calls));
  }

  async ask(): Promise<RailAnswer> {
    return { mapping: mail.cannotTell };
  }

  async poll(): Promise<RailAnswer> {
    throw new Error('a mail server tells nothing of a mail that it took');
  }
}

function taken(answer: MailAnswer): RailAnswer {
  switch (answer.outcome) {
    case 'accepted':
      return { mapping: mail.taken };
    case 'unreachable':
      return { mapping: mail.unreachable };
    case 'lost':
      return { mapping: mail.answerLost };
    case 'refused':
      return { mapping: rejection(answer) };
    default:
      return answer satisfies never;
  }
}

function rejection({ stage, status }: Extract<MailAnswer, { readonly outcome: 'refused' }>) {
  if (stage === 'log-in') return mail.logInRefused;
  if (status !== undefined && status < 500) return mail.deferred;
  // RFC 5321 section 3.8: 554 to the connection, 521 (RFC 7504): the server takes no mail of ours now.
  if (stage === 'greeting') return mail.deferred;
  return stage === 'recipient' ? mail.recipientRefused : mail.refused;
}
