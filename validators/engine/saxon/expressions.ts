import { PackRefused } from '../load/pack-refused.ts';
import type { Expression } from '../load/schema.ts';

/** The names that replace parts of a pack's XPath for SaxonJS. */
export interface Replacements {
  /** Prefixes bound to the XML Schema namespace. */
  readonly schemaPrefixes: readonly string[];
  /**
   * Prefix of our own functions: `integer`, and those of {@link WRAPPED}. Undefined for processors without these faults: around a function
   * of ours Saxon-HE evaluates operands that it would otherwise skip.
   */
  readonly own: string | undefined;
  /** Variable that holds the document of a `document('…')` call, by its literal. */
  readonly documents: ReadonlyMap<string, string>;
}

/**
 * Functions with which a pack could read files or addresses while it runs, or call a function by a computed name. `document` is among them:
 * calls with a literal are replaced before.
 */
const REACHES_OUT = new Set(
  (
    'doc document doc-available collection uri-collection unparsed-text unparsed-text-lines unparsed-text-available json-doc ' +
    'environment-variable available-environment-variables transform load-xquery-module function-lookup evaluate'
  ).split(' '),
);

/**
 * Functions on any number. SaxonJS 2.7 takes their result for a decimal if they are beside one: `round(1e0) + xs:decimal(1)` raises
 * XPTY0004. A function of ours around them hides their type.
 */
export const WRAPPED: readonly string[] = ['abs', 'round'];

/** Strings and comments, which are copied; `document('…')`; then any name before a bracket. */
const TOKENS =
  // eslint-disable-next-line regexp/no-super-linear-move -- an expression of a rule; a minus may stand before a name
  /"(?:[^"]|"")*"|'(?:[^']|'')*'|\(:[\s\S]*?:\)|\bdocument\s*\(\s*(?:'([^']*)'|"([^"]*)")\s*\)|([\p{L}_][\p{L}\p{N}_.:-]*)(?=\s*\()|#/gu;

/**
 * Rewrites one expression around two faults of SaxonJS 2.7: it counts `xs:integer` in doubles, so 24 digits lose their last ones, and the
 * type fault of {@link WRAPPED}.
 * @throws PackRefused for a function that reaches out of the pack.
 */
export function forSaxon({ text, at }: Expression, to: Replacements): string {
  return text.replace(TOKENS, (token, single?: string, double?: string, name?: string) => {
    if (token === '#') throw new PackRefused(at, 'a reference to a function is not supported', text);
    const document = single ?? double;
    if (document !== undefined) return `$${to.documents.get(document) ?? refuseDocument(document)}`;
    if (name === undefined) return token;
    const [prefix, local] = name.includes(':') ? name.split(':') : ['', name];
    if (REACHES_OUT.has(local ?? '')) throw new PackRefused(at, `${name}() is not supported`, text);
    if (to.own === undefined) return token;
    if (WRAPPED.includes(name)) return `${to.own}:${name}`;
    if (local === 'integer' && to.schemaPrefixes.includes(prefix ?? '')) return `${to.own}:integer`;
    return token;
  });

  function refuseDocument(href: string): never {
    throw new PackRefused(at, `document('${href}') is not a file of this pack`, text);
  }
}
