import type { Column } from './table.tsx';

interface RowAct {
  readonly word: string;
  /** With the row: the word alone would not say on which. */
  readonly what: string;
  /** It takes something away. */
  readonly ends: boolean;
  readonly run: () => void;
}

/** What can be done with a row, in its last column. */
export const actsColumn = <Row,>(head: string, actsOf: (row: Row) => readonly RowAct[]): Column<Row> => ({
  name: 'acts',
  head,
  align: 'right',
  cell: (row) => (
    <span class="acts-in-row">
      {actsOf(row).map(({ word, what, ends, run }) => (
        <button
          key={word}
          type="button"
          class={`link ${ends ? 'danger' : ''}`}
          aria-label={what}
          onClick={run}
        >
          {word}
        </button>
      ))}
    </span>
  ),
});
