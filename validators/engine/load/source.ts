import { SaxesParser, type SaxesTagNS } from 'saxes';
import { LIMITS, refuseDepth } from './limits.ts';
import { PackRefused } from './pack-refused.ts';
import type { Place } from './schema.ts';

/** The files of one pack: path inside its folder, with `/`, to bytes. No other file exists for it. */
export type PackFiles = ReadonlyMap<string, Uint8Array>;

/** An element of a pack's source, with its place. */
export interface SourceElement {
  readonly namespace: string;
  readonly localName: string;
  readonly attributes: readonly SourceAttribute[];
  /** Namespace declarations on this element; the empty prefix is the default namespace. */
  readonly declarations: Readonly<Record<string, string>>;
  /** Elements and text in order, without comments and processing instructions. */
  readonly content: readonly (SourceElement | string)[];
  readonly at: Place;
}

interface SourceAttribute {
  readonly namespace: string;
  readonly localName: string;
  readonly value: string;
}

type Open = SourceElement & { readonly content: (SourceElement | string)[] };

const XMLNS = 'http://www.w3.org/2000/xmlns/';

export const isElement = (node: SourceElement | string): node is SourceElement => typeof node !== 'string';

export const childElements = (element: SourceElement): SourceElement[] => element.content.filter(isElement);

/** The value of an attribute without a namespace. */
export const attributeOf = (element: SourceElement, name: string): string | undefined =>
  element.attributes.find((attribute) => attribute.namespace === '' && attribute.localName === name)?.value;

/**
 * Reads one file of a pack.
 * @throws PackRefused if it is missing, not UTF-8, not well-formed, nested too deeply, or has a DOCTYPE.
 */
export function parseSource(files: PackFiles, file: string, from: Place = { file, line: 1 }): SourceElement {
  const bytes = files.get(file);
  if (!bytes) throw new PackRefused(from, `the pack has no file ${file}`);
  const parser = new SaxesParser({ xmlns: true, position: true });
  const stack: Open[] = [];
  let root: SourceElement | undefined;
  let startLine = 1;
  const refuse = (reason: string): never => {
    throw new PackRefused({ file, line: parser.line }, reason);
  };
  const addText = (text: string): void => {
    stack.at(-1)?.content.push(text);
  };
  parser.on('error', (error) => refuse(`not well-formed: ${error.message}`));
  parser.on('xmldecl', ({ encoding = 'UTF-8' }) => {
    if (!/^utf-8$/i.test(encoding)) refuse(`encoding ${encoding} is not UTF-8`);
  });
  parser.on('doctype', () => refuse('a DOCTYPE is not taken'));
  parser.on('opentagstart', () => {
    startLine = parser.line;
    if (stack.length >= LIMITS.depth) refuseDepth({ file, line: startLine });
  });
  parser.on('opentag', (tag) => {
    const element = open(tag, { file, line: startLine });
    stack.at(-1)?.content.push(element);
    root ??= element;
    stack.push(element);
  });
  parser.on('closetag', () => void stack.pop());
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(decoded(bytes, file)).close();
  return root ?? refuse('no root element');
}

function open(tag: SaxesTagNS, at: Place): Open {
  return {
    namespace: tag.uri,
    localName: tag.local,
    attributes: Object.values(tag.attributes)
      .filter((attribute) => attribute.uri !== XMLNS)
      .map((attribute) => ({ namespace: attribute.uri, localName: attribute.local, value: attribute.value })),
    declarations: { ...tag.ns },
    content: [],
    at,
  };
}

function decoded(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    if (cause instanceof TypeError) throw new PackRefused({ file, line: 1 }, 'not UTF-8');
    throw cause;
  }
}
