import { type Message, say } from '../../vocabulary/message.ts';
import { DOCUMENT_LIMITS } from '../limits.ts';
import {
  ASCII_END,
  AMPERSAND,
  CLOSING_BRACKET,
  EQUALS,
  EXCLAMATION,
  GREATER_THAN,
  LESS_THAN,
  LINE_FEED,
  QUESTION,
  QUOTE,
  APOSTROPHE,
  SLASH,
  TAB,
  isForbidden,
  isWhite,
  mayBeName,
  stopsText,
  stopsValue,
} from './characters.ts';
import { AttributeBuilder, ElementBuilder, PathBuilder } from './columns.ts';
import { Document } from './document.ts';
import { XmlFault, type XmlFailure, positionInSource } from './failure.ts';
import { forbiddenCharacter, skipCdata, skipComment, skipDeclaration, skipInstruction } from './markup.ts';
import { NamespaceScope } from './namespace-scope.ts';
import { UNKNOWN } from './name-table.ts';
import { ROOT_PATH } from './path-trie.ts';
import { HASH_SEED, type QName } from './qname-table.ts';
import { checkReference, resolveReferences } from './references.ts';
import { decoded, sourceBytes } from './utf8.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The limits of `limits.ts` that the parser applies. */
export type XmlLimits = Readonly<
  Record<'elements' | 'depth' | 'names' | 'paths' | 'nameLength' | 'attributes', number>
>;

export const XML_LIMITS: XmlLimits = {
  elements: DOCUMENT_LIMITS.elements.most,
  depth: DOCUMENT_LIMITS.depth.most,
  names: DOCUMENT_LIMITS.names.most,
  paths: DOCUMENT_LIMITS.paths.most,
  nameLength: DOCUMENT_LIMITS.nameLength.most,
  attributes: DOCUMENT_LIMITS.attributes.most,
};

type ParseResult =
  | { readonly document: Document; readonly failure?: undefined }
  | { readonly failure: XmlFailure; readonly document?: undefined };

/** Parses the text of one document. @param text without byte order mark, without lone surrogates; any line ends. */
export const parseXml = (text: string, vocabulary: Vocabulary, limits?: XmlLimits): ParseResult =>
  parseUtf8(Buffer.from(text), vocabulary, limits);

/**
 * Parses the bytes of one document.
 * @param utf8 valid, without byte order mark (see `decode.ts`); any line ends.
 * @param vocabulary of this document: `shared.extend()`. The shared one itself would learn the document's names and paths, which is for
 * trusted samples only.
 */
export function parseUtf8(
  utf8: Uint8Array,
  vocabulary: Vocabulary,
  limits: XmlLimits = XML_LIMITS,
): ParseResult {
  const { bytes, length } = sourceBytes(utf8);
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, length).toString('latin1');
  try {
    return { document: new Parser(source, bytes, vocabulary, limits).document() };
  } catch (fault) {
    if (!(fault instanceof XmlFault)) throw fault;
    return {
      failure: { kind: fault.kind, message: fault.reason, ...positionInSource(source, fault.offset) },
    };
  }
}

/** It reads bytes one by one, and searches and copies in the source, which has the same positions. */
class Parser {
  private readonly scope: NamespaceScope;
  private readonly elements: ElementBuilder;
  private readonly attributes: AttributeBuilder;
  private readonly paths: PathBuilder;
  private pos = 0;
  /** The innermost open element, 0 outside the root. */
  private open = 0;
  private depth = 0;
  private lastElement: QName | undefined = undefined;
  /** The names of the current tag's attributes. */
  private readonly attributeNames: QName[] = [];

  constructor(
    private readonly source: string,
    /** With zeros behind the last one, which end every loop. */
    private readonly bytes: Uint8Array,
    private readonly vocabulary: Vocabulary,
    private readonly limits: XmlLimits,
  ) {
    this.scope = new NamespaceScope(vocabulary);
    // Invoices have an element per 40 to 60 characters, and an attribute for every third.
    this.elements = new ElementBuilder((source.length >>> 5) + 16);
    this.attributes = new AttributeBuilder((source.length >>> 7) + 16);
    this.paths = new PathBuilder(vocabulary.paths.size + 64);
  }

  document(): Document {
    this.elements.add();
    this.elements.name[0] = UNKNOWN;
    this.elements.path[0] = ROOT_PATH;
    this.pos = skipDeclaration(this.source);
    this.misc();
    if (this.source.startsWith('<!DOCTYPE', this.pos))
      throw new XmlFault('doctype', say('xml.document-type-declaration-which-is-not'), this.pos);
    if (this.bytes[this.pos] !== LESS_THAN) this.fault(say('xml.no-root-element'));
    this.startTag();
    this.content();
    this.misc();
    if (this.pos < this.source.length) this.fault(say('xml.something-follows-root-element'));
    return this.finish();
  }

