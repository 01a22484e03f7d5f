import { type SaxesAttributeNS, SaxesParser } from 'saxes';

export interface Element {
  readonly uri: string;
  readonly local: string;
  /** By local name; only those without a namespace. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Element[];
  readonly text: string;
  /** Its start and end in the text. */
  readonly from: number;
  readonly to: number;
}

const MAX_DEPTH = 30;

interface Open extends Omit<Element, 'children' | 'text' | 'to'> {
  readonly children: Element[];
  text: string;
}

/** @throws Error if the text is not well-formed, declares entities or is nested deeper than any answer. */
export function readTree(xml: string): Element {
  const open: Open[] = [{ uri: '', local: '', attributes: new Map(), children: [], text: '', from: 0 }];
  const parser = new SaxesParser({ xmlns: true });
  const refuse = (): never => {
    throw new Error('unreadable XML');
  };
  const addText = (text: string): void => void (open.at(-1)!.text += text);
  parser.on('doctype', refuse);
  parser.on('error', refuse);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', ({ uri, local, attributes }) => {
    if (open.length > MAX_DEPTH) refuse();
    // An attribute value has no `<`, so the last one before this position begins the tag.
    const from = xml.lastIndexOf('<', parser.position - 1);
    open.push({
      uri,
      local,
      attributes: attributesByName(Object.values(attributes)),
      children: [],
      text: '',
      from,
    });
  });
  parser.on('closetag', () => {
    const element = open.pop()!;
    open.at(-1)!.children.push({ ...element, text: element.text.trim(), to: parser.position });
  });
  parser.write(xml).close();
  return open[0]!.children[0] ?? refuse();
}

const attributesByName = (attributes: readonly SaxesAttributeNS[]): ReadonlyMap<string, string> =>
  new Map(attributes.filter(({ uri }) => uri === '').map(({ local, value }) => [local, value]));

/** All elements at a path of local names. */
export const all = (element: Element, ...path: readonly string[]): readonly Element[] =>
  path.reduce<readonly Element[]>(
    (found, name) => found.flatMap(({ children }) => children.filter(({ local }) => local === name)),
    [element],
  );

/** The element at a path, if there is exactly one. */
export function one(element: Element, ...path: readonly string[]): Element | undefined {
  const [first, ...more] = all(element, ...path);
  return more.length === 0 ? first : undefined;
}
