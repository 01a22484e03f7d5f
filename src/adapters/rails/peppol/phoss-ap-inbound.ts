import type { MessagePage, RailAnswer, RouteMessage } from '../../../ports/rail.ts';
import { readIncoming } from './application-response.ts';
import { byStatus, type Connection, unanswered } from './connection.ts';
import { ASK_MS } from './dialect.ts';
import { participantFrom } from './identifiers.ts';
import { type InboundPlace, OVERLAP_MS, placeOf, placeText, shortened } from './inbound-place.ts';
import { isObject, jsonValue, text } from './report.ts';
import { PEPPOL_STATUSES as statuses } from './status-mappings.ts';

const PAGE = 100;
const MOST_PAGES = 50;
/** One page of messages for the store. */
const MOST_AT_ONCE = 50;
const MOST_MESSAGE_BYTES = 1_500_000;

export interface Entry {
  readonly id: string;
  readonly at: number;
}

/** UBL ApplicationResponse: all that answers come in. Invoices that the client receives stand in the same list. */
const IS_ANSWER = /::ApplicationResponse##/;
const IS_FOR_PROVIDERS = /##urn:peppol:edec:mls:1\.0::/;

/**
 * Reads the inbound history, which is listed newest first and knows no cursor: from the newest back to what was taken before, told
 * oldest first. One access point may serve several clients: what came for another participant is not looked at.
 */
export async function fetchInbound(
  connection: Connection,
  after: string | null,
): Promise<MessagePage | RailAnswer> {
  const place = placeOf(after);
  const found = await entriesSince(connection, place, (row) => answerIn(row, connection.accessPoint.sender));
  if ('mapping' in found) return found;
  const due = found.entries.filter(({ id }) => !place.taken.includes(shortened(id)));
  const some = due.slice(0, MOST_AT_ONCE);
  const messages: RouteMessage[] = [];
  let unreadable = 0;
  for (const { id } of some) {
    const got = await payload(connection, id);
    if ('mapping' in got) return got;
    if (got.message) messages.push(got.message);
    else unreadable += 1;
  }
  const newest = Math.max(place.newest, ...some.map(({ at }) => at));
  const taken = [...place.taken, ...some.map(({ id }) => shortened(id))];
  const next = some.length === 0 ? (after ?? undefined) : placeText({ newest, taken });
  const isLast = due.length <= MOST_AT_ONCE;
  return { messages, unreadable, ...(next !== undefined && { next }), ...(isLast && { isLast }) };
}

/** Oldest first. */
export async function entriesSince(
  connection: Connection,
  { newest }: InboundPlace,
  entryOf: (row: Readonly<Record<string, unknown>>) => Entry | undefined,
): Promise<{ readonly entries: readonly Entry[] } | RailAnswer> {
  const entries: Entry[] = [];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await connection.call({
      method: 'GET',
      path: `/api/ops/inbound/history?offset=${page * PAGE}&limit=${PAGE}`,
      timeoutMs: ASK_MS,
    });
    if (answer.outcome !== 'answered') return unanswered(answer);
    const read = answer.status === 200 ? jsonValue(answer.body) : undefined;
    if (!Array.isArray(read))
      return answer.status === 200 ? { mapping: statuses.outOfOrder } : byStatus(answer);
    const rows = read.filter(isObject);
    entries.push(...rows.flatMap((row) => entryOf(row) ?? []));
    const oldest = Date.parse(text(rows.at(-1)?.['receivedDT']) ?? '');
    if (rows.length < PAGE || oldest < newest - OVERLAP_MS) break;
  }
  const fresh = entries.filter(({ at }) => at >= newest - OVERLAP_MS);
  return { entries: fresh.sort((one, other) => one.at - other.at) };
}

/** MLS go to the service provider's own address, so whose they are shows only in them. */
function answerIn(row: Readonly<Record<string, unknown>>, sender: string): Entry | undefined {
  const id = text(row['sbdhInstanceID']);
  const at = Date.parse(text(row['receivedDT']) ?? '');
  const type = text(row['docTypeID']) ?? '';
  if (id === undefined || id.length > 200 || Number.isNaN(at) || !IS_ANSWER.test(type)) return undefined;
  const isOurs = IS_FOR_PROVIDERS.test(type) || participantFrom(text(row['receiverID']) ?? '') === sender;
  return isOurs && row['status'] !== 'rejected' ? { id, at } : undefined;
}

async function payload(
  connection: Connection,
  id: string,
): Promise<{ readonly message: RouteMessage | undefined } | RailAnswer> {
  const answer = await connection.call({
    method: 'GET',
    path: `/api/ops/inbound/${encodeURIComponent(id)}/payload`,
    timeoutMs: ASK_MS,
    mostBytes: MOST_MESSAGE_BYTES,
  });
  if (answer.outcome !== 'answered') return unanswered(answer);
  // Gone since the list was read, as what is archived.
  if (answer.status === 404) return { message: undefined };
  if (answer.status !== 200) return byStatus(answer);
  return { message: readIncoming(answer.body, connection.accessPoint.sender)?.message };
}
