import { decodeXml } from '../schematron/xml/decode.ts';
import type { Document } from '../schematron/xml/document.ts';
import { parseXml } from '../schematron/xml/parse.ts';
import type { Vocabulary } from '../schematron/xml/vocabulary.ts';

/** The file cannot be read by the rule engines although nothing before them refused it. */
export class Unreadable extends Error {}

/** One file for all Schematron layers: decoded and parsed once, when the first of them asks. */
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
    if (this.#document) return this.#document;
    const vocabulary = this.#trusted ? this.#vocabulary : this.#vocabulary.extend();
    const { document, failure } = parseXml(this.text(), vocabulary);
    if (!document) throw new Unreadable(`${failure.kind} at line ${failure.line}`);
    return (this.#document = document);
  }

  /** Decoded, as it stands in the file. @throws Unreadable */
  text(): string {
    if (this.#text !== undefined) return this.#text;
    const { text, failure } = decodeXml(this.#bytes);
    if (text === undefined) throw new Unreadable(failure.message);
    return (this.#text = text);
  }
}
