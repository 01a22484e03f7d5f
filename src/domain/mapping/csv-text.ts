import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import { memberOf } from './export-values.ts';

/** A row of a table, with its number as a spreadsheet shows it: the heading is 1. */
export interface CsvRow {
  readonly row: number;
  readonly cells: readonly string[];
}

type ReadCsv =
  { readonly ok: true; readonly rows: readonly CsvRow[] } | { readonly ok: false; readonly message: Text };

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The text of a table. */
export interface CsvText {
  readonly text: string;
  /** The bytes are UTF-8 for the most part and not as a whole; U+FFFD stands for those that are not. */
  readonly isMixed: boolean;
}

/** The text of `{ csv }`, or of the bytes of `{ csv_base64 }`; undefined if there is neither, or no valid base64. */
export function csvTextOf(exported: unknown): CsvText | undefined {
  const text = memberOf(exported, 'csv');
  const bytes = memberOf(exported, 'csv_base64');
  if (typeof text === 'string' && bytes === undefined) return { text: withoutMark(text), isMixed: false };
  if (typeof bytes !== 'string' || text !== undefined) return undefined;
  const packed = bytes.replaceAll(/\s/g, '');
  if (packed.length % 4 !== 0 || !BASE64.test(packed)) return undefined;
  return decodedCsv(Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0)));
}

const MARKS = [
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
] as const;

/**
 * Decodes UTF-16 with a byte order mark and UTF-8 with or without one; otherwise Windows-1252, in which any bytes are a text. A file of
 * UTF-8 with a few other bytes would be a text there, too, with `Ã¼` for each `ü`.
 */
export function decodedCsv(bytes: Uint8Array): CsvText {
  const [encoding] = MARKS.find(([, ...mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? ['utf-8'];
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), isMixed: false };
  } catch {
    const text = fromWindows1252(bytes);
    if (encoding === 'utf-8' && !isMostlyUtf8(bytes)) return { text, isMixed: false };
    return { text: new TextDecoder(encoding).decode(bytes), isMixed: true };
  }
}

/** Whether letters of UTF-8 outnumber other bytes above 0x7F. `ß“` of Windows-1252 looks like one letter of UTF-8. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const others = text.match(/\uFFFD/g)?.length ?? 0;
  return text.startsWith('\uFEFF') || (text.match(/[^\0-\x7F\uFFFD]/gu)?.length ?? 0) > others;
}

/** Letters of 0x80 to 0x9F; the others are those of Latin 1. Node from 20.18.3 on decodes them wrongly (nodejs/node issue 56542). */
const OF_WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';
/** Arguments of one call. */
const AT_ONCE = 8192;

function fromWindows1252(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += AT_ONCE)
    text += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE));
  return text.replaceAll(/[\u0080-\u009F]/g, (letter) => OF_WINDOWS[letter.charCodeAt(0) - 0x80] ?? letter);
}

const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);

/** RFC 4180 with any delimiter and any line break. Rows without any text are left out. */
export function readCsv(text: string, delimiter: string): ReadCsv {
  const rows: CsvRow[] = [];
  let [at, row] = [0, 1];
  while (at < text.length) {
    const cells: string[] = [];
    for (;;) {
      const cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, delimiter);
      if (!cell) return refuse(row, say('mapping.quotation-mark-is-not-closed'));
      cells.push(cell.text);
      at = cell.end;
      if (at >= text.length || isBreak(text[at])) break;
      if (text[at] !== delimiter)
        return refuse(row, say('mapping.there-is-text-behind-closing-quotation-mark'));
      at += 1;
    }
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ row, cells });
    at += text.startsWith('\r\n', at) ? 2 : 1;
    row += 1;
  }
  return { ok: true, rows };
}

const refuse = (row: number, what: Text): ReadCsv => ({
  ok: false,
  message: say('mapping.in-row-of-table', { n: row, what }),
});

interface Cell {
  readonly text: string;
  /** Position after it. */
  readonly end: number;
}

const isBreak = (letter: string | undefined): boolean => letter === '\n' || letter === '\r';

function plainCell(text: string, at: number, delimiter: string): Cell {
  let end = at;
  while (end < text.length && text[end] !== delimiter && !isBreak(text[end])) end += 1;
  return { text: text.slice(at, end), end };
}

/** Undefined if the quotes do not end. */
function quotedCell(text: string, at: number): Cell | undefined {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 2)) {
    if (text[end + 1] === '"') continue;
    const inner = text.slice(at + 1, end).replaceAll('""', '"');
    return { text: inner, end: end + 1 };
  }
  return undefined;
}
