import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packFolders, readInstalled } from 'en16931-rules/packs/installed.ts';
import { overruledIn } from 'en16931-rules/packs/own-rules.ts';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';
import { ownPacks } from 'en16931-rules/packs/own/own-packs.ts';
import { missingWords } from 'en16931-rules/packs/expand/own-words.ts';
import { catalogueOf } from 'en16931-rules/packs/catalogue.ts';
import { adoptedPacks } from 'en16931-rules/packs/install/adopted.ts';
import { routesWithLayer } from '../../domain/routes/select-layers.ts';
import { bringPack } from 'en16931-rules/packs/install/bring.ts';
import { bringFrom, originOf, rememberBrought } from 'en16931-rules/packs/install/brought.ts';
import {
  type PackSource,
  builtInPacks,
  keptOfficialPacks,
  officialPacks,
  officialPacksFrom,
} from 'en16931-rules/packs/install/sources.ts';
import type { Manifest } from 'en16931-rules/packs/manifest.ts';
import { CommandRefused, EXIT, type ExitCode } from '../frame/refusals.ts';
import { isRefusal, type PackWork, reportDamages } from './pack-work.ts';

/** Installs the official packs whose files are in a folder, a zip file, or at an address. */
export async function installPacks(from: string, id: string | undefined, work: PackWork): Promise<ExitCode> {
  const isWanted = ({ pack }: PackSource): boolean => id === undefined || pack.id === id;
  const sources = (await officialPacksFrom(from, work.report)).filter(isWanted);
  if (sources.length > 0) return bring(sources, work);
  if (work.asJson) work.terminal.json([]);
  work.report(`No file of ${id ?? 'any official pack'} is in ${from}. Published are:`);
  for (const pack of officialPacks().filter((each) => id === undefined || each.id === id))
    work.report(`  ${pack.id} ${pack.version}  ${pack.source}`);
  return EXIT.refused;
}

/** Compiles the built-in packs, and installed ones that are out of date. */
export async function compilePacks(id: string | undefined, work: PackWork): Promise<ExitCode> {
  const { rulesDir, report } = work;
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
    (await bring(sources, work, brought)) ||
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

/** Builds and installs each missing or outdated pack. A refused pack does not stop the others. */
async function bring(
  sources: readonly PackSource[],
  { rulesDir, engines, report, terminal, asJson }: PackWork,
  brought?: ReadonlySet<string>,
): Promise<ExitCode> {
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
      if (!isRefusal(error)) throw error;
      report(`${id} ${version} is not installed: ${error.message}`);
      outcomes.push({ id, version, origin, outcome: 'refused', reason: error.message });
    }
  }
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

const isSame = ({ pack }: PackSource, { id, version, origin }: Manifest): boolean =>
  pack.id === id && pack.version === version && pack.origin === origin;
