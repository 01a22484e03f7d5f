import type { Flow } from './flow.ts';
import { isObject, jsonObject } from './json.ts';

/** Up to where the messages of a platform were taken in. Times are the platform's own, but for those of `owed`. */
export interface Place {
  /** Newest change that was seen, milliseconds since 1970. */
  readonly seen?: number;
  /** Flows within the overlap that were taken in, with their times; oldest first. */
  readonly known: readonly (readonly [flow: string, updatedAt: number])[];
  readonly search?: PagesToCome;
  /** How much less than usual the platform wants to be asked for at once. */
  readonly less?: number;
  /** Messages that were listed and could not be fetched. */
  readonly owed: readonly Owed[];
}

/** Of one search. */
export interface PagesToCome {
  readonly after?: number;
  readonly cursor?: string;
  /** That were read under cursors. */
  readonly pages?: number;
  /** The cursor that those after it are compared with. */
  readonly mark?: string;
}

export interface Owed {
  readonly flow: string;
  readonly tries: number;
  /** By our clock. */
  readonly nextAt: number;
}

const START: Place = { known: [], owed: [] };

export function placeOf(text: string | null): Place {
  const read = text === null ? undefined : jsonObject(text);
  return isObject(read) && Array.isArray(read['known']) && Array.isArray(read['owed'])
    ? (read as unknown as Place)
    : START;
}

export const placeText = (place: Place): string => JSON.stringify(place);

/** A flow may become visible after one that was changed later, and several may share one time (the note, 2.3). */
const OVERLAP_MS = 5 * 60_000;
/** More only means that some are fetched again, to no effect. */
const MOST_KNOWN = 1_000;

/** From when on to search; undefined for everything. */
export const searchAfter = ({ seen, search }: Place): number | undefined =>
  search ? search.after : seen === undefined ? undefined : seen - OVERLAP_MS;

/** A hundred thousand messages: a search that is not at its end then has none. */
const MOST_PAGES = 1_000;

/**
 * The search after one more page; undefined where its pages go round, or have no end. The cursor that others are compared with is
 * another at each power of two: so a round is found however long it is, and one is kept (Brent 1980).
 */
export function nextPage(search: PagesToCome, cursor: string): PagesToCome | undefined {
  const pages = (search.pages ?? 0) + 1;
  if (cursor === search.mark || pages === MOST_PAGES) return undefined;
  const isMark = search.mark === undefined || Number.isInteger(Math.log2(pages));
  return { ...search, cursor, pages, ...(isMark && { mark: cursor }) };
}

export const timeOf = ({ updatedAt }: Flow): number => {
  const time = Date.parse(updatedAt ?? '');
  return Number.isNaN(time) ? 0 : time;
};

/** Of a clock that is set wrong; a change from further ahead would hide all that comes before it. */
const MOST_AHEAD_MS = 3_600_000;

/** @param others that were listed, and need not be known again. @param now by our clock. */
export function withTaken(
  place: Place,
  flows: readonly Flow[],
  { others, now }: { readonly others: readonly Flow[]; readonly now: number },
): Place {
  const times = flows.map((flow) => [flow.id, timeOf(flow)] as const);
  const ofAll = [...times.map(([, time]) => time), ...others.map(timeOf)];
  const seen = Math.max(place.seen ?? 0, ...ofAll.filter((time) => time <= now + MOST_AHEAD_MS));
  const ids = new Set(times.map(([id]) => id));
  const known = [...place.known.filter(([id]) => !ids.has(id)), ...times]
    .filter(([, time]) => time >= seen - OVERLAP_MS)
    .slice(-MOST_KNOWN);
  return { ...place, known, ...(seen > 0 && { seen }) };
}

const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 6 * 3_600_000;
/** Some three days. */
const MOST_TRIES = 20;
const MOST_OWED = 500;

/** One more try of each; what fails for days is given up. */
export function withOwed(place: Place, failed: readonly string[], now: number): Place {
  const tries = new Map(place.owed.map((one) => [one.flow, one.tries]));
  const again = failed.map((flow): Owed => {
    const made = (tries.get(flow) ?? 0) + 1;
    const wait = Math.min(FIRST_WAIT_MS * 2 ** (made - 1), LONGEST_WAIT_MS);
    return { flow, tries: made, nextAt: now + wait };
  });
  const owed = [...withoutOwed(place, failed).owed, ...again.filter((one) => one.tries < MOST_TRIES)];
  return { ...place, owed: owed.slice(-MOST_OWED) };
}

export const withoutOwed = (place: Place, fetched: readonly string[]): Place => ({
  ...place,
  owed: place.owed.filter(({ flow }) => !fetched.includes(flow)),
});
