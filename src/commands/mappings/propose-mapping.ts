import { ENGLISH } from '../frame/english.ts';
import { decodedCsv, readCsv } from '../../domain/mapping/csv-text.ts';
import type { CsvColumn } from '../../domain/mapping/mapping.ts';

type Json = Record<string, unknown>;

interface Proposal {
  /** A mapping file. */
  readonly mapping: Json;
  /** Remarks for a person to look at. */
  readonly remarks: readonly string[];
}

const DELIMITERS = [';', ',', '\t', '|'];
const DATES = [
  ['YYYY-MM-DD', /^\d{4}-\d{2}-\d{2}$/],
  ['DD.MM.YYYY', /^\d{2}\.\d{2}\.\d{4}$/],
  ['DD/MM/YYYY', /^\d{2}\/\d{2}\/\d{4}$/],
  ['YYYYMMDD', /^(?:19|20)\d{6}$/],
] as const;

/** Letters and digits only, in lower case: `Rechnungs-Nr.` and `RECHNUNGSNR` are equal. */
const plain = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/[^a-z0-9]/g, '');

/**
 * Proposes a table's mapping, by its headings and cells.
 * @param base the mapping whose rules and headings are used.
 * @throws Error if the file is no table.
 */
export function proposeMapping(bytes: Uint8Array, base: Json, connector: string): Proposal {
  const { text, isMixed } = decodedCsv(bytes);
  if (isMixed)
    throw new Error('The file is UTF-8 for the most part and not as a whole. Save it again as UTF-8.');
  const delimiter = maxCells(text);
  const read = readCsv(text, delimiter);
  if (!read.ok) throw new Error(ENGLISH.text(read.message));
  const [head, ...rows] = read.rows;
  if (!head) throw new Error('The file has no heading.');
  const csv = base['csv'] as { readonly columns: Readonly<Record<string, CsvColumn>> };
  const { columns, unread } = named(head.cells, csv.columns);
  const cellsAs = (as: CsvColumn['as']): readonly string[] => {
    const names = new Set(
      Object.entries(csv.columns).flatMap(([name, one]) => (one.as === as ? [columns.get(name)] : [])),
    );
    return rows.flatMap(({ cells }) =>
      cells.filter((cell, at) => cell.trim() !== '' && names.has(head.cells[at])),
    );
  };
  const [decimal, dates] = [decimalOf(cellsAs('number')), datesOf(cellsAs('date'))];
  const proposed = Object.entries(csv.columns).map(([name, column]) => {
    const heading = columns.get(name);
    return [name, heading === undefined ? column : { ...column, headings: [heading.trim()] }] as const;
  });
  const missing = Object.entries(csv.columns).filter(
    ([name, { required }]) => required && !columns.has(name),
  );
  return {
    mapping: {
      ...base,
      connector,
      version: 'v1',
      changes: [],
      csv: {
        ...csv,
        delimiter,
        decimal: decimal ?? ',',
        dates: dates.length > 0 ? dates : ['YYYY-MM-DD'],
        columns: Object.fromEntries(proposed),
      },
    },
    remarks: [
      ...missing.map(
        ([name]) => `csv.columns.${name}: no heading is known for it, and it is required. Name the heading.`,
      ),
      ...unread.map((heading) => `${heading}: nothing reads this column.`),
      ...(decimal ? [] : ['csv.decimal: no number has decimals; a comma is proposed.']),
      ...(dates.length > 0 ? [] : ['csv.dates: no date was understood; YYYY-MM-DD is proposed.']),
    ],
  };
}

/** The delimiter that gives the most cells in the heading. */
function maxCells(text: string): string {
  const cells = (delimiter: string): number => {
    const read = readCsv(text.slice(0, text.search(/[\r\n]|$/)), delimiter);
    return read.ok ? (read.rows[0]?.cells.length ?? 0) : 0;
  };
  return DELIMITERS.reduce((best, one) => (cells(one) > cells(best) ? one : best));
}

/** Headings by the name of their column; each heading once. */
function named(headings: readonly string[], known: Readonly<Record<string, CsvColumn>>) {
  const columns = new Map<string, string>();
  const unread: string[] = [];
  for (const heading of headings) {
    const column = Object.entries(known).find(
      ([name, { headings: those }]) =>
        !columns.has(name) && those.some((one) => plain(one) === plain(heading)),
    );
    if (column) columns.set(column[0], heading);
    else if (heading.trim() !== '') unread.push(heading.trim());
  }
  return { columns, unread };
}

/** The mark before the last digits of most numbers; undefined if none has decimals. */
function decimalOf(cells: readonly string[]): ',' | '.' | undefined {
  const count = (pattern: RegExp): number => cells.filter((cell) => pattern.test(cell.trim())).length;
  const [comma, point] = [count(/,(?:\d{1,2}|\d{4,})\s*%?$/), count(/\.(?:\d{1,2}|\d{4,})\s*%?$/)];
  return comma === 0 && point === 0 ? undefined : comma >= point ? ',' : '.';
}

const datesOf = (cells: readonly string[]): readonly string[] =>
  DATES.filter(([, pattern]) => cells.some((cell) => pattern.test(cell.trim()))).map(([name]) => name);
