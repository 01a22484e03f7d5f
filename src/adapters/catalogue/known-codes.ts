import type { CatalogueEntry } from '../../domain/catalogue/entry.ts';
import { OWN_CODES } from '../../domain/catalogue/own-codes.ts';
import { describeSource } from '../../domain/catalogue/describe-source.ts';
import { ROUTES } from '../../domain/routes/all.ts';
import type { SearchableCatalogue } from '../../ports/catalogue.ts';
import { type RuleCatalogueEntry, catalogueOf } from '../../../validators/packs/catalogue.ts';
import type { InstalledPack, InstalledPacks } from '../../../validators/packs/installed.ts';
import { PackDamaged } from '../../../validators/packs/pack-files.ts';
import type { RulesFolder } from '../../../validators/packs/rules-folder.ts';

/** Our own codes, and the rule ids of the packs in `RULES_DIR`. */
export class KnownCodes implements SearchableCatalogue {
  private installed: InstalledPacks | undefined;
  private entries = byCode(OWN_CODES);
  private distinct = distinctIn(this.entries);

  constructor(private readonly rules: RulesFolder) {}

  /** Reads the texts of the installed packs, if these have changed. */
  async refresh(): Promise<void> {
    const installed = await this.rules.read();
    if (installed === this.installed) return;
    const rows = await Promise.all(
      installed.packs.toSorted(builtInFirst).map((pack) => entriesOf(this.rules.rulesDir, pack)),
    );
    // Our own codes come first: the contract's statement about a code goes before a pack's.
    this.entries = byCode([...OWN_CODES, ...onAllRoutes(rows.flat())]);
    this.distinct = distinctIn(this.entries);
    this.installed = installed;
  }

  find(code: string): CatalogueEntry | undefined {
    return this.entries.get(code);
  }

  all(): readonly CatalogueEntry[] {
    return this.distinct;
  }
}

const distinctIn = (entries: ReadonlyMap<string, CatalogueEntry>): readonly CatalogueEntry[] => [
  ...new Set(entries.values()),
];

function byCode(entries: readonly CatalogueEntry[]): ReadonlyMap<string, CatalogueEntry> {
  const known = new Map<string, CatalogueEntry>();
  const own = new Set(entries.map(({ code }) => code));
  for (const entry of entries) {
    // A code with an entry of its own is no alias, and an alias answers the entry that lists it.
    const aliases = entry.aliases.filter((alias) => !own.has(alias) && !known.has(alias));
    const listed = aliases.length === entry.aliases.length ? entry : { ...entry, aliases };
    for (const code of [entry.code, ...aliases]) if (!known.has(code)) known.set(code, listed);
  }
  return known;
}

/** The first texts for a code stay. Its routes are those of every pack that has it: XRechnung shares rules with Peppol. */
function onAllRoutes(entries: readonly CatalogueEntry[]): readonly CatalogueEntry[] {
  const known = new Map<string, CatalogueEntry>();
  for (const entry of entries) {
    const { routes, ...words } = known.get(entry.code) ?? { ...entry, routes: [] };
    const some = new Set([...routes, ...entry.routes]);
    known.set(entry.code, { ...words, routes: ROUTES.filter((route) => some.has(route)) });
  }
  return [...known.values()];
}

/** Official packs have only their messages, and several of them repeat one id. */
const builtInFirst = ({ manifest: one }: InstalledPack, { manifest: other }: InstalledPack): number =>
  Number(one.origin === 'official') - Number(other.origin === 'official');

// A pack whose texts cannot be read still checks documents. The start and GET /health report it.
const wordsOf: typeof catalogueOf = (rulesDir, pack) =>
  catalogueOf(rulesDir, pack).catch((error: unknown) => {
    if (error instanceof PackDamaged) return [];
    throw error;
  });

async function entriesOf(rulesDir: string, pack: InstalledPack): Promise<readonly CatalogueEntry[]> {
  const isPublished = pack.manifest.origin === 'official';
  const rows = await wordsOf(rulesDir, pack);
  return rows.map(entryOf).map((entry) => (isPublished ? { ...entry, isPublished } : entry));
}

const entryOf = ({ who_fixes, fix_hint, ...row }: RuleCatalogueEntry): CatalogueEntry => ({
  ...row,
  explanation: `${row.explanation} ${describeSource(row.term)}`,
  whoFixes: who_fixes,
  fixHint: fix_hint,
});
