import assert from 'node:assert/strict';
import { join } from 'node:path';
import { readReference } from '../verdicts/reference.ts';
import { officialPacksIn } from 'en16931-rules/packs/install/sources.ts';
import { compileToSource } from 'en16931-rules/engine/compile.ts';
import { compileToClosures } from '../../support/closures/compile.ts';
import { linkPack, runPack } from 'en16931-rules/engine/engine.ts';
import type { PackModule, PackResult } from 'en16931-rules/engine/engine.ts';
import { loadSchema } from 'en16931-rules/engine/load/load.ts';
import type { Schema, Test } from 'en16931-rules/engine/load/schema.ts';
import { decodeXml } from 'en16931-rules/engine/xml/decode.ts';
import type { Node } from 'en16931-rules/engine/xml/document.ts';
import { parseXml } from 'en16931-rules/engine/xml/parse.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { REFERENCE_DATA, describeByReference } from '../../support/reference-data.ts';
import { PLENTY, moduleOf, runModule } from '../../validators/engine/compile/trial.ts';

/** Raises an error on every node, which no compiler can know in advance. */
const RAISES = "xs:integer(concat('x', name())) = 1";

function raising(schema: Schema, isReplaced: (test: Test) => boolean): Schema {
  const replaced = (test: Test): Test =>
    isReplaced(test) ? { ...test, test: { ...test.test, text: RAISES } } : test;
  return {
    ...schema,
    patterns: schema.patterns.map((pattern) => ({
      ...pattern,
      rules: pattern.rules.map((rule) => ({ ...rule, tests: rule.tests.map(replaced) })),
    })),
  };
}

interface End {
  readonly kind: PackResult['kind'];
  /** From the first document in which the rule of the test matches a node. */
  readonly text: string;
}

/**
 * How the pack ends if only one of its tests is evaluated and the others pass; the code around them is unchanged.
 * @returns an end for each of these tests that a document reaches, by its index.
 */
function endsOf(
  module: PackModule,
  tests: ReadonlySet<number>,
  documents: readonly string[],
): Map<number, End> {
  const ends = new Map<number, End>();
  const vocabulary = new Vocabulary();
  let asked: number | undefined;
  let reached = new Set<number>();
  const asking: PackModule = {
    tables: module.tables,
    link: (runtime, words) => {
      const code = module.link(runtime, words);
      const ask = (test: (node: Node) => boolean, index: number) => (node: Node) => {
        reached.add(index);
        return index === asked && test(node);
      };
      return { ...code, tests: code.tests.map(ask) };
    },
  };
  const pack = linkPack(asking, vocabulary);
  for (const text of documents) {
    const { document } = parseXml(text, vocabulary.extend());
    if (!document) continue;
    asked = undefined;
    reached = new Set();
    runPack(pack, document, PLENTY);
    for (asked of [...reached].filter((index) => tests.has(index) && !ends.has(index)))
      ends.set(asked, { kind: runPack(pack, document, PLENTY).kind, text });
  }
  return ends;
}

const allTests = (schema: Schema): Test[] =>
  schema.patterns.flatMap(({ rules }) => rules.flatMap(({ tests }) => tests));

/** Indices of the pack's own tests, in its order: lets of a rule may be evaluated before them. */
const ownTests = ({ tables }: PackModule, schema: Schema): readonly number[] =>
  schema.patterns.flatMap(({ rules }, at) =>
    rules.flatMap(({ tests }, rule) =>
      tests.length === 0
        ? []
        : tables.patterns[at]!.rules[rule]!.tests.slice(-tests.length).map(({ index }) => index),
    ),
  );

describeByReference('a test of an official pack that raises', () => {
  const reference = join(REFERENCE_DATA, 'conformance');
  const { verdicts, bytesOf } = readReference(join(reference, 'cases'), join(reference, 'verdicts.jsonl'));

  /** Texts of the cases that run the entry; if there are none, those in its syntax. */
  const documentsFor = (pack: string, path: string, syntaxes: readonly string[]): string[] => {
    const own = verdicts.filter(({ layers }) =>
      layers.some((layer) => layer.pack === pack && layer.schematron === path),
    );
    const used =
      own.length > 0 ? own : verdicts.filter(({ syntax }) => syntaxes.includes(syntax)).slice(0, 200);
    return used.map((verdict) => decodeXml(bytesOf(verdict)).text ?? '');
  };

  for (const { pack, files } of officialPacksIn(join(REFERENCE_DATA, 'official'))) {
    for (const entry of pack.entries.filter(({ path }) => path.endsWith('.sch'))) {
      it(`ends the layer for every test: ${pack.id} ${entry.path}`, async () => {
        const schema = loadSchema(files(), entry.path, entry.visits);
        const everyRaises = compileToClosures(raising(schema, () => true));
        const documents = documentsFor(`${pack.id}-${pack.version}`, entry.path, entry.syntaxes);
        const own = ownTests(everyRaises, schema);
        assert.equal(own.length, allTests(schema).length);
        const ends = [...endsOf(everyRaises, new Set(own), documents)];
        assert.ok(ends.length > 0, 'no document reaches any test');
        for (const [index, { kind }] of ends) assert.equal(kind, 'dynamic-error', `test ${index}`);
        // Again without the shortcut: the whole pack, compiled with that one test replaced.
        const [index, { text }] = ends.at(-1)!;
        const last = allTests(schema)[own.indexOf(index)];
        const replaced = raising(schema, (test) => test === last);
        assert.equal(runModule(await moduleOf(compileToSource(replaced)), text).kind, 'dynamic-error');
      });
    }
  }
});
