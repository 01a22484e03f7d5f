import type { Callback, CallbackHint } from '../../../ports/rail/callbacks.ts';
import type { MessagePage, RouteMessage } from '../../../ports/rail/route-messages.ts';
import type { CollectedPage, Collection } from '../../../ports/rail/receiving.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import type { AccessPoint } from './access-point.ts';
import { readIncoming } from './application-response.ts';
import { byStatus, type Connection, toUnanswered } from './connection.ts';
import { ASK_MS } from './dialect.ts';
import { invoicesAfter, IS_INVOICE, RAIL_ID } from './inbound-invoices.ts';
import { messagesAfter } from './inbound-messages.ts';
import { type InboundCursor, type InboundEntry, OVERLAP_MS } from './inbound-cursor.ts';
import { isObject } from '../../../domain/json/json-object.ts';
import { jsonObject, text } from './report.ts';
import { PEPPOL_STATUSES as statuses } from './status-mappings.ts';

const PAGE = 200;
const MAX_PAGES = 20;
/** A document and what Recommand read of it. */
const MAX_BYTES = 20_000_000;

/**
 * The answers among the company's incoming documents, from the list that does not use marks of reading: the inbox marks are the client's
 * own.
 */
export const fetchReceived = (
  connection: Connection,
  after: string | null,
): Promise<MessagePage | RailAnswer> =>
  messagesAfter(after, {
    entriesSince: (cursor) => entriesSince(connection, cursor, IS_ANSWER),
    read: (id) => message(connection, id),
  });

/** The invoices of the same list. */
export const collectReceived = (
  connection: Connection,
  collection: Collection,
): Promise<CollectedPage | RailAnswer> =>
  invoicesAfter(collection, {
    entriesSince: (cursor) => entriesSince(connection, cursor, IS_INVOICE),
    read: (id) => invoice(connection, id),
  });

const IS_ANSWER = /::ApplicationResponse##/;

/** Oldest first. */
async function entriesSince(
  connection: Connection,
  { newest }: InboundCursor,
  types: RegExp,
): Promise<{ readonly entries: readonly InboundEntry[] } | RailAnswer> {
  const entries: InboundEntry[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const query = new URLSearchParams({
      direction: 'incoming',
      companyId: connection.accessPoint.companyId ?? '',
      from: new Date(Math.max(0, newest - OVERLAP_MS)).toISOString(),
      limit: String(PAGE),
      page: String(page),
      excludeAttachments: 'true',
    });
    const answer = await connection.call({ method: 'GET', path: `/documents?${query}`, timeoutMs: ASK_MS });
    if (answer.outcome !== 'answered') return toUnanswered(answer);
    const rows = answer.status === 200 ? jsonObject(answer.body)?.['documents'] : undefined;
    if (!Array.isArray(rows))
      return answer.status === 200 ? { mapping: statuses.outOfOrder } : byStatus(answer);
    entries.push(...rows.filter(isObject).flatMap((row) => entryOf(row, types) ?? []));
    if (rows.length < PAGE) break;
  }
  return { entries: entries.sort((one, other) => one.at - other.at) };
}

function entryOf(row: Readonly<Record<string, unknown>>, types: RegExp): InboundEntry | undefined {
  const id = text(row['id']);
  const at = Date.parse(text(row['createdAt']) ?? '');
  const isWanted = types.test(text(row['docTypeId']) ?? '');
  return id !== undefined && RAIL_ID.test(id) && !Number.isNaN(at) && isWanted ? { id, at } : undefined;
}

/** A document with its XML; undefined if it is gone. */
async function xmlOf(
  connection: Connection,
  id: string,
): Promise<{ readonly xml: string | undefined } | RailAnswer> {
  const answer = await connection.call({
    method: 'GET',
    path: `/documents/${encodeURIComponent(id)}`,
    timeoutMs: ASK_MS,
    maxBytes: MAX_BYTES,
  });
  if (answer.outcome !== 'answered') return toUnanswered(answer);
  if (answer.status === 404) return { xml: undefined };
  const document = answer.status === 200 ? jsonObject(answer.body)?.['document'] : undefined;
  if (!isObject(document)) return answer.status === 200 ? { xml: undefined } : byStatus(answer);
  return { xml: text(document['xml']) };
}

async function message(
  connection: Connection,
  id: string,
): Promise<{ readonly message: RouteMessage | undefined } | RailAnswer> {
  const got = await xmlOf(connection, id);
  if ('mapping' in got) return got;
  const bytes = new TextEncoder().encode(got.xml ?? '');
  return { message: readIncoming(bytes, connection.accessPoint.sender)?.message };
}

/** Recommand keeps the document without its envelope, as text. */
async function invoice(
  connection: Connection,
  id: string,
): Promise<{ readonly bytes: Uint8Array | undefined } | RailAnswer> {
  const got = await xmlOf(connection, id);
  if ('mapping' in got) return got;
  return { bytes: got.xml === undefined ? undefined : new TextEncoder().encode(got.xml) };
}

/** Its callbacks are not authenticated. A callback only makes the service read the list. */
export function parseHint({ companyId }: AccessPoint, { body }: Callback): CallbackHint | undefined {
  const read = jsonObject(body);
  return read?.['eventType'] === 'document.received' && read['companyId'] === companyId ? {} : undefined;
}
