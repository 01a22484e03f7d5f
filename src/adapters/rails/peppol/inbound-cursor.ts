import { createHash } from 'node:crypto';
import { type Owed, readBehind, writtenBehind } from '../owed.ts';

/** The position in a list without a cursor: the newest time, and the messages around it that were taken. */
export interface InboundCursor {
  /** Milliseconds since 1970; 0 at the beginning. */
  readonly newest: number;
  /** The last taken messages, newest last, shortened. */
  readonly taken: readonly string[];
  /** Invoices before it that did not come. */
  readonly owed: readonly Owed[];
}

/** The other side's clocks and transactions may lag: a message this much older than the newest may still appear. */
export const OVERLAP_MS = 10 * 60_000;
const PREFIX = 'list1:';
/** The position is stored, so it has a limit. */
const MAX_TAKEN = 1_000;
const SHORT = 16;

/** A row of a list without a cursor. */
export interface InboundEntry {
  readonly id: string;
  /** Its arrival, in milliseconds since 1970. */
  readonly at: number;
}

/** The entries that were not taken before. */
export const entriesAfter = (
  { taken }: InboundCursor,
  entries: readonly InboundEntry[],
): readonly InboundEntry[] => entries.filter(({ id }) => !taken.includes(shorten(id)));

/** The position after those of the entries that need not be read again. */
export function cursorAfter(
  cursor: InboundCursor,
  entries: readonly InboundEntry[],
  { handled, owed }: { readonly handled: ReadonlySet<string>; readonly owed: readonly Owed[] },
): InboundCursor {
  const taken = entries.filter(({ id }) => handled.has(id));
  return {
    newest: Math.max(cursor.newest, ...taken.map(({ at }) => at)),
    taken: [...cursor.taken, ...taken.map(({ id }) => shorten(id))],
    owed,
  };
}

/** Ids of senders may end alike. */
const shorten = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, SHORT);

/** A position of another kind (a bridge's cursor) means the beginning. */
export function readCursor(after: string | null): InboundCursor {
  const [, newest = 0, taken = '', owed] =
    /^list1:(\d{1,15}):([0-9A-Za-z,]*)(?::(.*))?$/.exec(after ?? '') ?? [];
  return {
    newest: Number(newest),
    taken: taken === '' ? [] : taken.split(','),
    owed: readBehind(owed),
  };
}

export const writeCursor = ({ newest, taken, owed }: InboundCursor): string =>
  `${PREFIX}${newest}:${taken.slice(-MAX_TAKEN).join(',')}${writtenBehind(owed)}`;

export const isCursor = (after: string | null): boolean => after?.startsWith(PREFIX) ?? false;
