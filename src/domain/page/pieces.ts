/** A piece of a text of the page. */
export interface Piece {
  readonly text: string;
  /** A label or an id never breaks, and what follows its no-break space stays beside it. An address breaks only if it is longer than a line. */
  readonly kind?: 'label' | 'address';
}

/** A label with a hyphen: `E-Mail:`, `USt-IdNr. DE…`; or of up to three words that are shorter than any column: `Elektronische Adresse:`. */
const LABEL = String.raw`(?<!\p{L})\p{L}{1,20}-\p{L}{1,20}[.:]{0,2}(?=\u00a0)|(?<![\p{L}.])(?=[\p{L}. ]{3,28}:\u00a0)[\p{L}.]{1,20}(?: [\p{L}.]{1,20}){1,2}:(?=\u00a0)`;

/** An id, a code or a number with hyphens that is shorter than any column: `BR-CO-09`, `RE-2026-0303`. */
const ID = String.raw`(?<![\p{L}\d_:\u00a0-])(?=[A-Z\d_-]{3,20}(?![\p{L}\d_-]))[A-Z\d_]{1,20}(?:-[A-Z\d_]{1,20}){1,9}`;

const MAILBOX = String.raw`(?<![^\s@])[^\s@]{1,100}@[^\s@]{1,100}`;

/** In a network: `0204:991-1234-56`, or behind the name of its scheme, `Leitweg-ID 991-1234-56`; or a number that stands alone. */
const ADDRESS = String.raw`(?<!\S)\d{4}:\S{1,100}(?!\S)|(?<=\u00a0)\w{1,50}(?:-\w{1,50}){1,9}(?![\w-])|(?<!\S)(?=\S{0,100}\d)[A-Z\d_]{1,50}(?:-[A-Z\d_]{1,50}){1,9}(?!\S)`;

// A text of megabytes is read once: each part begins where a word does, and none is longer than a line. A part without an end would
// need more room for its way back than V8 gives (`Maximum call stack size exceeded`), if V8 has not optimized the expression.
const PIECE = new RegExp(`(${LABEL}|${ID})|(${MAILBOX}|${ADDRESS})`, 'u');

/** Of the text between two pieces, and of the two groups of a piece, one of which is undefined. */
const KINDS = [{}, { kind: 'label' }, { kind: 'address' }] as const;

/** A text in pieces, in its order: each page for a screen breaks it at the same places. */
export const piecesOf = (text: string): readonly Piece[] =>
  text.split(PIECE).flatMap((piece, n) => (piece ? [{ text: piece, ...KINDS[n % KINDS.length] }] : []));
