import { readdir } from 'node:fs/promises';
import { type InstalledPacks, readInstalled } from '../../../validators/packs/installed.ts';

/** What is installed in `RULES_DIR`, read again when its list of folders has changed: their names hold their manifests' hashes. */
export class PackFolder {
  readonly #rulesDir: string;
  readonly #maxAgeMs: number;
  #listing: string | undefined;
  #packs: Promise<InstalledPacks> | undefined;
  #looked = -Infinity;

  /** @param maxAgeMs how long the list of folders is not looked at again. */
  constructor(rulesDir: string, maxAgeMs: number) {
    this.#rulesDir = rulesDir;
    this.#maxAgeMs = maxAgeMs;
  }

  async read(): Promise<InstalledPacks> {
    const now = performance.now();
    if (this.#packs && now - this.#looked < this.#maxAgeMs) return this.#packs;
    this.#looked = now;
    const listing = (await readdir(this.#rulesDir).catch(() => [])).sort().join('\n');
    if (!this.#packs || listing !== this.#listing) {
      this.#listing = listing;
      this.#packs = readInstalled(this.#rulesDir).catch((error: unknown) => {
        this.#packs = undefined;
        throw error;
      });
    }
    return this.#packs;
  }
}
