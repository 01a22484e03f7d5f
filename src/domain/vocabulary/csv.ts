import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';

/**
 * Characters that spreadsheets read as the beginning of a formula. The program that opens the file would run such a cell, and an invoice
 * number may contain one; after an apostrophe it is a text.
 */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
/** Where a list separator is a semicolon, as in German, a program splits the line at it, whatever the quotes say. */
const FORMULA_AFTER_SEPARATOR = /([;\t\r\n] *)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
const QUOTED = /[",;\t\r\n]/;

/** A decimal is an amount, with its sign and two decimals at least; a text that looks like one may be a formula. */
export type CsvCell = string | number | Decimal | undefined;

/** A line of CSV (RFC 4180), its end included. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(value: CsvCell): string {
  if (value === undefined) return '';
  const text = value instanceof Decimal ? value.toFixed(Math.max(2, value.decimalPlaces())) : String(value);
  const safe = typeof value === 'string' ? asText(text) : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const asText = (text: string): string =>
  (FORMULA.test(text) ? `'${text}` : text).replaceAll(FORMULA_AFTER_SEPARATOR, "$1'");
