import type { MessagePage } from '../../../ports/rail/route-messages.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import { readIncoming } from './application-response.ts';
import { byStatus, type Connection, toUnanswered } from './connection.ts';
import { ASK_MS } from './dialect.ts';
import { participantFrom } from './identifiers.ts';
import { messagesAfter } from './inbound-messages.ts';
import { reportCountries } from './phoss-ap-countries.ts';
import { type InboundCursor, type InboundEntry, OVERLAP_MS } from './inbound-cursor.ts';
import { isObject } from '../../../domain/json/json-object.ts';
import { jsonValue, text } from './report.ts';
import { PEPPOL_STATUSES as statuses } from './status-mappings.ts';

const PAGE = 100;
const MAX_PAGES = 50;
const MAX_MESSAGE_BYTES = 1_500_000;

/** UBL ApplicationResponse: the type of every answer. The same list has the invoices that the client receives. */
const IS_ANSWER = /::ApplicationResponse##/;
const IS_FOR_PROVIDERS = /##urn:peppol:edec:mls:1\.0::/;

/**
 * Reads the inbound history, which lists the newest first and has no cursor: from the newest back to what was taken before, and
 * returns it oldest first. One access point may serve several clients: messages for other participants are skipped.
 */
export const fetchInbound = (
  connection: Connection,
  after: string | null,
): Promise<MessagePage | RailAnswer> =>
  messagesAfter(after, {
    entriesSince: (cursor) =>
      entriesSince(connection, cursor, (row) => answerIn(row, connection.accessPoint.sender)),
    async read(id) {
      const got = await inboundPayload(connection, id, MAX_MESSAGE_BYTES);
      if ('mapping' in got) return got;
      return { message: got.bytes && readIncoming(got.bytes, connection.accessPoint.sender)?.message };
    },
  });

/** Oldest first. */
export async function entriesSince(
  connection: Connection,
  { newest }: InboundCursor,
  entryOf: (row: Readonly<Record<string, unknown>>) => InboundEntry | undefined,
): Promise<{ readonly entries: readonly InboundEntry[] } | RailAnswer> {
  const entries: InboundEntry[] = [];
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await connection.call({
      method: 'GET',
      path: `/api/ops/inbound/history?offset=${page * PAGE}&limit=${PAGE}`,
      timeoutMs: ASK_MS,
    });
    if (answer.outcome !== 'answered') return toUnanswered(answer);
    const read = answer.status === 200 ? jsonValue(answer.body) : undefined;
    if (!Array.isArray(read))
      return answer.status === 200 ? { mapping: statuses.outOfOrder } : byStatus(answer);
    const rows = read.filter(isObject);
    await reportCountries(connection, rows);
    entries.push(...rows.flatMap((row) => entryOf(row) ?? []));
    const oldest = Date.parse(text(rows.at(-1)?.['receivedDT']) ?? '');
    if (rows.length < PAGE || oldest < newest - OVERLAP_MS) break;
  }
  const fresh = entries.filter(({ at }) => at >= newest - OVERLAP_MS);
  return { entries: fresh.sort((one, other) => one.at - other.at) };
}

/** An MLS goes to the service provider's own address, so only its content shows the participant. */
function answerIn(row: Readonly<Record<string, unknown>>, sender: string): InboundEntry | undefined {
  const id = text(row['sbdhInstanceID']);
  const at = Date.parse(text(row['receivedDT']) ?? '');
  const type = text(row['docTypeID']) ?? '';
  if (id === undefined || id.length > 200 || Number.isNaN(at) || !IS_ANSWER.test(type)) return undefined;
  const isOurs = IS_FOR_PROVIDERS.test(type) || participantFrom(text(row['receiverID']) ?? '') === sender;
  return isOurs && row['status'] !== 'rejected' ? { id, at } : undefined;
}

/** @returns no bytes if it is gone since it was listed, for instance archived. */
export async function inboundPayload(
  connection: Connection,
  id: string,
  maxBytes: number,
): Promise<{ readonly bytes: Uint8Array | undefined } | RailAnswer> {
  const path = `/api/ops/inbound/${encodeURIComponent(id)}/payload`;
  const answer = await connection.call({ method: 'GET', path, timeoutMs: ASK_MS, maxBytes });
  if (answer.outcome !== 'answered') return toUnanswered(answer);
  if (answer.status === 404) return { bytes: undefined };
  return answer.status === 200 ? { bytes: answer.body } : byStatus(answer);
}
