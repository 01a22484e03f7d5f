import { say } from 'en16931-rules/vocabulary/message.ts';
import { codeWith } from 'en16931-rules/vocabulary/quoted.ts';
import type { Consignment } from '../../../../ports/rail/inquiry.ts';
import type { RailAnswer } from '../../../../ports/rail/rail-answer.ts';
import { digestOf, encrypt, inBase64 } from '../client/encryption.ts';
import { type Call, type KsefResponse, textIn } from '../client/ksef.ts';
import type { OnlineSession } from './online-sessions.ts';
import { KSEF_STATUS_MAPPINGS as statuses, NOTHING_TO_CORRECT, SESSION_IS_OVER } from '../status-mappings.ts';

export const SEND_MS = 90_000;

/** Sends an invoice into an online session, encrypted with its key. */
export function sendOf(
  session: OnlineSession,
  { bytes, offline }: Pick<Consignment, 'bytes' | 'offline'>,
): Call {
  const cipher = encrypt(session, bytes);
  const body = {
    invoiceHash: digestOf(bytes),
    invoiceSize: bytes.length,
    encryptedInvoiceHash: digestOf(cipher),
    encryptedInvoiceSize: cipher.length,
    encryptedInvoiceContent: Buffer.from(cipher).toString('base64'),
    offlineMode: offline !== undefined,
    ...(offline?.replaces !== undefined && { hashOfCorrectedInvoice: inBase64(offline.replaces) }),
  };
  const path = `/sessions/online/${encodeURIComponent(session.reference)}/invoices`;
  return { path, body, timeoutMs: SEND_MS };
}

/** The meaning of KSeF's answer to the send. An accepted call says nothing about the outcome. */
export function send(response: KsefResponse): RailAnswer {
  if (response.kind === 'failure') return response.failure;
  if (response.kind === 'refused') {
    const raw = { code: response.code, text: response.text };
    if (SESSION_IS_OVER.has(response.code)) return { mapping: statuses.sessionOver, raw };
    if (response.code === NOTHING_TO_CORRECT) return { mapping: statuses.nothingToCorrect, raw };
    return {
      mapping: statuses.badCall,
      raw,
      message: say('networks.with-their-words', {
        text: statuses.badCall.message,
        theirs: codeWith(response.code, response.text),
      }),
    };
  }
  const reference = response.kind === 'json' ? textIn(response.json['referenceNumber']) : undefined;
  if (reference === undefined) return { mapping: statuses.notUnderstood };
  return { mapping: statuses.taken, reference, raw: { referenceNumber: reference } };
}
