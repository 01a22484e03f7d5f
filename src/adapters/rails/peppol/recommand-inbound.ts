import type { Callback, CallbackHint } from '../../../ports/rail/callbacks.ts';
import type { MessagePage, RouteMessage } from '../../../ports/rail/route-messages.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import type { AccessPoint } from './access-point.ts';
import { readIncoming } from './application-response.ts';
import { byStatus, type Connection, toUnanswered } from './connection.ts';
import { ASK_MS } from './dialect.ts';
import { type InboundEntry, messagesAfter } from './inbound-messages.ts';
import { type InboundCursor, OVERLAP_MS } from './inbound-cursor.ts';
import { isObject } from '../../../domain/json/json-object.ts';
import { jsonObject, text } from './report.ts';
import { PEPPOL_STATUSES as statuses } from './status-mappings.ts';

const PAGE = 200;
const MAX_PAGES = 20;

/**
 * The company's incoming documents, from the list that does not use marks of reading: the inbox marks are the client's own.
 * Only answers are taken; the same list has the invoices that the client receives.
 */
export const fetchReceived = (
  connection: Connection,
  after: string | null,
): Promise<MessagePage | RailAnswer> =>
  messagesAfter(after, {
    entriesSince: (cursor) => entriesSince(connection, cursor),
    read: (id) => document(connection, id),
  });

/** Oldest first. */
async function entriesSince(
  connection: Connection,
  { newest }: InboundCursor,
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
    entries.push(...rows.filter(isObject).flatMap((row) => entryOf(row) ?? []));
    if (rows.length < PAGE) break;
  }
  return { entries: entries.sort((one, other) => one.at - other.at) };
}

function entryOf(row: Readonly<Record<string, unknown>>): InboundEntry | undefined {
  const id = text(row['id']);
  const at = Date.parse(text(row['createdAt']) ?? '');
  const isAnswer = /::ApplicationResponse##/.test(text(row['docTypeId']) ?? '');
  return id !== undefined && id.length <= 200 && !Number.isNaN(at) && isAnswer ? { id, at } : undefined;
}

async function document(
  connection: Connection,
  id: string,
): Promise<{ readonly message: RouteMessage | undefined } | RailAnswer> {
  const answer = await connection.call({
    method: 'GET',
    path: `/documents/${encodeURIComponent(id)}`,
    timeoutMs: ASK_MS,
  });
  if (answer.outcome !== 'answered') return toUnanswered(answer);
  if (answer.status === 404) return { message: undefined };
  const found = answer.status === 200 ? jsonObject(answer.body)?.['document'] : undefined;
  if (!isObject(found)) return answer.status === 200 ? { message: undefined } : byStatus(answer);
  const xml = text(found['xml']);
  const bytes = new TextEncoder().encode(xml ?? '');
  return { message: readIncoming(bytes, connection.accessPoint.sender)?.message };
}

/** Its callbacks are not authenticated. A callback only makes the service read the list. */
export function parseHint({ companyId }: AccessPoint, { body }: Callback): CallbackHint | undefined {
  const read = jsonObject(body);
  return read?.['eventType'] === 'document.received' && read['companyId'] === companyId ? {} : undefined;
}
