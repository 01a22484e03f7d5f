import type { MessagePage, RouteMessage } from '../../../ports/rail/route-messages.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import { type InboundCursor, readCursor, writeCursor, shorten } from './inbound-cursor.ts';

/** One batch of messages for the store. */
const MAX_AT_ONCE = 50;

/** A row of a list without a cursor. */
export interface InboundEntry {
  readonly id: string;
  /** Its arrival, in milliseconds since 1970. */
  readonly at: number;
}

/** The messages that arrived at an access point. */
interface InboundList {
  /** Oldest first. Includes messages that may have appeared late (`OVERLAP_MS`). */
  entriesSince(cursor: InboundCursor): Promise<{ readonly entries: readonly InboundEntry[] } | RailAnswer>;
  /** @returns no message if it is unreadable, or gone since it was listed. */
  read(id: string): Promise<{ readonly message: RouteMessage | undefined } | RailAnswer>;
}

/** Reads the messages after a position that were not taken before, oldest first. */
export async function messagesAfter(
  after: string | null,
  list: InboundList,
): Promise<MessagePage | RailAnswer> {
  const cursor = readCursor(after);
  const page = await list.entriesSince(cursor);
  if ('mapping' in page) return page;
  const due = page.entries.filter(({ id }) => !cursor.taken.includes(shorten(id)));
  const some = due.slice(0, MAX_AT_ONCE);
  const messages: RouteMessage[] = [];
  let unreadable = 0;
  for (const { id } of some) {
    const got = await list.read(id);
    if ('mapping' in got) return got;
    if (got.message) messages.push(got.message);
    else unreadable += 1;
  }
  const newest = Math.max(cursor.newest, ...some.map(({ at }) => at));
  const taken = [...cursor.taken, ...some.map(({ id }) => shorten(id))];
  const next = some.length === 0 ? (after ?? undefined) : writeCursor({ ...cursor, newest, taken });
  const isLast = due.length <= MAX_AT_ONCE;
  return { messages, unreadable, ...(next !== undefined && { next }), ...(isLast && { isLast }) };
}
