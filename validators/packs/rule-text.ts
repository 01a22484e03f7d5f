import { type Message, word } from '../vocabulary/message.ts';

/**
 * A text of a rule: its id in `words/<language>.yaml` of the pack, its columns as values, and its English.
 * @param template with `{column}` for each value of the row.
 */
export function ruleText(
  id: string,
  template: string,
  {
    row = {},
    table = id,
  }: { readonly row?: Readonly<Record<string, unknown>>; readonly table?: string } = {},
): Message {
  const columns = [...new Set(template.match(COLUMN) ?? [])].map((one) => one.slice(1, -1));
  const values = columns
    .filter((column) => column in row)
    .map((column) => [column, word(String(row[column]))]);
  return {
    say: id,
    ...(table !== id && { table }),
    ...(values.length > 0 && { values: Object.fromEntries(values) }),
    english: fillRow(template, row),
  };
}

const COLUMN = /\{[a-z_]+\}/g;

/** Replaces `{column}`; a name that is no column of the row stays. */
export const fillRow = (text: string, row: Readonly<Record<string, unknown>>): string =>
  text.replace(COLUMN, (whole) => {
    const column = whole.slice(1, -1);
    return column in row ? String(row[column]) : whole;
  });
