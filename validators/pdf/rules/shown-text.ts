import { END, Lexer, Word } from '../read/lexer.ts';
import { Budget } from '../read/budget.ts';
import { PdfBroken } from '../read/failure.ts';
import { bigEndian, latin1, PdfName, type PdfDict, type PdfObject, PdfString } from '../read/objects.ts';
import type { PdfFile } from '../read/pdf-file.ts';
import type { ShownText } from '../pdfa/drawn.ts';

/** The characters of a font's codes. */
interface Letters {
  readonly bytesPerCode: 1 | 2;
  readonly of: (code: number) => string | undefined;
}

/** The text of all pages as a reader copies it, without blanks: those are often gaps and not characters. */
export function shownText(file: PdfFile, texts: readonly ShownText[]): string {
  const fonts = new Map<PdfDict, Letters>();
  const parts: string[] = [];
  for (const { font, bytes } of texts) {
    const letters = fonts.get(font) ?? lettersOf(file, font);
    fonts.set(font, letters);
    for (let at = 0; at + letters.bytesPerCode <= bytes.length; at += letters.bytesPerCode) {
      const code = letters.bytesPerCode === 1 ? bytes[at]! : bytes[at]! * 256 + bytes[at + 1]!;
      parts.push(letters.of(code) ?? '');
    }
  }
  return withoutBlanks(parts.join(''));
}

/** Every kind of blank and hyphen. */
export const withoutBlanks = (text: string): string =>
  text.normalize('NFKC').replaceAll(/[\s\u00AD\u200B]/g, '');

function lettersOf(file: PdfFile, font: PdfDict): Letters {
  const isComposite = file.name(font.entries.get('Subtype')) === 'Type0';
  const bytesPerCode = isComposite ? 2 : 1;
  const stated = statedLetters(file, font);
  if (stated) return { bytesPerCode, of: (code) => stated.get(code) };
  if (isComposite) return { bytesPerCode, of: () => undefined };
  const mac = file.name(font.entries.get('Encoding')) === 'MacRomanEncoding';
  const decoder = new TextDecoder(mac ? 'macintosh' : 'windows-1252');
  return { bytesPerCode, of: (code) => decoder.decode(Uint8Array.of(code)) };
}

const MAX_TOKENS = 300_000;

/** `/ToUnicode` (ISO 32000-1, 9.10.3). */
function statedLetters(file: PdfFile, font: PdfDict): ReadonlyMap<number, string> | undefined {
  const stream = file.stream(font.entries.get('ToUnicode'));
  if (!stream) return undefined;
  const letters = new Map<number, string>();
  const lexer = new Lexer(file.decoded(stream), 0, new Budget(MAX_TOKENS));
  let operands: PdfObject[] = [];
  try {
    for (let token = lexer.next(); token !== END; token = lexer.next()) {
      if (!(token instanceof Word)) {
        operands.push(token);
        continue;
      }
      if (token.text === 'endbfchar') addCharacters(letters, operands);
      if (token.text === 'endbfrange') addRanges(letters, operands);
      operands = [];
    }
  } catch (error) {
    if (!(error instanceof PdfBroken)) throw error;
  }
  return letters;
}

const codeOf = (value: PdfObject | undefined): number =>
  value instanceof PdfString ? value.bytes.reduce((code, byte) => code * 256 + byte, 0) : -1;
const textOf = (value: PdfObject | undefined): string =>
  value instanceof PdfString
    ? value.bytes.length === 1
      ? latin1(value.bytes)
      : bigEndian(value.bytes)
    : value instanceof PdfName
      ? ''
      : '';

function addCharacters(letters: Map<number, string>, operands: readonly PdfObject[]): void {
  for (let i = 0; i + 1 < operands.length; i += 2) letters.set(codeOf(operands[i]), textOf(operands[i + 1]));
}

function addRanges(letters: Map<number, string>, operands: readonly PdfObject[]): void {
  for (let i = 0; i + 2 < operands.length; i += 3) {
    const [from, to] = [codeOf(operands[i]), Math.min(codeOf(operands[i + 1]), 0xffff)];
    const target = operands[i + 2];
    if (Array.isArray(target)) {
      for (const [k, one] of (target as readonly PdfObject[]).entries())
        if (from + k <= to) letters.set(from + k, textOf(one));
      continue;
    }
    const first = textOf(target);
    const last = first.codePointAt(first.length - 1) ?? 0;
    for (let code = from; code >= 0 && code <= to; code += 1)
      letters.set(code, first.slice(0, -1) + String.fromCodePoint(Math.min(last + code - from, 0x10ffff)));
  }
}
