import type { CollectedDocument, CollectedPage, Collection } from '../../../ports/rail/receiving.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import type { Connection } from './connection.ts';
import { participantFrom } from './identifiers.ts';
import type { InboundEntry } from './inbound-messages.ts';
import { readCursor, writeCursor } from './inbound-cursor.ts';
import { entriesSince, inboundPayload } from './phoss-ap-inbound.ts';
import { text } from './report.ts';
import { PEPPOL_STATUSES as statuses } from './status-mappings.ts';

/** The limit of a whole envelope. An invoice has at most 5 MB here. */
const MAX_BYTES = 20_000_000;
const MAX_AT_ONCE = 10;

/** Business documents that are not answers: UBL invoices and credit notes, CII invoices. */
const IS_INVOICE = /::(?:Invoice|CreditNote|CrossIndustryInvoice)##/;

/** The invoices in the inbound history for the credential's own participant, each without its envelope. */
export async function fetchReceived(
  connection: Connection,
  { after, isKnown }: Collection,
): Promise<CollectedPage | RailAnswer> {
  const cursor = readCursor(after);
  const found = await entriesSince(connection, cursor, (row) => entryOf(row, connection.accessPoint.sender));
  if ('mapping' in found) return found;
  const documents: CollectedDocument[] = [];
  for (const { id } of found.entries) {
    if (await isKnown(id)) continue;
    if (documents.length === MAX_AT_ONCE) return { documents, isLast: false };
    const got = await payload(connection, id);
    // The invoices until here are taken in; the next read meets the rest again.
    if ('mapping' in got) return documents.length > 0 ? { documents, isLast: true } : got;
    if (got.bytes) documents.push({ railId: id, bytes: documentIn(got.bytes) });
  }
  const newest = Math.max(cursor.newest, ...found.entries.map(({ at }) => at));
  return { documents, next: writeCursor({ newest, taken: [] }), isLast: true };
}

function entryOf(row: Readonly<Record<string, unknown>>, sender: string): InboundEntry | undefined {
  const id = text(row['sbdhInstanceID']);
  const at = Date.parse(text(row['receivedDT']) ?? '');
  const type = text(row['docTypeID']) ?? '';
  if (id === undefined || !RAIL_ID.test(id) || Number.isNaN(at) || !IS_INVOICE.test(type)) return undefined;
  const isOurs = participantFrom(text(row['receiverID']) ?? '') === sender;
  return isOurs && row['status'] !== 'rejected' ? { id, at } : undefined;
}

const RAIL_ID = /^[A-Za-z0-9._:/@+=#-]{1,200}$/;

async function payload(connection: Connection, id: string): ReturnType<typeof inboundPayload> {
  const got = await inboundPayload(connection, id, MAX_BYTES);
  return 'bytes' in got && got.bytes?.length === 0 ? { mapping: statuses.outOfOrder } : got;
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
