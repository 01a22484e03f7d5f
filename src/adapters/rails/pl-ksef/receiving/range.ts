const DAY = 24 * 3_600_000;
/** A range spans at most 100 days (API 2.9); one day less than that, since KSeF counts them by its own clock. */
const REACH_MS = 99 * DAY;

/** Times of permanent storage. */
export interface Range {
  readonly from: string;
  /** Absent for a range up to now. */
  readonly to?: string;
}

/** How far a list was read. */
export interface Position extends Range {
  /** From `from` on. */
  readonly page: number;
  /** `export`: a package is on its way. `list`: none is asked for, because one failed. */
  readonly way?: 'export' | 'list';
}

export const writePosition = ({ from, page, way }: Omit<Position, 'to'>): string =>
  [from, page > 0 && `page:${page}`, way].filter(Boolean).join(' ');

export function readPosition(after: string | null, now: number): Position {
  const [time = '', ...more] = (after ?? '').split(' ');
  const at = Date.parse(time);
  const from = Number.isNaN(at) ? now - REACH_MS : at;
  const page = more.find((one) => one.startsWith('page:'))?.slice('page:'.length);
  const way = (['export', 'list'] as const).find((one) => more.includes(one));
  return {
    page: Number(page ?? 0),
    from: new Date(from).toISOString(),
    ...(way && { way }),
    ...(now - from > REACH_MS && { to: new Date(from + REACH_MS).toISOString() }),
  };
}

/** To the millisecond, before it rather than after it. */
export const timeIn = (value: unknown): string | undefined =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : undefined;
