import { type Message, say } from '../vocabulary/message.ts';
import type { XmlElement } from '../vocabulary/xml-element.ts';
import { parseXml } from '../engine/xml/parse.ts';
import { Vocabulary } from '../engine/xml/vocabulary.ts';
import { rootOf } from '../xml/xml-tree.ts';

export const XMP = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  pdfaid: 'http://www.aiim.org/pdfa/ns/id/',
  extension: 'http://www.aiim.org/pdfa/ns/extension/',
  schema: 'http://www.aiim.org/pdfa/ns/schema#',
  property: 'http://www.aiim.org/pdfa/ns/property#',
  facturx: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
  zugferd2: 'urn:zugferd:pdfa:CrossIndustryDocument:invoice:2p0#',
  zugferd1: 'urn:ferd:pdfa:CrossIndustryDocument:invoice:1p0#',
} as const;

/** The XMP of a PDF (ISO 16684-1; ISO 19005-3, 6.6). */
export interface Xmp {
  /** `{namespace}name` → value, written as an element or as an attribute. */
  readonly properties: ReadonlyMap<string, string>;
  readonly extensions: readonly ExtensionSchema[];
  /** The packet header states its length or encoding, which PDF/A forbids. */
  readonly hasOldHeader: boolean;
}

interface ExtensionSchema {
  readonly namespace: string | undefined;
  readonly prefix: string | undefined;
  readonly name: string | undefined;
  readonly properties: readonly ExtensionProperty[];
}

interface ExtensionProperty {
  readonly name: string | undefined;
  readonly valueType: string | undefined;
  readonly category: string | undefined;
  readonly description: string | undefined;
}

/** XMP is small; more is no description of an invoice. */
const MAX_XMP_BYTES = 1_000_000;

/** @returns its contents, or why it is unreadable. */
export function readXmp(bytes: Uint8Array): Xmp | Message {
  if (bytes.length > MAX_XMP_BYTES) return say('pdf.it-is-larger-than-description-can-be');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return say('pdf.it-is-not-utf-8');
  }
  const { document, failure } = parseXml(trim(text), new Vocabulary());
  if (!document) return failure.message;
  const root = rootOf(document);
  const rdf = root.name === `{${XMP.rdf}}RDF` ? root : childOf(root, XMP.rdf, 'RDF');
  if (!rdf) return say('pdf.it-has-no-rdf');
  const descriptions = rdf.elements.filter(({ name }) => name === `{${XMP.rdf}}Description`);
  return {
    properties: new Map(descriptions.flatMap((description) => [...propertiesIn(description)])),
    extensions: descriptions.flatMap(extensionsIn),
    hasOldHeader: /<\?xpacket\s[^>]*\b(bytes|encoding)\s*=/.test(text.slice(0, 1_000)),
  };
}

/** Namespaces of the invoice's properties, the present one first. */
const INVOICE_NAMESPACES = [XMP.facturx, XMP.zugferd2, XMP.zugferd1];

/** A property of the invoice in a PDF: `ConformanceLevel`, `DocumentFileName`, `DocumentType`, `Version`. */
export function invoiceProperty({ properties }: Xmp, name: string): string | undefined {
  for (const namespace of INVOICE_NAMESPACES) {
    const value = properties.get(`{${namespace}}${name}`);
    if (value !== undefined) return value;
  }
  return undefined;
}

export const fileNameIn = (xmp: Xmp): string | undefined => invoiceProperty(xmp, 'DocumentFileName');

/** Removes the padding after the packet. */
const trim = (text: string): string => text.replace(/^[\uFEFF\s\0]*/, '').replace(/(?<![\s\0])[\s\0]+$/, '');

function* propertiesIn(description: XmlElement): Iterable<readonly [string, string]> {
  for (const [name, value] of description.attributes)
    if (name.startsWith('{') && !name.startsWith(`{${XMP.rdf}}`)) yield [name, value];
  for (const element of description.elements) yield [element.name, valueOf(element)];
}

/** The text, or the items of a list. */
function valueOf(element: XmlElement): string {
  const [list] = element.elements;
  return (list ? list.elements.map(({ text }) => text).join(', ') : element.text).trim();
}

function extensionsIn(description: XmlElement): readonly ExtensionSchema[] {
  const bag = childOf(description, XMP.extension, 'schemas');
  return itemsIn(bag).map((item) => ({
    namespace: textIn(item, XMP.schema, 'namespaceURI'),
    prefix: textIn(item, XMP.schema, 'prefix'),
    name: textIn(item, XMP.schema, 'schema'),
    properties: itemsIn(childOf(item, XMP.schema, 'property')).map((property) => ({
      name: textIn(property, XMP.property, 'name'),
      valueType: textIn(property, XMP.property, 'valueType'),
      category: textIn(property, XMP.property, 'category'),
      description: textIn(property, XMP.property, 'description'),
    })),
  }));
}

/** Items of a bag or sequence; a resource may stand in a Description of its own. */
const itemsIn = (list: XmlElement | undefined): readonly XmlElement[] =>
  (list?.elements[0]?.elements ?? []).map((item) => childOf(item, XMP.rdf, 'Description') ?? item);

const childOf = (element: XmlElement, namespace: string, local: string): XmlElement | undefined =>
  element.elements.find(({ name }) => name === `{${namespace}}${local}`);

const textIn = (element: XmlElement, namespace: string, local: string): string | undefined =>
  childOf(element, namespace, local)?.text.trim() ?? element.attributes.get(`{${namespace}}${local}`)?.trim();
