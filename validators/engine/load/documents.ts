import { PackRefused } from './pack-refused.ts';
import { resolveInPack } from './include.ts';
import type { Place, XmlElement } from './schema.ts';
import { type PackFiles, type SourceElement, childElements, isElement, parseSource } from './source.ts';

const CALL = /\bdocument\s*\(\s*(?:'([^']*)'|"([^"]*)")\s*\)/g;
const XPATHS = ['context', 'test', 'value', 'select', 'path'];

/** Reads the files that `document('…')` names anywhere in the pack's XPath. The engines refuse any other form of the call. */
export function readDocuments(root: SourceElement, files: PackFiles): Map<string, XmlElement> {
  const paths = new Map<string, string>();
  const documents = new Map<string, XmlElement>();
  for (const { href, at } of callsIn(root)) {
    const path = resolveInPack(href, at);
    if ((paths.get(href) ?? path) !== path) throw new PackRefused(at, 'names two different files', href);
    paths.set(href, path);
    if (!documents.has(href)) documents.set(href, plain(parseSource(files, path, at)));
  }
  return documents;
}

function* callsIn(element: SourceElement): Generator<{ href: string; at: Place }> {
  for (const { localName, value } of element.attributes)
    if (XPATHS.includes(localName))
      for (const [, single, double] of value.matchAll(CALL))
        yield { href: single ?? double ?? '', at: element.at };
  for (const child of childElements(element)) yield* callsIn(child);
}

function plain(element: SourceElement): XmlElement {
  return {
    namespace: element.namespace,
    localName: element.localName,
    attributes: new Map(
      element.attributes.filter((a) => a.namespace === '').map((a) => [a.localName, a.value] as const),
    ),
    children: childElements(element).map(plain),
    text: element.content.filter((node) => !isElement(node)).join(''),
  };
}
