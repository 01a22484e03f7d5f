import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type InstalledPack, packFolders, readInstalled } from 'en16931-rules/packs/installed.ts';
import { overruledIn } from 'en16931-rules/packs/own-rules.ts';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';
import { ownPacks } from 'en16931-rules/packs/own/own-packs.ts';
import { clearTakenOver } from 'en16931-rules/packs/own/releases.ts';
import { clearUnreleased } from 'en16931-rules/packs/install/store-pack.ts';
import { missingWords } from 'en16931-rules/packs/expand/own-words.ts';
import { catalogueOf } from 'en16931-rules/packs/catalogue.ts';
import { adoptedPacks } from 'en16931-rules/packs/install/adopted.ts';
import { routesWithLayer } from '../../domain/routes/select-layers.ts';
import { bringPack, isWhole } from 'en16931-rules/packs/install/bring.ts';
import { bringFrom, originOf, rememberBrought } from 'en16931-rules/packs/install/brought.ts';
import { PackIncomplete } from 'en16931-rules/packs/install/published-files.ts';
import {
  type PackSource,
  builtInPacks,
  keptOfficialPacks,
  officialPacks,
  officialPacksFrom,
} from 'en16931-rules/packs/install/sources.ts';
import type { Manifest } from 'en16931-rules/packs/manifest.ts';
import { CommandRefused, EXIT, type ExitCode } from '../frame/endings.ts';
import { isPackError, type PackWork, reportDamages, reportOverlays } from './pack-work.ts';

/** Installs the official packs whose files are in a folder, a zip file, or at an address. */
export async function installPacks(from: string, id: string | undefined, work: PackWork): Promise<ExitCode> {
  const { rulesDir, terminal, asJson, report } = work;
  const listed = officialPacks().filter((pack) => id === undefined || pack.id === id);
  if (listed.length === 0)
    throw new CommandRefused(
      `There is no official pack ${id}. Listed are: ${[...new Set(officialPacks().map((pack) => pack.id))].join(', ')}.`,
    );
  const sources = (await officialPacksFrom(from, report)).filter(
    ({ pack }) => id === undefined || pack.id === id,
  );
  if (sources.length > 0) return bring(sources, work, { mayBeThere: true });
  const newest = id === undefined ? undefined : listed.at(-1);
  const there = newest && (await wholeOf({ pack: newest }, rulesDir));
  const { version, origin } = there?.manifest ?? {};
  if (asJson)
    terminal.json(there ? [{ id, version, origin, outcome: 'up to date', folder: there.folder }] : []);
  report(`No file of ${id ?? 'any official pack'} as it is listed is in ${from}.`);
  if (there) report(`${id} ${version} (${origin}): is installed already`);
  else for (const pack of listed) report(`  ${pack.id} ${pack.version} is published at ${pack.source}`);
  report(
    `A release that is not listed, or in another form: ids packs adopt ${from}${id === undefined ? '' : ` ${id}`}${work.sameRules}`,
  );
  return there ? EXIT.done : EXIT.refused;
}

/** Compiles the built-in packs, and installed ones that are out of date. */
export async function compilePacks(id: string | undefined, work: PackWork): Promise<ExitCode> {
  const { rulesDir, report } = work;
  await clearTakenOver(rulesDir);
  await clearUnreleased(rulesDir);
  const listed = [...officialPacks(), ...(await adoptedPacks(rulesDir, report)).map(({ pack }) => pack)];
  const official = keptOfficialPacks(rulesDir, await packFolders(rulesDir), listed);
  const own = (await ownPacks(rulesDir, routesWithLayer)).filter(
    ({ name }) => id === undefined || name === id,
  );
  const published = [...builtInPacks(), ...official].filter(({ pack }) => id === undefined || pack.id === id);
  const sources = [...published, ...own.flatMap((one) => ('packs' in one ? one.packs : []))];
  const unreadable = own.flatMap((one) => ('refused' in one ? one : []));
  for (const { name, refused } of unreadable)
    report(`own rules ${name} are not compiled: ${refused.message}`);
  if (sources.length + unreadable.length === 0) throw new CommandRefused(`There is no pack ${id ?? ''}.`);
  const origin = id === undefined ? ownOrigin(work) : undefined;
  const brought = origin === undefined ? undefined : await bringFrom(origin, rulesDir);
  const failed =
    (await bring(sources, work, { brought })) ||
    (await reportDamages(work)) ||
    (unreadable.length > 0 ? EXIT.refused : EXIT.done);
  if (failed === 0 && origin !== undefined && brought?.size === 0) await rememberBrought(origin, rulesDir);
  return failed;
}

