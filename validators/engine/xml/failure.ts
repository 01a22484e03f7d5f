import type { Message } from '../../vocabulary/message.ts';
import { isContinuation } from './utf8.ts';

/**
 * Why a document is unreadable. `doctype`: it has a DTD, which is refused; `syntax`: not well-formed, namespaces included; `encoding`: an
 * encoding that is not read, or bytes that contradict the declared one; `limit`: well-formed so far, but larger or deeper than allowed.
 */
export type XmlFailureKind = 'doctype' | 'syntax' | 'encoding' | 'limit';

export interface XmlFailure {
  readonly kind: XmlFailureKind;
  /** A clause without a full stop. */
  readonly message: Message;
  /** The place, counted from 1; columns count characters (code points). */
  readonly line: number;
  readonly column: number;
}

/** Thrown inside the parser only; `parseXml` turns it into an `XmlFailure`. `offset` indexes the source. */
export class XmlFault extends Error {
  constructor(
    readonly kind: XmlFailureKind,
    readonly reason: Message,
    readonly offset: number,
  ) {
    super(reason.say);
  }
}

/** Line and column of an offset, both from 1, in text whose line ends are normalised. */
export const positionOf = (text: string, offset: number): Position =>
  positionBy(text, offset, isLowSurrogate);

/** The same in the source of a document, whose characters are bytes. */
export const positionInSource = (source: string, offset: number): Position =>
  positionBy(source, offset, isContinuation);

interface Position {
  readonly line: number;
  readonly column: number;
}

/** @param isRest of a character that began before. */
function positionBy(text: string, offset: number, isRest: (unit: number) => boolean): Position {
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++;
    lineStart = at + 1;
  }
  let column = 1;
  for (let at = lineStart; at < offset; at++) if (!isRest(text.charCodeAt(at))) column++;
  return { line, column };
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
