import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { debuglog } from 'node:util';
import { type InstalledPack, packFolders, readInstalled } from '../validators/packs/installed.ts';
import { ENGINES } from '../validators/packs/manifest.ts';
import { WrongShape } from '../validators/packs/members.ts';
import { PackDamaged } from '../validators/packs/pack-files.ts';
import { projectFolder } from '../validators/packs/project-folder.ts';
import { RulesFolder } from '../validators/packs/rules-folder.ts';
import { PackRefused } from '../validators/engine/load/refusal.ts';
import { isPlain } from '../src/processes/commands/command.ts';
import { argumentsOf } from './command-line.ts';
import { statedRules } from '../validators/packs/expand/stated.ts';
import { isDay } from '../validators/packs/adopt/describe.ts';
import { ReleaseRefused } from '../validators/packs/adopt/recognise.ts';
import { adoptedPacks } from '../validators/packs/install/adopted.ts';
import { bringPack } from '../validators/packs/install/bring.ts';
import { bringFrom, originOf, rememberBrought } from '../validators/packs/install/brought.ts';
import { PackIncomplete } from '../validators/packs/install/published-files.ts';
import { VersionUnclear, removePack } from '../validators/packs/install/place.ts';
import {
  type PackSource,
  builtInFolders,
  builtInPacks,
  keptOfficialPacks,
  officialPacks,
  officialPacksFrom,
} from '../validators/packs/install/sources.ts';

const USAGE = `npm run packs -- install --from PLACE [ID]   installs the official packs whose files lie in a folder, a zip file or at an
                                             http(s) address, whatever they are called there
npm run packs -- compile [ID]                compiles the built-in packs, and installed ones that are out of date
npm run packs -- list                        what is installed
npm run packs -- rules                       which built-in rules are stated for every syntax, which for one, and why
npm run packs -- adopt PLACE [ID]            installs a new release of a publisher, which this version of the service does not list yet
  --valid-from YYYY-MM-DD  the day from which it applies, if its files do not say so    --version VERSION  the same of its version
  --accept                 although it judges our documents otherwise than the release before
npm run packs -- diff OLD NEW                which rules differ between two installed packs: ID-VERSION[.ORIGIN], or a pack's folder
  --documents FOLDER       and which documents of a folder both judge otherwise
  --stored DAYS            the same of the invoices that the store of STORE_URL got in the last days
npm run packs -- remove ID [VERSION]         removes a version of a pack, its publisher's first; FOLDER one that cannot
                                             be read; VERSION may be left out where there is one only
npm run packs -- transpile ID --to FOLDER    writes an installed pack's rules as XSLT; --svrl: with a full report
  --engine saxon   compile for SaxonJS too    --rules FOLDER   instead of RULES_DIR`;

const { values: options, positionals } = argumentsOf(
  {
    allowPositionals: true,
    options: {
      from: { type: 'string' },
      engine: { type: 'string' },
      rules: { type: 'string' },
      to: { type: 'string' },
      svrl: { type: 'boolean', default: false },
      'valid-from': { type: 'string' },
      version: { type: 'string' },
      accept: { type: 'boolean', default: false },
      documents: { type: 'string' },
      stored: { type: 'string' },
    },
  },
  USAGE,
);
const rulesDir = options.rules ?? (process.env['RULES_DIR'] || './rules');
const [command, id, version] = positionals;
const report = (line: string): void => console.error(line);
const engines = ENGINES.filter((engine) => engine === 'compiled' || engine === options.engine);

/** A pack was refused, with the reason; any other error is a bug. */
const REFUSALS = [PackIncomplete, PackRefused, ReleaseRefused, VersionUnclear, WrongShape, PackDamaged];
const isRefusal = (error: unknown): error is Error => REFUSALS.some((kind) => error instanceof kind);

const COMMANDS: Readonly<Record<string, () => Promise<number>>> = {
  install,
  adopt,
  diff,
  compile,
  list,
  rules,
  remove,
  transpile: writeXslt,
};

const known = options.engine === undefined || ENGINES.some((engine) => engine === options.engine);
process.exitCode = await ((known && COMMANDS[command ?? '']) || usage)().catch(fail);

function usage(): Promise<number> {
  report(USAGE);
  return Promise.resolve(2);
}

/** One sentence for the caller. A bug shows its stack with NODE_DEBUG=packs. */
function fail(error: unknown): number {
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  if (isRefusal(error) || isPlain(error)) report(error.message);
  else if (syscall && path && resolve(path).startsWith(resolve(rulesDir)))
    report(`RULES_DIR ${rulesDir} cannot be used (${code}).`);
  else report(`A fault of ours: ${error instanceof Error ? error.message : String(error)}`);
  debuglog('packs')('%O', error);
  return 1;
}

async function install(): Promise<number> {
  if (!options.from) return usage();
  const found = (await officialPacksFrom(options.from, report)).filter(
    ({ pack }) => id === undefined || pack.id === id,
  );
  return found.length === 0 ? nothingIn(options.from) : bring(found);
}

function nothingIn(place: string): number {
  const wanted = officialPacks().filter((pack) => id === undefined || pack.id === id);
  report(`No file of ${id ?? 'any official pack'} lies in ${place}. Published are:`);
  for (const pack of wanted) report(`  ${pack.id} ${pack.version}  ${pack.source}`);
  return 1;
}

