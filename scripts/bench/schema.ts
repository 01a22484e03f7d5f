import type { Syntax } from 'en16931-rules/vocabulary/syntax.ts';
import { samplesToRead, warmUpSamples } from '../../src/processes/warm-up.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { VerifiedEntry } from 'en16931-rules/packs/load.ts';
import type { InstalledEntry } from 'en16931-rules/packs/manifest.ts';
import { readInstalled } from 'en16931-rules/packs/installed.ts';
import { CheckedFile } from 'en16931-rules/pool/checked-file.ts';
import { compiledRules } from 'en16931-rules/pool/compiled-rules.ts';
import type { Rules } from 'en16931-rules/pool/rules.ts';
import type { OwnSchema } from 'en16931-rules/schema/own-schema.ts';
import type { XsdRun } from 'en16931-rules/xsd/findings.ts';
import { benchDocuments } from './bench-pool.ts';
import { clock } from './clock.ts';
import type { Documents, Size, Written } from './documents.ts';
import { type BenchRules, benchSchemas } from './rules-folder.ts';
import { median, printTable, roundTo } from './table.ts';

const SIZES: readonly Size[] = ['21 KB', '110 KB', '1 MB'];
const SYNTAXES: Readonly<Record<Written, Syntax>> = { ubl: 'ubl-invoice', cii: 'cii' };
const LAYERS = ['en16931', 'xrechnung'];
const ROUNDS = 9;
const ROUND_MS = 150;
const WARM_UP_MS = 3_000;
/** Documents of one size, in turn. */
const AT_ONCE = 20;
const DEADLINE_MS = 600_000;

/** The steps of a check in a thread of the pool, and what libxml2 takes for the schema alone. */
export async function schema(rules: BenchRules, documents: Documents): Promise<void> {
  const rows: string[][] = [];
  for (const syntax of ['ubl', 'cii'] as const) rows.push(...(await rowsOf(syntax, rules, documents)));
  printTable(
    'A check in steps, EN 16931 + XRechnung, ms per document, warm, rounds in turn; libxml2 checks the schema alone',
    [
      '',
      'parse',
      'schema adds',
      'rules add',
      'all, one parse',
      'libxml2',
      'libxml2 / schema',
      'libxml2 / all',
    ],
    rows,
  );
}

async function rowsOf(syntax: Written, rules: BenchRules, documents: Documents): Promise<string[][]> {
  const thread = await BenchThread.prepare(rules, SYNTAXES[syntax]);
  const rows: string[][] = [];
  for (const size of SIZES)
    rows.push([
      `${syntax.toUpperCase()} ${size}`,
      ...(await row(thread, bytesOf(documents, size, syntax), size === SIZES[0])),
    ]);
  thread.dispose();
  return rows;
}

export const bytesOf = (documents: Documents, size: Size, syntax: Written): readonly Uint8Array[] =>
  documents
    .of(size, syntax)
    .slice(0, AT_ONCE)
    .map(({ bytes }) => bytes);

/** What a thread of the pool holds for documents of one syntax, its warm-up done. */
export class BenchThread {
  private constructor(
    readonly vocabulary: Vocabulary,
    private readonly own: OwnSchema,
    private readonly libxml2: { check(bytes: Uint8Array): XsdRun; dispose(): void },
    private readonly layers: readonly Rules[],
  ) {}

  static async prepare(rules: BenchRules, syntax: Syntax): Promise<BenchThread> {
    const vocabulary = new Vocabulary();
    const schemas = await benchSchemas();
    const schema = await openEntry(
      schemas,
      ({ kind, syntaxes, customizations }) =>
        kind === 'xsd' && syntaxes.includes(syntax) && customizations.includes('*'),
    );
    const layers: Rules[] = [];
    for (const layer of LAYERS) {
      const entry = await openEntry(
        rules.folder,
        (one) => one.layer === layer && one.syntaxes.includes(syntax),
      );
      layers.push(compiledRules(await entry.compile(), vocabulary));
    }
    const own = await schema.ownSchema(vocabulary);
    if (!own) throw new Error(`our own engine refuses the schema of ${syntax}`);
    const thread = new BenchThread(vocabulary, own, await schema.schema(), layers);
    for (const { bytes } of await warmUpSamples(benchDocuments))
      new CheckedFile(bytes, vocabulary, true).document();
    for (const bytes of await samplesToRead(benchDocuments))
      new CheckedFile(bytes, vocabulary, true).document();
    return thread;
  }

