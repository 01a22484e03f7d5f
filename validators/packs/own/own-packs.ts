import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { PackFiles } from '../../engine/load/source.ts';
import type { RuleCatalogueEntry } from '../catalogue.ts';
import { type RoutesOfLayer, routesFor } from '../compile/catalogue-of-rules.ts';
import { readDescription } from '../description.ts';
import { folderHash } from '../hash.ts';
import { bytesInside, textInside } from '../inside.ts';
import { builtInFiles } from '../install/built-in-files.ts';
import { officialPacks, type PackSource } from '../install/sources.ts';
import type { InstalledPack } from '../installed.ts';
import { parseJson, WrongShape } from '../members.ts';
import { projectFolder } from '../project-folder.ts';
import { ownEditions } from './describe-own.ts';
import { nameOfState, notCompiled, ownHome, ownNames, PACK_FILE } from '../own-folders.ts';
import { DRAFTS_FOLDER, OVERLAYS_DRAFT, writtenBeside } from './releases.ts';
import { OTHER_LANGUAGES, ownWordsIn, withOwnWords, wordsFile } from '../expand/own-words.ts';

/** The releases of an own pack, or why it cannot be read. */
type OwnSource =
  | { readonly name: string; readonly packs: readonly PackSource[] }
  | { readonly name: string; readonly refused: WrongShape };

/** The own packs that are in force or written elsewhere, whether they are compiled or not. @param home see `readInstalled` */
export async function ownPacks(
  rulesDir: string,
  routesOf: RoutesOfLayer = () => [],
  home = ownHome(rulesDir),
): Promise<readonly OwnSource[]> {
  return (await ownNames(home)).map((state) => {
    const name = nameOfState(state);
    try {
      return { name, packs: packsOf(home, state, routesOf) };
    } catch (error) {
      if (error instanceof WrongShape) return { name, refused: error };
      throw error;
    }
  });
}

function packsOf(home: string, state: string, routesOf: RoutesOfLayer): readonly PackSource[] {
  const name = nameOfState(state);
  refuseName(name);
  const folder = join(home, state);
  if (lstatSync(folder).isSymbolicLink())
    throw new WrongShape(
      `own/${name}`,
      'is a link, and links out of a pack are not followed: copy the folder',
    );
  const where = `own/${name}/pack.json`;
  const describe = (json: unknown) => ownEditions(name, json);
  const ownSource = folderHash(folder);
  return describe(parseJson(textInside(folder, PACK_FILE), where)).map((edition) => {
    const pack = { ...readDescription(edition, 'own', where), ownSource };
    const files = () => {
      const words = wordFilesIn(folder);
      const explain = (entries: readonly RuleCatalogueEntry[]) =>
        withOwnWords(entries, name, ownWordsIn(words)).map((entry) => ({
          ...entry,
          routes: routesFor(pack, routesOf),
        }));
      return new Map([...builtInFiles(folder, pack, { describe, explain }), ...words]);
    };
    return { pack, files };
  });
}

/** They are files of the pack: other words are another state of it. */
const wordFilesIn = (folder: string): PackFiles =>
  new Map(
    OTHER_LANGUAGES.map(wordsFile)
      .filter((path) => existsSync(join(folder, path)))
      .map((path) => [path, bytesInside(folder, path)]),
  );

/** The name becomes part of layers, of ids of texts and of folders. */
function refuseName(name: string): void {
  if (name === PACK_FILE)
    throw new WrongShape(`own/${name}`, `each pack of own rules has a folder of its own, own/NAME/${name}`);
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(name))
    throw new WrongShape(`own/${name}`, 'the name of own rules has small letters, digits and dashes only');
  const isTaken =
    name === OVERLAYS_DRAFT ||
    existsSync(join(projectFolder(), 'schematron', name)) ||
    officialPacks().some(({ id }) => id === name);
  if (isTaken) throw new WrongShape(`own/${name}`, 'another pack has this name');
}

/**
 * What keeps own rules from running as they are written, a sentence for each pack: a service must not start, because documents would be
 * checked without them.
 */
export async function ownProblems(
  rulesDir: string,
  installed: readonly InstalledPack[],
  home?: string,
): Promise<readonly string[]> {
  const sources = await ownPacks(rulesDir, undefined, home);
  const compiled = sources.flatMap((own) => {
    if ('refused' in own) return [own.refused.message];
    const states = own.packs.map(({ pack }) => {
      const there = installed.find(
        ({ manifest: m }) => m.origin === 'own' && m.id === pack.id && m.version === pack.version,
      );
      if (!there) return notCompiled(own.name);
      return there.manifest.own_source === pack.ownSource
        ? []
        : `own rules ${own.name} were changed since they were compiled: run ids packs compile ${own.name}`;
    });
    return [...new Set(states.flat())];
  });
  return [...compiled, ...(await besideReleases(rulesDir))];
}

/** What somebody wrote into `own` after the first release, as before it: it would be left out silently. */
const besideReleases = async (rulesDir: string): Promise<readonly string[]> =>
  (await writtenBeside(rulesDir)).flatMap(({ name, isTakenOver }) =>
    isTakenOver
      ? []
      : `own/${name} is written beside the released rules, and not in force: move it to ${DRAFTS_FOLDER}/ and release it (ids packs release)`,
  );
