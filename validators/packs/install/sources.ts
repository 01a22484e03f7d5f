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
import { type ListedRelease, type WithEditions, editionsOf, wholeRelease } from '../releases.ts';

/** A pack, and a function for its files. */
export interface PackSource {
  readonly pack: PackDescription;
  /** @throws PackIncomplete if a file is missing, or differs from the published one. */
  readonly files: () => PackFiles;
}

const schematron = join(projectFolder(), 'schematron');

const readJson = (path: string): unknown => parseJson(textInside(schematron, path), `schematron/${path}`);

/** The members of `schematron/official-packs.json`. @throws WrongShape */
export const officialList = (): Members =>
  new Members(readJson('official-packs.json'), 'schematron/official-packs.json');

/** Folders of the packs written in this project. */
export const builtInFolders = (): readonly string[] =>
  readdirSync(schematron)
    .filter((name) => existsSync(join(schematron, name, 'pack.json')))
    .map((name) => join(schematron, name));

/** The packs written in this project, each of their releases. @throws WrongShape */
export function builtInPacks(): readonly PackSource[] {
  return builtInFolders().flatMap((folder) => {
    const path = `${basename(folder)}/pack.json`;
    return editionsOf(readJson(path) as WithEditions).map((edition) => {
      const pack = readDescription(edition, 'built-in', `schematron/${path}`);
      return { pack, files: () => builtInFiles(folder, pack) };
    });
  });
}

/** The official packs that this project lists, whether installed or not. @throws WrongShape */
export function listedPacks(): readonly ListedPack[] {
  return officialList()
    .listOf('packs', (stated, where) => ({ stated: stated as ListedRelease, where }))
    .map(({ stated, where }, _, all) => {
      const entry = wholeRelease(
        stated,
        all.map((each) => each.stated),
      );
      return { entry, pack: readDescription(entry, 'official', where) };
    });
}

export const officialPacks = (): readonly PackDescription[] => listedPacks().map(({ pack }) => pack);

/** Official packs with files below the folder, archives excluded. @throws WrongShape if it is unreadable. */
export const officialPacksIn = (folder: string): readonly PackSource[] =>
  sourcesIn(filesIn(folder, officialPacks()));

/** Official packs with at least one file in a folder, an archive or at an address. @throws WrongShape */
export const officialPacksFrom = async (
  source: string,
  report: (line: string) => void,
): Promise<readonly PackSource[]> => sourcesIn(await filesFrom(source, officialPacks(), report));

/** Packs with at least one found file that no other pack and no other of their versions has; all of their files are then required. */
function sourcesIn(files: PublishedFiles): readonly PackSource[] {
  const packs = officialPacks();
  return packs
    .filter((pack) => {
      const others = packs.filter((other) => other !== pack);
      return files.holdsSomeOf(pack, others);
    })
    .map((pack) => ({ pack, files: () => files.collect(pack) }));
}

/**
 * Installed official packs, each from the kept copy of its files. The names of their folders identify them, so that one with a damaged
 * manifest, or one of another version, can be made again. A pack that is not listed now cannot.
 * @param packs the listed ones, then the adopted ones.
 */
export function keptOfficialPacks(
  rulesDir: string,
  folders: readonly string[],
  packs: readonly PackDescription[],
): readonly PackSource[] {
  return folders.flatMap((folder) => {
    const storedFolder = join(rulesDir, folder, SOURCE);
    const named = packs.filter((each) => folder.startsWith(folderName(each, '')));
    const pack = named.length > 1 ? (named.find((each) => isKept(each, storedFolder)) ?? named[0]) : named[0];
    return pack ? [{ pack, files: () => filesIn(storedFolder, [pack]).collect(pack) }] : [];
  });
}

/** An adopted release that is listed later may be listed with files that were not adopted: no other pack needs them. */
function isKept(pack: PackDescription, folder: string): boolean {
  const files = filesIn(folder, [pack]);
  return new Set(pack.files.map(({ sha256: hash }) => hash)).size === files.officialCount;
}
