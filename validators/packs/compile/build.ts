import { join } from 'node:path';
import { PackTooLarge } from '../../engine/load/limits.ts';
import { PackRefused } from '../../engine/load/pack-refused.ts';
import { loadSchema } from '../../engine/load/load.ts';
import type { Schema } from '../../engine/load/schema.ts';
import { compileToSource } from '../../engine/compile.ts';
import { compileSchema } from '../../schema/compile-schema.ts';
import { SchemaRefused } from '../../schema/unsupported.ts';
import { type SaxonProgram, compileForSaxon, compileStylesheet } from '../../engine/saxon/compile.ts';
import { transpile } from '../../engine/saxon/transpile.ts';
import { CATALOGUE_FILE } from '../catalogue.ts';
import { sha256 } from '../hash.ts';
import { ownRulesIn } from '../own-rules.ts';
import { bytesInside } from '../inside.ts';
import type { Engine, Manifest, ManifestEntry, Program } from '../manifest.ts';
import { refuseIds, tryOwn } from './refuse-own.ts';
import { ownWordsIn, withOwnWords } from '../expand/own-words.ts';
import { projectFolder } from '../project-folder.ts';
import { type LayerRules, type RoutesOfLayer, catalogueOfRules, isStylesheet } from './catalogue-of-rules.ts';
import { testRules, testSchema } from './self-test.ts';
import type { EntryDescription, PackDescription } from '../description.ts';
import type { PackFiles } from '../../engine/load/source.ts';
import { manifestEntry, manifestOf } from './manifest-of.ts';

/** A pack ready for `RULES_DIR`: the manifest and the other files of its folder. */
export interface BuiltPack {
  readonly manifest: Manifest;
  /** The published files, and the explanations of the rules. */
  readonly files: PackFiles;
  readonly outputs: ReadonlyMap<string, Uint8Array>;
}

interface BuildOptions {
  /** Engines to compile for; SaxonJS gets in any case what the first one refuses. */
  readonly engines: readonly Engine[];
  /** Programs for SaxonJS of an earlier build, by their sources. */
  readonly earlier: ReadonlyMap<string, Uint8Array>;
  readonly report: (line: string) => void;
  /** If left out, explanations of rules name no route. */
  readonly routesOf?: RoutesOfLayer | undefined;
}

/**
 * Compiles a pack: Schematron becomes programs, and every entry is tried on a document of ours.
 * @throws PackRefused naming file and line: no pack is installed in part.
 */
export async function buildPack(
  pack: PackDescription,
  files: PackFiles,
  options: BuildOptions,
): Promise<BuiltPack> {
  const outputs = new Map<string, Uint8Array>();
  const entries: ManifestEntry[] = [];
  const rules: LayerRules[] = [];
  for (const [i, entry] of pack.entries.entries()) {
    options.report(`${pack.id} ${pack.version}: ${entry.path} (${i + 1} of ${pack.entries.length}) …`);
    const document = entry.selfTest && bytesInside(SELF_TESTS, entry.selfTest.document);
    const made =
      entry.kind === 'schematron'
        ? await programs(pack, files, entry, options)
        : schemaProgram(pack, files, entry, options);
    if (made.schema) rules.push({ layer: entry.layer, syntaxes: entry.syntaxes, schema: made.schema });
    const tried = made.programs.map(({ program: { engine }, bytes }) => ({ engine, bytes }));
    if (pack.origin === 'own') await refuseOwn(entry, made, tried);
    if (entry.kind === 'xsd') testSchema(entry, pack, files, document, tried[0]?.bytes);
    else await testRules(entry, tried, document);
    for (const { program, bytes } of made.programs) outputs.set(program.file, bytes);
    entries.push(
      manifestEntry(
        entry,
        made.programs.map(({ program }) => program),
        made.refused,
        made.schema && pack.origin === 'built-in' ? ownRulesIn(pack.id, made.schema) : [],
      ),
    );
  }
  const all = withCatalogue(pack, files, rules, options.routesOf);
  return { manifest: manifestOf(pack, all, entries), files: all, outputs };
}

/** @throws PackRefused */
async function refuseOwn(
  entry: EntryDescription,
  { schema }: Made,
  programs: Parameters<typeof tryOwn>[1],
): Promise<void> {
  if (!schema) throw new PackRefused({ file: entry.path, line: 1 }, 'own rules are Schematron');
  refuseIds(schema);
  await tryOwn(entry, programs);
}

/** Documents of ours, which break rules on purpose. */
export const SELF_TESTS = join(projectFolder(), 'schematron/self-tests');

/** Built-in packs have explanations of their own. They come first in both places: manifests compare as text. */
function withCatalogue(
  pack: PackDescription,
  files: PackFiles,
  rules: readonly LayerRules[],
  routesOf: RoutesOfLayer = () => [],
): PackFiles {
  if (files.has(CATALOGUE_FILE) || rules.length === 0) return files;
  const stated = catalogueOfRules(pack, rules, routesOf);
  const entries = pack.origin === 'own' ? withOwnWords(stated, pack.id, ownWordsIn(files)) : stated;
  return new Map([[CATALOGUE_FILE, utf8(JSON.stringify(entries))], ...files]);
}

