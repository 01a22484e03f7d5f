import { decodeXml } from '../engine/xml/decode.ts';
import type { Document } from '../engine/xml/document.ts';
import type { XmlFailure } from '../engine/xml/failure.ts';
import { parseXml } from '../engine/xml/parse.ts';
import type { Vocabulary } from '../engine/xml/vocabulary.ts';
import { isInPieces, joined } from '../xsd/joined-text.ts';

/** A file that we do not read, although some other program may. */
export class Unreadable extends Error {
  readonly failure: XmlFailure;

  constructor(failure: XmlFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** One file for its reader and all layers: decoded and parsed once, when the first of them asks. */
export class CheckedFile {
  readonly #bytes: Uint8Array;
  readonly #vocabulary: Vocabulary;
  readonly #trusted: boolean;
  #text: string | undefined;
  #document: Document | undefined;

  /**
   * @param vocabulary of the packs.
   * @param trusted a sample of ours, whose names may stay in it; a sender's are kept apart, or it could be made to grow.
   */
  constructor(bytes: Uint8Array, vocabulary: Vocabulary, trusted = false) {
    this.#bytes = bytes;
    this.#vocabulary = vocabulary;
    this.#trusted = trusted;
  }

  /** @throws Unreadable */
  document(): Document {
    // Loading a pack gives out numbers that the file may have taken for its own names: then it is parsed anew.
    if (this.#document?.isCurrent) return this.#document;
    const vocabulary = this.#trusted ? this.#vocabulary : this.#vocabulary.extend();
    const { document, failure } = parseXml(this.text(), vocabulary);
    if (!document) throw new Unreadable(failure);
    return (this.#document = document);
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** Decoded, as it stands in the file. @throws Unreadable */
  text(): string {
    if (this.#text !== undefined) return this.#text;
    const { text, failure } = decodeXml(this.#bytes);
    if (text === undefined) throw new Unreadable(failure);
    return (this.#text = text);
  }

  /** As a schema is shown it: what stands in the file, unless its text is in more pieces than libxml2 bears. @throws Unreadable */
  forSchema(): Uint8Array {
    if (!isInPieces(this.text())) return this.#bytes;
    return new TextEncoder().encode(joined(this.document().source));
  }
}
