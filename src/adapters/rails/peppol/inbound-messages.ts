import type { MessagePage, RouteMessage } from '../../../ports/rail/route-messages.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import { readEach } from '../listed.ts';
import { CAUSES_OF_ONE } from './causes.ts';
import {
  cursorAfter,
  entriesAfter,
  type InboundCursor,
  type InboundEntry,
  readCursor,
  writeCursor,
} from './inbound-cursor.ts';

/** One batch of messages for the store. */
const MAX_AT_ONCE = 50;

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
  const due = entriesAfter(cursor, page.entries);
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
  const isSame = done.length === 0 && owed === cursor.owed;
  const next = isSame ? (after ?? undefined) : writeCursor(cursorAfter(cursor, some, harvest));
  const isLast = isStopped || (isWhole && due.length <= MAX_AT_ONCE);
  return {
    messages,
    unreadable: done.length - messages.length,
    ...(next !== undefined && { next }),
    ...(isLast && { isLast }),
    ...((isStopped || owed.length > 0) && { isPartial: true }),
  };
}
