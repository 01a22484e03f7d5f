import { join } from 'node:path';
import { CATALOGUE_FILE, catalogueOf } from '../catalogue.ts';
import { type InstalledPack, readInstalled } from '../installed.ts';
import { ENGINES, type Engine, type Manifest } from '../manifest.ts';
import { PackDamaged, filesOf, readVerified } from '../pack-files.ts';
import type { PackFiles } from '../../engine/load/source.ts';
import { isExplained, type RoutesOfLayer } from '../compile/catalogue-of-rules.ts';
import { manifestEntry, manifestOf } from '../compile/manifest-of.ts';
import type { PackDescription } from '../description.ts';
import { clearSuperseded, storePack } from './store-pack.ts';
import type { PackSource } from './sources.ts';

interface BringOptions {
  /** Requested engines; those of an earlier compilation are kept. */
  readonly engines: readonly Engine[];
  readonly report: (line: string) => void;
  /** If left out, explanations of rules name no route. */
  readonly routesOf?: RoutesOfLayer | undefined;
  /** Folders that were made from the present sources of the packs: an undamaged one is up to date. */
  readonly brought?: ReadonlySet<string>;
}

interface BroughtPack {
  readonly outcome: 'up to date' | 'installed';
  /** In `RULES_DIR`. */
  readonly folder: string;
}

/**
 * Builds a pack and puts it into `RULES_DIR`, unless this very state is installed.
 * @throws PackIncomplete, PackRefused: nothing has changed then.
 */
export async function bringPack(
  rulesDir: string,
  { pack, files }: PackSource,
  options: BringOptions,
): Promise<BroughtPack> {
  const { report, brought, routesOf } = options;
  const { packs } = await readInstalled(rulesDir);
  const there = packs.find(
    ({ manifest: m }) => m.id === pack.id && m.version === pack.version && m.origin === pack.origin,
  );
  const name = `${pack.id} ${pack.version} (${pack.origin})`;
  const upToDate = async ({ manifest, folder }: InstalledPack): Promise<BroughtPack> => {
    await clearSuperseded(rulesDir, manifest);
    report(`${name}: up to date`);
    return { outcome: 'up to date', folder };
  };
  const isThere = there !== undefined && (await isWhole(rulesDir, there));
  if (isThere && brought?.has(there.folder)) return upToDate(there);
  const contents = files();
  const engines = enginesFor(there, options.engines);
  if (
    isThere &&
    isCurrent(there.manifest, asDescribedNow(pack, contents, there.manifest), engines) &&
    (contents.has(CATALOGUE_FILE) || (await hasWeights(rulesDir, there)))
  )
    return upToDate(there);
  // The compilers are not loaded for a pack that is up to date: every start of the service runs this.
  const { buildPack } = await import('../compile/build.ts');
  const earlier = there ? await saxonPrograms(rulesDir, there) : new Map<string, Uint8Array>();
  const built = await buildPack(pack, contents, { engines, earlier, report, routesOf });
  const folder = await storePack(rulesDir, built);
  report(`${name}: ${join(rulesDir, folder)}`);
  return { outcome: 'installed', folder };
}

function enginesFor(there: InstalledPack | undefined, engines: readonly Engine[]): readonly Engine[] {
  const had = there?.manifest.entries.flatMap(({ programs }) => programs.map(({ engine }) => engine)) ?? [];
  return ENGINES.filter((engine) => engines.includes(engine) || had.includes(engine));
}

/** The manifest that would be written now, with the programs and explanations that exist already. */
function asDescribedNow(pack: PackDescription, contents: PackFiles, there: Manifest): Manifest {
  const entries = pack.entries.map((entry) => {
    const known = there.entries.find(({ path }) => path === entry.path);
    const { programs = [], refused = null, own_rules: ownRules = [] } = known ?? {};
    return manifestEntry(entry, programs, refused, ownRules);
  });
  const manifest = manifestOf(pack, contents, entries);
  const explanations = there.files[CATALOGUE_FILE];
  if (contents.has(CATALOGUE_FILE) || (explanations === undefined && !pack.entries.some(isExplained)))
    return manifest;
  // A pack that was compiled before rules had explanations has none, and differs.
  return { ...manifest, files: { [CATALOGUE_FILE]: explanations ?? 'none', ...manifest.files } };
}

function isCurrent(there: Manifest, manifest: Manifest, engines: readonly Engine[]): boolean {
  const complete = there.entries
    .filter(({ kind }) => kind === 'schematron')
    .every(({ programs, refused }) =>
      engines.every(
        (engine) => programs.some((p) => p.engine === engine) || (engine === 'compiled' && refused !== null),
      ),
    );
  return complete && JSON.stringify(there) === JSON.stringify(manifest);
}

/** An official pack that was installed before rules had weights has none. */
const hasWeights = async (rulesDir: string, there: InstalledPack): Promise<boolean> =>
  (await catalogueOf(rulesDir, there)).every(({ weights }) => weights !== undefined);

/** No file of an installed pack is missing or damaged. */
export async function isWhole(rulesDir: string, { folder, manifest }: InstalledPack): Promise<boolean> {
  try {
    for (const file of filesOf(manifest)) await readVerified(rulesDir, folder, file);
    return true;
  } catch (error) {
    if (error instanceof PackDamaged) return false;
    throw error;
  }
}

async function saxonPrograms(
  rulesDir: string,
  { folder, manifest }: InstalledPack,
): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const { made_from: madeFrom, file, sha256: hash } of manifest.entries.flatMap(
    (entry) => entry.programs,
  )) {
    if (madeFrom === undefined) continue;
    // Damaged ones are made again.
    const bytes = await readVerified(rulesDir, folder, [file, hash]).catch(() => undefined);
    if (bytes) files.set(madeFrom, bytes);
  }
  return files;
}
