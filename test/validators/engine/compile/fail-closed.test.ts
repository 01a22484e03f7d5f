import assert from 'node:assert/strict';
import { join } from 'node:path';
import { readReference } from '../../../../scripts/conformance/reference.ts';
import { officialPacksIn } from '../../../../validators/packs/install/sources.ts';
import { compileToClosures, compileToSource } from '../../../../validators/engine/compile.ts';
import { linkPack, runPack } from '../../../../validators/engine/engine.ts';
import type { PackModule } from '../../../../validators/engine/engine.ts';
import { loadSchema } from '../../../../validators/engine/load/load.ts';
import type { Schema, Test } from '../../../../validators/engine/load/schema.ts';
import { runtime } from '../../../../validators/engine/runtime/runtime.ts';
import { decodeXml } from '../../../../validators/engine/xml/decode.ts';
import type { Document } from '../../../../validators/engine/xml/document.ts';
import { parseXml } from '../../../../validators/engine/xml/parse.ts';
import { Vocabulary } from '../../../../validators/engine/xml/vocabulary.ts';
import { REFERENCE_DATA, describeByReference } from '../../../support/reference-data.ts';
import { PLENTY, moduleOf, runModule } from './trial.ts';

/** Raises on every node, and is nothing that a compiler could know before. */
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

/**
 * Runs packs that each have one test left; the code behind them stays as it is.
 * @param reached index of a test and the document to run it on.
 * @returns how each ended, by the index of its test.
 */
function singleTests(
  module: PackModule,
  reached: readonly (readonly [number, string])[],
): Map<number, string> {
  const vocabulary = new Vocabulary();
  const code = module.link(runtime, vocabulary);
  const linked = reached.map(([index, text]) => {
    const patterns = module.tables.patterns.map(({ rules }) => ({
      rules: rules.map((rule) => ({ ...rule, tests: rule.tests.filter((test) => test.index === index) })),
    }));
    return {
      index,
      text,
      pack: linkPack({ tables: { ...module.tables, patterns }, link: () => code }, vocabulary),
    };
  });
  const parsed = new Map<string, Document>();
  for (const { text } of linked)
    if (!parsed.has(text)) parsed.set(text, parseXml(text, vocabulary.extend()).document!);
  return new Map(
    linked.map(({ index, text, pack }) => [index, runPack(pack, parsed.get(text)!, PLENTY).kind]),
  );
}

/** By index of a test, the first document in which its rule matches a node. */
function reachedBy(module: PackModule, documents: readonly string[]): Map<number, string> {
  const reached = new Map<number, string>();
  let text = '';
  const vocabulary = new Vocabulary();
  const recording: PackModule = {
    tables: module.tables,
    link: (runtime, words) => {
      const code = module.link(runtime, words);
      const note = (index: number): boolean => {
        if (!reached.has(index)) reached.set(index, text);
        return false;
      };
      return { ...code, tests: code.tests.map((_test, index) => () => note(index)) };
    },
  };
  const pack = linkPack(recording, vocabulary);
  for (text of documents) {
    const { document } = parseXml(text, vocabulary.extend());
    if (document) runPack(pack, document, PLENTY);
  }
  return reached;
}

const allTests = (schema: Schema): Test[] =>
  schema.patterns.flatMap(({ rules }) => rules.flatMap(({ tests }) => tests));

/** Indices of the pack's own tests, in its order: before them a rule may have lets that are evaluated at once. */
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

  /** Texts of the cases that run the entry, or, where none does, of those in its syntax. */
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
      it(`ends the layer, whichever it is: ${pack.id} ${entry.path}`, async () => {
        const schema = loadSchema(files(), entry.path, entry.visits);
        const everyRaises = compileToClosures(raising(schema, () => true));
        const documents = documentsFor(`${pack.id}-${pack.version}`, entry.path, entry.syntaxes);
        const own = ownTests(everyRaises, schema);
        assert.equal(own.length, allTests(schema).length);
        const reached = [...reachedBy(everyRaises, documents)].filter(([index]) => own.includes(index));
        assert.ok(reached.length > 0, 'no document reaches any test');
        for (const [index, kind] of singleTests(everyRaises, reached))
          assert.equal(kind, 'dynamic-error', `test ${index}`);
        // The same once more the long way: the whole pack, compiled with that one test replaced.
        const [index, text] = reached.at(-1)!;
        const replaced = raising(schema, (test) => test === allTests(schema)[own.indexOf(index)]);
        assert.equal(runModule(await moduleOf(compileToSource(replaced)), text).kind, 'dynamic-error');
      }).timeout(120_000);
    }
  }
});
