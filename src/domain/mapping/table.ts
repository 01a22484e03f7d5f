import { quotedName } from '../vocabulary/quoted.ts';
import type { Finding } from '../findings/finding.ts';
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

export type ReadTable =
  { readonly ok: true; readonly table: Table } | { readonly ok: false; readonly message: string };

/** A column of the mapping, and its name. */
interface Known {
  readonly name: string;
  readonly column: CsvColumn;
  readonly heading: string;
  readonly at: number;
}

/** Reads the table of an export, one invoice with a row a line. */
export function readTable(form: CsvForm, exported: unknown): ReadTable {
  const text = csvTextOf(exported);
  if (text === undefined)
    return refuse('A table is submitted as csv, a text, or csv_base64, the bytes of the file.');
  const read = readCsv(text, form.delimiter);
  if (!read.ok) return read;
  const [head, ...rows] = read.rows;
  if (!head) return refuse('The table is empty.');
  const columns = knownColumns(form, head.cells);
  if (!columns.ok) return columns;
  const ragged = rows.find(({ cells }) => cells.length !== head.cells.length);
  if (ragged) {
    const [has, wanted] = [ragged.cells.length, head.cells.length];
    return refuse(
      `Row ${ragged.row} of the table has ${has} cells, its heading ${wanted}. Cells are separated by ${form.delimiter}`,
    );
  }
  return tableOf(form, columns.known, rows);
}

const refuse = (message: string): { readonly ok: false; readonly message: string } => ({
  ok: false,
  message,
});

function knownColumns(
  form: CsvForm,
  headings: readonly string[],
): { readonly ok: true; readonly known: readonly Known[] } | ReturnType<typeof refuse> {
  const known: Known[] = [];
  for (const [name, column] of Object.entries(form.columns)) {
    const found = headings.flatMap((heading, at) =>
      isHeadingOf(column, heading) ? [{ heading: heading.trim(), at }] : [],
    );
    if (found.length > 1) {
      const twice = found.map(({ heading }) => quotedName(heading)).join(' and ');
      return refuse(`The table has several columns with the same meaning: ${twice}. Keep one of them.`);
    }
    const [one] = found;
    if (one) known.push({ name, column, ...one });
    else if (column.required) return refuse(`The table has no column ${column.headings.join(', or ')}.`);
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
      `The table contains several invoices: ${number.heading} is ${quotedName(first.text)} in row ${first.row} and ${quotedName(other.text)} in row ${other.row}. Hand in one invoice per call.`,
    );
  }
  const ofInvoice = known.filter(({ column }) => column.of === 'invoice');
  const node: Record<string, unknown> = {};
  const stated = new Map<string, number>();
  const findings: Finding[] = [];
  for (const one of ofInvoice) {
    const first = stating(one, rows)[0];
    node[one.name] = cellValue(first?.text ?? '', one.column.as, form);
    stated.set(one.name, first?.row ?? rows[0]?.row ?? 1);
    const two = differing(one, rows);
    if (two) findings.push(contradiction(one, two));
  }
  const ofLine = known.filter(({ column }) => column.of === 'line');
  node['rows'] = rows.map(({ cells }) =>
    Object.fromEntries(
      ofLine.map(({ name, column, at }) => [name, cellValue(cells[at] ?? '', column.as, form)]),
    ),
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
  const message = `${field} differs from row ${first.row}: it must be the same in each row of an invoice.`;
  return mappingFinding(field, message, `Write the same as in row ${first.row}, or leave the cell empty.`);
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
