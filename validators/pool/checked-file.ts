import { decodeXml, utf8Of } from '../engine/xml/decode.ts';
import type { Document } from '../engine/xml/document.ts';
import type { XmlFailure } from '../engine/xml/failure.ts';
import { parseUtf8 } from '../engine/xml/parse.ts';
import type { Vocabulary } from '../engine/xml/vocabulary.ts';
import { sentInstead } from './sent-instead.ts';
import { isInPieces, join } from '../xsd/joined-text.ts';

/** A file that we do not read, although another program may. */
export class Unreadable extends Error {
  constructor(readonly failure: XmlFailure) {
    super(failure.message.say);
  }
}

/** One file for its reader and all layers: decoded and parsed once, at the first use. */
export class CheckedFile {
  private decoded: string | undefined;
  private parsed: Document | undefined;

  /**
   * @param vocabulary of the packs.
   * @param trusted a sample of ours, whose names may stay in it; a sender's are kept apart, or it could be made to grow.
   */
  constructor(
    private readonly file: Uint8Array,
    private readonly vocabulary: Vocabulary,
    private readonly trusted: boolean = false,
  ) {}

  /** @throws Unreadable */
  document(): Document {
    // Loading a pack gives out numbers that the file may use for its own names: then it is parsed again.
    if (this.parsed?.isCurrent) return this.parsed;
    const vocabulary = this.trusted ? this.vocabulary : this.vocabulary.extend();
    const { utf8, failure: unreadable } = utf8Of(this.file);
    if (!utf8) throw this.unreadable(unreadable);
    const { document, failure } = parseUtf8(utf8, vocabulary);
    if (!document) throw this.unreadable(failure);
    return (this.parsed = document);
  }

  get bytes(): Uint8Array {
    return this.file;
  }

  /** Decoded, as in the file. @throws Unreadable */
  text(): string {
    if (this.decoded !== undefined) return this.decoded;
    const { text, failure } = decodeXml(this.file);
    if (text === undefined) throw this.unreadable(failure);
    return (this.decoded = text);
  }

  /** The bytes for a schema: those of the file, unless its text has more pieces than libxml2 can handle. @throws Unreadable */
  forSchema(): Uint8Array {
    if (!isInPieces(this.text())) return this.file;
    return Buffer.from(join(this.document().source), 'latin1');
  }

  /** Of another format its name says more than where it stops to be XML. */
  private unreadable(failure: XmlFailure): Unreadable {
    return new Unreadable({ ...failure, message: sentInstead(this.file) ?? failure.message });
  }
}
