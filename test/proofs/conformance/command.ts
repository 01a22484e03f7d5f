import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { PackOrigin } from 'en16931-rules/vocabulary/layer.ts';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';
import { readInstalled } from 'en16931-rules/packs/installed.ts';
import { DEFAULT_XSD_ENGINE, XSD_ENGINES } from 'en16931-rules/pool/task.ts';
import { DocumentBuilder } from '../../../src/domain/documents/document-builder.ts';
import { profileOf } from '../../../src/domain/routes/all.ts';
import { readSyntaxes } from '../../../src/processes/read-syntaxes.ts';
import { argumentsOf } from '../../../scripts/command-line.ts';
import { generatedSets } from './generated/sets.ts';
import { gapsOf, occurrencesTable, setLine } from './generated/report.ts';
import { type CaseJudge, judgeCase, taskOf } from './judge-case.ts';
import { isUnexplained } from './known-differences.ts';
import { fallen, scores, withScores } from './page.ts';
import { entryFinder } from './packs.ts';
import {
  type RecordedVerdict,
  type ReferenceCases,
  readAllReference,
  readReference,
} from '../verdicts/reference.ts';
import type { Engine } from 'en16931-rules/packs/manifest.ts';
import { ReferencePool } from './reference-pool.ts';
import { type Compared, countsOf, differenceLines, rowsOf, table } from './score.ts';
import { printCount } from '../counts.ts';
import { JavaMissing } from 'en16931-rules/xsd/java-helper.ts';
import { tryJava } from 'en16931-rules/xsd/java-schema.ts';
import { OFFICIAL_FOLDERS } from '../../support/reference-data.ts';
import { bringPack } from 'en16931-rules/packs/install/bring.ts';
import { builtInPacks, officialPacks, officialPacksIn } from 'en16931-rules/packs/install/sources.ts';

const USAGE = `npx tsx test/proofs/conformance/command.ts [--cases DIR] [--verdicts FILE] [--packs official|built-in|both]
                          [--layers PACK] [--engine compiled|saxon] [--xsd-engine libxml2|own|java] [--strict] [--json OUT]
                          [--check | --write]   holds both origins to docs/conformance.md, or writes it
npx tsx test/proofs/conformance/command.ts --generated [--seed N] [--count N] [--packs official|built-in]   invoices that were made up`;

const root = projectFolder();
const reference = process.env['REFERENCE_DATA'] ?? join(root, '../shared');
const recordings = join(reference, 'conformance');
const { values: options } = argumentsOf(
  {
    options: {
      cases: { type: 'string' },
      verdicts: { type: 'string' },
      layers: { type: 'string' },
      packs: { type: 'string', default: 'official' },
      engine: { type: 'string', default: 'compiled' },
      'xsd-engine': { type: 'string', default: DEFAULT_XSD_ENGINE },
      strict: { type: 'boolean', default: false },
      json: { type: 'string' },
      check: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      generated: { type: 'boolean', default: false },
      seed: { type: 'string', default: '2026' },
      count: { type: 'string', default: '500' },
    },
  },
  USAGE,
);

/**
 * Packs are stored apart from the service's own, so `RULES_DIR` is not changed; and apart by engine, so that a long run on SaxonJS
 * is not disturbed by a short one. Only changed packs are compiled again.
 */
const rulesDir = join(
  root,
  `node_modules/.cache/conformance-${options.engine === 'saxon' ? 'saxon' : 'compiled'}`,
);

const PAGE = join(root, 'docs/conformance.md');

/** More than there are threads, and few enough for the gate, which searches all waiting documents. */
const AT_ONCE = 32;

/** A smaller number may leave a member out by chance. */
const ENOUGH_TO_SAY_ALL = 200;

const ORIGINS: Readonly<Record<string, readonly PackOrigin[]>> = {
  official: ['official'],
  'built-in': ['built-in'],
  both: ['official', 'built-in'],
};
const ENGINES: readonly Engine[] = ['compiled', 'saxon'];

const isScored = options.check || options.write;
const origins = ORIGINS[isScored ? 'both' : options.packs];
const engine = ENGINES.find((name) => name === options.engine);
const xsdEngine = XSD_ENGINES.find((name) => name === options['xsd-engine']);
process.exitCode = await asAsked();

async function asAsked(): Promise<number> {
  if (!origins || !engine || !xsdEngine) return usage();
  return options.generated ? madeUp(origins) : conformance(origins, engine);
}

function usage(): number {
  console.error(USAGE);
  return 2;
}

async function conformance(origins: readonly PackOrigin[], engine: Engine): Promise<number> {
  if (!existsSync(options.verdicts ?? recordings)) return withoutReference();
  const missing = xsdEngine === 'java' ? await whyNoJava() : undefined;
  if (missing !== undefined) {
    console.error(`--xsd-engine java cannot be used: ${missing}.`);
    return 2;
  }
  const { layers: start = '' } = options;
  const all = readCases();
  const cases = { ...all, verdicts: all.verdicts.flatMap((verdict) => onlyLayers(verdict, start)) };
  await bringPacks(origins, engine);
  const pool = new ReferencePool(rulesDir, availableParallelism());
  const compared: Compared[] = [];
  for (const origin of origins) compared.push(...(await judgeAll(cases, origin, engine, pool)));
  await pool.close();
  const status = report(origins, cases, compared);
  return isScored ? score(cases.faults, compared) : status;
}

