import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../src/processes/program.ts';
import type { InstalledPack } from '../../validators/packs/installed.ts';
import { type PackDescription, readDescription } from './description.ts';
import { FilesByHash, type PackFiles, builtInFiles } from './files.ts';

/** A pack with a way to its files. */
export interface PackSource {
  readonly pack: PackDescription;
  /** @throws PackIncomplete when a file is missing or not the one that was published. */
  readonly files: () => PackFiles;
}

const schematron = join(projectFolder(), 'schematron');

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** The packs written in this project. */
export function builtInPacks(): readonly PackSource[] {
  return readdirSync(schematron)
    .map((name) => join(schematron, name))
    .filter((folder) => existsSync(join(folder, 'pack.json')))
    .map((folder) => {
      const pack = readDescription(readJson(join(folder, 'pack.json')), 'built-in');
      return { pack, files: () => builtInFiles(folder, pack) };
    });
}

/** The official packs that this project knows, whether installed or not. */
export function officialPacks(): readonly PackDescription[] {
  const list = readJson(join(schematron, 'official-packs.json')) as { packs: readonly unknown[] };
  return list.packs.map((pack) => readDescription(pack, 'official'));
}

/** Official packs of which the folder holds anything; all of them are then wanted whole. */
export function officialPacksIn(folder: string): readonly PackSource[] {
  const packs = officialPacks();
  const endings = [
    ...new Set(packs.flatMap(({ files }) => files.map(({ path }) => path.slice(path.lastIndexOf('.'))))),
  ];
  const found = new FilesByHash(folder, endings);
  return packs
    .filter((pack) => found.holdsSomeOf(pack))
    .map((pack) => ({ pack, files: () => found.collect(pack) }));
}

/** An installed official pack, from the copy of its files that was kept; undefined when the project no longer lists it. */
export function keptOfficialPack(
  rulesDir: string,
  { folder, manifest }: InstalledPack,
): PackSource | undefined {
  const pack = officialPacks().find(({ id, version }) => id === manifest.id && version === manifest.version);
  return pack && { pack, files: () => new FilesByHash(join(rulesDir, folder, 'source'), ['']).collect(pack) };
}