  private finish(): Document {
    const elements = this.elements;
    const attributes = this.attributes;
    const vocabulary = this.vocabulary;
    const source = this.source;
    const { count } = elements;
    elements.last[0] = count - 1;
    elements.contentEnd[0] = source.length;
    elements.firstAttribute[count] = attributes.attributeCount;
    const lists = this.paths.lists(elements, attributes);
    return new Document({ vocabulary, source, elements, attributes, lists });
  }

  /** Before and after the root element: white space, comments and processing instructions. */
  private misc(): void {
    const source = this.source;
    for (;;) {
      this.pos = this.skipWhite(this.pos);
      if (source.startsWith('<!--', this.pos)) this.pos = skipComment(source, this.pos);
      else if (source.startsWith('<?', this.pos)) this.pos = skipInstruction(source, this.pos);
      else return;
    }
  }

  /** Everything between the root's start tag and its end tag. */
  private content(): void {
    const bytes = this.bytes;
    while (this.depth > 0) {
      this.textRun();
      const next = bytes[this.pos + 1]!;
      if (next === SLASH) this.endTag();
      else if (next === EXCLAMATION) this.section();
      else if (next === QUESTION) {
        this.elements.plain[this.open] = 0;
        this.pos = skipInstruction(this.source, this.pos);
      } else this.startTag();
    }
  }

  /** Advances to the next `<`. */
  private textRun(): void {
    const bytes = this.bytes;
    const { plain, ownText } = this.elements;
    let at = this.skipWhite(this.pos);
    if (bytes[at] !== LESS_THAN) ownText[this.open] = 1;
    for (;;) {
      let c = bytes[at]!;
      while (!stopsText(c)) c = bytes[++at]!;
      if (c === LESS_THAN) break;
      if (c >= ASCII_END) {
        if (plain[this.open] === 1) plain[this.open] = 2;
        at = this.beyondAscii(at);
      } else if (c === AMPERSAND) {
        plain[this.open] = 0;
        at = checkReference(this.source, at);
      } else if (c !== CLOSING_BRACKET) this.badCharacter(at, say('xml.document-ends-inside-element'));
      else if (bytes[at + 1] === CLOSING_BRACKET && bytes[at + 2] === GREATER_THAN)
        this.fault(say('xml.in-text'), at);
      else at++;
    }
    this.pos = at;
  }

  /** The position after characters beyond ASCII. */
  private beyondAscii(start: number): number {
    const bytes = this.bytes;
    let at = start;
    for (let c = bytes[at]!; c >= ASCII_END; c = bytes[++at]!)
      if (isForbidden(c, bytes[at + 1]!, bytes[at + 2]!)) throw forbiddenCharacter(this.source, at);
    return at;
  }

  private skipWhite(start: number): number {
    const bytes = this.bytes;
    let at = start;
    while (isWhite(bytes[at]!)) at++;
    return at;
  }

  /** A comment or a CDATA section. */
  private section(): void {
    const source = this.source;
    const pos = this.pos;
    this.elements.plain[this.open] = 0;
    if (source.startsWith('<!--', pos)) this.pos = skipComment(source, pos);
    else if (source.startsWith('<![CDATA[', pos)) {
      this.elements.ownText[this.open] = 1;
      this.pos = skipCdata(source, pos);
    } else this.fault(say('xml.declaration-inside-element'));
  }

  private startTag(): void {
    const elements = this.elements;
    const attributes = this.attributes;
    const bytes = this.bytes;
    const e = elements.add();
    const nameStart = this.pos + 1;
    const qname = this.elementName(nameStart);
    elements.qname[e] = qname.id;
    elements.parent[e] = this.open;
    elements.plain[e] = 1;
    elements.plain[this.open] = 0;
    elements.firstAttribute[e] = attributes.attributeCount;
    this.enter(nameStart, e);
    const at = this.attributesOf(e, qname);
    this.label(e, qname, nameStart);
    this.pos = at + 1;
    if (bytes[at] === SLASH) {
      if (bytes[at + 1] !== GREATER_THAN) this.fault(say('xml.start-tag-that-does-not-end'), at);
      this.pos = at + 2;
      elements.contentStart[e] = this.pos;
      this.leave(this.pos);
    } else elements.contentStart[e] = this.pos;
  }

