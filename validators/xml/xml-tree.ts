import type { XmlElement } from '../vocabulary/xml-element.ts';
import type { Document, Node } from '../engine/xml/document.ts';
import { locate } from '../engine/xml/location.ts';
import { ownText, stringValue } from '../engine/xml/values.ts';

/** The root element of a parsed document, in the domain's form. Nothing is copied before its use. */
export const rootOf = (document: Document): XmlElement => new TreeElement(document, 1, new Map());

/** Names in the domain's form, by the parser's numbers. */
type Names = Map<number, string>;

class TreeElement implements XmlElement {
  constructor(
    private readonly document: Document,
    private readonly node: Node,
    private readonly names: Names,
  ) {}

  get name(): string {
    return this.nameOf(this.node);
  }

  get text(): string {
    return stringValue(this.document, this.node);
  }

  get ownText(): string {
    return ownText(this.document, this.node);
  }

  get attributes(): ReadonlyMap<string, string> {
    const { firstAttribute } = this.document;
    const first = firstAttribute[this.node] ?? 0;
    const end = firstAttribute[this.node + 1] ?? first;
    if (first === end) return NONE;
    const attributes = new Map<string, string>();
    for (let at = first; at < end; at += 1) attributes.set(this.nameOf(~at), stringValue(this.document, ~at));
    return attributes;
  }

  get elements(): readonly XmlElement[] {
    const { last } = this.document;
    const end = last[this.node] ?? this.node;
    if (end === this.node) return LEAF;
    const children: XmlElement[] = [];
    for (let child = this.node + 1; child <= end; child = (last[child] ?? child) + 1)
      children.push(new TreeElement(this.document, child, this.names));
    return children;
  }

  get location() {
    const { xpath, line } = locate(this.document, this.node);
    return { xpath, line };
  }

  private nameOf(node: Node): string {
    const id = this.document.nameIdOf(node);
    const cached = this.names.get(id);
    if (cached !== undefined) return cached;
    const { namespace, local } = this.document.nameOf(node);
    const name = namespace === '' ? local : `{${namespace}}${local}`;
    this.names.set(id, name);
    return name;
  }
}

const LEAF: readonly never[] = [];
const NONE: ReadonlyMap<string, string> = new Map();
