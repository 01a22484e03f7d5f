import { isMessage, type Text } from '../../vocabulary/message.ts';
/** The W3C error codes that the functions and casts of our packs can raise (XPath 2.0 F&O appendix C, XPath 2.0 appendix F). */
export type XPathErrorCode =
  /** Division by zero. */
  | 'FOAR0001'
  /** Numeric overflow or underflow. */
  | 'FOAR0002'
  /** Not a code point that XML allows. */
  | 'FOCH0001'
  /** Not a number that fits the target type (NaN or INF to xs:integer or xs:decimal). */
  | 'FOCA0002'
  | 'FODT0001'
  /** Invalid argument: the string is not of the type it is cast to; no boolean value of such a sequence (FORG0006). */
  | 'FORG0001'
  | 'FORG0006'
  /** Regular expression: bad flags, bad expression, matches the empty string, bad replacement. */
  | 'FORX0001'
  | 'FORX0002'
  | 'FORX0003'
  | 'FORX0004'
  /** Wrong type or number of items. */
  | 'XPTY0004';

/**
 * A dynamic error of the expression itself: part of the result, and the same one that Saxon reports. It ends the layer, except in a rule's
 * context, where it means "does not match".
 */
export class XPathError extends Error {
  /** The context node of the rule and the id of its test, if it ended the layer there. */
  at: { readonly node: number; readonly test: string | undefined } | undefined;

  constructor(
    readonly code: XPathErrorCode,
    message: string,
  ) {
    super(message);
    this.name = 'XPathError';
  }
}

/**
 * Why the engine gave up on a layer. `text`: a text of the document is longer than a rule can try, and its sender has to correct it; the
 * others are ours.
 */
export type EscapeReason = 'text' | 'limit' | 'deadline' | 'internal';

/** The engine could not decide: this is never a verdict, and a context never swallows it. The layer is `not_run` or runs elsewhere. */
export class Escape extends Error {
  /** The context node of the running rule. */
  node: number | undefined;

  constructor(
    readonly reason: EscapeReason,
    /** For its sender if it is a text of the document, else for our log. */
    readonly words: Text,
  ) {
    super(isMessage(words) ? words.say : String(words));
    this.name = 'Escape';
  }
}
