import { Readable } from 'node:stream';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { isLoopbackHost } from '../../domain/is-loopback-host.ts';
import type { Mail, MailAnswer, Mailer } from '../../ports/mailer.ts';
import { answerOf } from './answers.ts';
import { writeMail } from './write-mail.ts';

/** How long a mail server that does not answer may delay the sender, before the mail leaves. */
const TIMEOUT_MS = 30_000;

/** RFC 5321 section 4.5.3.2.6: a shorter wait for the answer to the mail leads to copies of mails that were taken. */
const ANSWER_TIMEOUT_MS = 10 * 60_000;

/** Sends through the server of `SMTP_URL`: `smtp://user:password@host:587`, `smtps://…`; the sender is its `from`. */
export class SmtpMailer implements Mailer {
  readonly domain: string;
  readonly maxCallMs: number;
  private readonly options: SMTPConnection.Options;
  private readonly auth: SMTPConnection.AuthenticationType | undefined;
  private readonly from: string;
  private readonly answerMs: number;
  /** The password may go over a connection that is not encrypted. */
  private readonly mayBeClear: boolean;

  /** @param answerMs for tests. */
  constructor(url: string, answerMs = ANSWER_TIMEOUT_MS) {
    const address = new URL(url);
    this.from = address.searchParams.get('from') ?? `invoices@${address.hostname}`;
    this.domain = this.from.split('@').at(-1)!;
    this.mayBeClear = isLoopbackHost(address) || address.searchParams.get('allow_clear') === '1';
    for (const own of ['from', 'allow_clear']) address.searchParams.delete(own);
    const { auth, ...options } = parseConnectionUrl(address.href) as SMTPConnection.Options & {
      readonly auth?: { readonly user: string; readonly pass: string };
    };
    this.auth = auth && { credentials: { user: auth.user, pass: auth.pass } };
    this.answerMs = answerMs;
    // The socket's own timeout begins again with each letter of an answer.
    this.maxCallMs = 2 * answerMs;
    this.options = {
      ...options,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: answerMs,
    };
  }

  async send(mail: Mail, begin?: () => void): Promise<MailAnswer> {
    const bytes = await writeMail(mail, this.from);
    return this.deliver(mail, bytes, begin);
  }

  private deliver({ to }: Mail, bytes: Uint8Array, begin: (() => void) | undefined): Promise<MailAnswer> {
    const connection = new SMTPConnection(this.options);
    return new Promise<MailAnswer>((answer, fail) => {
      let hasBegun = false;
      let timer: NodeJS.Timeout | undefined;
      let threw: { readonly error: unknown } | undefined;
      const settle = (outcome: MailAnswer): void => {
        clearTimeout(timer);
        if (threw) fail(threw.error);
        else answer(outcome);
        connection.close();
      };
      const wrong = (error: unknown): void => settle(answerOf(error as SMTPConnection.SMTPError, hasBegun));
      const endAfter = (ms: number, outcome: 'unreachable' | 'lost'): void => {
        clearTimeout(timer);
        timer = setTimeout(() => settle({ outcome, reason: 'timeout' }), ms);
      };
      endAfter(Math.min(2 * TIMEOUT_MS, this.answerMs), 'unreachable');
      const body = bodyOf(bytes, () => {
        try {
          begin?.();
          hasBegun = true;
          endAfter(this.maxCallMs, 'lost');
        } catch (error) {
          threw = { error };
          throw error;
        }
      });
      const sendIt = (): void =>
        connection.send({ from: this.from, to, size: bytes.length }, body, (error, info) =>
          error ? wrong(error) : settle({ outcome: 'accepted', reply: info.response }),
        );
      connection.once('error', wrong);
      connection.connect((error) => {
        if (error) return wrong(error);
        if (!this.auth || !connection.allowsAuth) return sendIt();
        // Also if somebody on the way has cut STARTTLS out of the greeting.
        if (!connection.secure && !this.mayBeClear)
          return settle({ outcome: 'unreachable', reason: 'the server offers no STARTTLS' });
        connection.login(this.auth, (refused) => (refused ? wrong(refused) : sendIt()));
      });
    });
  }
}

/** The mail, read once the server waits for it. */
function bodyOf(bytes: Uint8Array, begin: () => void): Readable {
  return new Readable({
    read() {
      try {
        begin();
        this.push(Buffer.from(bytes));
        this.push(null);
      } catch (error) {
        this.destroy(error as Error);
      }
    },
  });
}
