import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Draw } from '../../../scripts/bench/random.ts';
import { decodeXml } from 'en16931-rules/engine/xml/decode.ts';
import { parseXml } from 'en16931-rules/engine/xml/parse.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { compileSchema } from 'en16931-rules/schema/compile-schema.ts';
import { OwnSchema } from 'en16931-rules/schema/own-schema.ts';
import { readSchema } from 'en16931-rules/schema/read/read-schema.ts';
import { SchemaRefused } from 'en16931-rules/schema/unsupported.ts';
import { describeByReference, REFERENCE_DATA } from '../../support/reference-data.ts';
import { mutantOf } from '../mutation/mutant.ts';
import { SEED } from '../seed.ts';
import { type Corpus, type Engine, type Exception, type Named, sameAcceptance } from '../verdicts/compare.ts';
import { recordedCases } from '../verdicts/corpora.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';
import { schemaFindings } from '../verdicts/readings.ts';
import { rootOf, SchemaDocuments } from './schema-documents.ts';
import { type ForSchema, SchemaEngines, schemaSets } from './schema-engines.ts';
import { type SuiteCase, suiteCases, suiteSet, W3C_SUITE } from './w3c-suite.ts';

const OFFICIAL = join(REFERENCE_DATA, 'official');
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** `MUTANTS=100000 npm run proofs -- engines/own-schema` is a long run. */
const MUTANTS = Number(process.env['MUTANTS'] ?? 1_000);
/** One of so many documents per declaration is judged; each is, with 1. */
const EVERY = Number(process.env['EVERY'] ?? 100);
const MAX_MUTATED_BYTES = 60_000;
const FEW_RECORDED = 30;
const MADE_ORIGINALS = 300;

function* recorded(): Generator<Named<ForSchema & { readonly isValid: boolean }>> {
  for (const { name, document } of recordedCases()) {
    const { verdict, bytes } = document;
    yield { name, document: { schema: verdict.xsd, bytes, isValid: verdict.xsd_valid } };
  }
}

/** Valid documents by schema: recorded ones, and such of declared elements where few are recorded. */
function originalsOf(): ReadonlyMap<string, readonly Uint8Array[]> {
  const originals = new Map<string, Uint8Array[]>();
  for (const { document } of recorded())
    if (document.isValid && document.bytes.length < MAX_MUTATED_BYTES)
      originals.set(document.schema, [...(originals.get(document.schema) ?? []), document.bytes]);
  for (const [schema, set] of schemaSets(OFFICIAL)) {
    const known = originals.get(schema) ?? [];
    if (known.length >= FEW_RECORDED) continue;
    const model = readSchema(set);
    const made = [...new SchemaDocuments(model, rootOf(model)).sample(1, 0)]
      .filter(({ name }) => / there$|: with /.test(name))
      .map(({ document }) => utf8(document));
    const step = Math.max(1, Math.floor(made.length / MADE_ORIGINALS));
    originals.set(schema, [...known, ...made.filter((_, at) => at % step === 0)]);
  }
  return originals;
}

function* mutants(): Generator<Named<ForSchema>> {
  const originals = originalsOf();
  const draw = new Draw(SEED);
  const schemas = [...originals.keys()];
  for (let i = 0; i < MUTANTS; i += 1) {
    const schema = schemas[i % schemas.length]!;
    const text = new TextDecoder().decode(draw.from(originals.get(schema)!));
    const { xml, edits } = mutantOf(text, draw);
    yield { name: `${schema}: ${edits.join(', ')}: ${i}`, document: { schema, bytes: utf8(xml) } };
  }
}

/** For every declared element, attribute and value: there, missing, doubled, moved, doubtful. */
function* declared(): Generator<Named<ForSchema>> {
  for (const [schema, set] of schemaSets(OFFICIAL)) {
    const model = readSchema(set);
    for (const { name, document } of new SchemaDocuments(model, rootOf(model)).sample(EVERY, SEED))
      yield { name: `${schema}: ${name}`, document: { schema, bytes: utf8(document) } };
  }
}

