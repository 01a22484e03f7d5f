import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { folderHash, sha256 } from '../hash.ts';
import { parseJson, WrongShape } from '../members.ts';
import {
  OVERLAYS_FILE,
  OWN_FOLDER,
  ownHome,
  ownNames,
  releaseFolder,
  releaseNumbers,
  RELEASES_FOLDER,
} from '../own-folders.ts';
import { writeDurably } from '../install/write-durably.ts';

/** In `RULES_DIR`: what is being changed. Nothing there is in force. */
export const DRAFTS_FOLDER = 'drafts';
/** The name of the overlays among drafts and in commands. */
export const OVERLAYS_DRAFT = 'overlays';

/** How a set came into force; the sets of a rules folder are its log. */
export interface ReleaseRecord {
  readonly did: 'taken over' | 'released' | 'went back';
  readonly at: string;
  readonly by: string;
  /** The pack that was changed, or `overlays`. */
  readonly name?: string;
  /** The first day of issue that the change is for. */
  readonly on?: string;
  /** The set whose rules these are, if that is another one. */
  readonly to?: number;
  /** The set to which the way back leads from here. */
  readonly before: number | null;
}

export interface Release extends ReleaseRecord {
  readonly number: number;
}

const RECORD = 'release.json';

/** The released sets, the first one first; the last one is in force. */
export const releasesIn = (rulesDir: string): readonly Release[] =>
  releaseNumbers(rulesDir).map((number) => {
    const where = `${OWN_FOLDER}/${RELEASES_FOLDER}/${number}/${RECORD}`;
    const text = readFileSync(join(releaseFolder(rulesDir, number), RECORD), 'utf8');
    return { ...(parseJson(text, where) as ReleaseRecord), number };
  });

/** A set that is not in force yet, beside those that were: a copy of the one to begin with, to be changed. */
export interface StagedRelease {
  readonly home: string;
  readonly number: number;
}

/** @param from the folder of a set, or `own` before the first release. */
export async function stageRelease(rulesDir: string, from = ownHome(rulesDir)): Promise<StagedRelease> {
  const all = join(rulesDir, OWN_FOLDER, RELEASES_FOLDER);
  await mkdir(all, { recursive: true, mode: 0o700 });
  const number = (releaseNumbers(rulesDir).at(-1) ?? 0) + 1;
  await clearAbandoned(all);
  const home = await mkdtemp(join(all, MAKING));
  for (const name of [...(await ownNames(from)), OVERLAYS_FILE])
    if (existsSync(join(from, name))) await cp(join(from, name), join(home, name), { recursive: true });
  return { home, number };
}

const MAKING = '.making-';
/** Longer than anybody thinks about a difference. */
const ABANDONED_MS = 24 * 60 * 60_000;

/** Removes the remains of a command that died. */
async function clearAbandoned(all: string): Promise<void> {
  for (const name of (await readdir(all)).filter((each) => each.startsWith(MAKING))) {
    const { mtimeMs } = await stat(join(all, name)).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > ABANDONED_MS) await rm(join(all, name), { recursive: true, force: true });
  }
}

export const dropRelease = ({ home }: StagedRelease): Promise<void> =>
  rm(home, { recursive: true, force: true });

/**
 * Puts a set in force by one rename: every process has the set before, or this one.
 * @throws WrongShape if another set was released meanwhile.
 */
export async function commitRelease(
  rulesDir: string,
  { home, number }: StagedRelease,
  record: ReleaseRecord,
): Promise<void> {
  await writeDurably(join(home, RECORD), new TextEncoder().encode(`${JSON.stringify(record, null, 2)}\n`));
  await syncAll(home);
  const target = releaseFolder(rulesDir, number);
  try {
    // A folder that is there holds a record, so it is not replaced.
    await rename(home, target);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new WrongShape(`own/${RELEASES_FOLDER}/${number}`, 'was released by somebody else meanwhile: repeat the command to see the difference from it'); // prettier-ignore
  }
  await syncOf(dirname(target));
}

async function syncAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await syncOf(join(entry.parentPath, entry.name));
  await syncOf(folder);
}

async function syncOf(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * What is written in `own` itself although sets were released.
 * @returns `isTakenOver`: the first set has it, so it can go.
 */
export async function writtenBeside(
  rulesDir: string,
): Promise<readonly { readonly name: string; readonly isTakenOver: boolean }[]> {
  const own = join(rulesDir, OWN_FOLDER);
  const [first] = releaseNumbers(rulesDir);
  if (first === undefined) return [];
  const names = [...(await ownNames(own)), OVERLAYS_FILE].filter((name) => existsSync(join(own, name)));
  return names.map((name) => ({
    name,
    isTakenOver: isAlike(join(own, name), join(releaseFolder(rulesDir, first), name)),
  }));
}

/** A crash after the first release leaves what it took over. */
export async function clearTakenOver(rulesDir: string): Promise<void> {
  for (const { name, isTakenOver } of await writtenBeside(rulesDir))
    if (isTakenOver) await rm(join(rulesDir, OWN_FOLDER, name), { recursive: true });
}

const isAlike = (one: string, other: string): boolean =>
  existsSync(other) && contentOf(one) === contentOf(other);

const contentOf = (path: string): string =>
  lstatSync(path).isDirectory() ? folderHash(path) : sha256(readFileSync(path));
