import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { choice, list, say } from 'en16931-rules/vocabulary/message.ts';
import { quotedName } from 'en16931-rules/vocabulary/quoted.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { csvTextOf, type CsvRow, readCsv } from './csv-text.ts';
import type { CsvColumn, CsvForm } from './mapping.ts';
import { mappingFinding } from './mapping-finding.ts';
import { cellValue } from './table-values.ts';

/** A table as rules read it: columns of the invoice beside `rows`, each under its name in the mapping. */
export interface Table {
  readonly node: Readonly<Record<string, unknown>>;
  /** Contradictions within one invoice. */
  readonly findings: readonly Finding[];
  /** `rows[1].quantity` is `row 3, column Menge`. */
  readonly placeOf: (path: string) => string;
}

type ReadTable =
  { readonly ok: true; readonly table: Table } | { readonly ok: false; readonly message: Text };

/** A column of the mapping, and its name. */
interface Known {
  readonly name: string;
  readonly column: CsvColumn;
  readonly heading: string;
  readonly at: number;
}

/** Reads the table of an export, one invoice with a row a line. */
export function readTable(form: CsvForm, exported: unknown): ReadTable {
  const decoded = csvTextOf(exported);
  if (!decoded) return refuse(say('mapping.table-is-submitted-as-csv-text-or-csv'));
  const read = readCsv(decoded.text, form.delimiter);
  if (!read.ok) return read;
  const [head, ...rows] = read.rows;
  if (!head) return refuse(say('mapping.table-is-empty'));
  const mixed = decoded.isMixed && read.rows.find(({ cells }) => cells.join('').includes('\uFFFD'));
  if (mixed)
    return refuse(say('mapping.in-row-of-table', { n: mixed.row, what: say('mapping.bytes-are-not-utf-8') }));
  if (head.cells.length === 1)
    return refuse(say('mapping.heading-of-table-is-one-cell', { value: form.delimiter }));
  const columns = knownColumns(form, head.cells);
  if (!columns.ok) return columns;
  const ragged = rows.find(({ cells }) => cells.length !== head.cells.length);
  if (ragged) {
    const [has, expected] = [ragged.cells.length, head.cells.length];
    return refuse(
      say('mapping.row-of-table-has-cells-its-heading-cells', {
        row: ragged.row,
        n: has,
        stated: expected,
        value: form.delimiter,
      }),
    );
  }
  return tableOf(form, columns.known, rows);
}

const refuse = (message: Text): { readonly ok: false; readonly message: Text } => ({
  ok: false,
  message,
});

function knownColumns(
  form: CsvForm,
  headings: readonly string[],
): { readonly ok: true; readonly known: readonly Known[] } | ReturnType<typeof refuse> {
  const known: Known[] = [];
  for (const [name, column] of Object.entries(form.columns)) {
    const columns = headings.flatMap((heading, at) =>
      isHeadingOf(column, heading) ? [{ heading: heading.trim(), at }] : [],
    );
    if (columns.length > 1) {
      const twice = columns.map(({ heading }) => quotedName(heading));
      return refuse(say('mapping.table-has-several-columns-with-same-meaning-keep', { list: list(twice) }));
    }
    const [one] = columns;
    if (one) known.push({ name, column, ...one });
    else if (column.required)
      return refuse(say('mapping.table-has-no-column', { list: choice(column.headings) }));
  }
  return { ok: true, known };
}

/** Case and blanks around do not count. */
const isHeadingOf = ({ headings }: CsvColumn, heading: string): boolean =>
  headings.some((one) => one.toLowerCase() === heading.trim().toLowerCase());

function tableOf(form: CsvForm, known: readonly Known[], rows: readonly CsvRow[]): ReadTable {
  const number = known.find(({ name }) => name === form.number);
  const several = number && differing(number, rows);
  if (several) {
    const [first, other] = several;
    return refuse(
      say('mapping.table-contains-several-invoices-is-in-row-and', {
        heading: number.heading,
        value: quotedName(first.text),
        n: first.row,
        stated: quotedName(other.text),
        row: other.row,
      }),
    );
  }
  const ofInvoice = known.filter(({ column }) => column.of === 'invoice');
  const node: Record<string, unknown> = {};
  const stated = new Map<string, number>();
  const findings: Finding[] = [];
  for (const one of ofInvoice) {
    const first = stating(one, rows)[0];
    node[one.name] = cellValue(first?.text ?? '', one, form);
    stated.set(one.name, first?.row ?? rows[0]?.row ?? 1);
    const two = differing(one, rows);
    if (two) findings.push(contradiction(one, two));
  }
  const ofLine = known.filter(({ column }) => column.of === 'line');
  node['rows'] = rows.map(({ cells }) =>
    Object.fromEntries(ofLine.map((one) => [one.name, cellValue(cells[one.at] ?? '', one, form)])),
  );
  return { ok: true, table: { node, findings, placeOf: placesIn(form, known, rows, stated) } };
}

interface Stated {
  readonly row: number;
  readonly text: string;
}

/** Rows with a value in a column. */
const stating = ({ at }: Known, rows: readonly CsvRow[]): readonly Stated[] =>
  rows.flatMap(({ row, cells }) => {
    const text = cells[at]?.trim() ?? '';
    return text === '' ? [] : [{ row, text }];
  });

/** Two rows with different values, if all should have the same value, or none. */
function differing(column: Known, rows: readonly CsvRow[]): readonly [Stated, Stated] | undefined {
  const [first, ...others] = stating(column, rows);
  const other = others.find(({ text }) => text !== first?.text);
  return first && other && [first, other];
}

function contradiction({ heading }: Known, [first, other]: readonly [Stated, Stated]): Finding {
  const field = `row ${other.row}, column ${heading}`;
  const message = say('mapping.differs-from-row-it-must-be-same-in', {
    place: say('mapping.row-column', { n: other.row, heading }),
    n: first.row,
  });
  return mappingFinding(field, message, say('mapping.write-same-as-in-row-or-leave-cell', { n: first.row }));
}

const IN_ROW = /^rows\[(\d+)\](?:\.(.+))?$/;

/** Places as a spreadsheet shows them. A column that the table lacks has its first heading. */
function placesIn(
  { columns }: CsvForm,
  known: readonly Known[],
  rows: readonly CsvRow[],
  stated: ReadonlyMap<string, number>,
): (path: string) => string {
  const headingOf = (name: string): string =>
    known.find((one) => one.name === name)?.heading ?? columns[name]?.headings[0] ?? name;
  return (path) => {
    const [, index, name] = IN_ROW.exec(path) ?? [];
    const row = index === undefined ? stated.get(path) : rows[Number(index)]?.row;
    if (index !== undefined)
      return name === undefined ? `row ${row}` : `row ${row}, column ${headingOf(name)}`;
    if (!Object.hasOwn(columns, path)) return path;
    return row === undefined ? `column ${headingOf(path)}` : `row ${row}, column ${headingOf(path)}`;
  };
}
