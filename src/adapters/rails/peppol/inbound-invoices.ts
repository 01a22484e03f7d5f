import type { CollectedDocument, CollectedPage, Collection } from '../../../ports/rail/receiving.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import { type InboundCursor, readCursor, writeCursor } from './inbound-cursor.ts';
import type { InboundEntry } from './inbound-messages.ts';

const MAX_AT_ONCE = 10;

/** Business documents that are not answers: UBL invoices and credit notes, CII invoices. */
export const IS_INVOICE = /::(?:Invoice|CreditNote|CrossIndustryInvoice)##/;
/** As a received invoice may be named. */
export const RAIL_ID = /^[A-Za-z0-9._:/@+=#-]{1,200}$/;

/** The invoices that arrived at an access point. */
export interface InboundInvoices {
  /** Oldest first. Includes invoices that may have appeared late (`OVERLAP_MS`). */
  entriesSince(cursor: InboundCursor): Promise<{ readonly entries: readonly InboundEntry[] } | RailAnswer>;
  /** @returns no bytes if it is gone since it was listed. */
  read(id: string): Promise<{ readonly bytes: Uint8Array | undefined } | RailAnswer>;
}

/** The next invoices of an access point, each without its envelope. */
export async function invoicesAfter(
  { after, isKnown }: Pick<Collection, 'after' | 'isKnown'>,
  list: InboundInvoices,
): Promise<CollectedPage | RailAnswer> {
  const cursor = readCursor(after);
  const page = await list.entriesSince(cursor);
  if ('mapping' in page) return page;
  const documents: CollectedDocument[] = [];
  for (const { id } of page.entries) {
    if (await isKnown(id)) continue;
    if (documents.length === MAX_AT_ONCE) return { documents, isLast: false };
    const got = await list.read(id);
    // The invoices until here are taken in; the next read meets the rest again.
    if ('mapping' in got) return documents.length > 0 ? { documents, isLast: true } : got;
    if (got.bytes) documents.push({ railId: id, bytes: documentIn(got.bytes) });
  }
  const newest = Math.max(cursor.newest, ...page.entries.map(({ at }) => at));
  return { documents, next: writeCursor({ newest, taken: [] }), isLast: true };
}

const HEADER_END = /<\/(?:[A-Za-z_][\w.-]{0,50}:)?StandardBusinessDocumentHeader\s*>/;
const ENVELOPE_END = /<\/(?:[A-Za-z_][\w.-]{0,50}:)?StandardBusinessDocument\s*>\s*$/;

/**
 * The document inside the envelope, byte for byte. A text without such an envelope, or with a namespace that only the envelope
 * declares, is kept as it is.
 */
export function documentIn(envelope: Uint8Array): Uint8Array {
  // Latin 1 maps each byte to one character, whatever the encoding.
  const letters = Buffer.from(envelope).toString('latin1');
  const header = HEADER_END.exec(letters);
  const end = ENVELOPE_END.exec(letters);
  if (!header || !end) return envelope;
  const document = letters.slice(header.index + header[0].length, end.index).trim();
  const [, prefix] = /^<(?:([A-Za-z_][\w.-]*):)?[A-Za-z_][\w.-]*[\s>]/.exec(document) ?? [];
  const [opening = ''] = /^<[^>]*>/.exec(document) ?? [];
  const isOnItsOwn = opening.includes(prefix === undefined ? ' xmlns=' : ` xmlns:${prefix}=`);
  return document.startsWith('<') && isOnItsOwn ? new Uint8Array(Buffer.from(document, 'latin1')) : envelope;
}
