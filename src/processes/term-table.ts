/** The content of `src/domain/words/terms.yaml`. */
export interface TermTable {
  readonly columns: readonly string[];
  /** Lines with a cell for each column, between `|`. */
  readonly rows: string;
}

/** @returns by row, its cells by column. */
export const termRows = ({ columns, rows }: TermTable): readonly Readonly<Record<string, string>>[] =>
  rows
    .trim()
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim()))
    .map((cells) => Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])));

/** The first is the name of the term; texts may use the others. */
export const formsIn = (cell: string): readonly string[] => cell.split(' / ').filter(Boolean);

/** The names of business terms and groups, by `BT-1` or `BG-1`. */
export const termNames = (table: TermTable, language: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    termRows(table).flatMap(({ term = '', [language]: cell = '' }) => {
      const [name] = formsIn(cell);
      return name !== undefined && /^B[TG]-/.test(term) ? [[term, name]] : [];
    }),
  );
