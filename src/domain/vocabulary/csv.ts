/**
 * Characters that spreadsheets read as the beginning of a formula. The program that opens the file would run such a cell, and an invoice
 * number may contain one; after an apostrophe it is a text.
 */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
const QUOTED = /[",\r\n]/;

/** A line of CSV (RFC 4180), its end included. */
export const csvLine = (cells: readonly (string | number | undefined)[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(value: string | number | undefined): string {
  if (value === undefined) return '';
  const text = String(value);
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
