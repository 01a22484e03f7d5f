import { isObject, parse } from '../../domain/json/json-object.ts';

/** What a network listed and has not given yet. It is asked for again, and keeps nothing behind it waiting. */
export interface Owed {
  readonly id: string;
  /** How often it was asked for. */
  readonly tries: number;
  /** Milliseconds since 1970, by our clock. */
  readonly nextAt: number;
}

/** The waits double from the first to the longest. */
export interface OwedWaits {
  readonly firstMs: number;
  readonly maxMs: number;
  /** It is given up after these. */
  readonly maxTries: number;
}

/** They are stored with the position. */
export const MAX_OWED = 500;

export const dueOf = (owed: readonly Owed[], now: number): readonly string[] =>
  owed.filter(({ nextAt }) => nextAt <= now).map(({ id }) => id);

/** What is owed after these came and those failed once more. */
export function owedAfter(
  owed: readonly Owed[],
  { came, failed }: { readonly came: readonly string[]; readonly failed: readonly string[] },
  { firstMs, maxMs, maxTries }: OwedWaits,
  now: number,
): readonly Owed[] {
  if (came.length + failed.length === 0) return owed;
  const made = new Map(owed.map(({ id, tries }) => [id, tries]));
  const again = failed.map((id): Owed => {
    const tries = (made.get(id) ?? 0) + 1;
    return { id, tries, nextAt: now + Math.min(firstMs * 2 ** (tries - 1), maxMs) };
  });
  const rest = owed.filter(({ id }) => !came.includes(id) && !failed.includes(id));
  return [...rest, ...again.filter(({ tries }) => tries < maxTries)];
}

/** Stored with a position. @returns undefined if it is something else. */
export function readOwed(value: unknown): readonly Owed[] | undefined {
  return Array.isArray(value) && value.every(isOwed) ? value : undefined;
}

/** Behind a position that is a text; nothing if nothing is owed. */
export const writtenBehind = (owed: readonly Owed[]): string =>
  owed.length > 0 ? `:${JSON.stringify(owed)}` : '';

/** @param text as `writtenBehind` writes it, without the colon. */
export const readBehind = (text = ''): readonly Owed[] => readOwed(parse(text)) ?? [];

const isOwed = (value: unknown): value is Owed =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  typeof value['tries'] === 'number' &&
  typeof value['nextAt'] === 'number';