  /** Reads the attributes of a start tag. @returns the offset of the `>` or `/` that ends it. */
  private attributesOf(e: number, element: QName): number {
    const bytes = this.bytes;
    let room = this.limits.attributes;
    let at = this.pos;
    let before = element;
    for (;;) {
      const c = bytes[at]!;
      if (c === GREATER_THAN || c === SLASH) return at;
      if (!isWhite(c)) this.fault(say('xml.start-tag-that-does-not-end'), at);
      at = this.skipWhite(at);
      if (!mayBeName(bytes[at]!)) continue;
      if (room-- === 0)
        throw new XmlFault(
          'limit',
          say('xml.more-than-attributes-in-one-tag', { n: this.limits.attributes }),
          at,
        );
      before = this.attribute(at, e, before);
      at = this.pos;
    }
  }

  private enter(nameStart: number, e: number): void {
    // The row before the first element is the document's.
    if (e > this.limits.elements)
      throw new XmlFault('limit', say('xml.more-than-elements', { n: this.limits.elements }), nameStart);
    if (++this.depth > this.limits.depth)
      throw new XmlFault(
        'limit',
        say('xml.elements-nested-more-than-deep', { n: this.limits.depth }),
        nameStart,
      );
    this.open = e;
  }

  private leave(contentEnd: number): void {
    const elements = this.elements;
    const open = this.open;
    elements.contentEnd[open] = contentEnd;
    elements.last[open] = elements.count - 1;
    this.scope.close(open);
    this.open = elements.parent[open]!;
    this.depth--;
  }

  /** `</name>` of the innermost open element. */
  private endTag(): void {
    const bytes = this.bytes;
    const pos = this.pos;
    const qname = this.vocabulary.qnames.nameOf(this.elements.qname[this.open]!);
    if (!qname.standsAt(bytes, pos + 2)) this.fault(say('xml.end-tag-that-does-not-match'));
    let at = pos + 2 + qname.bytes.length;
    if (bytes[at] !== GREATER_THAN) at = this.skipWhite(at);
    if (bytes[at] !== GREATER_THAN) this.fault(say('xml.end-tag-that-does-not-match'));
    this.leave(pos);
    this.pos = at + 1;
  }

  /** Reads one attribute; a namespace declaration gets no row. @returns its name. */
  private attribute(start: number, e: number, before: QName): QName {
    const bytes = this.bytes;
    const attributes = this.attributes;
    const qname = this.attributeName(start, before);
    let at = bytes[this.pos] === EQUALS ? this.pos : this.skipWhite(this.pos);
    if (bytes[at] !== EQUALS) this.fault(say('xml.attribute-without-value'), at);
    at = this.skipWhite(at + 1);
    const quote = bytes[at]!;
    if (quote !== QUOTE && quote !== APOSTROPHE) this.fault(say('xml.attribute-value-without-quotes'), at);
    const plain = this.value(at + 1, quote);
    const { declares } = qname;
    if (declares !== UNKNOWN) {
      const uri = attributeValue(this.source, at + 1, this.pos - 1);
      const objection = this.scope.declare(e, declares, uri);
      if (objection !== undefined) this.fault(objection, start);
      return qname;
    }
    const a = attributes.add();
    this.attributeNames[a - this.elements.firstAttribute[e]!] = qname;
    attributes.attributeQName[a] = qname.id;
    attributes.attributeOwner[a] = e;
    attributes.attributeStart[a] = at + 1;
    attributes.attributeEnd[a] = this.pos - 1;
    attributes.attributePlain[a] = plain;
    return qname;
  }

  /** Advances past the closing quote. @returns `attributePlain`. */
  private value(start: number, quote: number): number {
    const bytes = this.bytes;
    let plain = 1;
    let at = start;
    for (;;) {
      let c = bytes[at]!;
      while (!stopsValue(c)) c = bytes[++at]!;
      if (c === quote) {
        this.pos = at + 1;
        return plain;
      }
      if (c >= ASCII_END) {
        if (plain === 1) plain = 2;
        at = this.beyondAscii(at);
        continue;
      }
      if (c === QUOTE || c === APOSTROPHE) {
        at++;
        continue;
      }
      plain = 0;
      if (c === AMPERSAND) at = checkReference(this.source, at);
      else if (c === LESS_THAN) this.fault(say('xml.less-than-in-attribute-value'), at);
      else if (c === TAB || c === LINE_FEED) at++;
      else this.badCharacter(at, say('xml.attribute-value-that-does-not-end'), start);
    }
  }

