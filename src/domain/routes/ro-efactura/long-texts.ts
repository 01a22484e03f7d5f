import { xmlSingleSpaced } from '../../vocabulary/text.ts';

/** As the rules count: characters (code points) after white space is normalised. */
export const trimmedLength = (text: string): number => [...xmlSingleSpaced(text)].length;

/** The text up to its last blank within `most` characters, and the rest; a longer word is cut in its middle. */
export function cutAtWord(text: string, most: number): readonly [head: string, rest: string] {
  const characters = [...text];
  if (characters.length <= most) return [text, ''];
  const room = characters.slice(0, most + 1).join('');
  const blank = /^([^]*\S)\s+\S*$/.exec(room)?.[1] ?? /^([^]*\S)\s+$/.exec(room)?.[1];
  const head = blank ?? characters.slice(0, most).join('');
  return [head, text.slice(head.length).trim()];
}

/** All of the text in pieces of at most `most` characters. */
export function piecesOf(text: string, most: number): readonly string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest !== '') {
    const [head, after] = cutAtWord(rest, most);
    pieces.push(head);
    rest = after;
  }
  return pieces;
}
