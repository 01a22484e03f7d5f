import { readIncluded } from './include.ts';
import type { Visits } from './schema.ts';
import { type PackFiles, type SourceElement, parseSource } from './source.ts';
import { isStylesheetRoot, readStylesheet } from './stylesheet/read-stylesheet.ts';

/** The Schematron of a pack, as written or read back. */
interface RuleSource {
  readonly root: SourceElement;
  /** The nodes that a stylesheet offers to its rules; Schematron leaves that to its compiler. */
  readonly visits: Visits | undefined;
}

/**
 * Reads the entry file of a pack: Schematron with its includes, or a stylesheet that was made from it.
 * @throws PackRefused
 */
export function readRules(files: PackFiles, entry: string): RuleSource {
  const root = parseSource(files, entry);
  return isStylesheetRoot(root)
    ? readStylesheet(root)
    : { root: readIncluded(files, entry), visits: undefined };
}