interface MadeProgram {
  readonly program: Program;
  readonly bytes: Uint8Array;
}
interface Made {
  /** Absent for a schema, and for a stylesheet that cannot be read back as rules. */
  readonly schema?: Schema;
  readonly programs: readonly MadeProgram[];
  readonly refused: string | null;
}

async function programs(
  pack: PackDescription,
  files: PackFiles,
  entry: EntryDescription,
  options: BuildOptions,
): Promise<Made> {
  const { engines, report } = options;
  const schema = schemaOf(files, entry);
  if (schema instanceof PackRefused) return stylesheet(files, entry, options, schema);
  const compiled = engines.includes('compiled') ? compileOrRefuse(schema) : undefined;
  const refused = compiled instanceof PackRefused ? compiled.message : null;
  const made: MadeProgram[] = [];
  if (typeof compiled === 'string') made.push(program('compiled', utf8(compiled), 'mjs'));
  if (engines.includes('saxon') || typeof compiled !== 'string')
    made.push(
      await saxonProgram(schema, options, `${pack.id} ${pack.version}: ${entry.path}`).catch(
        (error: unknown) => {
          throw compiled instanceof PackRefused && error instanceof PackRefused
            ? refusedByBoth(pack, compiled, error)
            : error;
        },
      ),
    );
  if (refused !== null)
    report(`${pack.id} ${pack.version}: runs on SaxonJS, because the compiler refuses ${refused}`);
  return { schema, programs: made, refused };
}

/** The compiler knows place, rule and expression: SaxonJS reads one text, made of all rules. Its reason says whether it is XPath at all. */
function refusedByBoth(
  { id: pack }: PackDescription,
  { at, rule, reason, expression }: PackRefused,
  saxon: PackRefused,
): PackRefused {
  const named = [pack, rule].filter((word) => word !== undefined).join(', ');
  return new PackRefused(at, `${named}: ${reason}; ${saxon.reason}`, expression);
}

/** @returns the error of a stylesheet, which SaxonJS runs as it is. @throws PackRefused for Schematron. */
function schemaOf(files: PackFiles, { path, visits }: EntryDescription): Schema | PackRefused {
  try {
    return loadSchema(files, path, visits);
  } catch (error) {
    if (error instanceof PackRefused && isStylesheet(path)) return error;
    throw error;
  }
}

/** libxml2 checks a schema that our own engine refuses. */
function schemaProgram(
  pack: PackDescription,
  files: PackFiles,
  { path }: EntryDescription,
  { report }: BuildOptions,
): Made {
  try {
    const compiled = compileSchema({ entry: path, files, catalog: pack.catalog });
    return { programs: [program('compiled', utf8(compiled), 'schema.json')], refused: null };
  } catch (error) {
    if (!(error instanceof SchemaRefused)) throw error;
    report(
      `${pack.id} ${pack.version}: ${path}: libxml2 checks it, because our own engine refuses ${error.message}`,
    );
    return { programs: [], refused: error.message };
  }
}

async function saxonProgram(schema: Schema, options: BuildOptions, name: string): Promise<MadeProgram> {
  const xslt = transpile(schema);
  return makeOnce(sha256(xslt), () => compileForSaxon(schema, xslt), options, name);
}

/** A listed pack whose publisher offers XSLT only, which cannot be read back as rules: SaxonJS alone can run it. */
async function stylesheet(
  files: PackFiles,
  { path }: EntryDescription,
  options: BuildOptions,
  { message }: PackRefused,
): Promise<Made> {
  const madeFrom = sha256([...files].map(([name, bytes]) => `${name} ${sha256(bytes)}\n`).join(''));
  const made = await makeOnce(madeFrom, () => compileStylesheet(files, path), options, path);
  return { programs: [made], refused: message };
}

async function makeOnce(
  madeFrom: string,
  make: () => Promise<SaxonProgram>,
  { earlier, report }: BuildOptions,
  name: string,
): Promise<MadeProgram> {
  const bytes = earlier.get(madeFrom);
  if (!bytes) report(`${name}: compiling for SaxonJS (up to half a minute) …`);
  return program('saxon', bytes ?? utf8(JSON.stringify(await make())), 'sef.json', madeFrom);
}

/** @throws PackTooLarge: it is too large for SaxonJS, too. */
function compileOrRefuse(schema: Schema): string | PackRefused {
  try {
    return compileToSource(schema);
  } catch (error) {
    if (error instanceof PackRefused && !(error instanceof PackTooLarge)) return error;
    throw error;
  }
}

/** Named by its content, so an import never gets an older module for it. */
function program(engine: Engine, bytes: Uint8Array, ending: string, madeFrom?: string): MadeProgram {
  const hash = sha256(bytes);
  const file = `${hash.slice(0, 32)}.${ending}`;
  return { program: { engine, file, sha256: hash, ...(madeFrom && { made_from: madeFrom }) }, bytes };
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