describeByReference('a schema on our own engine', () => {
  let engines: SchemaEngines;
  // A schema that it does not know would throw here: no pack in use has one.
  before(() => {
    engines = new SchemaEngines(schemaSets(OFFICIAL));
  });
  after(() => engines.close());

  itAgrees('has the recorded verdicts', { compared: 2_700, refused: 1_300, accepted: 1_400 }, () => ({
    corpus: recorded(),
    engines: { own: (document) => engines.own(document) },
    judge: ({ isValid }) => (isValid ? [] : ['refused']),
    by: sameAcceptance,
  }));

  agreesWith('libxml2', [
    {
      of: /in CDATA/,
      difference: /^-.* holds text; only elements may stand in it\.$/,
      cause: 'an empty section, or one of blanks, may stand between elements (part 1, 3.4.4, 2.3)',
    },
  ]);
  if (spawnSync('javac', ['-version']).status === 0) agreesWith('xerces', []);
  else it.skip('accepts what xerces accepts (no javac)');

  function agreesWith(judge: 'libxml2' | 'xerces', exceptions: readonly Exception[]): void {
    const compared = (corpus: Corpus<ForSchema>) => ({
      corpus,
      engines: { own: ((document) => engines.own(document)) as Engine<ForSchema> },
      judge: ((document) => engines[judge](document)) as Engine<ForSchema>,
      by: sameAcceptance,
      exceptions,
    });
    itAgrees(
      `accepts what ${judge} accepts: changed documents`,
      { compared: MUTANTS, refused: MUTANTS / 3, accepted: MUTANTS / 10 },
      () => compared(mutants()),
    );
    itAgrees(
      `accepts what ${judge} accepts: each element, attribute and value`,
      { compared: 40_000 / EVERY, refused: 10_000 / EVERY, accepted: 20_000 / EVERY },
      () => compared(declared()),
    );
  }
});

/** Cases of the suite that our own engine decides otherwise on purpose. */
const OTHERWISE: readonly Exception[] = [
  {
    of: /targetns00\d01m|st_name00401m|ctL021|particlesB013|schA1/,
    difference: /^\+/,
    cause: 'the document names a further schema by xsi:schemaLocation, which is ignored here',
  },
  {
    of: /gMonth00[24]/,
    difference: /^\+/,
    cause: 'gMonth is written --MM since the second edition (3.2.14), and was --MM-- before',
  },
  {
    of: /MS-Regex/,
    difference: /^-/,
    atMost: 18,
    cause: 'a character beyond U+FFFF is one character, with a category',
  },
  {
    of: /addB187/,
    difference: /^\+/,
    cause: 'the root is not declared, and only states its type: no invoice is so',
  },
  {
    of: /attP031/,
    difference: /^\+/,
    cause: 'a prohibited attribute is no attribute of the type (part 1, 3.2.2)',
  },
  {
    of: /particlesZ001/,
    difference: /^-/,
    cause: 'the schema itself is not one: its restriction is none, which is not checked',
  },
];

class SuiteEngine {
  private readonly schemas = new Map<string, { own: OwnSchema; vocabulary: Vocabulary } | undefined>();
  /** Cases by feature: with a verdict, and left to libxml2. */
  readonly features = new Map<string, { judged: number; left: number }>();

  /** Undefined: the schema or the document is left to libxml2. */
  verdict({ schema, bytes, feature }: SuiteCase): readonly string[] | undefined {
    const counts = this.features.get(feature) ?? { judged: 0, left: 0 };
    this.features.set(feature, counts);
    const found = this.judged(schema, bytes);
    if (found) counts.judged += 1;
    else counts.left += 1;
    return found;
  }

  private judged(schema: string, bytes: Uint8Array): readonly string[] | undefined {
    const compiled = this.compiled(schema);
    const { text } = decodeXml(bytes);
    if (!compiled || text === undefined) return undefined;
    const { document } = parseXml(text, compiled.vocabulary.extend());
    const run = document && compiled.own.check(document);
    return run?.kind === 'verdict' ? schemaFindings(run) : undefined;
  }

  private compiled(schema: string) {
    if (this.schemas.has(schema)) return this.schemas.get(schema);
    const vocabulary = new Vocabulary();
    let made: { own: OwnSchema; vocabulary: Vocabulary } | undefined;
    try {
      made = { own: OwnSchema.link(compileSchema(suiteSet(schema)), vocabulary), vocabulary };
    } catch (error) {
      if (!(error instanceof SchemaRefused)) throw error;
    }
    // Cases of one schema are neighbours.
    this.schemas.clear();
    this.schemas.set(schema, made);
    return made;
  }
}

describe('a schema of the test suite of the W3C on our own engine', () => {
  if (!existsSync(join(W3C_SUITE, 'suite.xml')) || W3C_SUITE === '')
    return void it.skip('no suite: XSD_TESTS names a checkout of w3c/xsdtests');
  const suite = new SuiteEngine();
  after(() => console.table(Object.fromEntries(suite.features)));

  itAgrees(
    'has the expected verdicts, or none',
    { compared: 15_000, refused: 2_000, accepted: 10_000 },
    () => {
      const verdicts = new Map<SuiteCase, readonly string[] | undefined>();
      return {
        corpus: suiteCases(),
        engines: { own: (one) => verdicts.get(one) },
        judge: (one) => {
          const ours = suite.verdict(one);
          verdicts.set(one, ours);
          return ours && (one.isValid ? [] : ['refused']);
        },
        by: sameAcceptance,
        exceptions: OTHERWISE,
      };
    },
    ({ schema }) => schema,
  );
});
