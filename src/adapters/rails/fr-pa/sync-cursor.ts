import type { Flow } from './flow.ts';
import { isObject } from '../../../domain/json/json-object.ts';
import { type Owed, readOwed } from '../owed.ts';
import { jsonObject } from './json.ts';

/** The position up to which the flows of a platform were taken in. Times are the platform's, except those of `owed`. */
export interface SyncCursor {
  /** The newest change, milliseconds since 1970. */
  readonly seen?: number;
  /** Flows within the overlap that were taken in, with their times; oldest first. */
  readonly known: readonly (readonly [flow: string, updatedAt: number])[];
  readonly search?: PagesToCome;
  /** How many criteria the search leaves out for this platform. */
  readonly less?: number;
  /** Flows that were listed and could not be fetched. */
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

const START: SyncCursor = { known: [], owed: [] };

/** Also as version 0.1.0 wrote it: `flow` of an owed one, and positions of received invoices without the lists. */
export function readSyncCursor(text: string | null): SyncCursor {
  const read = text === null ? undefined : jsonObject(text);
  if (!isObject(read)) return START;
  const { known = [], owed = [], after, cursor } = read;
  const owing = Array.isArray(owed) ? readOwed(owed.map(named)) : undefined;
  if (!Array.isArray(known) || !owing) return START;
  if (typeof after !== 'string') return { ...read, known, owed: owing };
  const search = { after: Date.parse(after), ...(typeof cursor === 'string' && { cursor }) };
  return { ...START, ...(typeof read['seen'] === 'number' && { seen: read['seen'] }), search };
}

const named = (owed: unknown): unknown => (isObject(owed) ? { id: owed['flow'], ...owed } : owed);

export const writeCursor = (syncCursor: SyncCursor): string => JSON.stringify(syncCursor);

/** A flow may become visible after one that changed later, and several may have one time. */
const OVERLAP_MS = 3_600_000;
/** Further ones are fetched again, which has no effect. */
const MAX_REMEMBERED = 4_000;

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
