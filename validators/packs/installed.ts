import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { compilerHash, folderHash, sha256 } from './hash.ts';
import type { InstalledEntry, Manifest } from './manifest.ts';
import { WrongShape } from './members.ts';
import type { Overlay } from '../vocabulary/overlay.ts';
import { readOverlays } from './overlays.ts';
import {
  entryWithoutProgram,
  isReleaseFolder,
  nameOfState,
  notCompiled,
  OVERLAYS_FILE,
  ownHome,
  ownNames,
} from './own-folders.ts';
import { PackDamaged, PackGone, readPackFile } from './pack-files.ts';
import { packChecksum } from './pack-checksum.ts';
import { MANIFEST_FILE, readManifest } from './read-manifest.ts';

/** The packs of a folder, and its unreadable parts. */
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
 * Reads the packs in `RULES_DIR`; a missing folder holds none. Only manifests are read here: the thread that loads the files verifies them,
 * and so does `RulesFolder`.
 * @param home where own packs and overlays are written; those in force if left out.
 */
export async function readInstalled(rulesDir: string, home?: string): Promise<InstalledPacks> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await readOnce(rulesDir, home ?? ownHome(rulesDir));
    } catch (error) {
      // Its successor was not in the list yet, so the list would show none of both.
      if (!(error instanceof PackGone) || attempts === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Packs are placed one after the other, each in one step. */
const MAX_ATTEMPTS = 20;

/** @throws PackGone if one of the listed folders has been removed meanwhile. */
async function readOnce(rulesDir: string, home: string): Promise<InstalledPacks> {
  const problems: string[] = [];
  const damaged: string[] = [];
  const matchingPacks: InstalledPack[] = [];
  for (const folder of await foldersIn(rulesDir)) {
    const read = await readPack(rulesDir, folder);
    if (typeof read === 'string') {
      problems.push(read);
      damaged.push(folder);
    } else if (read) matchingPacks.push(read);
  }
  const names = await ownNames(home);
  const states = isReleaseFolder(home) ? new Map(names.map((name) => [stateIn(home, name), name])) : undefined; // prettier-ignore
  const current = matchingPacks.filter((pack) => pack.manifest.origin !== 'own' || (states?.has(stateOf(pack)) ?? true)); // prettier-ignore
  const ours = current.filter(
    (pack) => isOurs(pack) || !current.some((other) => isOurs(other) && isSame(pack, other)),
  );
  // Of a released state that was compiled twice one is enough.
  const packs = ours.filter((pack, n) => !states || pack.manifest.origin !== 'own' || ours.findIndex((other) => isSame(pack, other)) === n); // prettier-ignore
  const withoutProgram = states ? lackingStates(states, packs) : ownWithoutProgram(names, packs, damaged);
  const waiting = await Promise.all(withoutProgram.map((name) => entryWithoutProgram(home, name)));
  const { overlays, problem } = overlaysIn(home);
  const entries = packs.flatMap(entriesOf).map((entry): InstalledEntry => {
    const ofLayer = overlays.filter(({ layer }) => layer === entry.layer);
    return ofLayer.length > 0 ? { ...entry, overlays: ofLayer } : entry;
  });
  const unread = problem === undefined ? [] : [await entryWithoutProgram(home, OVERLAYS_FILE)];
  return {
    packs,
    entries: [...entries, ...waiting, ...unread],
    problems: [...problems, ...withoutProgram.map(nameOfState).map(notCompiled), ...(problem ?? [])],
  };
}

/** Where overlays are written and cannot be read, no document passes: one of them may be stricter than its publisher. */
function overlaysIn(home: string): {
  readonly overlays: readonly Overlay[];
  readonly problem?: readonly [string];
} {
  try {
    return { overlays: readOverlays(home) };
  } catch (error) {
    if (error instanceof WrongShape) return { overlays: [], problem: [error.message] };
    throw error;
  }
}

/** Own rules that are written and not compiled, and folders of compiled ones that cannot be read. */
function ownWithoutProgram(
  names: readonly string[],
  packs: readonly InstalledPack[],
  damaged: readonly string[],
): readonly string[] {
  const running = new Set(packs.flatMap(({ manifest: { origin, id } }) => (origin === 'own' ? id : [])));
  const states = damaged.flatMap((folder) => /^(.*)\.own\.[0-9a-f]{12}$/.exec(folder)?.[1] ?? []);
  // The written pack says whose documents wait. Names and versions have dashes, so a folder may be that of several packs.
  const unreadable = states.flatMap((state) => {
    const meant = names.filter((name) => state.startsWith(`${name}-`));
    return meant.length > 0 ? meant : [state];
  });
  return [...new Set([...names.filter((name) => !running.has(name)), ...unreadable])];
}

/** A released set says by itself what is in force: what was compiled from it, and nothing else. */
const lackingStates = (
  states: ReadonlyMap<string, string>,
  packs: readonly InstalledPack[],
): readonly string[] =>
  [...states].filter(([state]) => !packs.some((pack) => stateOf(pack) === state)).map(([, name]) => name);

const stateIn = (home: string, folder: string): string =>
  `${nameOfState(folder)} ${folderHash(join(home, folder))}`;
const stateOf = ({ manifest: { id, own_source: source } }: InstalledPack): string => `${id} ${source}`;

/** Processes of two versions of the service may share a folder for a while, each with what its own compiler made. */
const isOurs = ({ manifest }: InstalledPack): boolean => manifest.compiler === compilerHash();
const isSame = ({ manifest: one }: InstalledPack, { manifest: other }: InstalledPack): boolean =>
  one.id === other.id && one.version === other.version && one.origin === other.origin;

/** @returns the pack, one sentence about its damage, or undefined for a folder that never was a pack (`lost+found`). */
async function readPack(rulesDir: string, folder: string): Promise<InstalledPack | string | undefined> {
  try {
    const bytes = await readPackFile(rulesDir, folder, MANIFEST_FILE);
    const manifestHash = sha256(bytes);
    const manifest = readManifest(new TextDecoder().decode(bytes));
    if (folder !== folderName(manifest, manifestHash))
      return describeDamage(folder, 'the manifest was changed');
    return { folder, manifest, manifestHash };
  } catch (error) {
    if (error instanceof PackGone) throw error;
    if (error instanceof WrongShape) return describeDamage(folder, error.message);
    if (!(error instanceof PackDamaged)) throw error;
    return isPackFolder(folder) ? error.message : undefined;
  }
}

const describeDamage = (folder: string, reason: string): string => new PackDamaged(folder, reason).message;

/**
 * The folder of a pack. Its end comes from the manifest's hash: another state of the pack is another folder, so it can be put beside the
 * old one in a single step, and an edited manifest is noticed.
 */
export const folderName = (
  { id, version, origin }: Pick<Manifest, 'id' | 'version' | 'origin'>,
  hash: string,
): string => `${id}-${version}.${origin}.${hash.slice(0, 12)}`;

/** Whether {@link folderName} could give the name. */
const isPackFolder = (name: string): boolean =>
  /^[A-Za-z0-9][A-Za-z0-9.-]*\.(official|edited|built-in|own)\.[0-9a-f]{12}$/.test(name);

/** The folders that hold a pack, readable or not. */
export const packFolders = async (rulesDir: string): Promise<readonly string[]> =>
  (await foldersIn(rulesDir)).filter(isPackFolder);

/** Folders that begin with a dot are packs that are being made or removed. */
async function foldersIn(rulesDir: string): Promise<readonly string[]> {
  try {
    const files = await readdir(rulesDir, { withFileTypes: true });
    return files
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map((entry) => entry.name)
      .sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function entriesOf({ folder, manifest, manifestHash }: InstalledPack): InstalledEntry[] {
  const checksum = packChecksum(manifest);
  return manifest.entries.map((entry) => ({
    id: manifest.id,
    version: manifest.version,
    origin: manifest.origin,
    layer: entry.layer,
    ...(entry.beside && { beside: entry.beside }),
    ...(manifest.clients && { clients: manifest.clients }),
    syntaxes: entry.syntaxes,
    customizations: entry.customizations,
    validFrom: manifest.valid_from,
    validUntil: manifest.valid_until,
    severityOverrides: manifest.severity_overrides,
    kind: entry.kind,
    engines: entry.programs.map(({ engine }) => engine),
    refused: entry.refused,
    ...(entry.own_rules && { ownRules: entry.own_rules }),
    checksum,
    ref: { folder, manifest: manifestHash, path: entry.path },
  }));
}
