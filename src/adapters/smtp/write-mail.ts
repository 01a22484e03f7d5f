import MailComposer from 'nodemailer/lib/mail-composer';
import type { Mail } from '../../ports/mailer.ts';

/**
 * The mail as it goes over the wire (RFC 5322). With a Message-ID and a date the bytes are the same each time, so that a mail that arrives
 * twice is one mail.
 */
export async function writeMail(
  { to, subject, text, senderName, replyTo, messageId, date, attachment }: Mail,
  from: string,
): Promise<Uint8Array> {
  const boundary = messageId === undefined ? {} : { baseBoundary: messageId.replaceAll(/[^\da-f]/g, '') };
  const composed = new MailComposer({
    from: senderName === undefined ? from : { name: senderName, address: from },
    to: { name: '', address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    ...(messageId !== undefined && { messageId }),
    ...(date && { date }),
    subject,
    text,
    // RFC 3834: no out-of-office notes in answer.
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    ...boundary,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(attachment && {
      attachments: [
        {
          filename: attachment.name,
          contentType: attachment.mediaType,
          content: Buffer.from(attachment.bytes),
          // Base64 keeps the bytes of the file; other encodings change the ends of lines.
          contentTransferEncoding: 'base64',
        },
      ],
    }),
  } as ConstructorParameters<typeof MailComposer>[0]);
  return composed.compile().build();
}
