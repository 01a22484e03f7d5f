import type { Flow } from './flow.ts';
import { isObject } from '../../../domain/json/json-object.ts';
import { jsonObject } from './json.ts';

/** The position up to which the messages of a platform were taken in. Times are the platform's, except those of `owed`. */
export interface SyncCursor {
  /** The newest change, milliseconds since 1970. */
  readonly seen?: number;
  /** Flows within the overlap that were taken in, with their times; oldest first. */
  readonly known: readonly (readonly [flow: string, updatedAt: number])[];
  readonly search?: PagesToCome;
  /** How many criteria the search leaves out for this platform. */
  readonly less?: number;
  /** Messages that were listed and could not be fetched. */
  readonly owed: readonly Owed[];
}

/** The state of one search. */
export interface PagesToCome {
  readonly after?: number;
  readonly cursor?: string;
  /** The number of pages read with cursors. */
  readonly pages?: number;
  /** The cursor with which later ones are compared. */
  readonly mark?: string;
}

interface Owed {
  readonly flow: string;
  readonly tries: number;
  /** By our clock. */
  readonly nextAt: number;
}

const START: SyncCursor = { known: [], owed: [] };

export function readSyncCursor(text: string | null): SyncCursor {
  const read = text === null ? undefined : jsonObject(text);
  return isObject(read) && Array.isArray(read['known']) && Array.isArray(read['owed'])
    ? (read as unknown as SyncCursor)
    : START;
}

export const writeCursor = (syncCursor: SyncCursor): string => JSON.stringify(syncCursor);

/** A flow may become visible after one that changed later, and several may have one time (the note, 2.3). */
const OVERLAP_MS = 5 * 60_000;
/** Further ones are fetched again, which has no effect. */
const MAX_REMEMBERED = 1_000;

/** The start of the search; undefined for everything. */
export const searchAfter = ({ seen, search }: SyncCursor): number | undefined =>
  search ? search.after : seen === undefined ? undefined : seen - OVERLAP_MS;

/** A hundred thousand messages. A search that has not ended after these has no end. */
const MAX_PAGES = 1_000;

/**
 * The search after one more page; undefined if its pages repeat, or have no end. The cursor for comparison is replaced at each
 * power of two, so a cycle of any length is found with one stored cursor (Brent 1980).
 */
export function nextPage(search: PagesToCome, cursor: string): PagesToCome | undefined {
  const pages = (search.pages ?? 0) + 1;
  if (cursor === search.mark || pages === MAX_PAGES) return undefined;
  const isMark = search.mark === undefined || Number.isInteger(Math.log2(pages));
  return { ...search, cursor, pages, ...(isMark && { mark: cursor }) };
}

export const timeOf = ({ updatedAt }: Flow): number => {
  const time = Date.parse(updatedAt ?? '');
  return Number.isNaN(time) ? 0 : time;
};

/** The tolerance for a wrong clock. A change further ahead would hide everything before it. */
const MAX_AHEAD_MS = 3_600_000;

/**
 * @param others listed flows that need not be remembered.
 * @param now by our clock.
 */
export function withTaken(
  syncCursor: SyncCursor,
  flows: readonly Flow[],
  { others, now }: { readonly others: readonly Flow[]; readonly now: number },
): SyncCursor {
  const times = flows.map((flow) => [flow.id, timeOf(flow)] as const);
  const ofAll = [...times.map(([, time]) => time), ...others.map(timeOf)];
  const seen = Math.max(syncCursor.seen ?? 0, ...ofAll.filter((time) => time <= now + MAX_AHEAD_MS));
  const ids = new Set(times.map(([id]) => id));
  const known = [...syncCursor.known.filter(([id]) => !ids.has(id)), ...times]
    .filter(([, time]) => time >= seen - OVERLAP_MS)
    .slice(-MAX_REMEMBERED);
  return { ...syncCursor, known, ...(seen > 0 && { seen }) };
}

const FIRST_WAIT_MS = 60_000;
const MAX_WAIT_MS = 6 * 3_600_000;
/** Some three days. */
const MAX_TRIES = 20;
const MAX_OWED = 500;

/** One more try of each. A message that fails for days is given up. */
export function withOwed(syncCursor: SyncCursor, failed: readonly string[], now: number): SyncCursor {
  const tries = new Map(syncCursor.owed.map((one) => [one.flow, one.tries]));
  const again = failed.map((flow): Owed => {
    const made = (tries.get(flow) ?? 0) + 1;
    const wait = Math.min(FIRST_WAIT_MS * 2 ** (made - 1), MAX_WAIT_MS);
    return { flow, tries: made, nextAt: now + wait };
  });
  const owed = [...withoutOwed(syncCursor, failed).owed, ...again.filter((one) => one.tries < MAX_TRIES)];
  return { ...syncCursor, owed: owed.slice(-MAX_OWED) };
}

export const withoutOwed = (syncCursor: SyncCursor, fetched: readonly string[]): SyncCursor => ({
  ...syncCursor,
  owed: syncCursor.owed.filter(({ flow }) => !fetched.includes(flow)),
});
