import { say, sentences, type Text } from 'en16931-rules/vocabulary/message.ts';
import type { StatusMapping } from '../../../domain/sending/status-mapping.ts';
import type { Inquiry } from '../../../ports/rail/inquiry.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import type { SignatureVerdict } from './signature.ts';
import type { SignedAnswer } from './signed-answer.ts';
import { ANAF_STATUSES as statuses } from './status-mappings.ts';
import { contentOf, invoiceNumberIn } from './xml-answer.ts';
import { createHash } from 'node:crypto';

/** A downloaded answer and its content; undefined if it is not readable. */
export interface Download {
  readonly zip: Uint8Array;
  readonly signed: SignedAnswer | undefined;
}

/** The finding in the event: the answer is not verified, and why. */
export function remarksOn({ signed }: Download, isExpected = true): readonly StatusMapping[] {
  if (!signed) return [unverified(say('networks-pl-ksef.it-cannot-be-read'))];
  if (!signed.signature.holds) return [unverified(signed.signature.reason)];
  return isExpected ? [] : [unverified(say('networks-ro-efactura.it-holds-other-content-than-was-sent'))];
}

const unverified = (why: Text): StatusMapping => ({
  ...statuses.receiptUnverified,
  message: sentences(statuses.receiptUnverified.message, why),
});

/** For the event: the form in which the signature verifies, or why it does not. */
export const rawOf = ({ signed }: Download): { readonly signature: SignatureVerdict } => ({
  signature: signed?.signature ?? { holds: false, reason: say('networks-ro-efactura.answer-cannot-be-read') },
});

export const receiptOf = ({ zip }: Download): Required<Pick<RailAnswer, 'receipt'>> => ({
  receipt: { kind: 'anaf-response', bytes: zip },
});

export const hasOurBytes = (
  { file }: Pick<SignedAnswer, 'file'>,
  { documentSha256 }: Pick<Inquiry, 'documentSha256'>,
): boolean => createHash('sha256').update(file).digest('hex') === documentSha256;

/** The same bytes, else the same content: another invoice may have the same number and day. */
export async function isOurs(signed: SignedAnswer, inquiry: Inquiry): Promise<boolean> {
  if (signed.errors) return false;
  if (hasOurBytes(signed, inquiry)) return true;
  const theirs = contentOf(signed.file);
  return theirs !== undefined && theirs === contentOf((await inquiry.document()).bytes);
}

/** Whether it names another upload, or holds an invoice with another number. */
export function isAboutAnother(signed: SignedAnswer, index: string, { invoiceNumber }: Inquiry): boolean {
  if ([...signed.indexes].some((named) => named !== index)) return true;
  const number = signed.errors ? undefined : invoiceNumberIn(signed.file);
  return number !== undefined && invoiceNumber !== undefined && number !== invoiceNumber;
}
