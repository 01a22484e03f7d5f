import { parser } from '@lezer/xml';
import { keepLast } from './parsed.ts';
import { type DocumentTable, partsOf, tableOf } from './syntax-tables.ts';

/** Where the elements of an XML text stand. A text that is broken somewhere is read as far as it goes. */

export interface LocatedElement {
  /** Where the element begins, or the last one around it. */
  readonly at: number;
  /** The rest of the path, if the element is not there. */
  readonly missing: readonly string[];
  /** Before what a missing element belongs, or after the tag of the one around it. */
  readonly ghostAt: number;
  /** As the elements around it are named: `ram:`. */
  readonly prefix: string;
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

interface Attribute extends Span {
  /** As it is written. */
  readonly name: string;
  /** Its value without the quotes. */
  readonly value: Span;
}

/** An element of the text. */
export interface Element extends Span {
  /** Where its first tag ends. */
  readonly tagTo: number;
  /** Where its name in the first tag ends. */
  readonly nameTo: number;
  /** Where its last tag begins; undefined of an element of one tag. */
  readonly closeFrom: number | undefined;
  /** `ram:`, or nothing. */
  readonly prefix: string;
  /** Its local name. */
  readonly name: string;
  readonly attributes: readonly Attribute[];
  /** Its own text; comments stand between. */
  readonly texts: readonly Span[];
  readonly children: readonly Element[];
  readonly parent: Element | undefined;
}

export interface XmlText {
  readonly root: Element | undefined;
  /** Well-formed, without a document type. */
  readonly isSound: boolean;
}

type Mutable<T> = { -readonly [Member in keyof T]: T[Member] };

interface Growing extends Mutable<Omit<Element, 'attributes' | 'texts' | 'children'>> {
  readonly attributes: Mutable<Attribute>[];
  readonly texts: Mutable<Span>[];
  readonly children: Element[];
}

const TEXTS: ReadonlySet<string> = new Set(['Text', 'EntityReference', 'CharacterReference', 'Cdata']);
const UNSOUND: ReadonlySet<string> = new Set([
  ...['DoctypeDecl', 'MissingCloseTag', 'MismatchedCloseTag', 'IncompleteCloseTag', 'InvalidEntity'],
]);

export const readXml = keepLast((text): XmlText => new XmlReader(text).read());

class XmlReader {
  private readonly around: Growing[] = [];
  private root: Element | undefined;
  private isSound = true;

  constructor(private readonly text: string) {}

  read(): XmlText {
    parser.parse(this.text).iterate({
      enter: ({ name, from, to, type }) => {
        if (type.isError || UNSOUND.has(name)) this.isSound = false;
        this.enter(name, from, to);
        // References in a value are no text of the element.
        return name !== 'AttributeValue';
      },
      leave: ({ name }) => {
        if (name === 'Element') this.around.pop();
      },
    });
    return { root: this.root, isSound: this.isSound && this.root !== undefined };
  }

  private enter(kind: string, from: number, to: number): void {
    const element = this.around.at(-1);
    if (kind === 'Element') this.begin(from, to, element);
    else if (!element) this.outside(kind, from, to);
    else if (TEXTS.has(kind)) addText(element, from, to);
    else this.partOfTag(kind, from, to, element);
  }

  private begin(from: number, to: number, parent: Growing | undefined): void {
    const rest = { closeFrom: undefined, prefix: '', name: '', attributes: [], texts: [], children: [] };
    const element: Growing = { from, to, tagTo: from, nameTo: from, parent, ...rest };
    if (parent) parent.children.push(element);
    else if (this.root) this.isSound = false;
    else this.root = element;
    this.around.push(element);
  }

  private outside(kind: string, from: number, to: number): void {
    if (TEXTS.has(kind) && !/^[\s\uFEFF]*$/.test(this.text.slice(from, to))) this.isSound = false;
  }

