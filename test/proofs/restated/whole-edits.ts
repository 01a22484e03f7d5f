import {
  type Attr,
  type Document,
  type Element,
  type Node,
  parseXmlDocument,
  serializeToWellFormedString,
} from 'slimdom';
import type { Draw } from '../../../scripts/bench/random.ts';

const EXT = 'urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2';
const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const XMLNS = 'http://www.w3.org/2000/xmlns/';
const FOREIGN = 'urn:example:foreign';
/** Names that rules look for in any namespace. */
const NAMES = [
  ...['TestAmount', 'Amount', 'PriceAmount', 'BaseAmount', 'Quantity', 'BaseQuantity', 'ID', 'Code', 'Rate', 'EmbeddedDocumentBinaryObject', 'BinaryObject'],
  ...['Invoice', 'CreditNote', 'TaxTotal', 'InvoiceLine', 'Percent', 'EndpointID', 'Note', 'IssueDate', 'TypeCode', 'Indicator', 'Period'],
]; // prettier-ignore
const VALUES = ['', ' ', '1.234', '1.23456', '0', '-1', 'x', 'EUR', '2026-13-01', 'true', '1e3'];
const ATTRIBUTES = [
  'currencyID',
  'unitCode',
  'schemeID',
  'schemeName',
  'listID',
  'mimeCode',
  'filename',
  'languageID',
  'format',
];

type WholeEdit = (document: Document, draw: Draw, other: () => Element) => void;

/** Changes after which an invoice says the same: what a rule sees beside it is that of another document, or another spelling. */
export const WHOLE_EDITS: Readonly<Record<string, WholeEdit>> = {
  'itself in an extension': (document) => extend(document, [document.documentElement!.cloneNode(true)]),
  'itself twice in extensions': (document) =>
    extend(document, [document.documentElement!.cloneNode(true), document.documentElement!.cloneNode(true)]),
  'another document in an extension': (document, _draw, other) =>
    extend(document, [document.importNode(other(), true)]),
  'a part of itself in an extension': (document, draw) =>
    extend(document, [draw.from(elementsOf(document.documentElement!)).cloneNode(true)]),
  'a part of another document in an extension': (document, draw, other) =>
    extend(document, [document.importNode(draw.from(elementsOf(other())), true)]),
  'a part within a part in an extension': (document, draw) => {
    const parts = elementsOf(document.documentElement!);
    const outer = draw.from(parts).cloneNode(true) as Element;
    draw.from(elementsOf(outer)).appendChild(draw.from(parts).cloneNode(true));
    extend(document, [outer]);
  },
  'foreign elements in an extension': (document, draw) => {
    const root = document.createElementNS(FOREIGN, 'x:Data');
    for (let left = 1 + draw.below(4); left > 0; left -= 1) {
      const one = document.createElementNS(draw.from([FOREIGN, null]), draw.from(NAMES));
      one.append(draw.from(VALUES));
      if (draw.below(2) === 0) one.setAttribute(draw.from(ATTRIBUTES), draw.from(VALUES));
      root.append(one);
    }
    extend(document, [root]);
  },
  'other prefixes': (document, draw) => {
    const prefixes = ['a', 'ubl', 'cbc', 'cac', 'ram', 'rsm', 'ns2', null, 'Ä', 'x.y'];
    const chosen = new Map<string, string | null>();
    for (const element of elementsOf(document.documentElement!)) {
      const namespace = element.namespaceURI ?? '';
      if (chosen.has(namespace)) continue;
      const left = prefixes.filter((prefix) => ![...chosen.values()].includes(prefix));
      chosen.set(namespace, draw.from(left));
    }
    const old = document.documentElement!;
    old.replaceWith(renamed(document, old, chosen));
  },
  'attributes of schemas': (document, draw) => {
    for (let left = 1 + draw.below(3); left > 0; left -= 1) {
      const element = draw.from(elementsOf(document.documentElement!));
      const [name, value] = draw.from([
        ['nil', 'false'],
        ['schemaLocation', 'urn:a b.xsd'],
        ['noNamespaceSchemaLocation', 'b.xsd'],
      ] as const);
      element.setAttributeNS(XSI, `xsi:${name}`, value);
    }
  },
  'comments and instructions': (document, draw) => {
    for (let left = 1 + draw.below(6); left > 0; left -= 1) {
      const element = draw.from(elementsOf(document.documentElement!));
      const made =
        draw.below(2) === 0 ? document.createComment(' c ') : document.createProcessingInstruction('p', 'q');
      draw.from([() => element.before(made), () => element.prepend(made), () => element.append(made)])();
    }
  },
  'no blanks between elements': (document) =>
    elementsOf(document.documentElement!).forEach((element) => {
      if (element.childElementCount === 0) return;
      for (const child of [...element.childNodes]) if (isBlank(child)) element.removeChild(child);
    }),
  'values in CDATA': (document, draw) =>
    elementsOf(document.documentElement!).forEach((element) => {
      const text = element.textContent ?? '';
      if (element.childElementCount > 0 || text === '' || draw.below(3) > 0) return;
      const at = draw.below(text.length + 1);
      element.replaceChildren(
        ...[text.slice(0, at)].filter((part) => part !== ''),
        document.createCDATASection(text.slice(at)),
      );
    }),
  'empty elements for absent values': (document, draw) => {
    const leaf = draw.from(
      elementsOf(document.documentElement!).filter(({ childElementCount }) => childElementCount === 0),
    );
    leaf.replaceChildren(
      ...draw.from([[], [document.createComment('')], [document.createCDATASection('')], [' ']]),
    );
  },
};

