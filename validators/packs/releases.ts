import { WrongShape } from './members.ts';

/** The facts about a release of a pack, as `pack.json` and `official-packs.json` state them. */
export interface ReleaseFacts {
  readonly id: string;
  readonly version: string;
  readonly files: readonly { readonly path: string }[];
}

/** What a release changes in the one before; it keeps the rest. */
type Changes = Partial<ReleaseFacts> & {
  /** Files that it does not have any more. */
  readonly without?: readonly string[];
  /** The files that it has: the release before judges what the others judge. */
  readonly only?: readonly string[];
};

/** A release of a list: whole, or its changes of an earlier one. */
export type ListedRelease = ReleaseFacts & Changes & { readonly changes?: string };

/** @throws WrongShape if the release before is not listed. */
export function wholeRelease(release: ListedRelease, all: readonly ListedRelease[]): ReleaseFacts {
  const { changes, ...stated } = release;
  if (changes === undefined) return release;
  const before = all.find(({ id, version }) => id === release.id && version === changes);
  if (!before)
    throw new WrongShape(`${release.id} ${release.version}`, `changes ${changes}, which is not listed`);
  return changed(wholeRelease(before, all), stated);
}

/** A pack written here: its first release, and the changes of each later one. */
export type WithEditions = ReleaseFacts & { readonly editions?: readonly Changes[] };

/** Each release of a pack written here, the first one first. */
export const editionsOf = ({ editions = [], ...first }: WithEditions): readonly ReleaseFacts[] =>
  editions.reduce<readonly ReleaseFacts[]>(
    (all, changes) => [...all, changed(all.at(-1) ?? first, changes)],
    [first],
  );

/** A changed file keeps the members that the change does not state. */
function changed(
  before: ReleaseFacts,
  { without = [], only, files: changedFiles = [], ...stated }: Changes,
): ReleaseFacts {
  const remaining = before.files
    .filter(({ path }) => !without.includes(path) && (only?.includes(path) ?? true))
    .map((file) => ({ ...file, ...changedFiles.find(({ path }) => path === file.path) }));
  const added = changedFiles.filter(({ path }) => !before.files.some((file) => file.path === path));
  return { ...before, ...stated, files: [...remaining, ...added] };
}