/** For all built-in packs, from the build: the sources are still being written. */
function ownOrigin({ engines }: PackWork): string | undefined {
  if (!import.meta.url.endsWith('.js')) return undefined;
  const program = readFileSync(fileURLToPath(import.meta.url));
  return originOf(join(projectFolder(), 'schematron'), program, engines);
}

interface Bringing {
  readonly brought?: ReadonlySet<string> | undefined;
  /** Only a part of a pack lies in the source, and the pack is installed: what was asked for is there. */
  readonly mayBeThere?: boolean;
}

/** Builds and installs each missing or outdated pack. A refused pack does not stop the others. */
async function bring(
  sources: readonly PackSource[],
  work: PackWork,
  { brought, mayBeThere = false }: Bringing = {},
): Promise<ExitCode> {
  const { rulesDir, engines, report, terminal, asJson } = work;
  const outcomes = [];
  for (const source of sources) {
    const { id, version, origin } = source.pack;
    try {
      const pack = await bringPack(rulesDir, source, {
        engines,
        report,
        routesOf: routesWithLayer,
        ...(brought && { brought }),
      });
      outcomes.push({ id, version, origin, ...pack });
    } catch (error) {
      if (!isPackError(error)) throw error;
      const there =
        mayBeThere && error instanceof PackIncomplete ? await wholeOf(source, rulesDir) : undefined;
      report(
        `${id} ${version} is ${there ? 'installed already, and not from here' : 'not installed'}: ${error.message}`,
      );
      outcomes.push(
        there
          ? { id, version, origin, outcome: 'up to date', folder: there.folder }
          : { id, version, origin, outcome: 'refused', reason: error.message },
      );
    }
  }
  const fresh = outcomes
    .filter(({ outcome }) => outcome === 'installed')
    .map(({ id, version }) => `${id} ${version}`);
  await reportOverlays(work, ({ id, version }) => fresh.includes(`${id} ${version}`));
  const installed = await readInstalled(rulesDir);
  for (const rules of overruledIn(installed.entries))
    report(`An official or edited pack judges, so ${rules}.`);
  for (const pack of installed.packs.filter(
    ({ manifest: m }) => m.origin === 'own' && sources.some((one) => isSame(one, m)),
  ))
    for (const lacking of missingWords(await catalogueOf(rulesDir, pack)))
      report(`${pack.manifest.id} ${pack.manifest.version}: ${lacking}.`);
  if (asJson) terminal.json(outcomes);
  return outcomes.some(({ outcome }) => outcome === 'refused') ? EXIT.refused : EXIT.done;
}

/** The pack as it is installed, if it is undamaged. */
async function wholeOf(
  source: Pick<PackSource, 'pack'>,
  rulesDir: string,
): Promise<InstalledPack | undefined> {
  const there = (await readInstalled(rulesDir)).packs.find(({ manifest }) => isSame(source, manifest));
  return there && (await isWhole(rulesDir, there)) ? there : undefined;
}

const isSame = ({ pack }: Pick<PackSource, 'pack'>, { id, version, origin }: Manifest): boolean =>
  pack.id === id && pack.version === version && pack.origin === origin;
