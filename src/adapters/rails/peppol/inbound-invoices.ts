import type { CollectedPage, Collection } from '../../../ports/rail/receiving.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import { CAUSES_OF_ONE } from './causes.ts';
import {
  cursorAfter,
  entriesAfter,
  type InboundCursor,
  type InboundEntry,
  readCursor,
  writeCursor,
} from './inbound-cursor.ts';
import { fetchListed } from '../listed.ts';

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
  { after, isKnown, now }: Pick<Collection, 'after' | 'isKnown' | 'now'>,
  list: InboundInvoices,
): Promise<CollectedPage | RailAnswer> {
  const cursor = readCursor(after);
  const page = await list.entriesSince(cursor);
  if ('mapping' in page) return page;
  // An invoice that was deleted since is listed as long as none is newer.
  const due = entriesAfter(cursor, page.entries);
  const harvest = await fetchListed({
    listed: due.map(({ id }) => id),
    owed: cursor.owed,
    causes: CAUSES_OF_ONE,
    download: async (id) => {
      const got = await list.read(id);
      return 'bytes' in got && got.bytes ? { bytes: documentIn(got.bytes) } : got;
    },
    isKnown,
    now,
  });
  if ('mapping' in harvest) return harvest;
  return { ...harvest.page, next: writeCursor(cursorAfter(cursor, due, harvest)) };
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
