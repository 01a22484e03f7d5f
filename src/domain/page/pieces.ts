/** A piece of a text of the page. */
export interface Piece {
  readonly text: string;
  /** It breaks only if it is longer than a line. */
  readonly whole?: true;
}

/** A label with a hyphen: `E-Mail:`, `USt-IdNr. DE…`. */
const WHOLE = /(\p{L}+-\p{L}+[.:]*)(?=\u00a0)/u;

/** A text in pieces, in its order: each page for a screen breaks it at the same places. */
export const piecesOf = (text: string): readonly Piece[] =>
  text
    .split(WHOLE)
    .flatMap((piece, n) =>
      piece === '' ? [] : [{ text: piece, ...(n % 2 === 1 && { whole: true as const }) }],
    );
