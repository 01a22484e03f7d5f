import { WrongShape } from '../members.ts';

/** An entry of `schematron/official-packs.json`: whole, or what a release changes in the one before. */
export interface ListedEntry {
  readonly id: string;
  readonly version: string;
  /** The version before, of which it keeps what it does not state. */
  readonly changes?: string;
  /** Files of that version which it does not have any more. */
  readonly without?: readonly string[];
  /** In an entry of changes, members that a file does not state are those of the file of that name before. */
  readonly files: readonly { readonly path: string }[];
}

/** @throws WrongShape if the release before is not listed. */
export function wholeEntry(entry: ListedEntry, all: readonly ListedEntry[]): ListedEntry {
  const { changes, without = [], ...stated } = entry;
  if (changes === undefined) return entry;
  const known = all.find(({ id, version }) => id === entry.id && version === changes);
  if (!known) throw new WrongShape(`${entry.id} ${entry.version}`, `changes ${changes}, which is not listed`);
  const before = wholeEntry(known, all);
  const changed = new Map(stated.files.map((file) => [file.path, file]));
  const files = before.files
    .filter(({ path }) => !without.includes(path))
    .map((file) => ({ ...file, ...changed.get(file.path) }));
  const added = stated.files.filter(({ path }) => !before.files.some((file) => file.path === path));
  return { ...before, ...stated, files: [...files, ...added] };
}
