import type { InboundEntry } from './inbound-cursor.ts';
import type { CollectedPage, Collection } from '../../../ports/rail/receiving.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import type { Connection } from './connection.ts';
import { participantFrom } from './identifiers.ts';
import { invoicesAfter, IS_INVOICE, RAIL_ID } from './inbound-invoices.ts';
import { entriesSince, inboundPayload } from './phoss-ap-inbound.ts';
import { text } from './report.ts';
import { PEPPOL_STATUSES as statuses } from './status-mappings.ts';

/** The limit of a whole envelope. An invoice has at most 5 MB here. */
const MAX_BYTES = 20_000_000;

/** The invoices in the inbound history for the credential's own participant. */
export const fetchReceived = (
  connection: Connection,
  collection: Collection,
): Promise<CollectedPage | RailAnswer> =>
  invoicesAfter(collection, {
    entriesSince: (cursor) =>
      entriesSince(connection, cursor, (row) => entryOf(row, connection.accessPoint.sender)),
    read: (id) => payload(connection, id),
  });

function entryOf(row: Readonly<Record<string, unknown>>, sender: string): InboundEntry | undefined {
  const id = text(row['sbdhInstanceID']);
  const at = Date.parse(text(row['receivedDT']) ?? '');
  const type = text(row['docTypeID']) ?? '';
  if (id === undefined || !RAIL_ID.test(id) || Number.isNaN(at) || !IS_INVOICE.test(type)) return undefined;
  const isOurs = participantFrom(text(row['receiverID']) ?? '') === sender;
  return isOurs && row['status'] !== 'rejected' ? { id, at } : undefined;
}

async function payload(connection: Connection, id: string): ReturnType<typeof inboundPayload> {
  const got = await inboundPayload(connection, id, MAX_BYTES);
  return 'bytes' in got && got.bytes?.length === 0 ? { mapping: statuses.outOfOrder } : got;
}
