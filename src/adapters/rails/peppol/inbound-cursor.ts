import { createHash } from 'node:crypto';
import { parse } from '../../../domain/json/json-object.ts';
import { type Owed, readOwed } from '../owed.ts';

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

/** Ids of senders may end alike. */
export const shorten = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, SHORT);

/** A position of another kind (a bridge's cursor) means the beginning. */
export function readCursor(after: string | null): InboundCursor {
  const [, newest = 0, taken = '', owed = ''] =
    /^list1:(\d{1,15}):([0-9A-Za-z,]*)(?::(.*))?$/.exec(after ?? '') ?? [];
  return {
    newest: Number(newest),
    taken: taken === '' ? [] : taken.split(','),
    owed: readOwed(parse(owed)) ?? [],
  };
}

export const writeCursor = ({ newest, taken, owed }: InboundCursor): string =>
  `${PREFIX}${newest}:${taken.slice(-MAX_TAKEN).join(',')}${owed.length > 0 ? `:${JSON.stringify(owed)}` : ''}`;

export const isCursor = (after: string | null): boolean => after?.startsWith(PREFIX) ?? false;
