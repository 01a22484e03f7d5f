import type { MessagePage, RailAnswer, RouteMessage } from '../../../ports/rail.ts';
import { type InboundPlace, placeOf, placeText, shortened } from './inbound-place.ts';

/** One page of messages for the store. */
const MOST_AT_ONCE = 50;

/** A row of a list that has no cursor of its own. */
export interface InboundEntry {
  readonly id: string;
  /** When it came in, milliseconds since 1970. */
  readonly at: number;
}

/** What came in at an access point. */
export interface InboundList {
  /** Oldest first, with what may have appeared late (`OVERLAP_MS`). */
  entriesSince(place: InboundPlace): Promise<{ readonly entries: readonly InboundEntry[] } | RailAnswer>;
  /** @returns no message if it is unreadable, or gone since it was listed. */
  read(id: string): Promise<{ readonly message: RouteMessage | undefined } | RailAnswer>;
}

/** Reads what came in after a place and was not taken before, oldest first. */
export async function messagesAfter(
  after: string | null,
  list: InboundList,
): Promise<MessagePage | RailAnswer> {
  const place = placeOf(after);
  const found = await list.entriesSince(place);
  if ('mapping' in found) return found;
  const due = found.entries.filter(({ id }) => !place.taken.includes(shortened(id)));
  const some = due.slice(0, MOST_AT_ONCE);
  const messages: RouteMessage[] = [];
  let unreadable = 0;
  for (const { id } of some) {
    const got = await list.read(id);
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