async function adopt(): Promise<number> {
  const place = id;
  const { version: named, accept, 'valid-from': validFrom } = options;
  if (place === undefined) return usage();
  if (validFrom !== undefined && !isDay(validFrom)) return usage();
  const { adoptFrom, adoptable } = await import('../validators/packs/adopt/adopt.ts');
  const order = { id: version, version: named, validFrom, accept, engines, report };
  const outcomes = await adoptFrom(place, rulesDir, order);
  for (const { says } of outcomes) report(says);
  if (outcomes.length === 0)
    report([`${place} holds no release that is recognised. Recognised are:`, ...adoptable()].join('\n  '));
  return outcomes.length > 0 && outcomes.every(({ outcome }) => outcome !== 'refused') ? 0 : 1;
}

async function diff(): Promise<number> {
  const [before, after, { documents, stored }] = [id, version, options];
  const isCount = stored === undefined || /^[1-9]\d{0,4}$/.test(stored);
  if (before === undefined || after === undefined || !isCount) return usage();
  const { printDifferences } = await import('./pack-differences.ts');
  const { readSettings } = await import('../src/processes/settings/read-settings.ts');
  const inStore =
    stored === undefined ? undefined : { days: Number(stored), settings: readSettings(process.env) };
  await printDifferences({ rulesDir, before, after, documents, stored: inStore, print: console.log });
  return 0;
}

async function compile(): Promise<number> {
  const listed = [...officialPacks(), ...(await adoptedPacks(rulesDir, report)).map(({ pack }) => pack)];
  const official = keptOfficialPacks(rulesDir, await packFolders(rulesDir), listed);
  const wanted = [...builtInPacks(), ...official].filter(({ pack }) => id === undefined || pack.id === id);
  if (wanted.length === 0) report(`There is no pack ${id ?? ''}.`);
  if (wanted.length === 0) return 1;
  const origin = ownOrigin();
  const brought = origin === undefined ? undefined : await bringFrom(origin, rulesDir);
  const failed = (await bring(wanted, brought)) || (await tellDamages());
  if (failed === 0 && origin !== undefined && brought?.size === 0) await rememberBrought(origin, rulesDir);
  return failed;
}

/** For all built-in packs, from the build: the sources are still being written. */
function ownOrigin(): string | undefined {
  if (id !== undefined || !import.meta.url.endsWith('.js')) return undefined;
  const program = readFileSync(fileURLToPath(import.meta.url));
  return originOf(join(projectFolder(), 'schematron'), program, engines);
}

/** A pack that could not be repaired stops the service, so it is reported here. */
async function tellDamages(): Promise<number> {
  const damages = await new RulesFolder(rulesDir).damages();
  for (const damage of damages) report(`${damage}; npm run packs -- remove FOLDER removes it.`);
  return damages.length === 0 ? 0 : 1;
}

/** Builds and installs each missing or outdated pack. A refused pack does not stop the others. */
async function bring(sources: readonly PackSource[], brought?: ReadonlySet<string>): Promise<number> {
  let refused = 0;
  for (const source of sources) {
    try {
      await bringPack(rulesDir, source, { engines, report, ...(brought && { brought }) });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      report(`${source.pack.id} ${source.pack.version} is not installed: ${error.message}`);
      refused++;
    }
  }
  return refused === 0 ? 0 : 1;
}

async function list(): Promise<number> {
  const { packs } = await readInstalled(rulesDir);
  for (const { manifest: m, folder } of packs) {
    console.log(
      `${m.id} ${m.version}  ${m.origin}  from ${m.valid_from ?? 'ever'}${m.valid_until ? ` until ${m.valid_until}` : ''}  ${folder}`,
    );
    for (const entry of m.entries) {
      const engines =
        entry.kind === 'xsd' ? 'libxml2' : entry.programs.map(({ engine }) => engine).join(', ');
      console.log(
        `    ${entry.layer}  ${entry.syntaxes.join(', ')}  ${entry.path}  [${engines}]${entry.refused ? ` not compiled: ${entry.refused}` : ''}`,
      );
    }
  }
  return tellDamages();
}

function rules(): Promise<number> {
  for (const folder of builtInFolders()) {
    const { shared, syntaxes } = statedRules(folder);
    if (shared.length > 0) console.log(`${basename(folder)}: ${shared.length} rules for every syntax`);
    for (const { path, own, apart } of syntaxes) {
      console.log(`  ${path}: ${own.length} of its own, ${apart.length} stated apart`);
      for (const { id: rule, differs } of apart) console.log(`    ${rule}: ${differs}`);
    }
  }
  return Promise.resolve(0);
}

async function remove(): Promise<number> {
  if (id === undefined) return usage();
  const gone = await removePack(rulesDir, id, version);
  for (const folder of gone) report(`removed ${folder}`);
  if (gone.length === 0) report(`${id} is not installed.`);
  else
    for (const { manifest: m } of await findInstalled(id)) report(`${m.id} ${m.version} (${m.origin}) stays`);
  return gone.length === 0 ? 1 : 0;
}

async function findInstalled(wanted: string): Promise<readonly InstalledPack[]> {
  const { packs } = await readInstalled(rulesDir);
  return packs.filter(({ manifest }) => manifest.id === wanted);
}

async function writeXslt(): Promise<number> {
  if (id === undefined || options.to === undefined) return usage();
  const { writeStylesheets } = await import('../validators/packs/compile/stylesheets.ts');
  const written = await writeStylesheets(rulesDir, id, options.to, options.svrl);
  for (const line of written) report(line);
  return written.length === 0 ? 1 : 0;
}
