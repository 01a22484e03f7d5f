import { shown } from '../../domain/page/letters.ts';
import { type Face, widthOf } from './fonts.ts';

export interface Style {
  readonly face: Face;
  readonly size: number;
  readonly colour: string;
}

/** The distance of baselines, as a factor of the size. */
const LEADING = 1.36;
export const leadingOf = ({ size }: Style): number => size * LEADING;

/** The lines of a text in a width; a word that is wider is broken. */
export function wrap(text: string, style: Style, width: number): readonly string[] {
  const lines: string[] = [];
  for (const paragraph of shown(text).split('\n')) wrapParagraph(paragraph, style, width, lines);
  return lines;
}

/** In points, for a text that may be broken between words. */
export function widestWord(text: string, face: Face, size: number): number {
  let widest = 0;
  for (const word of shown(text).split(/[ \n]/)) widest = Math.max(widest, widthOf(word, face, size));
  return widest;
}

function wrapParagraph(paragraph: string, style: Style, width: number, lines: string[]): void {
  const { face, size } = style;
  const blank = widthOf(' ', face, size);
  let words: string[] = [];
  let used = 0;
  const end = (): void => {
    lines.push(words.join(' '));
    words = [];
    used = 0;
  };
  for (const word of paragraph.split(' ').filter((one) => one !== '')) {
    const wide = widthOf(word, face, size);
    if (words.length > 0 && used + blank + wide > width) end();
    if (wide <= width) {
      used += (words.length > 0 ? blank : 0) + wide;
      words.push(word);
      continue;
    }
    const parts = breakWord(word, style, width);
    lines.push(...parts.slice(0, -1));
    words = parts.slice(-1);
    used = widthOf(words[0] ?? '', face, size);
  }
  if (words.length > 0) end();
}

/** Pieces of a long word, broken after a punctuation mark if there is one. */
function breakWord(word: string, { face, size }: Style, width: number): readonly string[] {
  const pieces: string[] = [];
  let piece: string[] = [];
  let used = 0;
  for (const letter of word) {
    const wide = widthOf(letter, face, size);
    if (piece.length > 0 && used + wide > width) {
      const sign = piece.findLastIndex((one) => /[-/.,:;@_#?&=+]/.test(one));
      const at = sign >= piece.length / 2 ? sign + 1 : piece.length;
      pieces.push(piece.slice(0, at).join(''));
      piece = piece.slice(at);
      used = widthOf(piece.join(''), face, size);
    }
    piece.push(letter);
    used += wide;
  }
  pieces.push(piece.join(''));
  return pieces;
}
