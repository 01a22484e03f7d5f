import type { components } from '../../../client/client.ts';
import { DAY_MS } from '../../app/format.ts';

export type PackList = components['schemas']['RulePackList'];
export type PackRow = components['schemas']['RulePackRow'];
export type Pack = components['schemas']['RulePack'];

/** One bar: a version of a pack over the days of issue that it applies to. */
export interface Bar {
  readonly pack: Pack;
  readonly isComing: boolean;
  /** Shares of the whole, 0 to 1. */
  readonly from: number;
  readonly to: number;
}

export interface Lane {
  readonly id: string;
  readonly row: PackRow;
  readonly bars: readonly Bar[];
}

interface Month {
  readonly at: number;
  readonly first: Date;
}

export interface TimeLine {
  readonly lanes: readonly Lane[];
  readonly months: readonly Month[];
  readonly today: number;
}

const MONTHS_BEFORE = 10;
const MONTHS_AFTER = 5;

const firstOf = (now: Date, months: number): number =>
  Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1);

/** Ten months back and five ahead; what begins earlier or has no end reaches the edge. */
export function timeLineOf(rows: readonly PackRow[], now: Date): TimeLine {
  const [start, end] = [firstOf(now, -MONTHS_BEFORE), firstOf(now, MONTHS_AFTER + 1)];
  const share = (ms: number): number => Math.min(1, Math.max(0, (ms - start) / (end - start)));
  // The next one replaces it, or its own last day is over before.
  const bar = (pack: Pack, isComing: boolean, next?: Pack | null): Bar => ({
    pack,
    isComing,
    from: pack.since ? share(Date.parse(pack.since)) : 0,
    to: Math.min(
      next?.since ? share(Date.parse(next.since)) : 1,
      pack.until ? share(Date.parse(pack.until) + DAY_MS) : 1,
    ),
  });
  return {
    lanes: rows.map((row) => ({
      id: [row.layer, ...row.syntaxes, ...row.specifications].join(' '),
      row,
      bars: [
        ...(row.in_force ? [bar(row.in_force, false, row.next)] : []),
        ...(row.next ? [bar(row.next, true)] : []),
      ].filter(({ from, to }) => to > from),
    })),
    months: Array.from({ length: MONTHS_BEFORE + MONTHS_AFTER + 1 }, (_, index) => {
      const first = firstOf(now, index - MONTHS_BEFORE);
      return { at: share(first), first: new Date(first) };
    }),
    today: share(now.getTime()),
  };
}

/** A release that comes into force or is in force, and the one that it replaces. */
export interface Release {
  readonly pack: Pack & { readonly since: string };
  readonly before: Pack | null;
  readonly isComing: boolean;
}

/** The next first; one that checks several kinds of documents is one. */
function comingPacks(rows: readonly PackRow[]): readonly Release[] {
  const coming = new Map<string, Release>();
  for (const { in_force: before, next } of rows)
    if (next?.since)
      coming.set(nameOfPack(next), { pack: { ...next, since: next.since }, before, isComing: true });
  return [...coming.values()].toSorted(({ pack: one }, { pack: other }) =>
    one.since.localeCompare(other.since),
  );
}

/** Those that come, the next first; then those in force that have replaced another, the newest first. */
export function releasesOf(rows: readonly PackRow[]): readonly Release[] {
  const inForce = new Map<string, Release>();
  for (const { in_force: pack, previous: before } of rows)
    if (pack?.since && before)
      inForce.set(nameOfPack(pack), { pack: { ...pack, since: pack.since }, before, isComing: false });
  const newestFirst = [...inForce.values()].toSorted(({ pack: one }, { pack: other }) =>
    other.since.localeCompare(one.since),
  );
  return [...comingPacks(rows), ...newestFirst];
}

export const comingWithin = (rows: readonly PackRow[], days: number, now: Date): readonly Release[] =>
  comingPacks(rows).filter(({ pack }) => Date.parse(pack.since) - now.getTime() <= days * DAY_MS);

/** As calls name it. */
export const nameOfPack = ({ id, version, origin }: Pack): string => `${id}-${version}.${origin}`;

interface Label {
  /** Where its bar begins and ends, and where it would stand. */
  readonly from: number;
  readonly to: number;
  readonly length: number;
  /** The line of today. */
  readonly line: number;
}

/** Where the label of a bar begins: behind the line of today if that would cross it. Undefined: the bar has no room for it. */
export function labelStart({ from, to, length, line }: Label): number | undefined {
  const places = [from, line].map((place) => place + LABEL_GAP);
  const isCrossed = (start: number): boolean => line > start - LABEL_GAP && line < start + length + LABEL_GAP;
  return places.find((start) => start >= from && !isCrossed(start) && start + length <= to);
}
const LABEL_GAP = 8;
