import { isObject } from '../../vocabulary/object.ts';

/** A release of a pack, among those of the pack. */
export interface Edition {
  /** The first one first. */
  readonly all: readonly string[];
  readonly version: string;
}

/** From which release a row holds, and what it was before. Without an edition, the newest one is meant. */
export interface Dated {
  /** The release that brings the row. */
  readonly since?: string;
  /** The release that does not have it any more. */
  readonly until?: string;
  /** Release → the members that were others before it. */
  readonly before?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/**
 * A row as a release has it, or undefined.
 * @throws Error naming a release that the pack does not have.
 */
export function rowIn<Row extends Dated>(
  { since, until, before = {}, ...row }: Row,
  edition: Edition | undefined,
): Omit<Row, keyof Dated> | undefined {
  const isBefore = (release: string): boolean => {
    if (edition === undefined) return false;
    const at = edition.all.indexOf(release);
    if (at < 1) throw new Error(`${release} is no release after the first one: ${edition.all.join(', ')}`);
    return edition.all.indexOf(edition.version) < at;
  };
  if (since !== undefined && isBefore(since)) return undefined;
  if (until !== undefined && !isBefore(until)) return undefined;
  // What holds before an early release overrides what holds before a later one.
  const earlier = Object.keys(before)
    .filter(isBefore)
    .toSorted((a, b) => order(b, edition) - order(a, edition));
  return earlier.reduce(
    (later, release) => withMembers(later, before[release] ?? {}),
    row as Readonly<Record<string, unknown>>,
  ) as Omit<Row, keyof Dated>;
}

/** Of a member with members of its own (`let`) those that are not stated stay. */
const withMembers = (
  row: Readonly<Record<string, unknown>>,
  others: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => ({
  ...row,
  ...Object.fromEntries(
    Object.entries(others).map(([name, value]) => [
      name,
      isObject(value) && isObject(row[name]) ? { ...row[name], ...value } : value,
    ]),
  ),
});

const order = (release: string, edition: Edition | undefined): number => edition?.all.indexOf(release) ?? 0;