  /** Names and places an element and its attributes, once all declarations of the tag are known. */
  private label(e: number, qname: QName, offset: number): void {
    const elements = this.elements;
    const attributes = this.attributes;
    const { paths } = this.vocabulary;
    const name = this.resolve(qname, false, offset);
    const path = paths.intern(elements.path[elements.parent[e]!]!, name);
    elements.name[e] = name;
    elements.path[e] = path;
    const before = this.paths.add(path, e);
    if (before !== 0 && elements.parent[before] === elements.parent[e]) elements.nextSame[before] = e;
    const first = elements.firstAttribute[e]!;
    for (let a = first; a < attributes.attributeCount; a++) {
      const id = this.resolve(this.attributeNames[a - first]!, true, offset);
      attributes.attributeName[a] = id;
      attributes.attributePath[a] = paths.intern(path, id, true);
      // If the path's last node belongs to this element, the element has this attribute already.
      const other = this.paths.add(attributes.attributePath[a]!, ~a);
      if (other !== 0 && attributes.attributeOwner[~other] === e)
        this.fault(say('xml.attribute-given-twice'), offset);
    }
    if (paths.size - paths.offset > this.limits.paths)
      throw new XmlFault(
        'limit',
        say('xml.more-than-different-element-paths', { n: this.limits.paths }),
        offset,
      );
  }

  private resolve(qname: QName, attribute: boolean, offset: number): number {
    const name = this.scope.resolve(qname, attribute);
    return name === UNKNOWN ? this.fault(say('xml.namespace-prefix-that-is-not-declared'), offset) : name;
  }

  private elementName(start: number): QName {
    const lastElement = this.lastElement;
    const guess = lastElement?.nextElement;
    let qname: QName;
    if (guess !== undefined && this.isNameAt(guess, start)) qname = guess;
    else {
      qname = this.qname(start);
      if (lastElement !== undefined && this.mayRemember(lastElement, qname)) lastElement.nextElement = qname;
    }
    this.lastElement = qname;
    return qname;
  }

  /** @param before the attribute before it, or the element's name. */
  private attributeName(start: number, before: QName): QName {
    const guess = before.nextAttribute;
    if (guess !== undefined && this.isNameAt(guess, start)) return guess;
    const qname = this.qname(start);
    if (this.mayRemember(before, qname)) before.nextAttribute = qname;
    return qname;
  }

  /** Tries a guess, and advances past it if it is right. */
  private isNameAt(guess: QName, start: number): boolean {
    const end = start + guess.bytes.length;
    if (!guess.standsAt(this.bytes, start) || mayBeName(this.bytes[end]!)) return false;
    this.pos = end;
    return true;
  }

  /** A shared name must not keep a name of this document in memory. */
  private mayRemember(before: QName, next: QName): boolean {
    const { offset } = this.vocabulary.qnames;
    return before.id >= offset || next.id < offset;
  }

  /** Reads a name and advances past it. */
  private qname(start: number): QName {
    const bytes = this.bytes;
    let hash = 0;
    let at = start;
    for (let c = bytes[at]!; mayBeName(c); c = bytes[++at]!) hash = Math.imul(hash ^ c, HASH_SEED);
    this.pos = at;
    return this.vocabulary.qnames.find(bytes, start, at, hash) ?? this.newName(start, at, hash);
  }

  private newName(start: number, end: number, hash: number): QName {
    const { qnames } = this.vocabulary;
    if (qnames.size - qnames.offset >= this.limits.names)
      throw new XmlFault('limit', say('xml.more-than-different-names', { n: this.limits.names }), start);
    const name = this.source.slice(start, end);
    if (name.length > this.limits.nameLength && decoded(name).length > this.limits.nameLength)
      throw new XmlFault(
        'limit',
        say('xml.name-of-more-than-characters', { n: this.limits.nameLength }),
        start,
      );
    const added = end > start ? qnames.add(name, hash) : undefined;
    return added ?? this.fault(say('xml.something-that-is-no-name-where'), start);
  }

  /** At a character that nothing may contain, or behind the last one. */
  private badCharacter(at: number, atEnd: Message, from = at): never {
    if (at >= this.source.length) return this.fault(atEnd, from);
    throw forbiddenCharacter(this.source, at);
  }

  private fault(message: Message, at = this.pos): never {
    throw new XmlFault('syntax', message, at);
  }
}

/** The normalised value of an attribute (XML 1.0 §3.3.3, CDATA type) in a source. */
export function attributeValue(source: string, start: number, end: number): string {
  return resolveReferences(decoded(source.slice(start, end)).replace(/[\t\n]/g, ' '));
}
