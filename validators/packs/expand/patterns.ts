import { basename } from 'node:path';
import type { Members } from '../members.ts';
import type { Edition } from './editions.ts';
import { type Block, type Check, type RuleFile, readRules } from './rule-file.ts';

/** One file of a pack that is written out from rules and the places of their terms; paths are relative to the pack's folder. */
export interface ToExpand {
  readonly path: string;
  readonly terms: readonly string[];
  /** For every syntax. */
  readonly rules: readonly string[];
  /** For this syntax: rules of its own, and those that replace a rule for every syntax. */
  readonly syntax: readonly string[];
  readonly borrowed: Borrowed;
  readonly edition: Edition;
}

/** How a pack uses the rules of a pack that runs before it; its own files replace them. */
interface Borrowed {
  /** Packs that run before: their rules are explained, and found early, there. */
  readonly from: readonly string[];
  /** Ids that it leaves out. */
  readonly leavesOut: ReadonlySet<string>;
  /** The only ids that it keeps, if they are few. */
  readonly keeps?: ReadonlySet<string>;
  /** Families of ids with another name in this pack: `BR-AF` → `BR-IG`. */
  readonly renames: ReadonlyMap<string, string>;
  /** Flags that it changes: `CII-SR-465` → `fatal`. */
  readonly flags: ReadonlyMap<string, Check['flag']>;
  /** Code lists of which it uses another edition. */
  readonly lists: ReadonlyMap<string, string>;
}

/**
 * @param pack the description that contains the file.
 * @param edition its release.
 */
export function toExpand(file: Members, pack: Members, edition: Edition): ToExpand {
  const from = file.members('expanded_from');
  // Of a release: ids that it leaves out beside those of the file, and ids that it has again.
  const takenIn = new Set(idsIn(pack, 'takes_in'));
  return {
    path: file.path('path'),
    terms: from.textList('terms'),
    rules: from.textList('rules'),
    syntax: from.has('syntax') ? from.textList('syntax') : [],
    edition,
    borrowed: {
      from: pack.has('requires') ? pack.textList('requires') : [],
      leavesOut: new Set(
        [...idsIn(from, 'leaves_out'), ...idsIn(pack, 'leaves_out')].filter((id) => !takenIn.has(id)),
      ),
      ...(from.has('keeps') && { keeps: new Set(from.textList('keeps')) }),
      renames: textsByName(from, 'renames'),
      flags: flagsByName(from),
      lists: new Map([...textsByName(from, 'lists'), ...textsByName(pack, 'lists')]),
    },
  };
}

const idsIn = (members: Members, name: string): readonly string[] =>
  members.has(name) ? members.textList(name) : [];

const textsByName = (from: Members, name: string): ReadonlyMap<string, string> =>
  new Map(
    from.has(name) ? Object.entries(from.members(name).each((members, inner) => members.text(inner))) : [],
  );

const FLAGS: readonly Check['flag'][] = ['fatal', 'warning', 'information'];

const flagsByName = (from: Members): Borrowed['flags'] =>
  new Map(
    from.has('flags')
      ? Object.entries(from.members('flags').each((members, id) => members.oneOf(id, FLAGS)))
      : [],
  );

/**
 * A rule that a syntax states separately replaces the one for every syntax; a rule of the pack itself replaces the one of a pack that runs
 * before.
 */
export function patternsOf(
  { rules, syntax, borrowed, edition }: Pick<ToExpand, 'rules' | 'syntax' | 'borrowed' | 'edition'>,
  named: (path: string) => string,
  read: (path: string) => string,
): Patterns {
  const isOwn = (file: string) => !borrowed.from.some((pack) => named(file).startsWith(`${pack}/`));
  const pattern = (file: string, words?: ReadonlyMap<string, Check>) => ({
    name: basename(file, '.yaml'),
    file: named(file),
    isOwn: isOwn(file),
    ...readRules(read(named(file)), named(file), words, edition),
  });
  const shared = rules.map((file) => pattern(file));
  const words = new Map(shared.flatMap(checksOf).map((check) => [check.id, check]));
  const apart = syntax.filter((file) => !isOwn(file)).map((file) => pattern(file, words));
  const known = new Map([...apart.flatMap(checksOf).map((check) => [check.id, check] as const), ...words]);
  const own = syntax.filter(isOwn).map((file) => pattern(file, known));
  const idsOf = (files: readonly RuleFile[]) => new Set(files.flatMap(checksOf).map(({ id }) => id));
  const statedApart = idsOf([...apart, ...own]);
  const stated = idsOf([...shared, ...own].filter((file) => file.isOwn));
  const isGone = (id: string): boolean =>
    stated.has(id) || borrowed.leavesOut.has(id) || borrowed.keeps?.has(id) === false;
  const elsewhere = idsOf([...shared, ...apart].filter((file) => !file.isOwn));
  const stays: readonly Omit<Patterns[number], 'elsewhere'>[] = [
    ...shared.map((file) => ({ ...file, blocks: withoutChecks(file.blocks, (id) => statedApart.has(id)) })),
    ...apart,
    ...own,
  ];
  return stays.map((file) => {
    const blocks = file.isOwn ? file.blocks : asBorrowed(withoutChecks(file.blocks, isGone), borrowed);
    return { ...file, blocks, elsewhere };
  });
}

/** By the ids of the rules in a syntax. */
export const callIn = (patterns: Patterns, syntax: string): Patterns =>
  patterns.map((file) => ({
    ...file,
    blocks: file.blocks.map((block) => ({
      ...block,
      check: block.check.map((check) => ({ ...check, id: check.ids?.[syntax] ?? check.id })),
    })),
  }));

/** By the ids and with the flags that the pack gives its rules. */
const asBorrowed = (
  blocks: readonly Block[],
  { renames, flags }: Pick<Borrowed, 'renames' | 'flags'>,
): readonly Block[] =>
  blocks.map((block) => ({
    ...block,
    check: block.check.map((check) => {
      const id = rename(check.id, renames);
      return { ...check, id, flag: flags.get(id) ?? check.flag };
    }),
  }));

function rename(id: string, families: Borrowed['renames']): string {
  const [, family = '', rest = ''] = /^(.*)(-[^-]+)$/.exec(id) ?? [];
  const called = families.get(family);
  return called === undefined ? id : called + rest;
}

const checksOf = ({ blocks }: RuleFile): readonly Check[] => blocks.flatMap((block) => block.check);

const withoutChecks = (blocks: readonly Block[], isGone: (id: string) => boolean): readonly Block[] =>
  blocks
    .map((block) => ({ ...block, check: block.check.filter(({ id }) => !isGone(id)) }))
    .filter(({ check }) => check.length > 0);

export type Patterns = readonly (RuleFile & {
  readonly name: string;
  readonly file: string;
  /** True if it is not from a pack that runs before. */
  readonly isOwn: boolean;
  /** Ids that such a pack explains. */
  readonly elsewhere: ReadonlySet<string>;
})[];
