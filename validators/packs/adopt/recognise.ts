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

/**
 * Every release with at least one file in the source. An uncertain one is a refusal.
 * @param options `id` of a pack; all packs if left out. `report` gets the unreadable files.
 */
export function releasesIn(
  files: PackFiles,
  known: readonly ListedPack[],
  { id, report }: { readonly id?: string | undefined; readonly report: (line: string) => void },
): readonly (Release | ReleaseRefused)[] {
  const seen = entryFiles(files, report);
  return RELEASE_MARKS.filter(({ pack }) => id === undefined || pack === id).flatMap((mark) => {
    const newest = known.filter(({ pack }) => pack.id === mark.pack).toSorted(latestFirst)[0];
    const found = newest && entriesOf(mark, seen, files);
    if (!newest || !found) return [];
    if (found instanceof ReleaseRefused) return found;
    const parts = [...new Set([...found.values()].flatMap((entry) => entry.parts))];
    const kept = parts.flatMap((part) => {
      const bytes = files.get(part);
      return bytes ? [[part, bytes] as const] : [];
    });
    return { mark, known: newest, entries: found, files: new Map(kept) };
  });
}

const latestFirst = ({ pack: one }: ListedPack, { pack: other }: ListedPack): number =>
  (other.validFrom ?? '').localeCompare(one.validFrom ?? '');

/** @returns undefined if no file belongs to this release. */
function entriesOf(
  mark: ReleaseMark,
  seen: readonly EntryFile[],
  files: PackFiles,
): ReadonlyMap<string, EntryFile> | ReleaseRefused | undefined {
  const found = mark.entries.map(({ path, is }) => [path, choose(path, seen.filter(is), files)] as const);
  // A schema alone proves nothing: others use it, too.
  const isThere = found.some(([path, candidates]) => candidates.length > 0 && (path.endsWith('.sch') || found.length === 1)); // prettier-ignore
  const { another } = mark;
  if (!isThere) return another && seen.some(another.is) ? new ReleaseRefused(another.says) : undefined;
  const missing = found.filter(([, candidates]) => candidates.length === 0).map(([path]) => path);
  if (missing.length > 0)
    return new ReleaseIncomplete(
      `${mark.pack}: a part of the release is not there: the next edition of ${missing.join(', ')}. Releases are published at ${mark.publisher}.`,
    );
  const ambiguous = found.find(([, candidates]) => candidates.length > 1);
  if (ambiguous)
    return new ReleaseRefused(
      `${mark.pack}: ${ambiguous[1].map(({ path }) => path).join(' and ')} could each be the next edition of ${ambiguous[0]}. Name a folder that holds one of them.`,
    );
  return new Map(found.flatMap(([path, [entry]]) => (entry ? [[path, entry] as const] : [])));
}

/** Copies count once; the publisher's own file name decides between variants, such as a rule set written out and one made of parts. */
function choose(path: string, candidates: readonly EntryFile[], files: PackFiles): readonly EntryFile[] {
  const named = candidates.filter((file) => posix.basename(file.path) === posix.basename(path));
  const contents = new Map<string, EntryFile>();
  for (const file of named.length > 0 ? named : candidates) {
    const content = file.parts.map((part) => sha256(files.get(part) ?? '')).join();
    if (!contents.has(content)) contents.set(content, file);
  }
  return [...contents.values()];
}