/** All recorded layers, unless a file of verdicts is named. */
function readCases(): ReferenceCases {
  const { cases = join(recordings, 'cases'), verdicts } = options;
  return verdicts === undefined && options.cases === undefined
    ? readAllReference(recordings)
    : readReference(cases, verdicts ?? join(recordings, 'verdicts.jsonl'));
}

/** The layers of packs whose names begin so. */
function onlyLayers(verdict: RecordedVerdict, start: string): readonly RecordedVerdict[] {
  const layers = verdict.layers.filter(({ pack }) => pack.startsWith(start));
  return layers.length > 0 || start === '' ? [{ ...verdict, layers }] : [];
}

/** Random invoices from a seed, in each syntax of each route, under the packs of an origin. */
async function madeUp(origins: readonly PackOrigin[]): Promise<number> {
  if (!existsSync(options.verdicts ?? recordings)) return withoutReference();
  const [seed, count] = [Number(options.seed), Number(options.count)];
  if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(count) || count < 1) return usage();
  await bringPacks(origins, 'compiled');
  const { entries } = await readInstalled(rulesDir);
  const pool = new ReferencePool(rulesDir, availableParallelism());
  const documents = new DocumentBuilder(readSyntaxes(), profileOf);
  const judging = entries.filter(({ origin }) => origins.includes(origin));
  const sets = await generatedSets({ seed, count }, { documents, pool, entries: judging });
  await pool.close();
  console.log(`${occurrencesTable(sets)}\n\nseed ${seed}\n${sets.map(setLine).join('\n')}`);
  const short = sets.filter(({ valid }) => valid < count).map(({ name, valid }) => `${name}: only ${valid}`);
  const gaps = count < ENOUGH_TO_SAY_ALL ? [] : sets.flatMap(gapsOf);
  const wrong = [...sets.flatMap(({ faults }) => faults), ...gaps, ...short];
  for (const line of wrong) console.error(line);
  return wrong.length === 0 ? 0 : 1;
}

/** Every difference must have a known cause, and no figure may fall; the page states the present figures. */
function score(faults: readonly string[], compared: readonly Compared[]): number {
  const page = readFileSync(PAGE, 'utf8');
  const written = scores(compared);
  const next = withScores(page, written);
  const wrong = [
    ...faults,
    ...differenceLines(compared.filter(isUnexplained), true).map((line) => `without a known cause: ${line}`),
    ...fallen(page, written),
    ...(options.check && page !== next
      ? [`${PAGE} does not say what is so: npx tsx test/proofs/conformance/command.ts --write`]
      : []),
  ];
  for (const line of wrong) console.error(line);
  if (options.write && wrong.length === 0) writeFileSync(PAGE, next);
  for (const count of countsOf(compared)) printCount(count);
  return wrong.length === 0 ? 0 : 1;
}

function withoutReference(): number {
  console.error(`There are no verdicts at ${options.verdicts ?? recordings}: set REFERENCE_DATA.`);
  return 2;
}

async function whyNoJava(): Promise<string | undefined> {
  try {
    await tryJava();
    return undefined;
  } catch (error) {
    if (error instanceof JavaMissing) return error.message;
    throw error;
  }
}

async function bringPacks(origins: readonly PackOrigin[], engine: Engine): Promise<void> {
  const sources = origins.flatMap((origin) =>
    origin === 'official'
      ? OFFICIAL_FOLDERS.flatMap((folder) => officialPacksIn(join(reference, folder)))
      : builtInPacks(),
  );
  const report = (line: string): void => console.error(line);
  const engines = [engine];
  for (const source of sources) await bringPack(rulesDir, source, { engines, report });
}

async function judgeAll(
  { verdicts, bytesOf }: ReferenceCases,
  origin: PackOrigin,
  engine: Engine,
  pool: ReferencePool,
): Promise<readonly Compared[]> {
  const { entries } = await readInstalled(rulesDir);
  const judge: CaseJudge = {
    origin,
    find: entryFinder(origin, entries, officialPacks()),
    taskOf: (entry) => taskOf(entry, engine, xsdEngine ?? DEFAULT_XSD_ENGINE),
    run: (bytes, layers) => pool.run(bytes, layers),
  };
  const compared: Compared[][] = [];
  const left = verdicts.entries();
  await Promise.all(Array.from({ length: AT_ONCE }, judgeNext));
  return compared.flat();

  /** The position of each case, so that results are in the order of the reference. */
  async function judgeNext(): Promise<void> {
    for (const [index, verdict] of left) compared[index] = await judgeCase(judge, verdict, bytesOf(verdict));
  }
}

function report(
  origins: readonly PackOrigin[],
  cases: ReferenceCases,
  compared: readonly Compared[],
): number {
  for (const origin of origins) {
    const rows = rowsOf(compared.filter((each) => each.origin === origin));
    console.log(`\n${origin} packs, engine ${options.engine}\n\n${table(rows)}`);
  }
  const differences = differenceLines(compared, options.strict);
  const lines = [...cases.faults, ...differences];
  if (lines.length > 0) console.log(`\n${lines.length} differences\n${lines.join('\n')}`);
  const withoutPack = compared.filter(({ comparison }) => !comparison).length;
  console.log(
    `\n${cases.verdicts.length} cases, ${compared.length} layers, ${withoutPack} without a pack, ${lines.length} differences`,
  );
  if (options.json)
    writeFileSync(options.json, `${JSON.stringify({ faults: cases.faults, compared }, null, 1)}\n`);
  return lines.length > 0 || withoutPack > 0 ? 1 : 0;
}
