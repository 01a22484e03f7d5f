import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { projectFolder } from '../project-folder.ts';
import { folderName } from '../installed.ts';
import { Members, parseJson } from '../members.ts';
import { SOURCE } from '../pack-files.ts';
import { type PackDescription, readDescription } from '../description.ts';
import type { PackFiles } from '../../engine/load/source.ts';
import type { ListedPack } from './adopted.ts';
import { builtInFiles } from './built-in-files.ts';
import { type PublishedFiles, filesFrom, filesIn } from './published-files.ts';
import { textInside } from '../inside.ts';

/** A pack with a way to its files. */
export interface PackSource {
  readonly pack: PackDescription;
  /** @throws PackIncomplete when a file is missing or not the one that was published. */
  readonly files: () => PackFiles;
}

const schematron = join(projectFolder(), 'schematron');

const readJson = (path: string): unknown => parseJson(textInside(schematron, path), `schematron/${path}`);

/** Folders of the packs written in this project. */
export const builtInFolders = (): readonly string[] =>
  readdirSync(schematron)
    .filter((name) => existsSync(join(schematron, name, 'pack.json')))
    .map((name) => join(schematron, name));

/** The packs written in this project. @throws WrongShape */
export function builtInPacks(): readonly PackSource[] {
  return builtInFolders().map((folder) => {
    const path = `${basename(folder)}/pack.json`;
    const pack = readDescription(readJson(path), 'built-in', `schematron/${path}`);
    return { pack, files: () => builtInFiles(folder, pack) };
  });
}

/** The official packs that this project lists, whether installed or not. @throws WrongShape */
export function listedPacks(): readonly ListedPack[] {
  const list = new Members(readJson('official-packs.json'), 'schematron/official-packs.json');
  return list.listOf('packs', (entry, where) => ({ entry, pack: readDescription(entry, 'official', where) }));
}

export const officialPacks = (): readonly PackDescription[] => listedPacks().map(({ pack }) => pack);

/** Official packs of which files lie below the folder, archives apart. @throws WrongShape when it cannot be read. */
export const officialPacksIn = (folder: string): readonly PackSource[] =>
  sourcesIn(filesIn(folder, officialPacks()));

/** Official packs of which anything lies in a folder, an archive or at an address. @throws WrongShape */
export const officialPacksFrom = async (
  place: string,
  report: (line: string) => void,
): Promise<readonly PackSource[]> => sourcesIn(await filesFrom(place, officialPacks(), report));

/** Those that anything was found of; all of their files are then wanted. */
const sourcesIn = (found: PublishedFiles): readonly PackSource[] =>
  officialPacks()
    .filter((pack) => found.holdsSomeOf(pack))
    .map((pack) => ({ pack, files: () => found.collect(pack) }));

/**
 * Installed official packs, each from the copy of its files that was kept. They are known by their folders' names, so that one
 * whose manifest is damaged or of another version can be made again; a pack that is listed no longer cannot.
 * @param packs those that are listed, then those that were adopted.
 */
export function keptOfficialPacks(
  rulesDir: string,
  folders: readonly string[],
  packs: readonly PackDescription[],
): readonly PackSource[] {
  return folders.flatMap((folder) => {
    const kept = join(rulesDir, folder, SOURCE);
    const named = packs.filter((each) => folder.startsWith(folderName(each, '')));
    const pack = named.length > 1 ? (named.find((each) => isKept(each, kept)) ?? named[0]) : named[0];
    return pack ? [{ pack, files: () => filesIn(kept, [pack]).collect(pack) }] : [];
  });
}

/** A release that was adopted and is listed later may be listed with files that were not adopted: no other needs them. */
function isKept(pack: PackDescription, folder: string): boolean {
  const found = filesIn(folder, [pack]);
  return new Set(pack.files.map(({ sha256: hash }) => hash)).size === found.found;
}
