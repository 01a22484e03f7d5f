import {
  type Document,
  type Element,
  type Node,
  parseXmlDocument,
  serializeToWellFormedString,
} from 'slimdom';

/** A change of a document; the changed part must exist. */
export type Edit = (document: Document) => void;

const NAMESPACES: Readonly<Record<string, string>> = {
  cac: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  cbc: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
  ext: 'urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2',
  rsm: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  udt: 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
};

/** Each base document is parsed once. */
const bases = new Map<string, Document>();

export const edited = (xml: string, ...edits: readonly Edit[]): string => {
  const base = bases.get(xml) ?? parseXmlDocument(xml);
  bases.set(xml, base);
  const document = base.cloneNode(true);
  for (const edit of edits) edit(document);
  return serializeToWellFormedString(document);
};

/** Paths from the root: `cac:InvoiceLine[2]/cbc:ID`, one element at each step; by default the first. */
function find(document: Document, path: string): Element {
  return steps(path).reduce((at, step) => {
    const found = childrenOf(at, step.name)[step.position - 1];
    if (!found) throw new Error(`the document has no ${path}`);
    return found;
  }, rootOf(document));
}

const rootOf = (document: Document): Element => {
  if (!document.documentElement) throw new Error('an empty document');
  return document.documentElement;
};

interface Step {
  readonly name: string;
  readonly position: number;
}
const steps = (path: string): Step[] =>
  path === '.'
    ? []
    : path.split('/').map((step) => {
        const [, name = step, position = '1'] = /^([^[]+)(?:\[(\d+)\])?$/.exec(step) ?? [];
        return { name, position: Number(position) };
      });

const childrenOf = (element: Element, name: string): Element[] =>
  element.children.filter((child) => child.nodeName === name);

export const untouched: Edit = () => undefined;
export const all =
  (...edits: readonly Edit[]): Edit =>
  (document) =>
    edits.forEach((edit) => edit(document));

/** Puts a whole document, or a part of one, into an extension. */
export const enclose =
  (inner: Element): Edit =>
  (document) => {
    const [extensions, extension, content] = ['UBLExtensions', 'UBLExtension', 'ExtensionContent'].map(
      (name) => document.createElementNS(NAMESPACES['ext']!, `ext:${name}`),
    );
    content!.append(document.importNode(inner, true));
    extension!.append(content!);
    extensions!.append(extension!);
    rootOf(document).prepend(extensions!);
  };

/** Replaces an element's text. */
export const set =
  (path: string, text: string): Edit =>
  (document) => {
    find(document, path).textContent = text;
  };

export const remove =
  (...paths: readonly string[]): Edit =>
  (document) =>
    paths.map((path) => find(document, path)).forEach((element) => element.remove());

/** Appends XML after the last child; the schema checks the order of elements, not the rules. */
export const add =
  (path: string, xml: string): Edit =>
  (document) => {
    const parent = find(document, path);
    for (const node of fragment(xml)) parent.appendChild(document.importNode(node, true));
  };

export const repeat =
  (path: string): Edit =>
  (document) => {
    const element = find(document, path);
    element.after(element.cloneNode(true));
  };

export const setAttribute =
  (path: string, name: string, value: string): Edit =>
  (document) =>
    find(document, path).setAttribute(name, value);

export const removeAttribute =
  (path: string, name: string): Edit =>
  (document) =>
    find(document, path).removeAttribute(name);

/** Creates the missing elements of a path; the last one gets `text`. A last step `@name` is an attribute. */
export const make =
  (path: string, text = 'x'): Edit =>
  (document) => {
    const [elements = '', attribute] = path.split('/@');
    const last = steps(elements).reduce(
      (at, { name, position }) => childrenOf(at, name)[position - 1] ?? appended(at, name),
      rootOf(document),
    );
    if (attribute) last.setAttribute(attribute, text);
    else if (last.children.length === 0) last.textContent = text;
  };

function appended(parent: Element, name: string): Element {
  const prefix = name.split(':')[0] ?? '';
  const made = parent.ownerDocument?.createElementNS(NAMESPACES[prefix] ?? null, name);
  if (!made) throw new Error('an element without a document');
  parent.appendChild(made);
  return made;
}

function fragment(xml: string): Node[] {
  const declarations = Object.entries(NAMESPACES).map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`);
  const wrapper = rootOf(parseXmlDocument(`<wrapper ${declarations.join(' ')}>${xml}</wrapper>`));
  return [...wrapper.childNodes];
}
