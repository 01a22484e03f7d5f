import { isUrl } from '../../../domain/is-url.ts';
import type { WireCall } from '../../../domain/sending/network-calls.ts';
import type { Outbound } from '../../../ports/outbound.ts';
import type { MessagePage, RouteMessage } from '../../../ports/rail/route-messages.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import { readMessage } from './application-response.ts';
import { withoutSecrets } from '../refused-log-in.ts';
import { byStatus, toUnanswered } from './connection.ts';
import { isCursor } from './inbound-cursor.ts';
import { isObject } from '../../../domain/json/json-object.ts';
import { jsonObject, text } from './report.ts';
import { PEPPOL_STATUSES as statuses } from './status-mappings.ts';

const ANSWERS_MS = 30_000;
const MAX_PAGE_BYTES = 10_000_000;
const MAX_MESSAGE_CHARACTERS = 1_500_000;
/** The cursor is stored, and becomes a part of an address. */
const MAX_CURSOR_CHARACTERS = 2000;

interface Bridge {
  readonly url: string;
  readonly token: string;
  readonly namedBy: 'client' | 'operator';
  /** The participant for whom the credential sends. */
  readonly account: string;
  /** Where its call is listed. */
  readonly calls?: WireCall[];
}

/**
 * Pulls messages from a bridge (decisions, "buyer's answers on Peppol").
 * @returns a status mapping if nothing could be fetched.
 */
export async function fetchAnswers(
  outbound: Outbound,
  { url, token, namedBy, account, calls }: Bridge,
  after: string | null,
): Promise<MessagePage | RailAnswer> {
  if (!isUrl(url)) return { mapping: statuses.blocked };
  const requestedUrl = new URL(url);
  // A position in the access point's own list is not a cursor of this one.
  if (after !== null && !isCursor(after)) requestedUrl.searchParams.set('after', after);
  const response = await outbound.call({
    method: 'GET',
    url: requestedUrl.href,
    namedBy,
    headers: { 'X-Token': token },
    timeoutMs: ANSWERS_MS,
    maxBytes: MAX_PAGE_BYTES,
    calls,
  });
  const answer = withoutSecrets(response, [token]);
  if (answer.outcome !== 'answered') return toUnanswered(answer);
  return answer.status === 200
    ? (pageOf(answer.body, account) ?? { mapping: statuses.outOfOrder })
    : byStatus(answer);
}

/** @returns undefined if the body is not a page, or if its cursor is too long to be stored. */
function pageOf(body: Uint8Array, account: string): MessagePage | undefined {
  const page = jsonObject(body);
  const data = page?.['data'];
  if (!page || !Array.isArray(data)) return undefined;
  // If the answer names no cursor, the id of the last message is the cursor.
  const last: unknown = data.at(-1);
  const next = text(page['next']) ?? (isObject(last) ? text(last['id']) : undefined);
  if (next !== undefined && next.length > MAX_CURSOR_CHARACTERS) return undefined;
  const read = data.map((row) => messageOf(row, account));
  const answers = read.filter((message) => message !== undefined);
  return { messages: answers, unreadable: read.length - answers.length, ...(next !== undefined && { next }) };
}

/** An unreadable message is skipped: it would not be readable the next time either. */
function messageOf(row: unknown, account: string): RouteMessage | undefined {
  const content = isObject(row) ? text(row['content_base64']) : undefined;
  if (content === undefined || content.length > MAX_MESSAGE_CHARACTERS) return undefined;
  return readMessage(Buffer.from(content, 'base64'), account);
}
