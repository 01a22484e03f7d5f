import { chmod, mkdir, mkdtemp, open, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256 } from '../../validators/packs/hash.ts';
import { folderName, readInstalled } from '../../validators/packs/installed.ts';
import type { Manifest } from '../../validators/packs/manifest.ts';
import type { BuiltPack } from './build.ts';
import type { PackFiles } from './files.ts';

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
    ...[...files].map(([path, bytes]) => [join('source', path), bytes] as const),
    ...outputs,
    ['manifest.json', new TextEncoder().encode(text)] as const,
  ]);
  if (!(await holds(join(rulesDir, name), contents))) await writeInOneStep(rulesDir, name, contents);
  for (const folder of await statesOf(rulesDir, manifest))
    if (folder !== name) await rm(join(rulesDir, folder), { recursive: true, force: true });
  return name;
}

async function writeInOneStep(
  rulesDir: string,
  name: string,
  contents: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  await mkdir(rulesDir, { recursive: true });
  const making = await mkdtemp(join(rulesDir, '.making-'));
  // The service may run as another user than who compiles; rules are no secret.
  await chmod(making, 0o755);
  try {
    for (const [path, bytes] of contents) await writeDurably(join(making, path), bytes);
    // Only there when one of its files was damaged.
    await rm(join(rulesDir, name), { recursive: true, force: true });
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

/** Removes every version of a pack, or the named one. @returns the folders that went. */
export async function removePack(rulesDir: string, id: string, version?: string): Promise<readonly string[]> {
  const { packs } = await readInstalled(rulesDir);
  const gone = packs.filter(
    ({ manifest }) => manifest.id === id && (version === undefined || manifest.version === version),
  );
  for (const { folder } of gone) await rm(join(rulesDir, folder), { recursive: true, force: true });
  return gone.map(({ folder }) => folder);
}

/** All folders of one version, readable or not. */
async function statesOf(rulesDir: string, manifest: Manifest): Promise<readonly string[]> {
  const prefix = folderName(manifest, '');
  return (await readdir(rulesDir)).filter((folder) => folder.startsWith(prefix));
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
