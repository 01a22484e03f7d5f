import type { CsvColumn, CsvForm } from './mapping.ts';

/** A cell without a number or date in the table's form: its reader treats it as neither. */
class UnreadCell {
  constructor(readonly text: string) {}
}

/** The value of a cell for rules: numbers with a decimal point, dates as `YYYY-MM-DD`. */
export function cellValue(
  cell: string,
  { name, column }: { readonly name: string; readonly column: Pick<CsvColumn, 'as'> },
  form: CsvForm,
): string | UnreadCell {
  const text = cell.trim();
  if (column.as === 'text' || text === '') return text;
  if (column.as === 'date') return plainDate(text, form) ?? new UnreadCell(text);
  const figures = form.percentages.includes(name) ? text.replace(/(?<!\s)\s*%$/, '') : text;
  return plainNumber(figures, form) ?? new UnreadCell(text);
}

/**
 * `1.234,50` is `1234.50` with a decimal comma. In `1.234` the point may be either: it is refused, since a guess may be a thousand times
 * too much or too little.
 */
function plainNumber(text: string, { decimal }: CsvForm): string | undefined {
  if (text.length > MAX_NUMBER_LENGTH) return undefined;
  const [, sign = '', whole = '', fraction] = (decimal === ',' ? WITH_COMMA : WITH_POINT).exec(text) ?? [];
  if (whole === '') return undefined;
  if (fraction === undefined && /[.,]/.test(whole)) return undefined;
  return `${sign}${whole.replaceAll(/\D/g, '')}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** No amount has more digits. */
const MAX_NUMBER_LENGTH = 100;

/** Groups of three digits may be separated: by the other mark, a space (also one that does not break) or an apostrophe. */
const WITH_COMMA = /^(-?)(\d\d*|\d{1,3}(?:[. \u00A0\u202F'’]\d{3})*)(?:,(\d\d*))?$/;
const WITH_POINT = /^(-?)(\d\d*|\d{1,3}(?:[, \u00A0\u202F'’]\d{3})*)(?:\.(\d\d*))?$/;

function plainDate(text: string, { dates }: CsvForm): string | undefined {
  for (const pattern of dates) {
    const parts = datePattern(pattern).exec(text)?.groups;
    if (parts) return `${parts['YYYY']}-${parts['MM']}-${parts['DD']}`;
  }
  return undefined;
}

const datePattern = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
      .replace('YYYY', '(?<YYYY>\\d{4})')
      .replace('MM', '(?<MM>\\d{2})')
      .replace('DD', '(?<DD>\\d{2})')}$`,
  );
