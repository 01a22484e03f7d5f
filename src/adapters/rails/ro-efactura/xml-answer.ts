import { isRead, refuse, strictParser } from '../../xml/strict-xml.ts';

/** A small answer in XML: one element with attributes, and child elements with attributes. */
export interface XmlAnswer {
  readonly root: string;
  readonly namespace: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** `errorMessage` of its children, in their order. */
  readonly errors: readonly string[];
}

const MAX_DEPTH = 10;

/** @returns undefined if it is not XML, or declares a DOCTYPE. */
export function xmlAnswer(bytes: Uint8Array): XmlAnswer | undefined {
  const parser = strictParser();
  let depth = 0;
  let answer: Omit<XmlAnswer, 'errors'> | undefined;
  const errors: string[] = [];
  parser.on('opentag', ({ local, uri, attributes }) => {
    depth += 1;
    if (depth > MAX_DEPTH) refuse();
    const values = Object.fromEntries(Object.entries(attributes).map(([name, { value }]) => [name, value]));
    answer ??= { root: local, namespace: uri, attributes: values };
    const { errorMessage } = values;
    if (depth > 1 && errorMessage !== undefined) errors.push(errorMessage.trim());
  });
  parser.on('closetag', () => (depth -= 1));
  return isRead(parser, bytes) && answer ? { ...answer, errors } : undefined;
}

/** The content of a document, independent of its notation; undefined if it is not XML. */
export function contentOf(bytes: Uint8Array): string | undefined {
  const parser = strictParser();
  const response: string[] = [];
  let text = '';
  const flush = (): void => {
    if (text.trim() !== '') response.push(JSON.stringify(text.trim()));
    text = '';
  };
  parser.on('opentag', ({ local, uri, attributes }) => {
    flush();
    const own = Object.values(attributes).filter(({ prefix, local: name }) => (prefix || name) !== 'xmlns');
    const values = own.map(({ uri: of, local: name, value }) => JSON.stringify([of, name, value])).sort();
    response.push(`<${JSON.stringify([uri, local])}${values.join('')}>`);
  });
  parser.on('text', (part) => (text += part));
  parser.on('cdata', (part) => (text += part));
  parser.on('closetag', () => {
    flush();
    response.push('</>');
  });
  return isRead(parser, bytes) ? response.join('') : undefined;
}

/** BT-1 of a UBL or CII document; undefined if it has none, or is not XML. */
export function invoiceNumberIn(bytes: Uint8Array): string | undefined {
  const parser = strictParser();
  const path: string[] = [];
  const texts: string[] = [];
  let text: string | undefined;
  parser.on('opentag', ({ local }) => {
    path.push(local);
    if (NUMBER_PLACES.has(path.slice(1).join('/'))) text = '';
  });
  const add = (part: string): void => {
    if (text !== undefined) text += part;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    if (text !== undefined) texts.push(text.trim());
    text = undefined;
    path.pop();
  });
  return isRead(parser, bytes) ? texts[0] : undefined;
}

const NUMBER_PLACES: ReadonlySet<string> = new Set(['ID', 'ExchangedDocument/ID']);
