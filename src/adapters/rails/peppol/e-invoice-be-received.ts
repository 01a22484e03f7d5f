import { isObject } from '../../../domain/json/json-object.ts';
import type { CollectedPage, Collection } from '../../../ports/rail/receiving.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import { byStatus, type Connection, toUnanswered } from './connection.ts';
import { ASK_MS } from './dialect.ts';
import { type InboundCursor, type InboundEntry, OVERLAP_MS } from './inbound-cursor.ts';
import { invoicesAfter, RAIL_ID } from './inbound-invoices.ts';
import { jsonObject, text } from './report.ts';
import { PEPPOL_STATUSES as statuses } from './status-mappings.ts';

/** The most of its description (api/openapi.json 1.1.0). */
const PAGE = 100;
const MAX_PAGES = 50;
const MAX_BYTES = 20_000_000;

/** The inbox of the tenant. It has invoices and credit notes only. */
export const fetchInbox = (
  connection: Connection,
  collection: Collection,
): Promise<CollectedPage | RailAnswer> =>
  invoicesAfter(collection, {
    entriesSince: (cursor) => entriesSince(connection, cursor),
    read: (id) => ublOf(connection, id),
  });

async function entriesSince(
  connection: Connection,
  { newest }: InboundCursor,
): Promise<{ readonly entries: readonly InboundEntry[] } | RailAnswer> {
  const entries: InboundEntry[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const query = `page=${page}&page_size=${PAGE}&sort_by=created_at&sort_order=desc`;
    const answer = await connection.call({ method: 'GET', path: `/api/inbox/?${query}`, timeoutMs: ASK_MS });
    if (answer.outcome !== 'answered') return toUnanswered(answer);
    const rows = answer.status === 200 ? jsonObject(answer.body)?.['items'] : undefined;
    if (!Array.isArray(rows))
      return answer.status === 200 ? { mapping: statuses.outOfOrder } : byStatus(answer);
    const read = rows.filter(isObject).flatMap((row) => entryOf(row) ?? []);
    entries.push(...read);
    const oldest = Math.min(...read.map(({ at }) => at));
    if (rows.length < PAGE || oldest < newest - OVERLAP_MS) break;
  }
  const fresh = entries.filter(({ at }) => at >= newest - OVERLAP_MS);
  return { entries: fresh.sort((one, other) => one.at - other.at) };
}

function entryOf(row: Readonly<Record<string, unknown>>): InboundEntry | undefined {
  const id = text(row['id']);
  const at = timeIn(text(row['created_at']) ?? '');
  const isSent = row['direction'] === 'OUTBOUND';
  return id !== undefined && RAIL_ID.test(id) && !Number.isNaN(at) && !isSent ? { id, at } : undefined;
}

/** Its description does not say whether a time has a zone; a server's own time is UTC. */
const timeIn = (time: string): number => Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(time) ? time : `${time}Z`);

type Bytes = { readonly bytes: Uint8Array | undefined };

/** The call names an address that has the file. A tenant may have several participants. */
async function ublOf(connection: Connection, id: string): Promise<Bytes | RailAnswer> {
  const path = `/api/documents/${encodeURIComponent(id)}/ubl`;
  const answer = await connection.call({ method: 'GET', path, timeoutMs: ASK_MS });
  if (answer.outcome !== 'answered') return toUnanswered(answer);
  if (answer.status === 404) return { bytes: undefined };
  if (answer.status !== 200) return byStatus(answer);
  const file = jsonObject(answer.body);
  const url = text(file?.['signed_url']);
  if (url === undefined) return { mapping: statuses.outOfOrder };
  const receiver = [file?.['receiver_peppol_scheme'], file?.['receiver_peppol_id']].map(text);
  const isNamed = receiver.every((part) => part !== undefined);
  if (isNamed && receiver.join(':').toLowerCase() !== connection.accessPoint.sender)
    return { bytes: undefined };
  return download(connection, url);
}

async function download(connection: Connection, url: string): Promise<Bytes | RailAnswer> {
  const answer = await connection.download(url, { timeoutMs: ASK_MS, maxBytes: MAX_BYTES });
  if (answer.outcome !== 'answered') return toUnanswered(answer);
  return answer.status === 200 && answer.body.length > 0
    ? { bytes: answer.body }
    : { mapping: statuses.outOfOrder, raw: { http_status: answer.status } };
}
