import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readReference } from '../../scripts/conformance/reference.ts';
import { type MutatedPack, mutatedPacks } from '../../scripts/mutation/packs.ts';
import { Draw } from '../../scripts/mutation/random.ts';
import { compileToClosures } from '../../validators/schematron/compile.ts';
import { type PackResult, linkPack, runPack } from '../../validators/schematron/engine.ts';
import type { Schema, Test } from '../../validators/schematron/load/schema.ts';
import { parseXml } from '../../validators/schematron/xml/parse.ts';
import { Vocabulary } from '../../validators/schematron/xml/vocabulary.ts';

const reference = process.env['REFERENCE_DATA'] ?? fileURLToPath(new URL('../../../shared', import.meta.url));

/** Tests tried of each pack; `RAISING=all` tries every one that a document reaches, which takes a quarter of an hour. */
const SAMPLE = process.env['RAISING'] === 'all' ? Infinity : 3;
const DOCUMENTS = 40;

type Change = (test: Test, number: number) => Test;

function changed(schema: Schema, change: Change): Schema {
  let number = 0;
  const patterns = schema.patterns.map((pattern) => ({
    ...pattern,
    rules: pattern.rules.map((rule) => ({
      ...rule,
      tests: rule.tests.map((test) => change(test, number++)),
    })),
  }));
  return { ...schema, patterns };
}

/** Every test fires and says its number, nothing else is evaluated. */
const firing: Change = (test, number) => ({
  ...test,
  kind: 'report',
  id: String(number),
  test: { ...test.test, text: 'true()' },
  message: [],
});

/** One test raises on every node. */
const raising =
  (which: number): Change =>
  (test, number) =>
    number === which
      ? { ...test, test: { ...test.test, text: `xs:decimal(concat('x', name())) = 1` } }
      : test;

function runner(schema: Schema): (xml: string) => PackResult {
  const vocabulary = new Vocabulary();
  const pack = linkPack(compileToClosures(schema), vocabulary);
  return (xml) => {
    const { document } = parseXml(xml, vocabulary.extend());
    assert.ok(document);
    return runPack(pack, document, { budget: 1e9, deadline: Infinity, capPerTest: 1 });
  };
}

describe('a test that raises', function () {
  this.timeout(SAMPLE === Infinity ? 3_600_000 : 120_000);
  if (!existsSync(join(reference, 'conformance/verdicts.jsonl')))
    it(`never leaves its layer valid (skipped: no reference data at ${reference})`, function () {
      this.skip();
    });
  else {
    const cases = readReference(
      join(reference, 'conformance/cases'),
      join(reference, 'conformance/verdicts.jsonl'),
    );
    for (const pack of mutatedPacks(join(reference, 'official')))
      it(`never leaves its layer valid: ${pack.name}`, () => {
        const draw = new Draw(1);
        for (const [number, xml] of sample([...reached(pack)], draw)) {
          const result = runner(changed(pack.schema, raising(number)))(xml);
          assert.equal(result.kind, 'dynamic-error', `test ${number} of ${pack.name}`);
        }
      });

    /** For every test that is evaluated on one of the documents, such a document. */
    function reached(pack: MutatedPack): Map<number, string> {
      const own = cases.verdicts.filter(
        ({ layers, syntax }) =>
          layers.some(({ pack: id, schematron }) => `${id}/${schematron}` === pack.name) ||
          pack.syntaxes.includes(syntax),
      );
      const draw = new Draw(2);
      const found = new Map<number, string>();
      const everything = runner(changed(pack.schema, firing));
      for (let n = 0; n < DOCUMENTS; n++) {
        const xml = new TextDecoder().decode(cases.bytesOf(draw.from(own)));
        const result = everything(xml);
        if (result.kind === 'verdict') for (const { id } of result.fired) found.set(Number(id), xml);
      }
      assert.ok(found.size > 0, 'no document reaches a test');
      return found;
    }
  }
});

const sample = <T>(items: readonly T[], draw: Draw): readonly T[] =>
  items.length <= SAMPLE ? items : Array.from({ length: SAMPLE }, () => draw.from(items));
