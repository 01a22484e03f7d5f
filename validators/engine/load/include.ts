import { posix } from 'node:path';
import { LIMITS, refuseDepth } from './limits.ts';
import { PackRefused } from './pack-refused.ts';
import type { Place } from './schema.ts';
import { PackSize } from './size.ts';
import { type PackFiles, type SourceElement, attributeOf, isElement, parseSource } from './source.ts';
import { SCHEMATRON } from './grammar.ts';

/** Path of `href`, relative to its file; only a relative path that stays inside the pack is allowed. */
export function resolveInPack(href: string, at: Place): string {
  if (!/^[\w.+-][\w.+/-]*$/.test(href)) throw new PackRefused(at, 'not a relative path of this pack', href);
  const path = posix.normalize(posix.join(posix.dirname(at.file), href));
  if (path.startsWith('../')) throw new PackRefused(at, 'leads out of the pack', href);
  return path;
}

/** Reads the entry file and replaces every `include` by the root element of the named file. */
export function readIncluded(files: PackFiles, entry: string): SourceElement {
  const size = new PackSize();
  const parsed = new Map<string, SourceElement>();
  return resolve(parseSource(files, entry), [entry], 1);

  function resolve(element: SourceElement, chain: readonly string[], depth: number): SourceElement {
    if (depth > LIMITS.depth) refuseDepth(element.at);
    size.add(element);
    const content = element.content.map((node) => {
      if (!isElement(node)) return node;
      return isInclude(node) ? include(node, chain, depth + 1) : resolve(node, chain, depth + 1);
    });
    return { ...element, content };
  }

  function include(include: SourceElement, chain: readonly string[], depth: number): SourceElement {
    const href = attributeOf(include, 'href');
    if (href === undefined || include.attributes.length > 1)
      throw new PackRefused(include.at, 'include takes href and nothing else');
    const file = resolveInPack(href, include.at);
    if (chain.includes(file)) throw new PackRefused(include.at, 'included from within itself', href);
    const root = parsed.get(file) ?? parseSource(files, file, include.at);
    parsed.set(file, root);
    return resolve(root, [...chain, file], depth);
  }
}

const isInclude = (element: SourceElement): boolean =>
  element.namespace === SCHEMATRON && element.localName === 'include';
