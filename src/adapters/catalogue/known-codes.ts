import type { CatalogueEntry } from '../../domain/catalogue/entry.ts';
import { OWN_CODES } from '../../domain/catalogue/own-codes.ts';
import type { Catalogue } from '../../ports/catalogue.ts';
import { type RuleCatalogueEntry, catalogueOf } from '../../../validators/packs/catalogue.ts';
import { PackDamaged } from '../../../validators/packs/pack-files.ts';
import type { RulesFolder } from '../../../validators/packs/rules-folder.ts';

/** Our own codes and the rule ids of the packs in `RULES_DIR`. */
export class KnownCodes implements Catalogue {
  readonly #entries = new Map<string, CatalogueEntry>();

  private constructor(entries: readonly CatalogueEntry[]) {
    for (const entry of entries)
      for (const code of [entry.code, ...entry.aliases])
        if (!this.#entries.has(code)) this.#entries.set(code, entry);
  }

  /** Our own codes come first: what the contract says of a code stands, whatever a pack says. */
  static async read(rules: RulesFolder): Promise<KnownCodes> {
    // What cannot be read is for the start and GET /health to tell.
    const { packs } = await rules.read().catch(() => ({ packs: [] }));
    const rows = await Promise.all(packs.map((pack) => wordsOf(rules.rulesDir, pack)));
    return new KnownCodes([...OWN_CODES, ...rows.flat().map(entryOf)]);
  }

  find(code: string): CatalogueEntry | undefined {
    return this.#entries.get(code);
  }
}

const wordsOf: typeof catalogueOf = (rulesDir, pack) =>
  catalogueOf(rulesDir, pack).catch((error: unknown) => {
    if (error instanceof PackDamaged) return [];
    throw error;
  });

const entryOf = ({ who_fixes, fix_hint, ...row }: RuleCatalogueEntry): CatalogueEntry => ({
  ...row,
  whoFixes: who_fixes,
  fixHint: fix_hint,
});
