import { XmlElement, type XmlDocument } from 'libxml2-wasm';

interface NamedElement {
  readonly element: XmlElement;
  readonly name: string;
}

/** With more siblings no path is worth the time. */
const MAX_SIBLINGS = 20_000;

/**
 * Paths of libxml2 with the names of the elements: libxml2 writes `*` for an element without a prefix, and then counts all its siblings. A
 * path that cannot be followed stays as it is.
 */
export class NamedPaths {
  /** By the path of libxml2: many findings share their ancestors. */
  private readonly children = new Map<string, readonly NamedElement[]>();

  constructor(private readonly document: XmlDocument) {}

  /** @param xpath as libxml2 gives it: `/*\/cac:InvoiceLine[2]/cbc:ID`. */
  of(xpath: string): string {
    if (!xpath.includes('*')) return xpath;
    const [, ...steps] = xpath.split('/');
    let named = '';
    let among: readonly NamedElement[] = [namedElement(this.document.root)];
    for (const [index, step] of steps.entries()) {
      const [, name = '', position = '1'] = STEP.exec(step) ?? [];
      const fitting = name === '*' ? among : among.filter((one) => one.name === name);
      const element = fitting[Number(position) - 1];
      if (!element) return xpath;
      const alike = among.filter((one) => one.name === element.name);
      named += `/${element.name}${alike.length > 1 ? `[${alike.indexOf(element) + 1}]` : ''}`;
      if (index < steps.length - 1) among = this.childrenOf(steps.slice(0, index + 1).join('/'), element);
    }
    return named;
  }

  private childrenOf(path: string, { element }: NamedElement): readonly NamedElement[] {
    const cached = this.children.get(path);
    if (cached) return cached;
    const children: NamedElement[] = [];
    for (let child = element.firstChild; child && children.length < MAX_SIBLINGS; child = child.next)
      if (child instanceof XmlElement) children.push(namedElement(child));
    this.children.set(path, children);
    return children;
  }
}

const STEP = /^([^[]*)(?:\[(\d+)\])?$/;

const namedElement = (element: XmlElement): NamedElement => {
  const { prefix, name } = element;
  return { element, name: prefix ? `${prefix}:${name}` : name };
};
