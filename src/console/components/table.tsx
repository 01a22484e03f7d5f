import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useShortcuts } from '../app/keyboard.ts';
import { isNarrow } from '../app/screen.ts';
import { wordsOf } from '../app/words.ts';
import type Words from '../words/en/common.json';

const say = wordsOf<typeof Words>('common');

export interface Column<Row> {
  readonly name: string;
  readonly head: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Right: numbers, lengths and times. */
  readonly align?: 'right';
  /** The order in which columns leave when the table is wider than its panel; left out: it stays. */
  readonly leaves?: 1 | 2 | 3 | 4;
  /** The first column that says which row it is. */
  readonly isName?: boolean;
  /** Rows in which this cell takes the place of all columns after it. */
  readonly isRest?: (row: Row) => boolean;
}

interface Props<Row> {
  readonly caption: string;
  /** A class for its form: on a narrow screen each row is a card, laid out by it. */
  readonly look?: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  readonly selected?: string | undefined;
  readonly onSelect?: (row: Row) => void;
  readonly onOpen?: (row: Row) => void;
  /** Rows that have changed by themselves a moment ago. */
  readonly changed?: ReadonlySet<string>;
  readonly chosen?: Choice<Row>;
  /** What stands below a row. */
  readonly below?: (row: Row) => ComponentChildren;
  /** A newer answer is on its way. */
  readonly isOld?: boolean;
}

interface Choice<Row> {
  readonly ids: ReadonlySet<string>;
  readonly onChange: (ids: ReadonlySet<string>) => void;
  readonly nameOf: (row: Row) => string;
}

/** A real table. It is one tab stop; `j` and `k`, or the arrows, move within it, and `Enter` opens. */
export function Table<Row>(props: Props<Row>) {
  const { caption, rows, idOf, selected, onSelect, onOpen, chosen, isOld, look = '' } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const at = rows.findIndex((row) => idOf(row) === selected);
  const focusRow = (index: number): void => {
    const row = rows[Math.max(0, Math.min(index, rows.length - 1))];
    if (!row) return;
    onSelect?.(row);
    const element = body.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(idOf(row))}"]`);
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: 'nearest' });
  };
  const open = (index: number): void => void (rows[index] && onOpen?.(rows[index]));
  useShortcuts(rowShortcuts({ at, focusRow, open, rows, idOf, chosen, onOpen }));
  return (
    <ScrollFrame name={caption}>
      <table class={`${look && `cards ${look}`} ${isOld ? 'old' : ''}`}>
        <caption class="unseen">{caption}</caption>
        <Heads {...props} />
        <tbody
          ref={body}
          onKeyDown={(event) => {
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (!step) return;
            event.preventDefault();
            focusRow(at + step);
          }}
        >
          {rows.map((row, index) => (
            <BodyRow key={idOf(row)} {...props} row={row} isTabStop={index === Math.max(at, 0)} />
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}

function Heads<Row>({ columns, rows, idOf, chosen }: Props<Row>) {
  return (
    <thead>
      <tr>
        {chosen && (
          <th class="box" scope="col">
            <ChooseAll rows={rows} idOf={idOf} chosen={chosen} />
          </th>
        )}
        {columns.map((column) => (
          <th key={column.name} scope="col" data-column={column.name} class={placing(column)}>
            {column.head}
          </th>
        ))}
      </tr>
    </thead>
  );
}

type BodyRowProps<Row> = Props<Row> & { readonly row: Row; readonly isTabStop: boolean };

/** A row with what stands below it. */
function BodyRow<Row>({ row, isTabStop, ...props }: BodyRowProps<Row>) {
  const { columns, idOf, selected, onSelect, onOpen, changed, chosen, below } = props;
  const id = idOf(row);
  const isSelected = id === selected;
  const more = below?.(row);
  return (
    <>
      <tr
        data-row={id}
        tabIndex={isTabStop ? 0 : -1}
        aria-current={isSelected || undefined}
        class={`${isSelected ? 'selected' : ''} ${changed?.has(id) ? 'changed' : ''} ${onOpen ? 'opens' : ''}`}
        onFocus={({ target, currentTarget }) => target === currentTarget && !isSelected && onSelect?.(row)}
        onClick={({ target, currentTarget }) => {
          if (target instanceof Element && target.closest('a, button, input')) return;
          onSelect?.(row);
          onOpen?.(row);
          if (isNarrow.value) showDetail(currentTarget.parentElement);
        }}
      >
        {chosen && (
          <td class="box">
            <ChooseOne id={id} row={row} chosen={chosen} />
          </td>
        )}
        {shownIn(row, columns).map((column, index, all) => {
          const Cell = column.isName ? 'th' : 'td';
          return (
            <Cell
              key={column.name}
              scope={column.isName ? 'row' : undefined}
              class={`c-${column.name} ${placing(column)}`}
              data-head={column.head}
              colSpan={index === all.length - 1 ? columns.length - index : 1}
            >
              {column.cell(row)}
            </Cell>
          );
        })}
      </tr>
      {more && (
        <tr class="below">
          <td colSpan={columns.length + (chosen ? 1 : 0)}>{more}</td>
        </tr>
      )}
    </>
  );
}

const placing = <Row,>({ align, leaves }: Column<Row>): string =>
  `${align ?? ''} ${leaves ? `leaves-${leaves}` : ''}`;

function shownIn<Row>(row: Row, columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const last = columns.findIndex(({ isRest }) => isRest?.(row));
  return last < 0 ? columns : columns.slice(0, last + 1);
}

/** Below the row or the table, where a press on a row would change what is out of sight. */
function showDetail(table: Element | null): void {
  requestAnimationFrame(() => {
    const below = table?.querySelector('.below') ?? table?.closest('.split')?.querySelector('.detail');
    below?.scrollIntoView();
  });
}

/** A part that scrolls sideways can be reached by keyboard, but only while it does. */
export function ScrollFrame({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ComponentChildren;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const watch = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth + 1));
    watch.observe(element);
    if (element.firstElementChild) watch.observe(element.firstElementChild);
    return () => watch.disconnect();
  }, []);
  const region = scrolls ? ({ role: 'region', 'aria-label': name, tabIndex: 0 } as const) : {};
  return (
    <div ref={frame} class="scroll-frame" {...region}>
      {children}
    </div>
  );
}

