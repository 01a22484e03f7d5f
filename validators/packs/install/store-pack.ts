import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { compilerHash, sha256 } from '../hash.ts';
import { type InstalledPack, folderName, packFolders, readInstalled } from '../installed.ts';
import type { Manifest } from '../manifest.ts';
import { SOURCE, readPackFile } from '../pack-files.ts';
import { MANIFEST_FILE, readManifest } from '../read-manifest.ts';
import type { BuiltPack } from '../compile/build.ts';
import { releaseNumbers } from '../own-folders.ts';
import { forgetAdopted } from './adopted.ts';
import { writeDurably } from './write-durably.ts';

/**
 * Puts a pack into `RULES_DIR` in one step: it is written beside the others under a name that is never read, and renamed. An earlier state
 * of the same version is removed afterwards, so it is never missing; see {@link clearSuperseded} for the states of other compilers.
 * @returns the folder's name.
 */
export async function storePack(rulesDir: string, { manifest, files, outputs }: BuiltPack): Promise<string> {
  const text = textOf(manifest);
  const name = folderName(manifest, sha256(text));
  const contents = new Map([
    ...[...files].map(([path, bytes]) => [join(SOURCE, path), bytes] as const),
    ...outputs,
    [MANIFEST_FILE, new TextEncoder().encode(text)] as const,
  ]);
  if (!(await holds(join(rulesDir, name), contents))) await writeInOneStep(rulesDir, name, contents);
  // Of own rules that are released, the set in force has another state until the next one is.
  if (manifest.origin === 'own' && releaseNumbers(rulesDir).length > 0) return name;
  for (const folder of await statesOf(rulesDir, manifest))
    if (folder !== name && !(await isOfAnotherCompiler(rulesDir, folder)))
      await removeInOneStep(rulesDir, folder);
  return name;
}

/** Removes what was compiled of own rules, is not in force, and is so old that it is no release under way. */
export async function clearUnreleased(rulesDir: string): Promise<void> {
  if (releaseNumbers(rulesDir).length === 0) return;
  const inForce = new Set((await readInstalled(rulesDir)).packs.map(({ folder }) => folder));
  for (const folder of await packFolders(rulesDir)) {
    if (inForce.has(folder) || Date.now() - (await makeAt(rulesDir, folder)) < ABANDONED_MS) continue;
    const manifest = await manifestIn(rulesDir, folder);
    if (manifest?.origin === 'own' && manifest.compiler === compilerHash())
      await removeInOneStep(rulesDir, folder);
  }
}

