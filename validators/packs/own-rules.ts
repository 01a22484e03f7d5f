import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PackEntry } from '../layers/pack-in-force.ts';
import type { Schema } from '../engine/load/schema.ts';
import { textInside } from './inside.ts';
import type { InstalledEntry } from './manifest.ts';
import { Members, parseJson } from './members.ts';
import { projectFolder } from './project-folder.ts';

/** In `schematron/`: the ids of the rules of each built-in pack, as they come with the service. */
export const SHIPPED_RULES_FILE = 'shipped-rules.json';

/** The rules of a built-in pack that did not come with the service: somebody has added them to it. */
export function ownRulesIn(packId: string, { patterns }: Schema): readonly string[] {
  const folder = join(projectFolder(), 'schematron');
  if (!existsSync(join(folder, SHIPPED_RULES_FILE))) return [];
  const all = new Members(
    parseJson(textInside(folder, SHIPPED_RULES_FILE), SHIPPED_RULES_FILE),
    SHIPPED_RULES_FILE,
  );
  if (!all.has(packId)) return [];
  const shipped = new Set(all.text(packId).split(' '));
  const ids = patterns.flatMap(({ rules }) => rules).flatMap(({ tests }) => tests.map(({ id }) => id));
  return [...new Set(ids.filter((id) => id !== undefined))].filter((id) => !shipped.has(id)).sort();
}

type Judging = Pick<PackEntry, 'layer' | 'syntaxes' | 'customizations'>;

/** Own rules of built-in packs that do not run for documents of these entries, in a sentence for each pack. */
export function overruledBy(
  entries: readonly Judging[],
  installed: readonly InstalledEntry[],
): readonly string[] {
  const byPack = new Map<string, Set<string>>();
  for (const { id, version, ownRules = [], ...own } of installed)
    if (ownRules.length > 0 && entries.some((other) => judgesTheSame(own, other))) {
      const name = `${id} ${version} (built-in)`;
      byPack.set(name, new Set([...(byPack.get(name) ?? []), ...ownRules]));
    }
  return [...byPack].map(([name, rules]) => `own rules of ${name} do not run: ${[...rules].join(', ')}`);
}

const judgesTheSame = (one: Judging, other: Judging): boolean =>
  one.layer === other.layer &&
  one.syntaxes.some((syntax) => other.syntaxes.includes(syntax)) &&
  one.customizations.some((id) => other.customizations.includes(id));

/** Own rules that do not run with the packs that are installed. */
export const overruledIn = (installed: readonly InstalledEntry[]): readonly string[] =>
  overruledBy(
    installed.filter(({ origin }) => origin !== 'built-in'),
    installed,
  );
