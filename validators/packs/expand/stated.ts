import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Check, readRules } from './rule-file.ts';

/** Rules of a pack that are stated once for all syntaxes, and those for one. */
interface StatedRules {
  /** Ids in the files for every syntax. */
  readonly shared: readonly string[];
  readonly syntaxes: readonly {
    /** `cii.sch`. */
    readonly path: string;
    /** Ids that only this syntax has. */
    readonly own: readonly string[];
    /** Ids that are stated for every syntax and separately for this one. */
    readonly apart: readonly { readonly id: string; readonly differs: string }[];
  }[];
}

interface PackDescription {
  readonly files: readonly {
    readonly path: string;
    readonly expanded_from?: { readonly rules: readonly string[]; readonly syntax?: readonly string[] };
  }[];
}

/** From another pack. */
const isBorrowed = (path: string): boolean => path.startsWith('../');

/** Counts the rules of `schematron/<pack>`. */
export function statedRules(folder: string): StatedRules {
  const { files } = JSON.parse(readFileSync(join(folder, 'pack.json'), 'utf8')) as PackDescription;
  const sources = files.flatMap(({ path, expanded_from: source }) => (source ? [{ path, ...source }] : []));
  const checks = (paths: readonly string[], shared?: ReadonlyMap<string, Check>): readonly Check[] =>
    paths
      .flatMap((path) => readRules(readFileSync(join(folder, path), 'utf8'), path, shared).blocks)
      .flatMap(({ check }) => check);
  const words = new Map(
    checks([...new Set(sources.flatMap(({ rules }) => rules))]).map((check) => [check.id, check]),
  );
  return {
    shared: [...words.keys()],
    syntaxes: sources.map(({ path, syntax = [] }) => {
      // A pack's own files may state separately what those of another pack state for the syntax.
      const borrowed = checks(syntax.filter(isBorrowed), words);
      const known = new Map([...borrowed.map((check) => [check.id, check] as const), ...words]);
      const own = checks(
        syntax.filter((file) => !isBorrowed(file)),
        known,
      );
      const stated = new Map([...borrowed, ...own].map(({ id, differs = '' }) => [id, differs]));
      return {
        path,
        own: [...stated.keys()].filter((id) => !words.has(id)),
        apart: [...stated].flatMap(([id, differs]) => (words.has(id) ? [{ id, differs }] : [])),
      };
    }),
  };
}
