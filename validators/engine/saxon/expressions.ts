import { PackRefused } from '../load/refusal.ts';
import type { Expression } from '../load/schema.ts';

/** What a pack's XPath is turned into for SaxonJS: the names that stand for what is replaced. */
export interface Replacements {
  /** Prefixes bound to the XML Schema namespace. */
  readonly schemaPrefixes: readonly string[];
  /**
   * Prefix of our own functions: `integer`, and those of {@link WRAPPED}. Undefined for processors without these faults:
   * around a function of ours Saxon-HE evaluates operands that it would otherwise leave alone.
   */
  readonly own: string | undefined;
  /** Variable that holds the document of a `document('…')` call, by its literal. */
  readonly documents: ReadonlyMap<string, string>;
}

/**
 * Functions that would let a pack read files or addresses while it runs, or reach a function by a name that is computed.
 * `document` is among them: the calls with a literal are replaced before this is asked.
 */
const REACHES_OUT = new Set(
  (
    'doc document doc-available collection uri-collection unparsed-text unparsed-text-lines unparsed-text-available json-doc ' +
    'environment-variable available-environment-variables transform load-xquery-module function-lookup evaluate'
  ).split(' '),
);

/**
 * Functions on any number, which SaxonJS 2.7 takes to return a decimal as soon as they stand beside one:
 * `round(1e0) + xs:decimal(1)` raises XPTY0004. A function of ours around them hides their type.
 */
export const WRAPPED: readonly string[] = ['abs', 'round'];

/** Strings and comments, which are passed through; `document('…')`; then any name in front of a bracket. */
const TOKENS =
  /"(?:[^"]|"")*"|'(?:[^']|'')*'|\(:[\s\S]*?:\)|\bdocument\s*\(\s*(?:'([^']*)'|"([^"]*)")\s*\)|([\p{L}_][\p{L}\p{N}_.:-]*)(?=\s*\()|#/gu;

/**
 * Rewrites one expression around two faults of SaxonJS 2.7: it counts `xs:integer` in doubles, so that 24 digits lose
 * their last ones, and the faulty type of {@link WRAPPED}.
 * @throws PackRefused for what would reach out of the pack.
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
