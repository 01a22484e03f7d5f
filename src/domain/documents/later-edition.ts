import type { ElementRow, SyntaxTable } from 'en16931-rules/vocabulary/syntax-table.ts';

/** A later edition of a syntax: the table of the earlier one, and the groups that its own schema does not bound. */
export interface LaterEdition {
  readonly syntax: string;
  readonly title: string;
  /** The `syntax` of the earlier one. */
  readonly basedOn: string;
  /** Groups that the earlier one bounds. */
  readonly anyNumber: readonly string[];
}

/** @throws Error if there is no such earlier edition, or it does not bound a group. */
export function tableOfEdition(edition: LaterEdition, earlier: readonly SyntaxTable[]): SyntaxTable {
  const { syntax, title, basedOn, anyNumber } = edition;
  const table = earlier.find((one) => one.syntax === basedOn);
  if (!table) throw new Error(`there is no ${basedOn} to base ${syntax} on`);
  return anyNumber.reduce((made, group) => ({ ...made, elements: unbounded(made.elements, group) }), {
    ...table,
    syntax,
    title,
  });
}

function unbounded(rows: readonly ElementRow[], group: string): readonly ElementRow[] {
  let count = 0;
  const free = (inside: readonly ElementRow[]): readonly ElementRow[] =>
    inside.map((row) => {
      if (row.each !== group || row.most === undefined) return { ...row, elements: free(row.elements) };
      count += 1;
      const { most: _, ...rest } = row;
      return rest;
    });
  const made = free(rows);
  if (count !== 1) throw new Error(`${group} is bounded in ${count} places`);
  return made;
}
