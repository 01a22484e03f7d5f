import assert from 'node:assert/strict';
import { csvTextOf, readCsv } from '../../src/domain/mapping/csv-text.ts';
import { edited, exportNamed } from './exports.ts';
import { tableNamed } from './tables.ts';

/** The wrong values for a field of an export, which has a number. */
export type WrongValues = (index: number) => readonly unknown[];

export interface Change {
  readonly field: string;
  readonly value: unknown;
  readonly exported: Record<string, unknown>;
}

/** An export with values that can be changed one by one. */
export interface Changeable {
  readonly exported: Record<string, unknown>;
  /** The same export, with each of its values replaced by each wrong value for its field. */
  readonly changed: (wrong: WrongValues) => Iterable<Change>;
  /** Whether a finding names a value of the export, or the list or object around it. */
  readonly has: (field: string) => boolean;
}

export function anObject(name: string): Changeable {
  const exported = exportNamed(name);
  const paths = pathsIn(exported);
  const fields = paths.map((path) => path.replaceAll(/\.(\d+)/g, '[$1]'));
  return {
    exported,
    changed: (wrong) => changesAt(paths, exported, wrong),
    has: (field) =>
      fields.some(
        (name) =>
          name.startsWith(field) || /^[.[]/.test(field.startsWith(name) ? field.slice(name.length) : ''),
      ),
  };
}

/** The export with each wrong value at each of some paths. */
export function* changesAt(
  paths: readonly string[],
  exported: Change['exported'],
  wrong: WrongValues,
): Generator<Change> {
  for (const [at, field] of paths.entries())
    for (const value of wrong(at)) yield { field, value, exported: edited(exported, { [field]: value }) };
}

/** @param cells by heading: the cells of the example that differ. */
export function aTable(name: string, cells: Readonly<Record<string, string>> = {}): Changeable {
  const parsed = readCsv(csvTextOf(tableNamed(name))?.text ?? '', ';');
  assert.ok(parsed.ok);
  const [headings = [], ...rows] = parsed.rows.map((row) => row.cells);
  const wanted = rows.map((row) => row.map((cell, at) => (cell && cells[headings[at] ?? '']) ?? cell));
  const text = (cell: unknown): string => (typeof cell === 'object' ? JSON.stringify(cell) : String(cell));
  const quoted = (cell: unknown): string => `"${text(cell).replaceAll('"', '""')}"`;
  const tableOf = (all: readonly (readonly unknown[])[]) => ({
    csv: [headings, ...all].map((row) => row.map(quoted).join(';')).join('\n'),
  });
  return {
    exported: tableOf(wanted),
    *changed(wrong) {
      for (const [row, line] of wanted.entries())
        for (const column of line.keys())
          for (const value of wrong(row * line.length + column)) {
            const field = `row ${row}, column ${headings[column]}`;
            yield { field, value, exported: tableOf(wanted.with(row, line.with(column, value as string))) };
          }
    },
    has: (field) =>
      field === 'rows' || headings.some((one) => /^row \d+, column /.test(field) && field.endsWith(one)),
  };
}

/** The path of each value, in the form for `edited`: `salesInvoiceLines.0.quantity`. */
export const pathsIn = (value: unknown, at = ''): readonly string[] =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0
    ? Object.entries(value)
        .filter(([name]) => !name.startsWith('@'))
        .flatMap(([name, inner]) => pathsIn(inner, at ? `${at}.${name}` : name))
    : [at];
