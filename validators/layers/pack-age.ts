import { daysLeft } from '../vocabulary/utc-days.ts';
import type { Carrier } from './registries.ts';
import { type PackEntry, newestOf } from './pack-in-force.ts';

/** Who publishes a line of rule packs, and how often a release is expected. */
export interface Publisher {
  readonly name: string;
  /** The ids of its packs, official and built-in: one release brings all of them. */
  readonly packs: readonly string[];
  /** A page that announces releases, for people. */
  readonly announcedAt: string;
  /** Null: its releases follow no rhythm. */
  readonly rhythm: Rhythm | null;
  /** First days of releases whose files state none, by version. */
  readonly released: Readonly<Record<string, string>>;
  /** A release that is published, and whose files this service does not know. */
  readonly seen: { readonly version: string; readonly where: string } | null;
  readonly carriers: readonly Carrier[];
}

/** Months of the year (1 to 12) in which it releases, or the longest pause that was seen. */
export type Rhythm = { readonly months: readonly number[] } | { readonly everyMonths: number };

/** The newest installed release of a publisher. */
export interface PackAge<P extends PackEntry> {
  readonly publisher: Publisher;
  readonly pack: P;
  /** Since its first day; 0 before it; null if no first day is known. */
  readonly ageDays: number | null;
  /** The month in which the next release is expected, `YYYY-MM`. */
  readonly expectedIn: string | null;
  /** The age after which it is old: the end of that month and {@link GRACE_DAYS}. */
  readonly maxAgeDays: number | null;
  readonly isOld: boolean;
}

/** A publisher may be late, and a release takes time to be adopted. */
const GRACE_DAYS = 60;

/** @param today `YYYY-MM-DD` */
export function packAges<P extends PackEntry>(
  installed: readonly P[],
  publishers: readonly Publisher[],
  today: string,
): readonly PackAge<P>[] {
  return publishers.flatMap((publisher) => {
    const pack = newestOf(installed.filter(({ id }) => publisher.packs.includes(id)));
    return pack ? [ageOf(pack, publisher, today)] : [];
  });
}

function ageOf<P extends PackEntry>(pack: P, publisher: Publisher, today: string): PackAge<P> {
  const first = pack.validFrom ?? publisher.released[pack.version] ?? null;
  const { rhythm } = publisher;
  const ageDays = first === null ? null : Math.max(0, -daysLeft(first, today));
  const expected = first === null || rhythm === null ? undefined : nextRelease(first, rhythm);
  if (first === null || expected === undefined)
    return { publisher, pack, ageDays, expectedIn: null, maxAgeDays: null, isOld: false };
  const maxAgeDays = daysLeft(lastDayOf(expected), first) + GRACE_DAYS;
  return {
    publisher,
    pack,
    ageDays,
    maxAgeDays,
    expectedIn: expected.toISOString().slice(0, 7),
    isOld: ageDays !== null && ageDays > maxAgeDays,
  };
}

/** @returns the first day of the month in which the release after the one of that day is expected. */
function nextRelease(day: string, rhythm: Rhythm): Date {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const after = (months: number): Date => new Date(Date.UTC(year, month - 1 + months, 1));
  if ('everyMonths' in rhythm) return after(rhythm.everyMonths);
  // A release in a month of the rhythm is the one of that month.
  const months = rhythm.months.map((each) => ((each - month + 11) % 12) + 1);
  return after(Math.min(...months));
}

const lastDayOf = (month: Date): string =>
  new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).toISOString().slice(0, 10);
