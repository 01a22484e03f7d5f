import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogueEntry } from '../../domain/catalogue/entry.ts';
import { OWN_CODES } from '../../domain/catalogue/own-codes.ts';
import type { Catalogue } from '../../ports/catalogue.ts';

/** `catalogue.json` among the sources of an installed pack, written by `npm run packs` from the words of its rules. */
interface PackCatalogueRow {
  readonly code: string;
  readonly aliases: readonly string[];
  readonly family: string;
  readonly who_fixes: CatalogueEntry['whoFixes'];
  readonly title: string;
  readonly explanation: string;
  readonly fix_hint: string;
  readonly routes: CatalogueEntry['routes'];
  readonly layer: string | null;
  readonly term?: string;
}

/** Our own codes and the rule ids of the packs in `RULES_DIR`. */
export class KnownCodes implements Catalogue {
  readonly #entries = new Map<string, CatalogueEntry>();

  private constructor(entries: readonly CatalogueEntry[]) {
    for (const entry of entries)
      for (const code of [entry.code, ...entry.aliases])
        if (!this.#entries.has(code)) this.#entries.set(code, entry);
  }

  /** Our own codes come first: what the contract says of a code stands, whatever a pack says. */
  static async read(rulesDir: string): Promise<KnownCodes> {
    const folders = await readdir(rulesDir).catch(() => []);
    const packs = await Promise.all(folders.sort().map((folder) => rowsOf(join(rulesDir, folder))));
    return new KnownCodes([...OWN_CODES, ...packs.flat().map(entryOf)]);
  }

  find(code: string): CatalogueEntry | undefined {
    return this.#entries.get(code);
  }
}

// A pack that explains nothing, or whose explanations cannot be read, still judges.
async function rowsOf(folder: string): Promise<readonly PackCatalogueRow[]> {
  try {
    return JSON.parse(
      await readFile(join(folder, 'source', 'catalogue.json'), 'utf8'),
    ) as readonly PackCatalogueRow[];
  } catch {
    return [];
  }
}

const entryOf = ({ who_fixes, fix_hint, ...row }: PackCatalogueRow): CatalogueEntry => ({
  ...row,
  whoFixes: who_fixes,
  fixHint: fix_hint,
});
