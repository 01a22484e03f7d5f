import { basename, dirname } from 'node:path';
import { type InstalledPack, type InstalledPacks, readInstalled } from '../installed.ts';
import { VerifiedEntry } from '../load.ts';
import type { InstalledEntry } from '../manifest.ts';
import { WrongShape } from '../members.ts';
import { type RuleDifferences, compareRules } from './compare-rules.ts';
import { type RuleTexts, rulesOf } from './rules-of.ts';

/** An installed pack, and where. */
export interface PackAt {
  readonly rulesDir: string;
  readonly pack: InstalledPack;
  readonly entries: readonly InstalledEntry[];
}

/** Entries of both packs for the same documents; one is absent if only the other pack has it. */
export interface EntryPair {
  readonly before: InstalledEntry | undefined;
  readonly after: InstalledEntry | undefined;
}

/**
 * Finds an installed pack.
 * @param name `ID-VERSION`, its publisher's first, `ID-VERSION.ORIGIN`, or the path of its folder.
 * @throws WrongShape naming what is installed.
 */
export async function packNamed(rulesDir: string, name: string): Promise<PackAt> {
  const isPath = /[\\/]/.test(name);
  const folder = isPath ? dirname(name) : rulesDir;
  const expectedName = isPath ? basename(name) : name;
  const installed = await readInstalled(folder);
  const pack = packAmong(folder, installed, expectedName);
  if (!pack) {
    const there = installed.packs.map(({ manifest: m }) => `${m.id}-${m.version}.${m.origin}`);
    throw new WrongShape(name, `no pack of ${folder}; installed are ${there.join(', ') || 'none'}`);
  }
  return pack;
}

/** @param name as for `packNamed`, or the name of a folder. */
export function packAmong(
  rulesDir: string,
  { packs, entries }: Pick<InstalledPacks, 'packs' | 'entries'>,
  name: string,
): PackAt | undefined {
  const matchingPack = packs
    .filter((pack) => pack.folder === name || pack.folder.startsWith(`${name}.`))
    .filter(
      ({ manifest: m, folder: at }) =>
        at === name || [`${m.id}-${m.version}`, `${m.id}-${m.version}.${m.origin}`].includes(name),
    )
    .toSorted(
      (a, b) => Number(a.manifest.origin === 'built-in') - Number(b.manifest.origin === 'built-in'),
    )[0];
  return (
    matchingPack && {
      rulesDir,
      pack: matchingPack,
      entries: entries.filter(({ ref }) => ref.folder === matchingPack.folder),
    }
  );
}

/** Entries belong together if they check a layer of a syntax under the same BT-24, in any version of it. */
export function pairsOf(before: PackAt, after: PackAt): readonly EntryPair[] {
  const rest = new Set(before.entries);
  const pairs = after.entries.map((entry): EntryPair => {
    const earlier = [...rest].find((each) => kindOf(each) === kindOf(entry));
    if (earlier) rest.delete(earlier);
    return { before: earlier, after: entry };
  });
  return [...pairs, ...[...rest].map((entry) => ({ before: entry, after: undefined }))];
}

const kindOf = ({ layer, kind, syntaxes, customizations }: InstalledEntry): string =>
  [
    layer,
    kind,
    ...syntaxes.toSorted(),
    ...customizations.map((id) => id.replace(/\d[\d.]*/g, '#')).toSorted(),
  ].join(' ');

export async function differencesOf(
  before: PackAt,
  after: PackAt,
  pair: EntryPair,
): Promise<RuleDifferences> {
  return compareRules(await textsOf(before, pair.before), await textsOf(after, pair.after));
}

export async function textsOf(
  { rulesDir }: Pick<PackAt, 'rulesDir'>,
  entry: InstalledEntry | undefined,
): Promise<RuleTexts> {
  if (!entry) return { rules: new Map(), shared: new Map() };
  const verified = await VerifiedEntry.open(rulesDir, entry.ref);
  return rulesOf(await verified.source(), verified.entry);
}
