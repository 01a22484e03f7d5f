import assert from 'node:assert/strict';
import { compileForSaxon } from 'en16931-rules/engine/saxon/compile.ts';
import { locatorIn } from 'en16931-rules/engine/saxon/locate.ts';
import { parseForSaxon, runSaxon } from 'en16931-rules/engine/saxon/run.ts';
import { parseXml } from 'en16931-rules/engine/xml/parse.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { failing, judge, pattern, rule, schemaOf, summary, trialOf } from './trial.ts';

/** Elements of one path with different prefixes, names that end alike, attributes. */
const XML = `<a xmlns:p="urn:u" xmlns:q="urn:u" xmlns="urn:u">
  <p:ID x="1"/><q:ID/><ID/><p:OtherID/><p:IDs/><D/><none xmlns="" p:xID="" yID="" ID=""/>
  <p:GroupID><ID x=""/><b><ID/><p:ID x="2"/></b></p:GroupID>
</a>`;

const CONTEXTS = [
  "*[ends-with(name(), 'ID')]",
  "//u:*[ends-with(name(.), 'ID')]",
  "//*[ends-with(local-name(), 'ID')]",
  "//*[ends-with(name(), ':ID')]",
  "//*[ends-with(name(), 'p:ID')]",
  "//*[ends-with(name(), '')]",
  "//u:ID[ends-with(name(), 'D')]",
  "//*[not(ends-with(name(), 'ID'))]",
  "//*[ends-with(name(), 'ID') or @x]",
  "//*[ends-with(name(), 'ID') and @x]",
  "//*[ends-with(name(), 'ID') and 2]",
  "//*[xs:integer(@x) = 1 and ends-with(name(), 'ID')]",
  "//*[@x][ends-with(name(), 'ID')]",
  "//*[ends-with(name(), 'D') and ends-with(name(), 'rID') and not(ends-with(name(), 'ID2'))]",
  "//*[ends-with(name(..), 'ID')]",
  "//*[ends-with(name(), 'GroupID')]//*[ends-with(name(), 'ID')]",
  "//*[ends-with(name(), 'a')]/*[ends-with(name(), 'ID')]",
  "//@*[ends-with(name(), 'ID')]",
  "/*[ends-with(name(), 'ID')]",
];

describe('contexts with conditions on the end of a name', () => {
  const schema = schemaOf(
    CONTEXTS.map((context, at) => pattern(rule(context, failing(`C${at}`, 'false()')))).join(''),
  );

  it('match what they match in SaxonJS', async () => {
    const result = summary(judge(await trialOf(schema), XML));
    const run = runSaxon(
      await compileForSaxon(schema),
      await parseForSaxon(XML),
      locatorIn(parseXml(XML, new Vocabulary()).document!),
    );
    assert.ok(run.kind === 'verdict');
    assert.equal(
      result,
      run.fired.map(({ id, count }) => (count === 1 ? id : `${id ?? ''}×${count}`)).join(' '),
    );
    assert.match(result, /^C0×8 .* C3×3 C4×2 /);
  });

  it('are decided for a label path, unless nodes of one path may differ', async () => {
    const conditionOf = async (context: string): Promise<number | undefined> => {
      const { source } = await trialOf(schemaOf(pattern(rule(context, failing('A', 'false()')))));
      return source.tables.patterns[0]!.rules[0]!.contexts[0]!.condition;
    };
    assert.equal(await conditionOf("//*[ends-with(name(), 'ID')]"), undefined);
    assert.notEqual(await conditionOf("//*[ends-with(name(), ':ID')]"), undefined);
  });

  it('may have any number of endings', async () => {
    const endings = Array.from({ length: 60 }, (_, at) => `E${at}`);
    const pack = endings.map((ending) =>
      pattern(rule(`*[ends-with(name(), '${ending}')]`, failing(ending, 'false()'))),
    );
    const xml = `<a>${endings.map((ending) => `<x${ending}/>`).join('')}</a>`;
    assert.equal(summary(judge(await trialOf(schemaOf(pack.join(''))), xml)), endings.join(' '));
  });
});
