/** A part of a list. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** The cursor of the last row, if others follow. */
  readonly next?: string;
}

/** @param rows at least one more than the page has, if there are more. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): Page<Row> {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { rows: page, ...(last && { next: cursorOf(last) }) };
}

/** Reads one row more than the page has. */
export const readPage = async <Row>(
  limit: number,
  read: (limit: number) => Promise<readonly Row[]>,
  cursorOf: (last: Row) => string,
): Promise<Page<Row>> => cutPage(await read(limit + 1), limit, cursorOf);

/** The cursor of lists by id. */
export const idOf = ({ id }: { readonly id: string }): string => id;

/** Where a page of a list by time ends. */
export interface ListPosition {
  readonly at: Date;
  readonly id: string;
}

/** The `next` of a page: `<milliseconds>.<id>`. */
export const cursorAt = ({ at, id }: ListPosition): string => `${at.getTime()}.${id}`;
