import { compileToSource } from 'en16931-rules/engine/compile.ts';
import { compileToClosures } from '../../support/closures/compile.ts';
import { linkPack } from 'en16931-rules/engine/engine.ts';
import type { PackModule } from 'en16931-rules/engine/engine.ts';
import { PackRefused } from 'en16931-rules/engine/load/pack-refused.ts';
import type { Schema } from 'en16931-rules/engine/load/schema.ts';
import type { PackCode } from 'en16931-rules/engine/match/program.ts';
import { fill } from 'en16931-rules/engine/runtime/fuel.ts';
import { parseXml } from 'en16931-rules/engine/xml/parse.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { RandomXPath } from '../../validators/engine/compile/random-xpath.ts';
import { SaxonDocument } from '../../validators/engine/compile/saxon-document.ts';
import { moduleOf, pattern, rule, schemaOf } from '../../validators/engine/compile/trial.ts';
import { SEED } from '../seed.ts';
import type { Engine, Named, Terms } from '../verdicts/compare.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';

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

interface Drawn {
  readonly expression: string;
  readonly schema: Schema;
  readonly xml: string;
  readonly saxon: SaxonDocument;
}

/** Random expressions that the compiler takes, several for each random document. */
async function* expressions(): AsyncGenerator<Named<Drawn>> {
  const random = new RandomXPath(SEED);
  for (let i = 0; i < COUNT / PER_DOCUMENT; i++) {
    const xml = random.document();
    const saxon = await SaxonDocument.parse(xml);
    for (let k = 0; k < PER_DOCUMENT; k++) {
      const expression = random.expression();
      const schema = packOf(expression);
      if (schema) yield { name: `${expression}\n on ${xml}`, document: { expression, schema, xml, saxon } };
    }
  }
}

const compiled: Engine<Drawn> = async ({ schema, xml }) => [
  textOf(await moduleOf(compileToSource(schema)), xml),
];
const closures: Engine<Drawn> = ({ schema, xml }) => [textOf(compileToClosures(schema), xml)];
const saxonJs: Engine<Drawn> = ({ expression, saxon }) => {
  const value = saxon.stringValue(expression, '/r/s[1]');
  return value === undefined ? undefined : [value];
};

const sameValue: Terms = ([ours], [judged]) => (ours === judged ? [] : [`"${ours}", not "${judged}"`]);

describe('random expressions', () => {
  const volume = { compared: COUNT * 0.9 };

  itAgrees(`have the result of SaxonJS (seed ${SEED}, ${COUNT} expressions)`, volume, () => ({
    corpus: expressions(),
    engines: { source: compiled },
    judge: saxonJs,
    by: sameValue,
    exceptions: [
      {
        difference: /^"error", not |, not "error"$/,
        atMost: COUNT / 200,
        cause:
          'an error on one side only: XPath leaves the order of evaluation open, and SaxonJS evaluates some operands earlier',
      },
    ],
  }));

  itAgrees('have the same result as source and as closures', volume, () => ({
    corpus: expressions(),
    engines: { closures },
    judge: compiled,
    by: sameValue,
  }));
});
