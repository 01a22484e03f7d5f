import type { Syntax } from '../../src/domain/vocabulary/syntax.ts';
import { decodeXml } from '../../validators/engine/xml/decode.ts';
import { parseXml } from '../../validators/engine/xml/parse.ts';
import { Vocabulary } from '../../validators/engine/xml/vocabulary.ts';
import { readInstalled } from '../../validators/packs/installed.ts';
import { VerifiedEntry } from '../../validators/packs/load.ts';
import type { OwnSchema } from '../../validators/schema/own-schema.ts';
import type { XsdRun } from '../../validators/xsd/findings.ts';
import { clock } from './clock.ts';
import type { Documents, Size, Written } from './documents.ts';
import { benchSchemas } from './rules-folder.ts';
import { median, printTable, roundTo } from './table.ts';

const SIZES: readonly Size[] = ['21 KB', '110 KB', '1 MB'];
const SYNTAXES: Readonly<Record<Written, Syntax>> = { ubl: 'ubl-invoice', cii: 'cii' };
const ROUNDS = 9;
const ROUND_MS = 150;
/** Documents of one size that are held in memory as parsed. */
const AT_ONCE = 20;

/** The schema of a syntax on our own engine and on libxml2, and the parse that the rules need anyway. */
export async function schema(documents: Documents): Promise<void> {
  const folder = await benchSchemas();
  const rows: string[][] = [];
  for (const syntax of ['ubl', 'cii'] as const) rows.push(...(await rowsOf(syntax, folder, documents)));
  printTable(
    'The check of a schema, ms per document, warm, rounds of the engines in turn',
    ['', 'own, parsed document', 'decode and parse', 'own with parse', 'libxml2', 'libxml2 / own'],
    rows,
  );
}

async function rowsOf(syntax: Written, folder: string, documents: Documents): Promise<string[][]> {
  const { entries } = await readInstalled(folder);
  const found = entries.find(
    (one) =>
      one.kind === 'xsd' && one.syntaxes.includes(SYNTAXES[syntax]) && one.customizations.includes('*'),
  );
  if (!found) throw new Error(`no schema for ${syntax}`);
  const entry = await VerifiedEntry.open(folder, found.ref);
  const vocabulary = new Vocabulary();
  const [own, libxml2] = [await entry.ownSchema(vocabulary), await entry.schema()];
  if (!own) throw new Error(`our own engine refuses the schema of ${syntax}`);
  const rows = SIZES.map((size) => [
    `${syntax.toUpperCase()} ${size}`,
    ...row(own, vocabulary, (bytes) => libxml2.check(bytes), bytesOf(documents, size, syntax)),
  ]);
  libxml2.dispose();
  return rows;
}

const bytesOf = (documents: Documents, size: Size, syntax: Written): readonly Uint8Array[] =>
  documents
    .of(size, syntax)
    .slice(0, AT_ONCE)
    .map(({ bytes }) => bytes);

function row(
  own: OwnSchema,
  vocabulary: Vocabulary,
  libxml2: (bytes: Uint8Array) => XsdRun,
  files: readonly Uint8Array[],
): readonly string[] {
  const parse = (bytes: Uint8Array) => {
    const { document } = parseXml(decodeXml(bytes).text ?? '', vocabulary);
    if (!document) throw new Error('a document of the bench cannot be parsed');
    return document;
  };
  const parsed = files.map(parse);
  const steps = {
    own: (at: number) => expectValid(own.check(parsed[at]!)),
    parse: (at: number) => void parse(files[at]!),
    both: (at: number) => expectValid(own.check(parse(files[at]!))),
    libxml2: (at: number) => expectValid(libxml2(files[at]!)),
  };
  const times: Record<keyof typeof steps, number[]> = { own: [], parse: [], both: [], libxml2: [] };
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [name, step] of Object.entries(steps)) {
      const taken = timeOf(step, files.length);
      // The first round warms up.
      if (round > 0) times[name as keyof typeof steps].push(taken);
    }
  const of = (name: keyof typeof steps): number => median(times[name]);
  return [
    ...(['own', 'parse', 'both', 'libxml2'] as const).map((name) => roundTo(of(name), 3)),
    `${roundTo(of('libxml2') / of('own'), 1)}×`,
  ];
}

function timeOf(step: (at: number) => void, count: number): number {
  const started = clock();
  let done = 0;
  for (; clock() - started < ROUND_MS; done += 1) step(done % count);
  return (clock() - started) / done;
}

function expectValid(run: XsdRun): void {
  if (run.kind !== 'verdict' || run.findings.length > 0)
    throw new Error('a document of the bench is refused');
}
