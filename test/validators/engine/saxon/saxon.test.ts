import assert from 'node:assert/strict';
import { loadSchema } from 'en16931-rules/engine/load/load.ts';
import { PackRefused } from 'en16931-rules/engine/load/pack-refused.ts';
import type { Visits } from 'en16931-rules/engine/load/schema.ts';
import type { FiredTest, RuleRun } from 'en16931-rules/engine/result.ts';
import { type SaxonProgram, compileForSaxon, compileStylesheet } from 'en16931-rules/engine/saxon/compile.ts';
import { parseForSaxon, runSaxon } from 'en16931-rules/engine/saxon/run.ts';
import { locatorIn } from 'en16931-rules/engine/saxon/locate.ts';
import { parseXml } from 'en16931-rules/engine/xml/parse.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { SVRL } from 'en16931-rules/engine/saxon/output.ts';
import { readSvrl } from 'en16931-rules/engine/saxon/svrl.ts';
import { transpile } from 'en16931-rules/engine/saxon/transpile.ts';

const CODES = '<codes><list id="1"><c v="A"/><c v="&quot;&lt;{x}"/></list></codes>';

const load = (content: string, visits: Visits = 'elements-and-attributes') => {
  const source = `<schema xmlns="http://purl.oclc.org/dsdl/schematron" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" queryBinding="xslt2">
    <ns prefix="u" uri="urn:u"/><ns prefix="run" uri="urn:run"/>${content}</schema>`;
  const bytes = (text: string) => new TextEncoder().encode(text);
  return loadSchema(
    new Map([
      ['m.sch', bytes(source)],
      ['codes.xml', bytes(CODES)],
    ]),
    'm.sch',
    visits,
  );
};

const RULES = `
  <let name="later" value="$earlier + 1"/><let name="earlier" value="1"/>
  <xsl:function name="u:twice" as="xs:integer"><xsl:param name="n" as="xs:integer"/>
    <xsl:choose><xsl:when test="$n = 0"><xsl:sequence select="0"/></xsl:when>
    <xsl:otherwise><xsl:variable name="m" select="$n * 2"/><xsl:sequence select="$m"/></xsl:otherwise></xsl:choose></xsl:function>
  <pattern><rule context="first"><assert id="FIRST" test="false()">first</assert></rule>
           <rule context="first | second"><assert id="SECOND" test="false()">second</assert></rule></pattern>
  <pattern><rule context="first"><report id="OTHER" role="warning" test="true()">again</report></rule></pattern>
  <pattern><rule context="said"><let name="v" value="."/>
    <assert id="SAID" flag="fatal" test="false()">  <name/> &lt;is&gt;
      <value-of select="$v"/>, <value-of select="$later"/>, <value-of select="u:twice(3)"/></assert></rule></pattern>
  <pattern><rule context="@at"><assert id="AT" test="false()">at</assert></rule></pattern>
  <pattern><rule context="picky[xs:decimal(.) = 1]"><assert id="PICKY" test="false()">picky</assert></rule></pattern>
  <pattern><rule context="broken"><assert id="BROKEN" test="xs:decimal(.) = 1">broken</assert></rule></pattern>
  <pattern><rule context="iban"><assert id="IBAN" test="xs:integer(.) mod 97 = 1">iban</assert></rule></pattern>
  <pattern><rule context="sum"><assert id="SUM" test="round(a * 100) + xs:decimal(1) = 301">sum</assert></rule></pattern>
  <pattern><rule context="code"><assert id="CODE" test="document('codes.xml')/codes/list[@id=1]/c[@v = current()]">code</assert></rule></pattern>`.replace(
  'current()',
  '$v',
);

const WITH_CODE = RULES.replace('<rule context="code">', '<rule context="code"><let name="v" value="."/>');

