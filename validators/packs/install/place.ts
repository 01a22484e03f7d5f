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
import { sha256 } from '../hash.ts';
import { folderName, packFolders, readInstalled } from '../installed.ts';
import type { Manifest } from '../manifest.ts';
import { SOURCE } from '../pack-files.ts';
import { MANIFEST_FILE } from '../read-manifest.ts';
import type { BuiltPack } from '../compile/build.ts';
import type { PackFiles } from '../../schematron/load/source.ts';

/**
 * Puts a pack into `RULES_DIR` in one step: it is written beside the others under a name that nobody reads, and renamed.
 * An earlier state of the same version goes afterwards, so there is no moment without it.
 * @returns the folder's name.
 */
export async function placePack(
  rulesDir: string,
  { manifest, outputs }: BuiltPack,
  files: PackFiles,
): Promise<string> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  const name = folderName(manifest, sha256(text));
  const contents = new Map([
    ...[...files].map(([path, bytes]) => [join(SOURCE, path), bytes] as const),
    ...outputs,
    [MANIFEST_FILE, new TextEncoder().encode(text)] as const,
  ]);
  if (!(await holds(join(rulesDir, name), contents))) await writeInOneStep(rulesDir, name, contents);
  for (const folder of await statesOf(rulesDir, manifest))
    if (folder !== name) await removeInOneStep(rulesDir, folder);
  return name;
}

async function writeInOneStep(
  rulesDir: string,
  name: string,
  contents: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  // Whoever can write here runs code in the service.
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
 * Removes every version of a pack, or the named one.
 * @param which the pack's id, or the folder of one that cannot be read any more.
 * @returns the folders that went.
 */
export async function removePack(
  rulesDir: string,
  which: string,
  version?: string,
): Promise<readonly string[]> {
  const { packs } = await readInstalled(rulesDir);
  const named = packs
    .filter(({ manifest }) => manifest.id === which && (version ?? manifest.version) === manifest.version)
    .map(({ folder }) => folder);
  const gone = [...named, ...(await packFolders(rulesDir)).filter((folder) => folder === which)];
  for (const folder of gone) await removeInOneStep(rulesDir, folder);
  return gone;
}

/** Whoever reads sees the whole folder or none. */
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
