import { existsSync } from 'node:fs';
import {
  chmod,
  mkdir,
  mkdtemp,
  open,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { compilerHash, sha256 } from '../hash.ts';
import { folderName, packFolders, readInstalled } from '../installed.ts';
import type { Manifest } from '../manifest.ts';
import { SOURCE, readPackFile } from '../pack-files.ts';
import { MANIFEST_FILE, readManifest } from '../read-manifest.ts';
import type { BuiltPack } from '../compile/build.ts';

/**
 * Puts a pack into `RULES_DIR` in one step: it is written beside the others under a name that is never read, and renamed.
 * An earlier state of the same version goes afterwards, so there is no moment without it; see {@link clearSuperseded} for what
 * another compiler made.
 * @returns the folder's name.
 */
export async function placePack(rulesDir: string, { manifest, files, outputs }: BuiltPack): Promise<string> {
  const text = textOf(manifest);
  const name = folderName(manifest, sha256(text));
  const contents = new Map([
    ...[...files].map(([path, bytes]) => [join(SOURCE, path), bytes] as const),
    ...outputs,
    [MANIFEST_FILE, new TextEncoder().encode(text)] as const,
  ]);
  if (!(await holds(join(rulesDir, name), contents))) await writeInOneStep(rulesDir, name, contents);
  for (const folder of await statesOf(rulesDir, manifest))
    if (folder !== name && !(await isOfAnotherCompiler(rulesDir, folder)))
      await removeInOneStep(rulesDir, folder);
  return name;
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
  // Who may look in is for the folder above to say; rules are no secret.
  await chmod(making, 0o755);
  try {
    for (const [path, bytes] of contents) await writeDurably(join(making, path), bytes);
    // Only there when one of its files was damaged.
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

/**
 * Removes every version of a pack, or the named one. Where there is one of its publisher, only that goes: the one that is
 * written here judges from then on.
 * @param which the pack's id, or the folder of one that cannot be read any more.
 * @returns the folders that went.
 */
export async function removePack(
  rulesDir: string,
  which: string,
  version?: string,
): Promise<readonly string[]> {
  const { packs } = await readInstalled(rulesDir);
  const named = packs.filter(
    ({ manifest }) => manifest.id === which && (version ?? manifest.version) === manifest.version,
  );
  const official = named.filter(({ manifest }) => manifest.origin === 'official');
  const leaving = (official.length > 0 ? official : named).map(({ folder }) => folder);
  const gone = [...leaving, ...(await packFolders(rulesDir)).filter((folder) => folder === which)];
  for (const folder of gone) await removeInOneStep(rulesDir, folder);
  return gone;
}

/** A reader sees the whole folder or none. */
async function removeInOneStep(rulesDir: string, folder: string): Promise<void> {
  const leaving = await mkdtemp(join(rulesDir, LEAVING));
  try {
    await rename(join(rulesDir, folder), join(leaving, folder));
  } catch (error) {
    // Somebody else was faster.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    await rm(leaving, { recursive: true, force: true });
  }
}

/** Longer than a new version of the service takes to replace the old one in every process. */
const CHANGE_OVER_MS = 60 * 60_000;

/**
 * Removes what earlier compilers made of a pack that ours has made for an hour now: until then processes of the version before
 * may judge by it, and what a later version made is none of our business.
 */
export async function clearSuperseded(rulesDir: string, manifest: Manifest): Promise<void> {
  const ours = folderName(manifest, sha256(textOf(manifest)));
  const since = await madeAt(rulesDir, ours);
  if (Date.now() - since < CHANGE_OVER_MS) return;
  for (const folder of await statesOf(rulesDir, manifest))
    if (folder !== ours && (await madeAt(rulesDir, folder)) < since) await removeInOneStep(rulesDir, folder);
}

const madeAt = async (rulesDir: string, folder: string): Promise<number> =>
  (await stat(join(rulesDir, folder)).catch(() => ({ mtimeMs: Infinity }))).mtimeMs;

/** False for what cannot be read any more. */
async function isOfAnotherCompiler(rulesDir: string, folder: string): Promise<boolean> {
  try {
    const text = await readPackFile(rulesDir, folder, MANIFEST_FILE);
    return readManifest(new TextDecoder().decode(text)).compiler !== compilerHash();
  } catch {
    return false;
  }
}

const MAKING = '.making-';
const LEAVING = '.leaving-';

/** Longer than anything takes to be made. */
const ABANDONED_MS = 60 * 60_000;

/** What a process left behind that ended in between. */
async function clearAbandoned(rulesDir: string): Promise<void> {
  for (const name of await readdir(rulesDir)) {
    if (!name.startsWith(MAKING) && !name.startsWith(LEAVING)) continue;
    const { mtimeMs } = await stat(join(rulesDir, name)).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > ABANDONED_MS) await rm(join(rulesDir, name), { recursive: true, force: true });
  }
}

/** All folders of one version, readable or not. */
async function statesOf(rulesDir: string, manifest: Manifest): Promise<readonly string[]> {
  const prefix = folderName(manifest, '');
  return (await packFolders(rulesDir)).filter((folder) => folder.startsWith(prefix));
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
