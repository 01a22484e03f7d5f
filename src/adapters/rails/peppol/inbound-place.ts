/** How far a list without a cursor of its own was read: the newest time, and what was taken around it. */
export interface InboundPlace {
  /** Milliseconds since 1970; 0 at the beginning. */
  readonly newest: number;
  /** The last taken ones, newest last, shortened. */
  readonly taken: readonly string[];
}

/** Clocks and transactions of the other side: what is this much older than the newest may still appear. */
export const OVERLAP_MS = 10 * 60_000;
const PREFIX = 'list1:';
/** The place is stored, and bounded. */
const MOST_TAKEN = 150;
const SHORT = 12;

export const shortened = (id: string): string => id.replaceAll(/[^0-9A-Za-z]/g, '').slice(-SHORT);

/** A place of another kind (a bridge's cursor) is the beginning. */
export function placeOf(after: string | null): InboundPlace {
  const [, newest, taken = ''] = /^list1:(\d{1,15}):([0-9A-Za-z,]*)$/.exec(after ?? '') ?? [];
  if (newest === undefined) return { newest: 0, taken: [] };
  return { newest: Number(newest), taken: taken === '' ? [] : taken.split(',') };
}

export const placeText = ({ newest, taken }: InboundPlace): string =>
  `${PREFIX}${newest}:${taken.slice(-MOST_TAKEN).join(',')}`;

export const isPlace = (after: string | null): boolean => after?.startsWith(PREFIX) ?? false;
