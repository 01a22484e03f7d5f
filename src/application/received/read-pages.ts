import type { CollectionCursors, HeldCursor } from '../../ports/collection-cursors.ts';

/** A network that always names a next page must not block the others. */
const MAX_PAGES = 20;

interface Page {
  readonly documents?: readonly unknown[];
  readonly next?: string;
  readonly isLast?: boolean;
}

interface Reading<P> {
  readonly start: Pick<HeldCursor, 'cursor'>;
  /** @returns undefined if there is no page now. */
  readonly fetch: (after: string | null) => Promise<P | undefined>;
  readonly take: (page: P) => Promise<unknown>;
}

/**
 * Reads a list from its cursor, which moves behind each page that is taken. After a crash before that the page is fetched again and
 * changes nothing.
 * @returns the last page; undefined if the list was not read to its end.
 */
export async function readPages<P extends Page>(
  name: string,
  { start, fetch, take }: Reading<P>,
  cursors: Pick<CollectionCursors, 'advance'>,
): Promise<P | undefined> {
  let { cursor } = start;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await fetch(cursor);
    if (!page) return undefined;
    await take(page);
    const isFurther = page.next !== undefined && page.next !== cursor;
    if (isFurther) await cursors.advance(name, page.next);
    const hasBrought = (page.documents?.length ?? 0) > 0;
    if ((!isFurther && !hasBrought) || page.isLast) return page;
    if (isFurther) cursor = page.next;
  }
  return undefined;
}
