import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createRequire } from 'node:module';
import { CATALOGUE_FILE, type RuleCatalogueEntry } from '../catalogue.ts';
import { sha256 } from '../hash.ts';
import type { PackFiles } from '../../engine/load/source.ts';
import { WrongShape } from '../members.ts';
import { type DescribeEditions, expandPack } from '../expand/expand.ts';
import type { FileDescription, PackDescription } from '../description.ts';
import { bytesInside } from '../inside.ts';

/** How the pack of a company's own rules differs. */
interface OwnForm {
  readonly describe?: DescribeEditions;
  /** Completes the explanations of its rules. */
  readonly explain?: (entries: readonly RuleCatalogueEntry[]) => readonly RuleCatalogueEntry[];
}

/**
 * The files of a built-in pack: from its folder, expanded, or from an npm package; and `catalogue.json`, the explanations of its rules.
 * @throws WrongShape
 */
export function builtInFiles(
  folder: string,
  pack: PackDescription,
  { describe, explain = (entries) => entries }: OwnForm = {},
): PackFiles {
  const { files, catalogue: entries } = expandPack(folder, pack.version, describe);
  const catalogue = explain(entries);
  const encoder = new TextEncoder();
  const expanded = new Map(files.map(({ path, text }) => [path, encoder.encode(text)]));
  const explanations = encoder.encode(JSON.stringify(catalogue));
  return new Map([
    ...(catalogue.length > 0 ? [[CATALOGUE_FILE, explanations] as const] : []),
    ...pack.files.map(({ path, from, sha256: hash }) => {
      const bytes = expanded.get(path) ?? (from ? inPackage(from) : bytesInside(folder, path));
      if (hash !== undefined && sha256(bytes) !== hash)
        throw new WrongShape(`${pack.id}/${path}`, 'not the file that the rules were written for');
      return [path, bytes] as const;
    }),
  ]);
}

/** Packages hide files that they do not export, so the path is built from the package's own folder. */
function inPackage(from: NonNullable<FileDescription['from']>): Uint8Array {
  const require = createRequire(import.meta.url);
  const folder = require.resolve
    .paths(from.package)
    ?.map((path) => join(path, from.package))
    .find((path) => existsSync(join(path, 'package.json')));
  if (folder === undefined) throw new WrongShape(from.package, 'this npm package is not installed');
  return bytesInside(folder, from.path);
}
