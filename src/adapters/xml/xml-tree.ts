import { isRead, refuse, strictParser } from './strict-xml.ts';

/** An element of a message, with local names. */
export interface Element {
  readonly uri: string;
  readonly local: string;
  /** Attributes without a namespace. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Element[];
  /** Trimmed: published messages have line breaks there. */
  readonly text: string;
  /** The positions after its start tag and after its end tag, in the text. */
  readonly opened: number;
  readonly closed: number;
}

interface Open extends Omit<Element, 'children' | 'text' | 'closed'> {
  readonly children: Element[];
  text: string;
}

/** Beyond them a text is no message. */
interface Most {
  readonly depth: number;
  readonly elements?: number;
}

/** @returns undefined if the text is not XML, declares entities, or goes beyond its limits. */
export function readTree(
  xml: Uint8Array | string,
  { depth, elements = Infinity }: Most = { depth: 40 },
): Element | undefined {
  let count = 0;
  const open: Open[] = [{ uri: '', local: '', attributes: new Map(), children: [], text: '', opened: 0 }];
  const top = (): Open => open.at(-1) ?? refuse();
  const parser = strictParser();
  parser.on('opentag', ({ uri, local, attributes }) => {
    count += 1;
    if (open.length > depth || count > elements) refuse();
    const plain = Object.values(attributes).filter((attribute) => attribute.uri === '');
    const named = new Map(plain.map((attribute) => [attribute.local, attribute.value]));
    open.push({ uri, local, attributes: named, children: [], text: '', opened: parser.position });
  });
  parser.on('text', (text) => void (top().text += text));
  parser.on('cdata', (text) => void (top().text += text));
  parser.on('closetag', () => {
    const element = open.pop() ?? refuse();
    top().children.push({ ...element, text: element.text.trim(), closed: parser.position });
  });
  return isRead(parser, xml) ? open[0]?.children[0] : undefined;
}

/** An element as it is written: an attribute value has no `<`, so the last one before the end of the start tag begins it. */
export const sourceOf = ({ opened, closed }: Element, xml: string): string =>
  xml.slice(xml.lastIndexOf('<', opened - 1), closed);

/** All elements at a path of local names, separated by `/`. */
export const all = (from: Element, path: string): readonly Element[] =>
  path
    .split('/')
    .reduce<readonly Element[]>(
      (elements, name) => elements.flatMap(({ children }) => children.filter(({ local }) => local === name)),
      [from],
    );

/** The element at the end of a path, if there is exactly one. */
export function one(from: Element, path: string): Element | undefined {
  const [first, ...more] = all(from, path);
  return more.length === 0 ? first : undefined;
}

/** The text at the end of a path, if the path leads to one element with text. */
export const textAt = (from: Element, path: string): string | undefined => one(from, path)?.text || undefined;