  private partOfTag(kind: string, from: number, to: number, element: Growing): void {
    if (kind === 'OpenTag' || kind === 'SelfClosingTag') element.tagTo = to;
    else if (kind === 'CloseTag') element.closeFrom = from;
    else if (kind === 'TagName' && element.name === '') {
      const [, prefix = '', name = ''] = /^([^:]*:)?(.*)$/s.exec(this.text.slice(from, to)) ?? [];
      Object.assign(element, { prefix, name, nameTo: to });
    } else if (kind === 'AttributeName')
      element.attributes.push({ name: this.text.slice(from, to), from, to, value: { from: to, to } });
    else if (kind === 'AttributeValue')
      Object.assign(element.attributes.at(-1) ?? {}, { to, value: { from: from + 1, to: to - 1 } });
  }
}

/** Texts side by side are one. */
function addText({ texts }: Growing, from: number, to: number): void {
  const last = texts.at(-1);
  if (last?.to === from) last.to = to;
  else texts.push({ from, to });
}

/** @param path local names below the root. */
export function locateElement(text: string, path: readonly string[]): LocatedElement | undefined {
  const { root } = readXml(text);
  let element = root;
  if (!element) return undefined;
  for (const [index, name] of path.entries()) {
    const next: Element | undefined = element.children.find((child) => child.name === name);
    if (!next) return missingIn(element, path.slice(index), root?.name ?? '');
    element = next;
  }
  return { at: element.from, missing: [], ghostAt: element.from, prefix: '' };
}

function missingIn(around: Element, missing: readonly string[], root: string): LocatedElement {
  const { from, tagTo, children } = around;
  const table = tableOf(root);
  const before = table && childBefore(around, missing[0] ?? '', orderIn(table, around));
  const { prefix } = children[0] ?? around;
  return { at: from, missing, ghostAt: (before?.to ?? tagTo) - 1, prefix };
}

export const orderIn = (table: DocumentTable, { name, parent }: Element): readonly string[] =>
  partsOf(table, name, parent?.name).names;

/** The child after which an element of this name belongs; undefined if it is the first. */
export function childBefore(
  { children }: Element,
  name: string,
  order: readonly string[],
): Element | undefined {
  const earlier = new Set(order.slice(0, order.indexOf(name) + 1));
  return children.findLast((child) => earlier.has(child.name));
}

/** @param line from 1, as findings name it. */
export function offsetOf(text: string, line: number, column = 1): number {
  let at = 0;
  for (let each = 1; each < line; each += 1) {
    const end = text.indexOf('\n', at);
    if (end < 0) return at;
    at = end + 1;
  }
  return at + Math.max(0, column - 1);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** What a stretch of the text states: references resolved, CDATA without its marks. */
export const plainOf = (written: string): string =>
  written
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(
      /<!\[CDATA\[([^]*?)\]\]>|&#x([0-9a-fA-F]+);|&#(\d+);|&(\w+);/g,
      (whole, inner: string | undefined, hex?: string, decimal?: string, name?: string) => {
        if (inner !== undefined) return inner;
        const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
        if (name === undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
        return ENTITIES[name] ?? whole;
      },
    );

/** The text of an element, without outer blanks. */
export const textIn = (text: string, { texts }: Element): string =>
  texts
    .map(({ from, to }) => plainOf(text.slice(from, to)))
    .join('')
    .trim();

export function attributeIn(text: string, { attributes }: Element, name: string): string | undefined {
  const attribute = attributes.find((each) => each.name === name);
  return attribute && plainOf(text.slice(attribute.value.from, attribute.value.to));
}

/** The namespace of a prefix (`ram:`, or nothing) at an element. */
export function namespaceAt(text: string, element: Element, prefix: string): string | undefined {
  const name = prefix === '' ? 'xmlns' : `xmlns:${prefix.slice(0, -1)}`;
  for (let at: Element | undefined = element; at; at = at.parent) {
    const declared = attributeIn(text, at, name);
    if (declared !== undefined) return declared === '' ? undefined : declared;
  }
  return undefined;
}

const names = new WeakMap<Element, string>();

/** `{namespace}local`. */
export function expandedName(text: string, element: Element): string {
  const name = names.get(element) ?? `{${namespaceAt(text, element, element.prefix) ?? ''}}${element.name}`;
  names.set(element, name);
  return name;
}
