import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createRequire } from 'node:module';
import { sha256 } from '../../validators/packs/hash.ts';
import { expandPack } from '../rules/expand.ts';
import type { FileDescription, PackDescription } from './description.ts';

export type PackFiles = ReadonlyMap<string, Uint8Array>;

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

/** Every file below a folder by its hash; published archives are laid out in their own ways. */
export class FilesByHash {
  private readonly paths = new Map<string, string>();

  /** @param sizes hashing is for files that can be part of a pack: those with one of these endings. */
  constructor(folder: string, endings: readonly string[]) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (endings.some((ending) => entry.name.endsWith(ending)) && statSync(path).isFile())
        this.paths.set(sha256(readFileSync(path)), path);
    }
  }

  /** Collects a pack. @throws PackIncomplete naming what is missing or differs. */
  collect(pack: PackDescription): PackFiles {
    const found = pack.files.map((file) => [file.path, this.find(file)] as const);
    const missing = found.flatMap(([path, bytes]) => (bytes ? [] : [path]));
    if (missing.length > 0) throw new PackIncomplete(pack, missing);
    return new Map(found.flatMap(([path, bytes]) => (bytes ? [[path, bytes] as const] : [])));
  }

  /** True when at least one file of the pack lies here: the others are then missed, not merely absent. */
  holdsSomeOf(pack: PackDescription): boolean {
    return pack.files.some(({ sha256: hash }) => hash !== undefined && this.paths.has(hash));
  }

  private find({ sha256: hash }: FileDescription): Uint8Array | undefined {
    const path = hash === undefined ? undefined : this.paths.get(hash);
    const bytes = path === undefined ? undefined : readFileSync(path);
    // The file may have changed since it was looked at.
    return bytes && sha256(bytes) === hash ? bytes : undefined;
  }
}

/**
 * The files of a pack that is written in this project: as they lie there, expanded, or kept by an npm package; and
 * `catalogue.json`, the explanations of its rules.
 */
export function builtInFiles(folder: string, pack: PackDescription): PackFiles {
  const { files, catalogue } = expandPack(folder);
  const encoder = new TextEncoder();
  const expanded = new Map(files.map(({ path, text }) => [path, encoder.encode(text)]));
  const explanations = encoder.encode(JSON.stringify(catalogue));
  return new Map([
    ...(catalogue.length > 0 ? [[CATALOGUE_FILE, explanations] as const] : []),
    ...pack.files.map(({ path, from, sha256: hash }) => {
      const bytes = expanded.get(path) ?? readFileSync(from ? inPackage(from) : join(folder, path));
      if (hash !== undefined && sha256(bytes) !== hash)
        throw new Error(`${pack.id}: ${path} is not the file that the rules were written for`);
      return [path, bytes] as const;
    }),
  ]);
}

const CATALOGUE_FILE = 'catalogue.json';

/** Packages hide files that they do not export, so the path is built from the package's own folder. */
function inPackage(from: NonNullable<FileDescription['from']>): string {
  const require = createRequire(import.meta.url);
  const folder = require.resolve
    .paths(from.package)
    ?.map((path) => join(path, from.package))
    .find((path) => existsSync(join(path, 'package.json')));
  if (folder === undefined) throw new Error(`the npm package ${from.package} is not installed`);
  return join(folder, from.path);
}
