import type { WireCall } from '../domain/sending/network-calls.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Beside the sender's address, which is the service's own. */
  readonly senderName?: string;
  readonly replyTo?: string;
  /** With angle brackets. A mail with one has the same bytes at every try. */
  readonly messageId?: string;
  /** When it was written first. */
  readonly date?: Date;
  readonly attachment?: {
    readonly name: string;
    readonly mediaType: string;
    readonly bytes: Uint8Array;
  };
}

/** Where a mail server refused (RFC 5321 section 4.3.2). */
export type MailStage = 'greeting' | 'log-in' | 'sender' | 'recipient' | 'message';

export type MailAnswer =
  | { readonly outcome: 'accepted'; readonly reply: string }
  /** By a reply code of 400 to 599; without one the mail is larger than the server allows. */
  | {
      readonly outcome: 'refused';
      readonly stage: MailStage;
      readonly status?: number;
      readonly reply: string;
    }
  /** No byte of the mail has left. */
  | { readonly outcome: 'unreachable'; readonly reason: string }
  /** A part of the mail has left, and no answer came: the server may have it. */
  | { readonly outcome: 'lost'; readonly reason: string };

/** Sends mail to people. */
export interface Mailer {
  /** The domain of its Message-IDs. */
  readonly domain: string;
  /** How long the answer to a mail may take, from its first byte on. */
  readonly maxCallMs: number;
  /**
   * Throws only what `begin` throws.
   * @param begin called right before the first byte of the mail leaves.
   * @param calls where a recorder lists the mail.
   */
  send(mail: Mail, begin?: () => void, calls?: WireCall[]): Promise<MailAnswer>;
}
