import { createTransport } from 'nodemailer';
import type { Mailer } from '../../ports/mailer.ts';

/** How long a mail server that does not answer may delay the sender. */
const TIMEOUT_MS = 30_000;

/** Sends through the server of `SMTP_URL`: `smtp://user:password@host:587`, `smtps://…`; the sender is its `from`. */
export class SmtpMailer implements Mailer {
  private readonly url: string;
  private readonly from: string;

  constructor(url: string) {
    const address = new URL(url);
    this.from = address.searchParams.get('from') ?? `invoices@${address.hostname}`;
    address.searchParams.delete('from');
    this.url = address.href;
  }

  async send({ to, subject, text }: Parameters<Mailer['send']>[0]): Promise<void> {
    const transport = createTransport({
      url: this.url,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    });
    try {
      await transport.sendMail({ from: this.from, to, subject, text });
    } finally {
      transport.close();
    }
  }
}