describe('a pack on SaxonJS', () => {
  let program: SaxonProgram;
  const on = async (xml: string, it = program): Promise<RuleRun> =>
    runSaxon(it, await parseForSaxon(xml), (positions) => ({ xpath: positions }));
  const fired = (run: RuleRun) => {
    assert.equal(run.kind, 'verdict', JSON.stringify(run));
    return run.kind === 'verdict' ? run.fired.map(({ id }) => id) : [];
  };

  before(async () => {
    program = await compileForSaxon(load(WITH_CODE));
  });

  it('runs, per pattern and node, only the first rule that matches', async () => {
    assert.deepEqual(fired(await on('<r><first/></r>')), ['FIRST', 'OTHER']);
    assert.deepEqual(fired(await on('<r><second/></r>')), ['SECOND']);
  });

  it('counts firings and reports flag, role and location of each', async () => {
    const run = await on('<r><x/><said>1</said><said>2</said></r>');
    const [test] = run.kind === 'verdict' ? run.fired : [];
    assert.deepEqual([test?.id, test?.flag, test?.role, test?.count], ['SAID', 'fatal', undefined, 2]);
    assert.deepEqual(
      test?.firings.map(({ location }) => location?.xpath),
      ['/1/2', '/1/3'],
    );
  });

  it('inserts values, names, functions and lets in any order into messages', async () => {
    const run = await on('<r><said>a\n b</said></r>');
    assert.equal(run.kind === 'verdict' && run.fired[0]?.firings[0]?.text, 'said <is> a b, 2, 6');
  });

  it('matches attributes only if the pack’s own stylesheet does', async function () {
    const run = await on('<r at="1"/>');
    assert.deepEqual(run.kind === 'verdict' && run.fired[0]?.firings[0]?.location, { xpath: '/1/@at' });
    const elements = await compileForSaxon(
      load('<pattern><rule context="@at"><assert test="false()"/></rule></pattern>', 'elements'),
    );
    assert.deepEqual(await on('<r at="1"/>', elements), { kind: 'verdict', reached: false, fired: [] });
  });

  it('distinguishes a document that no rule matches from a clean one', async () => {
    assert.deepEqual(await on('<r/>'), { kind: 'verdict', reached: false, fired: [] });
    assert.deepEqual(await on('<r><iban>98</iban></r>'), { kind: 'verdict', reached: true, fired: [] });
  });

  it('reports an error in a test as such, and treats one in a context as “no match”', async () => {
    const run = await on('<r><first/><broken>x</broken></r>');
    assert.deepEqual([run.kind, run.kind === 'error' && run.code], ['error', 'FORG0001']);
    assert.deepEqual(fired(await on('<r><picky>x</picky></r>')), []);
  });

  it('counts whole numbers beyond what a double holds', async () => {
    assert.deepEqual(fired(await on('<r><iban>3214282912345698765432161182</iban></r>')), []);
    assert.deepEqual(fired(await on('<r><iban>3214282912345698765432161183</iban></r>')), ['IBAN']);
  });

  it('adds a rounded double and a decimal', async () => {
    assert.deepEqual(fired(await on('<r><sum><a>3</a></sum></r>')), []);
    assert.deepEqual(fired(await on('<r><sum><a>4</a></sum></r>')), ['SUM']);
  });

  it('looks codes up in the pack’s own list', async () => {
    assert.deepEqual(fired(await on('<r><code>A</code><code>"&lt;{x}</code></r>')), []);
    assert.deepEqual(fired(await on('<r><code>B</code></r>')), ['CODE']);
  });

  it('escapes if SaxonJS cannot run the program', async () => {
    const run = await on('<r><first/></r>', { tests: [], sef: { N: 'package' } });
    assert.equal(run.kind, 'escape');
    assert.equal((await on('<r><first/></r>', { ...program, tests: [] })).kind, 'escape');
  });

  const REACHING_OUT = [
    "doc('x')",
    'document(@href)',
    "unparsed-text('/etc/passwd')",
    "fn:collection('x')",
    "function-lookup(QName('','doc'),1)",
    'doc#1',
  ];
  for (const expression of REACHING_OUT)
    it(`refuses ${expression}`, () => {
      const schema = load(
        `<pattern><rule context="a"><assert test="${expression.replaceAll('"', '&quot;')}"/></rule></pattern>`,
      );
      assert.throws(() => transpile(schema), PackRefused);
    });

  it('has the result of the publisher’s stylesheet that writes a report', async function () {
    const published = new TextEncoder().encode(transpile(load(WITH_CODE), SVRL));
    const report = await compileStylesheet(new Map([['xslt/rules.xsl', published]]), 'xslt/rules.xsl');
    const documents = [
      '<r><first/><second/></r>',
      '<r at="1"><said>a\n b</said><said>c</said></r>',
      '<r><iban>98</iban></r>',
      '<r/>',
    ];
    for (const xml of documents) {
      const [ours, theirs] = [await on(xml), await on(xml, report)];
      assert.ok(ours.kind === 'verdict' && theirs.kind === 'verdict');
      const plain = ({ id, flag, role, count, firings }: FiredTest) => ({
        id,
        flag,
        role,
        count,
        texts: firings.map(({ text }) => text),
      });
      assert.deepEqual([theirs.reached, theirs.fired.map(plain)], [ours.reached, ours.fired.map(plain)]);
    }
    assert.equal((await on('<r><broken>x</broken></r>', report)).kind, 'error');
  });

  for (const nonsense of [
    '',
    '<html/>',
    '<svrl:schematron-output xmlns:svrl="http://purl.oclc.org/dsdl/svrl">',
  ])
    it(`does not accept ${nonsense || 'an empty text'} as a report`, () => {
      assert.throws(() => readSvrl(nonsense), SyntaxError);
    });

  it('refuses a pack that SaxonJS cannot compile, with its message', async function () {
    const schema = load('<pattern><rule context="a"><assert test="$unknown"/></rule></pattern>');
    await assert.rejects(
      compileForSaxon(schema),
      (error) => error instanceof PackRefused && /unknown/.test(error.message),
    );
  });

  it('does not change strings and comments of an expression', () => {
    const xslt = transpile(
      load(
        `<pattern><rule context="a"><assert test="'xs:integer(1) doc(2)' (: round( :)"/></rule></pattern>`,
      ),
    );
    assert.match(xslt, /'xs:integer\(1\) doc\(2\)' \(: round\( :\)/);
  });
});

describe('a location that SaxonJS states by positions', () => {
  const text = '<r xmlns:p="urn:p">\n<p:a/><!-- --><b><c/></b>\n<b p:x="1" y="2"><c/></b></r>';
  const { document } = parseXml(text, new Vocabulary().extend());
  assert.ok(document);
  const at = locatorIn(document);

  it('is reported as a path of our own tree', () => {
    assert.deepEqual(at('/1/3/1'), { xpath: '/r/b[2]/c', line: 3, column: 18 });
    assert.equal(at('/1/3/@p:x')?.xpath, '/r/b[2]/@p:x');
    assert.equal(at('')?.xpath, '/');
  });

  it('is left out if our tree has none', () => {
    for (const nowhere of ['/1/4', '/2', '/1/3/@z', '/1/1/1']) assert.equal(at(nowhere), undefined);
  });
});
