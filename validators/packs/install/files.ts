import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createRequire } from 'node:module';
import { CATALOGUE_FILE } from '../catalogue.ts';
import { sha256 } from '../hash.ts';
import type { PackFiles } from '../../engine/load/source.ts';
import { WrongShape } from '../members.ts';
import { expandPack } from '../expand/expand.ts';
import type { FileDescription, PackDescription } from '../description.ts';
import { bytesInside } from '../inside.ts';

/** An official pack is taken whole or not at all. */
export class PackIncomplete extends Error {
  constructor({ id, version, source }: PackDescription, missing: readonly string[]) {
    super(
      [
        `${id} ${version}: ${missing.length} of its files were not found as published:`,
        ...missing.map((path) => `  ${path}`),
        `  published at ${source}`,
      ].join('\n'),
    );
  }
}

/** No file of a pack comes near this; larger ones below a folder of downloads are not read. */
const LARGEST = 50_000_000;

/** Every file below a folder by its hash; published archives are laid out in their own ways. */
export class FilesByHash {
  readonly #paths = new Map<string, string>();

  /**
   * @param endings hashing is for files that can be part of a pack: those with one of these.
   * @throws WrongShape when the folder cannot be read.
   */
  constructor(folder: string, endings: readonly string[]) {
    for (const path of filesBelow(folder)) {
      if (!endings.some((ending) => path.endsWith(ending))) continue;
      const bytes = readOrPassOver(path);
      if (bytes) this.#paths.set(sha256(bytes), path);
    }
  }

  /** Collects a pack. @throws PackIncomplete naming what is missing or differs. */
  collect(pack: PackDescription): PackFiles {
    const found = pack.files.map((file) => [file.path, this.#find(file)] as const);
    const missing = found.flatMap(([path, bytes]) => (bytes ? [] : [path]));
    if (missing.length > 0) throw new PackIncomplete(pack, missing);
    return new Map(found.flatMap(([path, bytes]) => (bytes ? [[path, bytes] as const] : [])));
  }

  /** True when at least one file of the pack lies here: the others are then missed, not merely absent. */
  holdsSomeOf(pack: PackDescription): boolean {
    return pack.files.some(({ sha256: hash }) => hash !== undefined && this.#paths.has(hash));
  }

  #find({ sha256: hash }: FileDescription): Uint8Array | undefined {
    const path = hash === undefined ? undefined : this.#paths.get(hash);
    const bytes = path === undefined ? undefined : readOrPassOver(path);
    // The file may have changed since it was looked at.
    return bytes && sha256(bytes) === hash ? bytes : undefined;
  }
}

function filesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) =>
      join(entry.parentPath, entry.name),
    );
  } catch (error) {
    throw new WrongShape(
      folder,
      `cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`,
    );
  }
}

/** What cannot be read is missing, and is named when a pack asks for it. */
function readOrPassOver(path: string): Uint8Array | undefined {
  try {
    const found = statSync(path);
    return found.isFile() && found.size <= LARGEST ? readFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The files of a pack that is written in this project: as they lie there, expanded, or kept by an npm package; and
 * `catalogue.json`, the explanations of its rules.
 * @throws WrongShape
 */
export function builtInFiles(folder: string, pack: PackDescription): PackFiles {
  const { files, catalogue } = expandPack(folder);
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