const textOf = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 2)}\n`;

async function writeInOneStep(
  rulesDir: string,
  name: string,
  contents: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  // A user who can write here runs code in the service.
  await mkdir(rulesDir, { recursive: true, mode: 0o700 });
  await clearAbandoned(rulesDir);
  const making = await mkdtemp(join(rulesDir, MAKING));
  // The folder above decides who may read it; rules are no secret.
  await chmod(making, 0o755);
  try {
    for (const [path, bytes] of contents) await writeDurably(join(making, path), bytes);
    // It exists only if one of its files was damaged.
    if (existsSync(join(rulesDir, name))) await removeInOneStep(rulesDir, name);
    await rename(making, join(rulesDir, name));
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    throw error;
  }
}

async function holds(folder: string, contents: ReadonlyMap<string, Uint8Array>): Promise<boolean> {
  for (const [path, bytes] of contents) {
    const there = await readFile(join(folder, path)).catch(() => undefined);
    if (!there?.equals(bytes)) return false;
  }
  return true;
}

/** The version to remove is not named, or not installed. The message names the installed ones. */
export class VersionUnclear extends Error {}

/**
 * Removes a version of a pack, and the entry by which it was adopted. If there is an official and a built-in one, only the official one is
 * removed, and the built-in one is used from then on.
 * @param which the pack's id, or the folder of an unreadable one.
 * @param version may be left out if there is only one.
 * @returns the removed folders.
 * @throws VersionUnclear: nothing has changed then.
 */
export async function removePack(
  rulesDir: string,
  which: string,
  version?: string,
): Promise<readonly string[]> {
  const { packs } = await readInstalled(rulesDir);
  const there = packs.filter(({ manifest }) => manifest.id === which);
  const named = there.filter(({ manifest }) => (version ?? manifest.version) === manifest.version);
  const published = named.filter(({ manifest }) => manifest.origin !== 'built-in');
  const leaving = published.length > 0 ? published : named;
  refuseUnclear(which, version, there, leaving);
  // States of other compilers are removed, too, or they would be found instead of ours.
  const states = await Promise.all(leaving.map(({ manifest }) => statesOf(rulesDir, manifest)));
  const folders = [...new Set(states.flat())];
  const removed = [...folders, ...(await packFolders(rulesDir)).filter((folder) => folder === which)];
  for (const folder of removed) await removeInOneStep(rulesDir, folder);
  // A crash before this leaves an entry without a pack, which has no effect.
  for (const { manifest } of published) await forgetAdopted(rulesDir, manifest);
  return removed;
}

function refuseUnclear(
  id: string,
  version: string | undefined,
  there: readonly InstalledPack[],
  leaving: readonly InstalledPack[],
): void {
  const install = (packs: readonly InstalledPack[]): string =>
    [...new Set(packs.map(({ manifest: m }) => `${m.version} (${m.origin})`))].join(', ');
  if (version !== undefined && leaving.length === 0 && there.length > 0)
    throw new VersionUnclear(`${id} ${version} is not installed. Installed are ${install(there)}.`);
  if (version === undefined && new Set(leaving.map(({ manifest }) => manifest.version)).size > 1)
    throw new VersionUnclear(
      `${id} is installed in several versions: ${install(leaving)}. Name the one that is to go: ids packs remove ${id} VERSION.`,
    );
}

/** A reader sees the whole folder or none. */
async function removeInOneStep(rulesDir: string, folder: string): Promise<void> {
  const leaving = await mkdtemp(join(rulesDir, LEAVING));
  try {
    await rename(join(rulesDir, folder), join(leaving, folder));
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    await rm(leaving, { recursive: true, force: true });
  }
}

/** Longer than the replacement of an old version of the service in every process. */
const CHANGE_OVER_MS = 60 * 60_000;

/**
 * Removes states of a pack from earlier compilers, an hour after ours was made: until then processes of the earlier version may use them.
 * States of later versions stay.
 */
export async function clearSuperseded(rulesDir: string, manifest: Manifest): Promise<void> {
  const ours = folderName(manifest, sha256(textOf(manifest)));
  const since = await makeAt(rulesDir, ours);
  if (Date.now() - since < CHANGE_OVER_MS) return;
  for (const folder of await statesOf(rulesDir, manifest))
    if (folder !== ours && (await makeAt(rulesDir, folder)) < since) await removeInOneStep(rulesDir, folder);
}

const makeAt = async (rulesDir: string, folder: string): Promise<number> =>
  (await stat(join(rulesDir, folder)).catch(() => ({ mtimeMs: Infinity }))).mtimeMs;

/** False for an unreadable one. */
const isOfAnotherCompiler = async (rulesDir: string, folder: string): Promise<boolean> =>
  ((await manifestIn(rulesDir, folder))?.compiler ?? compilerHash()) !== compilerHash();

/** Undefined for an unreadable one. */
async function manifestIn(rulesDir: string, folder: string): Promise<Manifest | undefined> {
  try {
    return readManifest(new TextDecoder().decode(await readPackFile(rulesDir, folder, MANIFEST_FILE)));
  } catch {
    return undefined;
  }
}

const MAKING = '.making-';
const LEAVING = '.leaving-';

/** Longer than any build takes. */
const ABANDONED_MS = 60 * 60_000;

/** Removes the remains of a process that died during a build. */
async function clearAbandoned(rulesDir: string): Promise<void> {
  for (const name of await readdir(rulesDir)) {
    if (!name.startsWith(MAKING) && !name.startsWith(LEAVING)) continue;
    const { mtimeMs } = await stat(join(rulesDir, name)).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > ABANDONED_MS) await rm(join(rulesDir, name), { recursive: true, force: true });
  }
}

/** All folders of one version, readable or not; acme 1-2 and acme-1 2 have names that begin alike. */
async function statesOf(rulesDir: string, { id, version, origin }: Manifest): Promise<readonly string[]> {
  const prefix = folderName({ id, version, origin }, '');
  const named = (await packFolders(rulesDir)).filter((folder) => folder.startsWith(prefix));
  const manifests = await Promise.all(named.map((folder) => manifestIn(rulesDir, folder)));
  return named.filter((_, n) => (manifests[n]?.id ?? id) === id);
}
