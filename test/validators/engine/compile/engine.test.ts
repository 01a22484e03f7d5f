import assert from 'node:assert/strict';
import { linkPack, runPack } from 'en16931-rules/engine/engine.ts';
import { parseXml } from 'en16931-rules/engine/xml/parse.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { PLENTY, failing, judge, judged, pattern, rule, schemaOf, summary, trialOf } from './trial.ts';

describe('a compiled pack', () => {
  it('fires asserts that are false and reports that are true, once per node', async () => {
    const pack = pattern(rule('b', failing('A', '. = 1') + '<report id="R" test=". = 2">r</report>'));
    assert.equal(summary(await judged(pack, '<a><b>1</b><b>2</b><b>3</b></a>')), 'A×2 R');
  });

  it('reports the position and the text of a fired test', async () => {
    const message = ' <name/>  of\n <value-of select="@n"/>: <value-of select="c"/>; <name path="c[1]"/>! ';
    const result = await judged(
      pattern(rule('b', failing('A', 'false()', message))),
      '<a>\n <b n="7"><c>x</c><c>y</c></b></a>',
    );
    assert.ok(result.kind === 'verdict');
    assert.deepEqual(result.fired[0]?.places, [
      { text: 'b of 7: x y; c!', location: { xpath: '/a/b', line: 2, column: 2 } },
    ]);
  });

  it('counts every firing but keeps positions only up to the cap', async () => {
    const trial = await trialOf(schemaOf(pattern(rule('b', failing('A', 'false()')))));
    const result = judge(trial, `<a>${'<b/>'.repeat(50)}</a>`, { ...PLENTY, capPerTest: 3 });
    assert.ok(result.kind === 'verdict');
    assert.equal(result.fired[0]?.count, 50);
    assert.deepEqual(
      result.fired[0].places.map((place) => place.location.xpath),
      ['/a/b[1]', '/a/b[2]', '/a/b[3]'],
    );
  });

  it('runs, per pattern and node, only the first rule that matches', async () => {
    const first = pattern(
      rule('b[@x]', failing('X', 'false()')),
      rule('a/b | c', failing('B', 'false()')),
      rule('*', failing('ANY', 'false()')),
    );
    const second = pattern(rule('b', failing('OTHER', 'false()')));
    assert.equal(
      summary(await judged(first + second, '<a><b x=""/><b/><c/><d/></a>')),
      'X B×2 ANY×2 OTHER×2',
    );
  });

  it('reads contexts that are not plain patterns as unions of paths', async () => {
    const contexts = ['(/a/b | /a/c)[@x]/d', '/a/(b|c)/e', '(/a/b[@x]|/a/c)/f'];
    const pack = contexts
      .map((context, index) => pattern(rule(context, failing(`T${index}`, 'false()'))))
      .join('');
    const xml = '<a><b x=""><d/><e/><f/></b><c><d/><e/><f/></c><b><d/><e/><f/></b></a>';
    assert.equal(summary(await judged(pack, xml)), 'T0 T1×3 T2×2');
  });

  it('finds the right ancestor after //', async () => {
    const pack = pattern(rule('a[@x]/b//c', failing('A', 'false()')));
    assert.equal(summary(await judged(pack, '<r><a x=""><b><b><c/></b></b></a><a><b><c/></b></a></r>')), 'A');
    assert.equal(summary(await judged(pack, '<r><a x=""><z><b><c/></b></z></a></r>')), '');
  });

  it('treats an error in a context as "does not match", in a test as the end of the run', async () => {
    const context = pattern(
      rule('b[xs:integer(.) = 1]', failing('N', 'false()')),
      rule('b', failing('B', 'false()')),
    );
    assert.equal(summary(await judged(context, '<a><b>1</b><b>x</b></a>')), 'N B');
    assert.equal(
      summary(await judged(pattern(rule('b', failing('T', 'xs:integer(.) = 1'))), '<a><b>x</b></a>')),
      'error FORG0001',
    );
  });

  it('evaluates lets only when they are read', async () => {
    const lets = '<let name="g" value="xs:integer(/a/@bad)"/>';
    const tests = rule(
      'b',
      `<let name="l" value="xs:date(.)"/>${failing('A', "not(@l) or $l &gt; xs:date('2020-01-01')")}${failing('B', 'not(@g) or $g = 1')}`,
    );
    assert.equal(summary(await judged(lets + pattern(tests), '<a bad="x"><b>x</b></a>')), '');
    assert.equal(
      summary(await judged(lets + pattern(tests), '<a bad="x"><b l="">x</b></a>')),
      'error FORG0001',
    );
    assert.equal(
      summary(await judged(lets + pattern(tests), '<a bad="x"><b g="">x</b></a>')),
      'error FORG0001',
    );
  });

  it('reads lets in any order, and the innermost of one name', async () => {
    const pack = `<let name="x" value="concat($y, '!')"/><pattern><let name="y" value="'global'"/>${rule('b', `<let name="y" value="'local'"/><let name="y" value="concat($y, '+')"/>${failing('A', 'false()', '<value-of select="$x"/> <value-of select="$y"/>')}`)}</pattern>`;
    const result = await judged(pack, '<a><b/></a>');
    assert.equal(result.kind === 'verdict' && result.fired[0]?.places[0]?.text, 'global! local+');
  });

  it('evaluates the message of every firing, because it may raise', async () => {
    const trial = await trialOf(
      schemaOf(pattern(rule('b', failing('A', 'false()', '<value-of select="xs:integer(.) + 1"/>')))),
    );
    assert.equal(summary(judge(trial, '<a><b>1</b><b>2</b></a>', { ...PLENTY, capPerTest: 1 })), 'A×2');
    assert.equal(
      summary(judge(trial, '<a><b>1</b><b>x</b></a>', { ...PLENTY, capPerTest: 1 })),
      'error FORG0001',
    );
  });

  it('visits attributes only where the skeleton of the pack does', async () => {
    const pack = pattern(rule('@x', failing('X', 'false()')), rule('a', failing('A', 'false()')));
    assert.equal(summary(await judged(pack, '<a x=""/>', 'elements-and-attributes')), 'X A');
    assert.equal(summary(await judged(pack, '<a x=""/>', 'elements')), 'A');
  });

  it('reports whether any rule matched, also if nothing could fire', async () => {
    const matched = async (pack: string): Promise<unknown> => {
      const result = await judged(pack, '<a><b/></a>');
      return result.kind === 'verdict' && result.matched;
    };
    assert.equal(await matched(pattern(rule('z', failing('A', 'false()')))), false);
    assert.equal(await matched(pattern(rule('b', failing('A', 'true()')))), true);
    assert.equal(await matched(pattern(rule('b', failing('A', 'not(z)')))), true);
    assert.equal(await matched(pattern(rule('b[@x]', failing('A', 'true()')))), false);
    assert.equal(await matched(pattern(rule('b[not(@x)]', failing('A', 'true()')))), true);
  });

  it('escapes without a verdict if the steps or the time are used up', async () => {
    const trial = await trialOf(
      schemaOf(pattern(rule('b', failing('A', 'every $x in //b satisfies $x = .')))),
    );
    const xml = `<a>${'<b>1</b>'.repeat(1000)}</a>`;
    assert.equal(summary(judge(trial, xml)), '');
    assert.equal(summary(judge(trial, xml, { ...PLENTY, budget: 100_000 })), 'escape limit');
    assert.equal(summary(judge(trial, xml, { ...PLENTY, deadline: 0 })), 'escape deadline');
  });

  it('escapes from endless recursion', async () => {
    const fn =
      '<xsl:function name="u:f" as="xs:integer"><xsl:param name="n" as="xs:integer"/><xsl:sequence select="u:f($n + 1) + 1"/></xsl:function>';
    assert.equal(
      summary(await judged(fn + pattern(rule('a', failing('A', 'u:f(1) = 1'))), '<a/>')),
      'escape internal',
    );
  });

  it('does not run over a document parsed before the pack was loaded', async () => {
    const vocabulary = new Vocabulary();
    const { document } = parseXml('<a><b/></a>', vocabulary.extend());
    const pack = linkPack(
      (await trialOf(schemaOf(pattern(rule('b', failing('A', 'false()')))))).source,
      vocabulary,
    );
    assert.equal(runPack(pack, document!, PLENTY).kind, 'escape');
  });

  it('keeps no state of a document for the next', async () => {
    const trial = await trialOf(
      schemaOf(
        `<let name="all" value="//b"/>${pattern(rule('b', failing('A', 'count($all) = 1')), rule('a', failing('N', 'count(//b) &lt; 2')))}`,
      ),
    );
    for (const module of [trial.source, trial.closures]) {
      const vocabulary = new Vocabulary();
      const pack = linkPack(module, vocabulary);
      const run = (xml: string): string =>
        summary(runPack(pack, parseXml(xml, vocabulary.extend()).document!, PLENTY));
      const several = '<a><b/><b/></a>';
      // A list of the pack has nodes, has one, has none, and has nodes again.
      assert.deepEqual([several, '<a><b/></a>', '<a/>', several].map(run), ['A×2 N', '', '', 'A×2 N']);
    }
  });
});
