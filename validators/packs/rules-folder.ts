import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CATALOGUE_FILE, catalogueOf } from './catalogue.ts';
import { compilerHash } from './hash.ts';
import { type InstalledPack, type InstalledPacks, readInstalled } from './installed.ts';
import { ownHome, ownStates } from './own-folders.ts';
import { OTHER_COMPILER, PackDamaged, PackGone, SOURCE, filesOf, readVerified } from './pack-files.ts';

/** Packs change while the service runs, but seldom enough that not each document needs a look. */
const MAX_AGE_MS = 2_000;

/**
 * The packs in `RULES_DIR` for this process. Manifests are read again after the list of folders has changed: the names contain the hashes
 * of the manifests. Whether the files still match their manifests is checked at a start, for GET /health, and by each thread for the files
 * that it loads.
 */
export class RulesFolder {
  private listing: string | undefined;
  private packs: Promise<InstalledPacks> | undefined;
  private readAt = -Infinity;
  private verification: Promise<readonly string[]> | undefined;
  private verified = -Infinity;
  /** By folder: verified files, with their file system state at that time. */
  private readonly sound = new Map<string, Map<string, string>>();

  /**
   * @param maxAgeMs how long a look stays valid.
   * @param home see `readInstalled`.
   */
  constructor(
    readonly rulesDir: string,
    private readonly maxAgeMs: number = MAX_AGE_MS,
    readonly home?: string,
  ) {}

  async read(): Promise<InstalledPacks> {
    const now = performance.now();
    if (this.packs && now - this.readAt < this.maxAgeMs) return this.packs;
    this.readAt = now;
    const folders = await readdir(this.rulesDir).catch(() => []);
    // Own rules that are written and not compiled count: no document passes without them.
    const listing = [...folders.sort(), ...(await ownStates(this.home ?? ownHome(this.rulesDir)))].join('\n');
    if (!this.packs || listing !== this.listing) {
      this.listing = listing;
      this.packs = readInstalled(this.rulesDir, this.home).catch((error: unknown) => {
        this.packs = undefined;
        throw error;
      });
    }
    return this.packs;
  }

  /** A pack is gone: the next call looks again. */
  lookAgain(): void {
    this.packs = undefined;
  }

  /**
   * Compares every file of every pack with its manifest. Only files whose file system state has changed are read again.
   * @returns one sentence for each pack that could not be loaded now.
   */
  damages(): Promise<readonly string[]> {
    const now = performance.now();
    if (!this.verification || now - this.verified >= this.maxAgeMs) {
      this.verified = now;
      this.verification = this.look().catch((error: unknown) => {
        this.verification = undefined;
        throw error;
      });
    }
    return this.verification;
  }

  private async look(): Promise<readonly string[]> {
    const { packs, problems } = await readInstalled(this.rulesDir, this.home);
    for (const folder of this.sound.keys())
      if (!packs.some((pack) => pack.folder === folder)) this.sound.delete(folder);
    const damages = await Promise.all(packs.map((pack) => this.damageOf(pack)));
    return [...problems, ...damages.filter((damage) => damage !== undefined)];
  }

  private async damageOf(pack: InstalledPack): Promise<string | undefined> {
    const { folder, manifest } = pack;
    try {
      if (manifest.compiler !== compilerHash()) throw new PackDamaged(folder, OTHER_COMPILER);
      for (const file of filesOf(manifest)) await this.verify(pack, file);
      return undefined;
    } catch (error) {
      if (!(error instanceof PackDamaged)) throw error;
      return error instanceof PackGone ? undefined : error.message;
    }
  }

  private async verify(pack: InstalledPack, file: readonly [path: string, hash: string]): Promise<void> {
    const { folder } = pack;
    const [path] = file;
    const sound = this.sound.get(folder) ?? new Map<string, string>();
    this.sound.set(folder, sound);
    const state = await stateOf(join(this.rulesDir, folder, path));
    if (state !== undefined && sound.get(path) === state) return;
    sound.delete(path);
    await readVerified(this.rulesDir, folder, file);
    if (path === `${SOURCE}/${CATALOGUE_FILE}`) await catalogueOf(this.rulesDir, pack);
    if (state !== undefined) sound.set(path, state);
  }
}

/** Changes with every write, and if another file or a link replaces it. */
async function stateOf(path: string): Promise<string | undefined> {
  try {
    const target = await realpath(path);
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(target, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs, target].join(' ');
  } catch {
    return undefined;
  }
}
