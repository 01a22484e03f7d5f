import type { Outbound } from '../../../ports/outbound.ts';
import type { AnswerPage, RouteMessage } from '../../../ports/rail.ts';
import { readMessage } from './application-response.ts';
import { isObject, jsonObject, text } from './report.ts';

const ANSWERS_MS = 30_000;
const MOST_PAGE_BYTES = 10_000_000;
const MOST_MESSAGE_CHARACTERS = 1_500_000;

interface Place {
  readonly url: string;
  readonly token: string;
  readonly namedBy: 'client' | 'operator';
}

/** Pulls what came in for us (decisions, "buyer's answers on Peppol"). @returns undefined when nothing could be fetched. */
export async function fetchAnswers(
  outbound: Outbound,
  { url, token, namedBy }: Place,
  after: string | null,
): Promise<AnswerPage | undefined> {
  const asked = new URL(url);
  if (after !== null) asked.searchParams.set('after', after);
  const answer = await outbound.call({
    method: 'GET',
    url: asked.href,
    namedBy,
    headers: { 'X-Token': token },
    timeoutMs: ANSWERS_MS,
    mostBytes: MOST_PAGE_BYTES,
  });
  if (answer.outcome !== 'answered' || answer.status !== 200) return undefined;
  const page = jsonObject(answer.body);
  const data = page?.['data'];
  if (!page || !Array.isArray(data)) return undefined;
  // The last one's id is the place, where the answer itself names none.
  const last: unknown = data.at(-1);
  const next = text(page['next']) ?? (isObject(last) ? text(last['id']) : undefined);
  return { answers: data.flatMap(messageOf), ...(next !== undefined && { next }) };
}

/** What cannot be read is passed over: it would be no other the next time. */
function messageOf(row: unknown): readonly RouteMessage[] {
  const content = isObject(row) ? text(row['content_base64']) : undefined;
  if (content === undefined || content.length > MOST_MESSAGE_CHARACTERS) return [];
  const message = readMessage(Buffer.from(content, 'base64'));
  return message ? [message] : [];
}
