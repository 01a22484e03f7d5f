import { XmlDocument, XmlElement, type XmlNode } from 'libxml2-wasm';

/** The content of a schema, as far as the generator of valid and invalid documents needs it. */
export interface SchemaModel {
  readonly root: Element;
  /** By namespace and name, `{urn:…}AmountType`. */
  readonly types: ReadonlyMap<string, Type>;
}
export type Type =
  | { readonly kind: 'sequence' | 'choice'; readonly elements: readonly Element[] }
  | { readonly kind: 'value'; readonly holds: string; readonly attributes: readonly Attribute[] };
export interface Element {
  readonly name: string;
  readonly namespace: string;
  readonly required: boolean;
  readonly repeats: boolean;
  /** Key of `types`. */
  readonly type: string;
}
export interface Attribute {
  readonly name: string;
  readonly only: string | undefined;
  readonly required: boolean;
}

const XS = { xs: 'http://www.w3.org/2001/XMLSchema' };

/** Reads the files of a schema that is written with named types, and with nameless ones for values. */
export function schemaModel(files: ReadonlyMap<string, Uint8Array>): SchemaModel {
  const types = new Map<string, Type>();
  const roots: Element[] = [];
  for (const bytes of files.values()) {
    const document = XmlDocument.fromBuffer(bytes);
    const namespace = document.root.attr('targetNamespace')?.value ?? '';
    const reader = new Reader(namespace, types);
    for (const type of childElements(document.root, 'xs:complexType'))
      types.set(`{${namespace}}${nameOf(type)}`, reader.type(type));
    for (const type of childElements(document.root, 'xs:simpleType'))
      types.set(`{${namespace}}${nameOf(type)}`, reader.simpleType(type));
    roots.push(...childElements(document.root, 'xs:element').map((element) => reader.element(element)));
    document.dispose();
  }
  const [root] = roots;
  if (!root || roots.length > 1) throw new Error('a schema with one root element is expected');
  return { root, types };
}

class Reader {
  constructor(
    private readonly namespace: string,
    private readonly types: Map<string, Type>,
  ) {}

  type(complex: XmlElement): Type {
    for (const kind of ['sequence', 'choice'] as const) {
      const [list] = childElements(complex, `xs:${kind}`);
      if (list) {
        const elements = childElements(list, 'xs:element').map((element) => this.element(element));
        return { kind, elements };
      }
    }
    const [extension] = childElements(complex, 'xs:simpleContent/xs:extension');
    if (!extension) throw new Error(`${nameOf(complex)} is of no kind that is known here`);
    return {
      kind: 'value',
      holds: named(extension, 'base'),
      attributes: childElements(extension, 'xs:attribute').map((attribute) => ({
        name: nameOf(attribute),
        only: attribute.attr('fixed')?.value,
        required: attribute.attr('use')?.value === 'required',
      })),
    };
  }

  simpleType(simple: XmlElement): Type {
    const [restriction] = childElements(simple, 'xs:restriction');
    if (!restriction) throw new Error(`${nameOf(simple)} is of no kind that is known here`);
    return { kind: 'value', holds: named(restriction, 'base'), attributes: [] };
  }

  element(element: XmlElement): Element {
    return {
      name: nameOf(element),
      namespace: this.namespace,
      required: element.attr('minOccurs')?.value !== '0',
      repeats: element.attr('maxOccurs')?.value === 'unbounded',
      type: element.attr('type') ? this.stated(element) : this.nameless(element),
    };
  }

  private stated(element: XmlElement): string {
    const type = named(element, 'type');
    if (type.startsWith(`{${XS.xs}}`)) this.types.set(type, { kind: 'value', holds: type, attributes: [] });
    return type;
  }

  private nameless(element: XmlElement): string {
    const [complex] = childElements(element, 'xs:complexType');
    if (!complex) throw new Error(`${nameOf(element)} has no type`);
    const key = `{${this.namespace}}#${nameOf(element)}`;
    this.types.set(key, this.type(complex));
    return key;
  }
}

const childElements = (parent: XmlElement, path: string): readonly XmlElement[] =>
  parent.find(path, XS).filter((node: XmlNode) => node instanceof XmlElement);

const nameOf = (element: XmlElement): string => element.attr('name')?.value ?? '';

/** The type that an attribute names, with its namespace instead of the prefix. */
function named(element: XmlElement, attribute: string): string {
  const [prefix = '', name = ''] = (element.attr(attribute)?.value ?? '').split(':');
  return `{${element.namespaceForPrefix(prefix)}}${name}`;
}
