import { ParseOption, XmlDocument, type XmlElement } from 'libxml2-wasm';

const OPTIONS = {
  option: ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_BIG_LINES,
};

/** Reads with the parser of the schema check, for comparison. */
function withLibxml<T>(bytes: Uint8Array, use: (document: XmlDocument) => T): T | Error {
  let document: XmlDocument;
  try {
    document = XmlDocument.fromBuffer(bytes, OPTIONS);
  } catch (error) {
    return error as Error;
  }
  try {
    return use(document);
  } finally {
    document.dispose();
  }
}

/** Its reason to refuse a document, or undefined. */
export function libxmlRefusal(bytes: Uint8Array): string | undefined {
  const result = withLibxml(bytes, () => undefined);
  return result instanceof Error ? result.message : undefined;
}

/** The parts of an element that rules can read. */
export interface SeenElement {
  readonly name: string;
  readonly namespace: string;
  readonly local: string;
  readonly value: string;
  readonly attributes: readonly string[];
}

/** All elements in document order, read by libxml2. */
export function libxmlElements(bytes: Uint8Array): SeenElement[] | Error {
  return withLibxml(bytes, (document) =>
    document.find('//*').map((node) => {
      const element = node as XmlElement;
      return {
        name: qname(element.namespacePrefix, element.name),
        namespace: element.namespaceUri,
        local: element.name,
        value: element.content,
        attributes: element.attrs
          .map(
            (attribute) =>
              `${qname(attribute.prefix, attribute.name)} ${attribute.namespaceUri} ${attribute.value}`,
          )
          .sort(),
      };
    }),
  );
}

const qname = (prefix: string, local: string): string => (prefix === '' ? local : `${prefix}:${local}`);

/** Index, in document order from 1, of the one element that each XPath selects; 0 for none or several. */
export function libxmlSelects(bytes: Uint8Array, xpaths: readonly string[]): number[] | Error {
  return withLibxml(bytes, (document) => {
    const all = document.find('//*') as XmlElement[];
    const namespaces = document.root.nsDeclarations;
    return xpaths.map((xpath) => {
      const found = document.find(xpath, namespaces) as XmlElement[];
      return found.length === 1
        ? all.findIndex((element) => element.line === found[0]!.line && element.name === found[0]!.name) + 1
        : 0;
    });
  });
}