/** @returns the text of the changed document. */
export function wholly(xml: string, edits: readonly WholeEdit[], draw: Draw, other: () => string): string {
  const document = parseXmlDocument(xml);
  for (const edit of edits) edit(document, draw, () => parseXmlDocument(other()).documentElement!);
  return serializeToWellFormedString(document);
}

/** A document that has no slot for them stays as it is. */
function extend(document: Document, payloads: readonly Node[]): void {
  const root = document.documentElement!;
  if (!/^(Invoice|CreditNote)$/.test(root.localName)) return;
  const copies = payloads.map((payload) => payload.cloneNode(true));
  root.children.filter(({ localName }) => localName === 'UBLExtensions').forEach((old) => old.remove());
  const all = document.createElementNS(EXT, 'ext:UBLExtensions');
  for (const copy of copies) {
    const one = document.createElementNS(EXT, 'ext:UBLExtension');
    const content = document.createElementNS(EXT, 'ext:ExtensionContent');
    content.append(copy as Element);
    one.append(content);
    all.append(one);
  }
  root.prepend(all);
}

function renamed(document: Document, old: Element, chosen: ReadonlyMap<string, string | null>): Element {
  const prefix = chosen.get(old.namespaceURI ?? '');
  const made = document.createElementNS(
    old.namespaceURI,
    prefix === null || prefix === undefined || old.namespaceURI === null
      ? old.localName
      : `${prefix}:${old.localName}`,
  );
  for (const attribute of old.attributes as Attr[])
    if (attribute.namespaceURI !== XMLNS)
      made.setAttributeNS(
        attribute.namespaceURI,
        attribute.namespaceURI ? `q:${attribute.localName}` : attribute.localName,
        attribute.value,
      );
  for (const child of [...old.childNodes])
    made.append(
      child.nodeType === 1 ? renamed(document, child as Element, chosen) : (child.cloneNode(true) as Element),
    );
  return made;
}

const isBlank = (node: Node): boolean => node.nodeType === 3 && (node.textContent ?? '').trim() === '';

const elementsOf = (element: Element): readonly Element[] => [
  element,
  ...element.children.flatMap((child) => elementsOf(child)),
];
