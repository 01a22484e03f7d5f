import type { MessagePage, RouteMessage } from '../../../ports/rail/route-messages.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import { readEach } from '../listed.ts';
import { CAUSES_OF_ONE } from './causes.ts';
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
  const harvest = await readEach({
    listed: some.map(({ id }) => id),
    owed: cursor.owed,
    causes: CAUSES_OF_ONE,
    now: new Date(),
    read: async (id) => {
      const got = await list.read(id);
      return 'mapping' in got ? got : { item: got.message };
    },
  });
  if ('mapping' in harvest) return harvest;
  const { items: messages, done, owed, isWhole, isStopped } = harvest;
  const handled = some.filter(({ id }) => harvest.handled.has(id));
  const newest = Math.max(cursor.newest, ...handled.map(({ at }) => at));
  const taken = [...cursor.taken, ...handled.map(({ id }) => shorten(id))];
  const isSame = handled.length === 0 && done.length === 0 && owed === cursor.owed;
  const next = isSame ? (after ?? undefined) : writeCursor({ newest, taken, owed });
  const isLast = isStopped || (isWhole && due.length <= MAX_AT_ONCE);
  return {
    messages,
    unreadable: done.length - messages.length,
    ...(next !== undefined && { next }),
    ...(isLast && { isLast }),
    ...((isStopped || owed.length > 0) && { isPartial: true }),
  };
}
