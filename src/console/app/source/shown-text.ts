/** A text as an editor shows it: lines end in one way, and no mark stands before the first. What is not changed in it stays as it is. */

const BOM = '\uFEFF';
const LINE_END = /\r\n?|\n/g;

const bodyOf = (text: string): string => (text.startsWith(BOM) ? text.slice(1) : text);

export const shownOf = (text: string): string =>
  /^\uFEFF|\r/.test(text) ? bodyOf(text).replaceAll(LINE_END, '\n') : text;

/** Where an offset of the text stands in what is shown. */
export const shownOffset = (text: string, at: number): number => shownOf(text.slice(0, at)).length;

/** Puts a change of what is shown into the text; new lines end as the first one does. */
export function withShown(text: string, next: string): string {
  const shown = shownOf(text);
  if (shown === next) return text;
  if (shown === text) return next;
  let from = 0;
  const shorter = Math.min(shown.length, next.length);
  while (from < shorter && shown[from] === next[from]) from += 1;
  let end = 0;
  while (end < shorter - from && shown.at(-1 - end) === next.at(-1 - end)) end += 1;
  const [lineEnd] = new RegExp(LINE_END).exec(text) ?? ['\n'];
  const inserted = next.slice(from, next.length - end).replaceAll('\n', lineEnd);
  return text.slice(0, offsetOf(text, from)) + inserted + text.slice(offsetOf(text, shown.length - end));
}

/** Where an offset of what is shown stands in the text. */
function offsetOf(text: string, shown: number): number {
  const start = text.length - bodyOf(text).length;
  let extra = start;
  for (const { index, 0: lineEnd } of text.matchAll(LINE_END)) {
    if (index >= shown + extra) break;
    extra += lineEnd.length - 1;
  }
  return shown + extra;
}