  parsed(bytes: Uint8Array): CheckedFile {
    const file = new CheckedFile(bytes, this.vocabulary);
    file.document();
    return file;
  }

  checkSchema(file: CheckedFile): void {
    expectValid(this.own.check(file.document()));
  }

  async runRules(file: CheckedFile): Promise<void> {
    for (const layer of this.layers) {
      const run = await layer.run(file, DEADLINE_MS);
      if (run.kind !== 'verdict') throw new Error('rules give no verdict on a document of the bench');
    }
  }

  checkByLibxml2(bytes: Uint8Array): void {
    expectValid(this.libxml2.check(bytes));
  }

  dispose(): void {
    this.libxml2.dispose();
  }
}

async function openEntry(
  folder: string,
  isWanted: (entry: InstalledEntry) => boolean,
): Promise<VerifiedEntry> {
  const { entries } = await readInstalled(folder);
  const entry = entries.find(isWanted);
  if (!entry) throw new Error('a pack of the bench is not installed');
  return VerifiedEntry.open(folder, entry.ref);
}

/** Each step reads a document that was parsed for it: a second reader would get strings that the first has made. */
async function row(
  thread: BenchThread,
  files: readonly Uint8Array[],
  isFirst: boolean,
): Promise<readonly string[]> {
  const steps = {
    parse: (bytes: Uint8Array) => void thread.parsed(bytes),
    schema: (bytes: Uint8Array) => thread.checkSchema(thread.parsed(bytes)),
    rules: (bytes: Uint8Array) => thread.runRules(thread.parsed(bytes)),
    all: (bytes: Uint8Array) => {
      const file = thread.parsed(bytes);
      thread.checkSchema(file);
      return thread.runRules(file);
    },
    libxml2: (bytes: Uint8Array) => thread.checkByLibxml2(bytes),
  };
  const { parse, schema, rules, all, libxml2 } = await mediansOf(steps, files, isFirst);
  return [
    roundTo(parse, 3),
    roundTo(schema - parse, 3),
    roundTo(rules - parse, 3),
    roundTo(all, 3),
    roundTo(libxml2, 3),
    `${roundTo(libxml2 / (schema - parse), 1)}×`,
    `${roundTo(libxml2 / all, 2)}×`,
  ];
}

type Step = (bytes: Uint8Array) => void | Promise<void>;

/** Milliseconds per document of each step, the steps in turn. */
export async function mediansOf<Name extends string>(
  steps: Readonly<Record<Name, Step>>,
  files: readonly Uint8Array[],
  isCold: boolean,
): Promise<Readonly<Record<Name, number>>> {
  const named = Object.entries<Step>(steps);
  if (isCold) for (const [, step] of named) await timeOf(step, files, WARM_UP_MS);
  const times = new Map(named.map(([name]) => [name, [] as number[]]));
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [name, step] of named) {
      const taken = await timeOf(step, files, ROUND_MS);
      // The first round warms up.
      if (round > 0) times.get(name)!.push(taken);
    }
  return Object.fromEntries([...times].map(([name, taken]) => [name, median(taken)])) as Record<Name, number>;
}

async function timeOf(step: Step, files: readonly Uint8Array[], forMs: number): Promise<number> {
  const started = clock();
  let done = 0;
  for (; clock() - started < forMs; done += 1) await step(files[done % files.length]!);
  return (clock() - started) / done;
}

function expectValid(run: XsdRun): void {
  if (run.kind !== 'verdict' || run.findings.length > 0)
    throw new Error('a document of the bench is refused');
}
