import { DOCUMENT_LIMITS } from '../limits.ts';
import {
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
  isWhite,
  mayBeName,
  stopsText,
  stopsValue,
} from './characters.ts';
import { AttributeBuilder, ElementBuilder, PathBuilder } from './columns.ts';
import { Document } from './document.ts';
import { XmlFault, type XmlFailure, positionOf } from './failure.ts';
import { codeOf, skipCdata, skipComment, skipDeclaration, skipInstruction, skipWhite } from './markup.ts';
import { withLineFeeds } from './line-ends.ts';
import { NamespaceScope } from './namespace-scope.ts';
import { UNKNOWN } from './name-table.ts';
import { ROOT_PATH } from './path-trie.ts';
import { HASH_SEED, type QName } from './qname-table.ts';
import { checkReference, resolveReferences } from './references.ts';
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

export type ParseResult =
  | { readonly document: Document; readonly failure?: undefined }
  | { readonly failure: XmlFailure; readonly document?: undefined };

/**
 * Parses the text of one document.
 * @param text without byte order mark, without lone surrogates (see `decode.ts`); any line ends.
 * @param vocabulary of this document: `shared.extend()`. The shared one itself would learn the document's names and paths, which is for
 * trusted samples only.
 */
export function parseXml(text: string, vocabulary: Vocabulary, limits: XmlLimits = XML_LIMITS): ParseResult {
  const source = withLineFeeds(text);
  try {
    return { document: new Parser(source, vocabulary, limits).document() };
  } catch (fault) {
    if (!(fault instanceof XmlFault)) throw fault;
    return { failure: { kind: fault.kind, message: fault.message, ...positionOf(source, fault.offset) } };
  }
}

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
    private readonly text: string,
    private readonly vocabulary: Vocabulary,
    private readonly limits: XmlLimits,
  ) {
    this.scope = new NamespaceScope(vocabulary);
    // Invoices have an element per 40 to 60 characters, and an attribute for every third.
    this.elements = new ElementBuilder((text.length >>> 5) + 16);
    this.attributes = new AttributeBuilder((text.length >>> 7) + 16);
    this.paths = new PathBuilder(vocabulary.paths.size + 64);
  }

  document(): Document {
    this.elements.add();
    this.elements.name[0] = UNKNOWN;
    this.elements.path[0] = ROOT_PATH;
    this.pos = skipDeclaration(this.text);
    this.misc();
    if (this.text.startsWith('<!DOCTYPE', this.pos))
      throw new XmlFault('doctype', 'a document type declaration, which is not accepted', this.pos);
    if (this.text.charCodeAt(this.pos) !== LESS_THAN) this.fault('no root element');
    this.startTag();
    this.content();
    this.misc();
    if (this.pos < this.text.length) this.fault('something follows the root element');
    return this.finish();
  }

  private finish(): Document {
    const elements = this.elements;
    const attributes = this.attributes;
    const vocabulary = this.vocabulary;
    const source = this.text;
    const { count } = elements;
    elements.last[0] = count - 1;
    elements.contentEnd[0] = source.length;
    elements.firstAttribute[count] = attributes.attributeCount;
    const lists = this.paths.lists(elements, attributes);
    return new Document({ vocabulary, source, elements, attributes, lists });
  }

  /** Before and after the root element: white space, comments and processing instructions. */
  private misc(): void {
    const text = this.text;
    for (;;) {
      this.pos = skipWhite(text, this.pos);
      if (text.startsWith('<!--', this.pos)) this.pos = skipComment(text, this.pos);
      else if (text.startsWith('<?', this.pos)) this.pos = skipInstruction(text, this.pos);
      else return;
    }
  }

  /** Everything between the root's start tag and its end tag. */
  private content(): void {
    const text = this.text;
    while (this.depth > 0) {
      this.textRun();
      if (this.pos >= text.length) this.fault('the document ends inside an element');
      const next = text.charCodeAt(this.pos + 1);
      if (next === SLASH) this.endTag();
      else if (next === EXCLAMATION) this.section();
      else if (next === QUESTION) {
        this.elements.plain[this.open] = 0;
        this.pos = skipInstruction(text, this.pos);
      } else this.startTag();
    }
  }

  /** Advances to the next `<`. */
  private textRun(): void {
    const text = this.text;
    const { length } = text;
    let at = this.pos;
    for (; at < length; at++) {
      const c = text.charCodeAt(at);
      if (!stopsText(c)) continue;
      if (c === LESS_THAN) break;
      if (c === AMPERSAND) {
        this.elements.plain[this.open] = 0;
        at = checkReference(text, at) - 1;
      } else if (c !== CLOSING_BRACKET) {
        if (c !== TAB && c !== LINE_FEED) this.badCharacter(at);
      } else if (text.startsWith(']]>', at)) this.fault('"]]>" in text', at);
    }
    this.pos = at;
  }

  /** A comment or a CDATA section. */
  private section(): void {
    const text = this.text;
    const pos = this.pos;
    this.elements.plain[this.open] = 0;
    if (text.startsWith('<!--', pos)) this.pos = skipComment(text, pos);
    else if (text.startsWith('<![CDATA[', pos)) this.pos = skipCdata(text, pos);
    else this.fault('a declaration inside an element');
  }

  private startTag(): void {
    const elements = this.elements;
    const attributes = this.attributes;
    const text = this.text;
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
    if (text.charCodeAt(at) === SLASH) {
      if (text.charCodeAt(at + 1) !== GREATER_THAN) this.fault('a start tag that does not end', at);
      this.pos = at + 2;
      elements.contentStart[e] = this.pos;
      this.leave(this.pos);
    } else elements.contentStart[e] = this.pos;
  }

  /** Reads the attributes of a start tag. @returns the offset of the `>` or `/` that ends it. */
  private attributesOf(e: number, element: QName): number {
    const text = this.text;
    let room = this.limits.attributes;
    let at = this.pos;
    let before = element;
    for (;;) {
      const c = text.charCodeAt(at);
      if (c === GREATER_THAN || c === SLASH) return at;
      if (!isWhite(c)) this.fault('a start tag that does not end', at);
      at = skipWhite(text, at);
      if (!mayBeName(text.charCodeAt(at))) continue;
      if (room-- === 0)
        throw new XmlFault('limit', `more than ${String(this.limits.attributes)} attributes in one tag`, at);
      before = this.attribute(at, e, before);
      at = this.pos;
    }
  }

  private enter(nameStart: number, e: number): void {
    // The row before the first element is the document's.
    if (e > this.limits.elements)
      throw new XmlFault('limit', `more than ${String(this.limits.elements)} elements`, nameStart);
    if (++this.depth > this.limits.depth)
      throw new XmlFault('limit', `elements nested more than ${String(this.limits.depth)} deep`, nameStart);
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
    const text = this.text;
    const pos = this.pos;
    const qname = this.vocabulary.qnames.nameOf(this.elements.qname[this.open]!);
    if (!qname.standsAt(text, pos + 2)) this.fault('an end tag that does not match its start tag');
    let at = pos + 2 + qname.text.length;
    if (text.charCodeAt(at) !== GREATER_THAN) at = skipWhite(text, at);
    if (text.charCodeAt(at) !== GREATER_THAN) this.fault('an end tag that does not match its start tag');
    this.leave(pos);
    this.pos = at + 1;
  }

  /** Reads one attribute; a namespace declaration gets no row. @returns its name. */
  private attribute(start: number, e: number, before: QName): QName {
    const text = this.text;
    const attributes = this.attributes;
    const qname = this.attributeName(start, before);
    let at = text.charCodeAt(this.pos) === EQUALS ? this.pos : skipWhite(text, this.pos);
    if (text.charCodeAt(at) !== EQUALS) this.fault('an attribute without a value', at);
    at = skipWhite(text, at + 1);
    const quote = text.charCodeAt(at);
    if (quote !== QUOTE && quote !== APOSTROPHE) this.fault('an attribute value without quotes', at);
    const plain = this.value(at + 1, quote);
    const { declares } = qname;
    if (declares !== UNKNOWN) {
      const uri = attributeValue(text, at + 1, this.pos - 1, plain);
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
    attributes.attributePlain[a] = plain ? 1 : 0;
    return qname;
  }

  /** Advances past the closing quote. @returns whether the value is exactly the characters in between. */
  private value(start: number, quote: number): boolean {
    const text = this.text;
    const { length } = text;
    let plain = true;
    for (let at = start; at < length; at++) {
      const c = text.charCodeAt(at);
      if (!stopsValue(c)) continue;
      if (c === quote) {
        this.pos = at + 1;
        return plain;
      }
      if (c === AMPERSAND) at = checkReference(text, at) - 1;
      else if (c === LESS_THAN) this.fault('"<" in an attribute value', at);
      else if (c === QUOTE || c === APOSTROPHE) continue;
      else if (c !== TAB && c !== LINE_FEED) this.badCharacter(at);
      plain = false;
    }
    return this.fault('an attribute value that does not end', start);
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
        this.fault('an attribute given twice', offset);
    }
    if (paths.size - paths.offset > this.limits.paths)
      throw new XmlFault('limit', `more than ${String(this.limits.paths)} different element paths`, offset);
  }

  private resolve(qname: QName, attribute: boolean, offset: number): number {
    const name = this.scope.resolve(qname, attribute);
    return name === UNKNOWN ? this.fault('a namespace prefix that is not declared', offset) : name;
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
    const end = start + guess.text.length;
    if (!guess.standsAt(this.text, start) || mayBeName(this.text.charCodeAt(end))) return false;
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
    const text = this.text;
    const { length } = text;
    let hash = 0;
    let at = start;
    for (; at < length; at++) {
      const c = text.charCodeAt(at);
      if (!mayBeName(c)) break;
      hash = Math.imul(hash ^ c, HASH_SEED);
    }
    this.pos = at;
    return this.vocabulary.qnames.find(text, start, at, hash) ?? this.newName(start, at, hash);
  }

  private newName(start: number, end: number, hash: number): QName {
    const { qnames } = this.vocabulary;
    if (qnames.size - qnames.offset >= this.limits.names)
      throw new XmlFault('limit', `more than ${String(this.limits.names)} different names`, start);
    if (end - start > this.limits.nameLength)
      throw new XmlFault('limit', `a name of more than ${String(this.limits.nameLength)} characters`, start);
    const added = end > start ? qnames.add(this.text.slice(start, end), hash) : undefined;
    return added ?? this.fault('something that is no name where one must stand', start);
  }

  private badCharacter(at: number): never {
    return this.fault(`character ${codeOf(this.text, at)}, which XML does not allow`, at);
  }

  private fault(message: string, at = this.pos): never {
    throw new XmlFault('syntax', message, at);
  }
}

/** The normalised value of an attribute (XML 1.0 §3.3.3, CDATA type). */
export function attributeValue(text: string, start: number, end: number, plain: boolean): string {
  const written = text.slice(start, end);
  return plain ? written : resolveReferences(written.replace(/[\t\n]/g, ' '));
}
