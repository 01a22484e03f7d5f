import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { withQuotes } from 'en16931-rules/vocabulary/quoted.ts';
import { unnamed } from '../../../../domain/sending/status-mapping.ts';
import type { RailAnswer } from '../../../../ports/rail/rail-answer.ts';
import { type Json, objectIn, shorten, textIn } from '../client/ksef.ts';
import { INVOICE_STATUSES, KSEF_STATUS_MAPPINGS as statuses } from '../status-mappings.ts';

/** KSeF's status of an invoice in a session. */
export interface InvoiceStatus {
  /** The reference of the invoice, `…-EE-…`. */
  readonly reference: string;
  /** Of the plain file, base64. */
  readonly hash: string;
  readonly code: number;
  readonly description: string;
  readonly details: readonly string[];
  readonly ksefNumber?: string;
  /** Of an invoice that KSeF holds under the same number. */
  readonly original: Original;
  readonly invoicingMode?: string;
  /** The address of its receipt, without a token. It expires. */
  readonly upoUrl?: string;
  /** When KSeF accepted it. */
  readonly takenAt?: Date;
}

interface Original {
  readonly ksefNumber?: string;
  readonly session?: string;
}

/** 35 characters; 36 with the dash of KSeF 1.0. */
const KSEF_NUMBER = /\b[1-9]\d{9}-20\d{6}-[0-9A-F]{6}-?[0-9A-F]{6}-[0-9A-F]{2}\b/;
const SESSION = /\b\d{8}-S[OB]-[0-9A-F]{10}-[0-9A-F]{10}-[0-9A-F]{2}\b/;

/** @returns undefined if the answer is incomplete. */
export function invoiceStatus(json: Json): InvoiceStatus | undefined {
  const { referenceNumber, invoiceHash, ksefNumber, invoicingMode, invoicingDate, upoDownloadUrl } = json;
  const status = objectIn(json['status']);
  const code = status?.['code'];
  if (typeof referenceNumber !== 'string' || typeof invoiceHash !== 'string' || typeof code !== 'number')
    return undefined;
  const response: unknown = status?.['details'];
  const details = Array.isArray(response) ? response.filter((one) => typeof one === 'string') : [];
  const number = wholly(KSEF_NUMBER, textIn(ksefNumber));
  const takenAt = new Date(String(invoicingDate));
  return {
    reference: referenceNumber,
    hash: invoiceHash,
    code,
    description: textIn(status?.['description']) ?? '',
    details,
    ...(number !== undefined && { ksefNumber: number }),
    original: originalIn(objectIn(status?.['extensions']) ?? {}, details),
    ...(typeof invoicingMode === 'string' && { invoicingMode }),
    ...(typeof upoDownloadUrl === 'string' && { upoUrl: upoDownloadUrl }),
    ...(!Number.isNaN(takenAt.getTime()) && { takenAt }),
  };
}

/** The extensions may be missing; the text names both (CIRFMF/ksef-docs). */
function originalIn(extensions: Json, details: readonly string[]): Original {
  const text = details.join(' ');
  const number = wholly(KSEF_NUMBER, textIn(extensions['originalKsefNumber']));
  const session = wholly(SESSION, textIn(extensions['originalSessionReferenceNumber']));
  const matchingNumber = {
    ksefNumber: number ?? KSEF_NUMBER.exec(text)?.[0],
    session: session ?? SESSION.exec(text)?.[0],
  };
  return {
    ...(matchingNumber.ksefNumber !== undefined && { ksefNumber: matchingNumber.ksefNumber }),
    ...(matchingNumber.session !== undefined && { session: matchingNumber.session }),
  };
}

const wholly = (shape: RegExp, text: string | undefined): string | undefined =>
  text !== undefined && shape.exec(text)?.[0] === text ? text : undefined;

/** The meaning for the invoice. Status 440 needs a further query. */
export function answerOf(status: InvoiceStatus): RailAnswer {
  const { code, details, ksefNumber, reference } = status;
  const mapping = INVOICE_STATUSES.get(code) ?? (code < 200 ? statuses.inProgress : statuses.notUnderstood);
  const known = { reference, raw: rawOf(status) };
  if (mapping === statuses.accepted)
    return ksefNumber === undefined
      ? { ...known, mapping: statuses.notUnderstood }
      : { ...known, mapping, legalId: ksefNumber };
  return {
    ...known,
    mapping: details.length > 0 ? mapping : unnamed(mapping),
    ...(mapping.meaning === 'refused' && { message: messageOf(mapping.message, status) }),
  };
}

export function rawOf({
  reference,
  code,
  description,
  details,
  ksefNumber,
  original,
  invoicingMode,
}: InvoiceStatus) {
  return {
    referenceNumber: reference,
    status: { code, description, ...(details.length > 0 && { details: details.map(shorten) }) },
    ...(ksefNumber !== undefined && { ksefNumber }),
    ...(original.ksefNumber !== undefined && { originalKsefNumber: original.ksefNumber }),
    ...(original.session !== undefined && { originalSessionReferenceNumber: original.session }),
    ...(invoicingMode !== undefined && { invoicingMode }),
  };
}

export const messageOf = (message: Text, { description, details }: InvoiceStatus): Text =>
  withQuotes(message, details.length > 0 ? details : [description]);
