/** A page of a list that is read with the cursor of the page before. */
export interface CursorPage<Row> {
  readonly data: readonly Row[];
  readonly next?: string;
}

/** Every row of such a list. */
export async function* rowsByCursor<Row>(
  page: (after: string | undefined) => Promise<CursorPage<Row>>,
): AsyncGenerator<Row, void, undefined> {
  let after: string | undefined;
  do {
    const { data, next } = await page(after);
    yield* data;
    after = next;
  } while (after !== undefined);
}

/** A page of a list that is read by its number. */
export interface NumberedPage<Row> {
  readonly data: readonly Row[];
  readonly total: number;
}

/** The longest page. */
export const PAGE_SIZE = 200;

/** Every row of such a list. A page past the end would answer the last page again. */
export async function* rowsByNumber<Row>(
  page: (number: number) => Promise<NumberedPage<Row>>,
): AsyncGenerator<Row, void, undefined> {
  for (let number = 1; ; number += 1) {
    const { data, total } = await page(number);
    yield* data;
    if (number * PAGE_SIZE >= total) return;
  }
}
