import type { Frame } from './frame.ts';

/** What a list says to people. */
export interface Listing<Row> {
  readonly none: string;
  /** By head, what a row has below it. */
  readonly columns: Readonly<Record<string, (row: Row, frame: Frame) => string>>;
  readonly hint?: string;
}

/** Reads all rows. @returns those to print; undefined if no person reads them, or there is none and that is said. */
export async function rowsToPrint<Row>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  none: string,
  { json }: { readonly json?: boolean },
  { terminal }: Frame,
): Promise<readonly Row[] | undefined> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  if (json) terminal.json(all);
  else if (all.length === 0) terminal.line(none);
  else return all;
  return undefined;
}

/** A table, or JSON. */
export async function list<Row>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  { none, columns, hint }: Listing<Row>,
  options: { readonly json?: boolean },
  frame: Frame,
): Promise<void> {
  const all = await rowsToPrint(rows, none, options, frame);
  if (!all) return;
  frame.terminal.table(
    Object.keys(columns),
    all.map((row) => Object.values(columns).map((cell) => cell(row, frame))),
  );
  if (hint !== undefined) frame.terminal.hint(hint);
}
