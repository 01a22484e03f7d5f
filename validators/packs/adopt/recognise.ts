import { posix } from 'node:path';
import type { PackFiles } from '../../engine/load/source.ts';
import { sha256 } from '../hash.ts';
import type { ListedPack } from '../install/adopted.ts';
import { RELEASE_MARKS, type ReleaseMark } from './marks.ts';
import { type EntryFile, entryFiles } from './release-files.ts';

/** A release is not adopted, and why. */
export class ReleaseRefused extends Error {}

/** Publishers add files of others to their own, so part of a release may be there by chance. */
export class ReleaseIncomplete extends ReleaseRefused {}

/** A release that was recognised by the contents of its files. */
export interface Release {
  readonly mark: ReleaseMark;
  /** The newest known release of this pack: it supplies the facts that the new one does not state. */
  readonly known: ListedPack;
  /** By the path of the listed file whose next edition each is. */
  readonly entries: ReadonlyMap<string, EntryFile>;
  /** The files of the entries, by their path in the source. */
  readonly files: PackFiles;
}

/** The texts of its entries, in each form that is there. */
export const textsOf = ({ entries }: Pick<Release, 'entries'>): readonly string[] =>
  [...entries.values()].flatMap(({ text, twin }) => [text, ...(twin ? [twin.text] : [])]);

interface Wanted {
  readonly id?: string | undefined;
  /** If the source has several releases of a pack, the one that states this version. */
  readonly version?: string | undefined;
  readonly report: (line: string) => void;
}

/**
 * Every release with at least one file in the source. An uncertain one is a error.
 * @param options `id` of a pack; all packs if left out. `report` gets the unreadable files.
 */
export function releasesIn(
  files: PackFiles,
  known: readonly ListedPack[],
  { id, version, report }: Wanted,
): readonly (Release | ReleaseRefused)[] {
  const { entries: seen, refused } = entryFiles(files, report);
  const releases = RELEASE_MARKS.filter(({ pack }) => id === undefined || pack === id).flatMap((mark) => {
    const newest = known.filter(({ pack }) => pack.id === mark.pack).toSorted(latestFirst)[0];
    const entries = newest && entriesOf(mark, seen, files, version);
    if (!newest || !entries) return [];
    if (entries instanceof ReleaseRefused) return entries;
    const parts = [...new Set([...entries.values()].flatMap((entry) => entry.parts))];
    const contents = parts.flatMap((part) => {
      const bytes = files.get(part);
      return bytes ? [[part, bytes] as const] : [];
    });
    return { mark, known: newest, entries, files: new Map(contents) };
  });
  // Rules that cannot be read belong to no release that could be named.
  return releases.length > 0 ? releases : refused.map(({ message }) => new ReleaseRefused(`${id === undefined ? '' : `No other file is of ${id}. `}${message}. Rules are taken whole or not at all.`)); // prettier-ignore
}

const latestFirst = ({ pack: one }: ListedPack, { pack: other }: ListedPack): number =>
  (other.validFrom ?? '').localeCompare(one.validFrom ?? '');

/** @returns undefined if no file belongs to this release. */
function entriesOf(
  mark: ReleaseMark,
  seen: readonly EntryFile[],
  files: PackFiles,
  version: string | undefined,
): ReadonlyMap<string, EntryFile> | ReleaseRefused | undefined {
  const entries = mark.entries.map(
    ({ path, is }) => [path, choose(path, ofVersion(version, mark, seen.filter(is)), files)] as const,
  );
  // A schema alone proves nothing: others use it, too.
  const isThere = entries.some(([path, candidates]) => candidates.length > 0 && (path.endsWith('.sch') || entries.length === 1)); // prettier-ignore
  const { another } = mark;
  if (!isThere) return another && seen.some(another.is) ? new ReleaseRefused(another.says) : undefined;
  const missing = entries.filter(([, candidates]) => candidates.length === 0).map(([path]) => path);
  if (missing.length > 0)
    return new ReleaseIncomplete(
      `${mark.pack}: a part of the release is not there: the next edition of ${missing.join(', ')}. Name a folder that has all of it, or its archive (${mark.publisher}).`,
    );
  const ambiguous = entries.find(([, candidates]) => candidates.length > 1);
  if (ambiguous)
    return new ReleaseRefused(
      `${mark.pack}: ${ambiguous[1].map(({ path }) => path).join(' and ')} could each be the next edition of ${ambiguous[0]}. Name a folder that holds one of them, or its --version.`,
    );
  return new Map(entries.flatMap(([path, [entry]]) => (entry ? [[path, entry] as const] : [])));
}

/** Registries keep every release in one file. All, if none states the version: it may be a new name for the only one. */
function ofVersion(
  version: string | undefined,
  mark: ReleaseMark,
  candidates: readonly EntryFile[],
): readonly EntryFile[] {
  const stating = candidates.filter(({ text }) => version !== undefined && mark.version([text]).includes(version)); // prettier-ignore
  return stating.length > 0 ? stating : candidates;
}

/**
 * Copies count once; the publisher's own file name decides between variants, such as a rule set written out and one made of parts.
 * Schematron is taken before its stylesheet, if both state the same rules.
 */
function choose(path: string, candidates: readonly EntryFile[], files: PackFiles): readonly EntryFile[] {
  const compiled = candidates.filter(({ form }) => form === 'stylesheet');
  const written = candidates.filter(({ form }) => form !== 'stylesheet');
  if (written.length === 0) return variantsOf(path, compiled, files);
  const chosen = variantsOf(path, written, files);
  const [only, more] = chosen;
  if (!only || more) return chosen;
  const other = compiled.find(({ ids }) => !isEqual(ids, only.ids));
  return other ? [only, other] : [{ ...only, twin: compiled[0] }];
}

const isEqual = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((id) => other.has(id));

function variantsOf(path: string, candidates: readonly EntryFile[], files: PackFiles): readonly EntryFile[] {
  const nameOf = (file: string): string => posix.parse(file).name;
  const named = candidates.filter((file) => nameOf(file.path) === nameOf(path));
  const contents = new Map<string, EntryFile>();
  for (const file of named.length > 0 ? named : candidates) {
    const content = file.parts.map((part) => sha256(files.get(part) ?? '')).join();
    if (!contents.has(content)) contents.set(content, file);
  }
  return [...contents.values()];
}
