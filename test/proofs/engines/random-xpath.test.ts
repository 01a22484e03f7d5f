import assert from 'node:assert/strict';
import { compileToSource } from '../../../validators/engine/compile.ts';
import { compileToClosures } from '../../support/closures/compile.ts';
import { linkPack } from '../../../validators/engine/engine.ts';
import type { PackModule } from '../../../validators/engine/engine.ts';
import { PackRefused } from '../../../validators/engine/load/refusal.ts';
import type { Schema } from '../../../validators/engine/load/schema.ts';
import type { PackCode } from '../../../validators/engine/match/program.ts';
import { fill } from '../../../validators/engine/runtime/fuel.ts';
import { parseXml } from '../../../validators/engine/xml/parse.ts';
import { Vocabulary } from '../../../validators/engine/xml/vocabulary.ts';
import { RandomXPath } from '../../validators/engine/compile/random-xpath.ts';
import { SaxonDocument } from '../../validators/engine/compile/saxon-document.ts';
import { moduleOf, pattern, rule, schemaOf } from '../../validators/engine/compile/trial.ts';
import { SEED } from '../seed.ts';

/** More with `XPATH_COUNT`. */
const COUNT = Number(process.env['XPATH_COUNT'] ?? 600);
const PER_DOCUMENT = 20;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A pack that computes the expression at each `s`, as the text of a report. */
function packOf(expression: string): Schema | undefined {
  const schema = schemaOf(
    pattern(
      rule(
        'r/s',
        `<report id="T" test="true()"><value-of select="string(${escaped(expression)})"/></report>`,
      ),
    ),
  );
  try {
    compileToClosures(schema);
    return schema;
  } catch (error) {
    if (error instanceof PackRefused) return undefined;
    throw error;
  }
}

/** The text at the first `s`, or "error". */
function textOf(module: PackModule, xml: string): string {
  const vocabulary = new Vocabulary();
  let code: PackCode | undefined;
  const { dispatcher } = linkPack(
    { tables: module.tables, link: (...to) => (code = module.link(...to)) },
    vocabulary,
  );
  const { document } = parseXml(xml, vocabulary.extend());
  fill({ steps: 1e6, deadline: Infinity });
  dispatcher.open(document!);
  try {
    return code!.messages[0]!(2);
  } catch (error) {
    if ((error as { code?: string }).code === undefined) throw error;
    return 'error';
  } finally {
    dispatcher.close();
  }
}

interface Comparison {
  compared: number;
  /** A comparison of two values: the standard allows one result. */
  readonly differences: string[];
  /** An error on one side only: XPath leaves the order of evaluation open, and SaxonJS evaluates some operands earlier. */
  readonly errors: string[];
}

async function compareOne(
  comparison: Comparison,
  expression: string,
  xml: string,
  saxon: SaxonDocument,
): Promise<void> {
  const schema = packOf(expression);
  const wanted = schema && saxon.normalized(expression, '/r/s[1]');
  if (!schema || wanted === undefined) return;
  comparison.compared++;
  const source = textOf(await moduleOf(compileToSource(schema)), xml);
  const closures = textOf(compileToClosures(schema), xml);
  if (source === wanted && closures === wanted) return;
  const difference = `${expression}\n on ${xml}\n source "${source}", closures "${closures}", SaxonJS "${wanted}"`;
  const isOneSided = source === closures && (source === 'error' || wanted === 'error');
  (isOneSided ? comparison.errors : comparison.differences).push(difference);
}

describe('random expressions', () => {
  it(`have the same result as source, as closures and in SaxonJS (seed ${SEED}, ${COUNT} expressions)`, async () => {
    const random = new RandomXPath(SEED);
    const comparison: Comparison = { compared: 0, differences: [], errors: [] };
    for (let i = 0; i < COUNT / PER_DOCUMENT; i++) {
      const xml = random.document();
      const saxon = await SaxonDocument.parse(xml);
      for (let k = 0; k < PER_DOCUMENT; k++) await compareOne(comparison, random.expression(), xml, saxon);
    }
    assert.deepEqual(comparison.differences, []);
    assert.ok(comparison.errors.length <= COUNT / 200, comparison.errors.join('\n'));
    assert.ok(comparison.compared > COUNT * 0.9, `only ${comparison.compared} of ${COUNT} were compared`);
  }).timeout(120_000);
});
