import { editionsIn, listsOf, phrasesOf, rulesOf } from './expand.ts';

/** What a release of a pack changes in one of its Schematron files, by the ids of rules. */
interface EditionChange {
  readonly version: string;
  /** Its first day. */
  readonly day: string;
  /** `cii.sch` */
  readonly path: string;
  readonly comes: readonly string[];
  readonly goes: readonly string[];
  readonly changes: readonly string[];
}

/** The releases of `schematron/<pack>` after the first one, as the marked rows of the pack make them; files without a change are left out. */
export function editionChanges(folder: string): readonly EditionChange[] {
  const all = editionsIn(folder);
  // The rules of a first release are read for the second one to be compared with.
  if (all.length < 2) return [];
  const editions = all.map((edition) => ({ ...edition, rules: readings(folder, edition.version) }));
  return editions.slice(1).flatMap(({ version, day, rules }, index) =>
    [...rules]
      .map(([path, now]) => {
        const before = editions[index]!.rules.get(path) ?? new Map<string, string>();
        const ids = [...now.keys()];
        return {
          version,
          day,
          path,
          comes: ids.filter((id) => !before.has(id)),
          goes: [...before.keys()].filter((id) => !now.has(id)),
          changes: ids.filter((id) => before.has(id) && before.get(id) !== now.get(id)),
        };
      })
      .filter(({ comes, goes, changes }) => comes.length + goes.length + changes.length > 0),
  );
}

/** By file and id, what decides the verdict of a rule: its places, conditions and severities, with the phrases and code lists that they name. */
function readings(folder: string, version: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const phrases = phrasesOf(folder, version);
  const lists = listsOf(folder, version);
  return new Map(
    [...rulesOf(folder, version)].map(([path, patterns]) => {
      const meanings = { ...phrases.get(path), ...Object.fromEntries(lists.get(path) ?? []) };
      const read = new Map<string, string>();
      for (const { in: place, at, where, let: lets, check } of patterns.flatMap(({ blocks }) => blocks))
        for (const { id, flag, test } of check) {
          const decisive = JSON.stringify([place, at, where, lets, flag, test]);
          read.set(id, `${read.get(id) ?? ''}${withMeanings(decisive, meanings)}`);
        }
      return [path, read];
    }),
  );
}

/** With the meaning of each phrase and list that a text names, also in meanings. */
function withMeanings(text: string, meanings: Readonly<Record<string, string>>): string {
  const named = new Set<string>();
  const look = (meaning: string): void => {
    for (const [name] of meaning.matchAll(/[A-Za-z][\w.-]*/g))
      if (Object.hasOwn(meanings, name) && !named.has(name)) {
        named.add(name);
        look(meanings[name]!);
      }
  };
  look(text);
  return [text, ...[...named].map((name) => `${name}=${meanings[name]}`)].join('\n');
}
