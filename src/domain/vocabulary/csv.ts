import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';

/**
 * Characters that spreadsheets read as the beginning of a formula. The program that opens the file would run such a cell, and an invoice
 * number may contain one; after an apostrophe it is a text.
 */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
/** A program whose own separator is another one splits the line at it, whatever the quotes say. */
const FORMULA_AFTER_SEPARATOR = {
  ',': /([;\t\r\n] *)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g,
  ';': /([,\t\r\n] *)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g,
} as const;
const QUOTED = /[",;\t\r\n]/;

/** How a table is written. */
export interface CsvForm {
  readonly separator: ',' | ';';
  readonly decimalPoint: string;
  /** Without a mark of UTF-8 at its beginning, spreadsheets read other letters. */
  readonly begins: '' | '\uFEFF';
}

/** RFC 4180, as programs read it. */
export const PROGRAM_CSV: CsvForm = { separator: ',', decimalPoint: '.', begins: '' };

/** As a spreadsheet opens it where numbers have this decimal point: one of the reader's language takes no other form. */
export const spreadsheetCsv = (decimalPoint: string): CsvForm => ({
  separator: decimalPoint === ',' ? ';' : ',',
  decimalPoint,
  begins: '\uFEFF',
});

/** A decimal is an amount, with its sign and two decimals at least; a text that looks like one may be a formula. */
export type CsvCell = string | number | Decimal | undefined;

/** A line of CSV (RFC 4180), its end included. */
export const csvLine = (cells: readonly CsvCell[], form = PROGRAM_CSV): string =>
  `${cells.map((cell) => csvCell(cell, form)).join(form.separator)}\r\n`;

function csvCell(value: CsvCell, { separator, decimalPoint }: CsvForm): string {
  if (value === undefined) return '';
  if (value instanceof Decimal)
    return value.toFixed(Math.max(2, value.decimalPlaces())).replace('.', decimalPoint);
  if (typeof value === 'number') return String(value);
  const safe = (FORMULA.test(value) ? `'${value}` : value).replaceAll(
    FORMULA_AFTER_SEPARATOR[separator],
    "$1'",
  );
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
