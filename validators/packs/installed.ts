import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from './hash.ts';
import { type InstalledEntry, MANIFEST_FORMAT, type Manifest } from './manifest.ts';

/** The packs of a folder, and what in it could not be read. */
export interface InstalledPacks {
  readonly packs: readonly InstalledPack[];
  readonly entries: readonly InstalledEntry[];
  /** One sentence for each folder that looks like a pack and is none. */
  readonly problems: readonly string[];
}

export interface InstalledPack {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly manifestHash: string;
}

/**
 * Reads what is installed in `RULES_DIR`; a folder that does not exist holds nothing. Only manifests are read here: the
 * files they name are verified by the thread that loads them.
 */
export async function readInstalled(rulesDir: string): Promise<InstalledPacks> {
  const problems: string[] = [];
  const packs: InstalledPack[] = [];
  for (const folder of await foldersIn(rulesDir)) {
    try {
      const text = await readFile(join(rulesDir, folder, 'manifest.json'), 'utf8');
      const manifest = parseManifest(text);
      const manifestHash = sha256(text);
      if (typeof manifest === 'string') problems.push(`${folder}: ${manifest}`);
      else if (folder !== folderName(manifest, manifestHash))
        problems.push(`${folder}: the manifest was changed`);
      else packs.push({ folder, manifest, manifestHash });
    } catch (error) {
      problems.push(`${folder}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { packs, entries: packs.flatMap(entriesOf), problems };
}

/**
 * The folder a pack is kept in. Its end is taken from the manifest's hash: another state of the pack is another folder, so
 * it can be put beside the old one in a single step, and a manifest that was edited is noticed.
 */
export const folderName = (
  { id, version, origin }: Pick<Manifest, 'id' | 'version' | 'origin'>,
  hash: string,
): string => `${id}-${version}.${origin}.${hash.slice(0, 12)}`;

/** Folders that begin with a dot are packs in the making. */
async function foldersIn(rulesDir: string): Promise<readonly string[]> {
  try {
    const found = await readdir(rulesDir, { withFileTypes: true });
    return found
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map((entry) => entry.name)
      .sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** @returns the manifest, or what is wrong with it. */
export function parseManifest(text: string): Manifest | string {
  const read: unknown = JSON.parse(text);
  if (typeof read !== 'object' || read === null || !('format' in read)) return 'not a manifest';
  if (read.format !== MANIFEST_FORMAT) return 'made by another version: run npm run packs -- compile';
  // Written by our own script in this format; its files are held to their hashes before anything of them is used.
  return read as Manifest;
}

function entriesOf({ folder, manifest, manifestHash }: InstalledPack): InstalledEntry[] {
  return manifest.entries.map((entry) => ({
    id: manifest.id,
    version: manifest.version,
    origin: manifest.origin,
    layer: entry.layer,
    syntaxes: entry.syntaxes,
    customizations: entry.customizations,
    validFrom: manifest.valid_from,
    validUntil: manifest.valid_until,
    severityOverrides: manifest.severity_overrides,
    kind: entry.kind,
    engines: entry.programs.map(({ engine }) => engine),
    refused: entry.refused,
    ref: { folder, manifest: manifestHash, path: entry.path },
  }));
}