type Moves<Row> = Pick<Props<Row>, 'rows' | 'idOf' | 'chosen' | 'onOpen'> & {
  readonly at: number;
  readonly focusRow: (index: number) => void;
  readonly open: (index: number) => void;
};

function rowShortcuts<Row>({ at, focusRow, open, rows, idOf, chosen, onOpen }: Moves<Row>) {
  const row = rows[at];
  return [
    { keys: 'j', label: say('keys.next-row'), run: () => focusRow(at + 1) },
    { keys: 'k', label: say('keys.previous-row'), run: () => focusRow(at - 1) },
    ...(onOpen ? [{ keys: 'Enter', label: say('keys.open'), run: () => open(at) }] : []),
    ...(chosen && row
      ? [{ keys: 'x', label: say('keys.choose'), run: () => chosen.onChange(toggled(chosen.ids, idOf(row))) }]
      : []),
  ];
}

function ChooseOne<Row>({
  id,
  row,
  chosen,
}: {
  readonly id: string;
  readonly row: Row;
  readonly chosen: Choice<Row>;
}) {
  return (
    <label class="choose">
      <input
        type="checkbox"
        tabIndex={-1}
        checked={chosen.ids.has(id)}
        aria-label={say('choose', { what: chosen.nameOf(row) })}
        onChange={() => chosen.onChange(toggled(chosen.ids, id))}
      />
    </label>
  );
}

type All<Row> = Pick<Props<Row>, 'rows' | 'idOf'> & { readonly chosen: Choice<Row> };

function ChooseAll<Row>({ rows, idOf, chosen }: All<Row>) {
  const count = rows.filter((row) => chosen.ids.has(idOf(row))).length;
  return (
    <label class="choose">
      <input
        type="checkbox"
        checked={count > 0 && count === rows.length}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && count < rows.length;
        }}
        aria-label={say('choose-all')}
        onChange={() => chosen.onChange(count === rows.length ? new Set() : new Set(rows.map(idOf)))}
      />
    </label>
  );
}

/** The same ids without this one, or with it. */
export function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const changed = new Set(ids);
  if (!changed.delete(id)) changed.add(id);
  return changed;
}
