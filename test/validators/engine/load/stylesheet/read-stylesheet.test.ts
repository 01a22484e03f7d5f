import assert from 'node:assert/strict';
import { compileToSource } from 'en16931-rules/engine/compile.ts';
import { loadSchema } from 'en16931-rules/engine/load/load.ts';
import { PackRefused } from 'en16931-rules/engine/load/pack-refused.ts';
import type { Schema } from 'en16931-rules/engine/load/schema.ts';
import { type Written, isoOf, schematronOf, schxslt2Of, schxsltOf } from './forms.ts';

const FORMS = { 'the ISO skeleton': isoOf, SchXslt: schxsltOf, 'SchXslt 2': schxslt2Of } as const;

const load = (text: string): Schema =>
  loadSchema(new Map([['rules.xsl', new TextEncoder().encode(text)]]), 'rules.xsl', 'elements');

const of = (...tests: Written['patterns'][number]['rules'][number]['tests']): Written => ({
  patterns: [{ id: 'first', rules: [{ context: 'a:b', tests }] }],
});
const KEPT = { kind: 'assert', id: 'R-1', test: 'a:c' } as const;

/** A rule pack in each form, and as Schematron. */
const READ: Readonly<Record<string, Written>> = {
  'an assert': of(KEPT),
  'a report': of({ kind: 'report', id: 'R-2', test: 'a:c = 1', flag: 'warning' }),
  'a test with parentheses outside': of({ ...KEPT, test: '(a:c) or (a:d)' }),
  'values in a text': of({ ...KEPT, text: 'It is <xsl:text/><xsl:value-of select="name(.)"/>, <xsl:value-of select="."/><xsl:text> here</xsl:text>' }), // prettier-ignore
  'variables of a rule': { patterns: [{ id: 'p', rules: [{ context: 'a:b', variables: '<xsl:variable name="x" select="a:c"/><xsl:variable name="y" select="$x + 1"/>', tests: [{ ...KEPT, test: '$y &gt; 1' }] }] }] }, // prettier-ignore
  'global variables and parameters': { ...of({ ...KEPT, test: '$x = $y' }), declared: '<xsl:param name="x" select="/a:b"/><xsl:variable name="y" select="1"/>' }, // prettier-ignore
  'a function': { ...of({ ...KEPT, test: 'a:is(.)' }), declared: '<xsl:function name="a:is" as="xs:boolean"><xsl:param name="v"/><xsl:variable name="w" select="string($v)"/><xsl:choose><xsl:when test="$w = \'x\'"><xsl:sequence select="true()"/></xsl:when><xsl:otherwise><xsl:sequence select="false()"/></xsl:otherwise></xsl:choose></xsl:function>' }, // prettier-ignore
  'the first of several rules': { patterns: [{ id: 'p', rules: [{ context: 'a:b[a:c]', tests: [KEPT] }, { context: 'a:b', tests: [{ ...KEPT, id: 'R-3' }] }] }, { id: 'q', rules: [{ context: 'a:d | a:e/@f', tests: [{ ...KEPT, id: 'R-4' }] }] }] }, // prettier-ignore
};

/** What is replaced in a stylesheet, by what, and the refusal. */
const REFUSED: readonly (readonly [what: string, at: RegExp | string, instead: string, says: RegExp])[] = [
  [
    'a key',
    /(<xsl:template match="(?:text\(\)|\*))/,
    '<xsl:key name="k" match="a:b" use="."/>$1',
    /element xsl:key is not understood in "k"/,
  ],
  [
    'an import',
    /(<xsl:template match="(?:text\(\)|\*))/,
    '<xsl:import href="x.xsl"/>$1',
    /element xsl:import is not understood/,
  ],
  [
    'white space that is stripped',
    /(<xsl:template match="(?:text\(\)|\*))/,
    '<xsl:strip-space elements="*"/>$1',
    /element xsl:strip-space is not understood/,
  ],
  ['an old version', /version="[23]\.0"/, 'version="1.0"', /version is neither 2\.0 nor 3\.0 in "1\.0"/],
  [
    'a namespace for names without a prefix',
    /version="/,
    'xpath-default-namespace="urn:a" version="',
    /attribute xpath-default-namespace of xsl:\w+ is not understood/,
  ],
  [
    'a variable with a type',
    'name="x" select',
    'name="x" as="xs:string" select',
    /attribute as of xsl:variable is not understood/,
  ],
  [
    'a variable with content',
    '<xsl:variable name="x" select="a:c"/>',
    '<xsl:variable name="x"><a/></xsl:variable>',
    /element a in xsl:variable is not understood/,
  ],
  [
    'an instruction in a rule',
    '<xsl:variable name="x" select="a:c"/>',
    '<xsl:message>m</xsl:message>',
    /(element xsl:message|a template of a rule|this template)/,
  ],
  [
    'a text that is computed',
    'It is so.',
    '<xsl:for-each select="."/>',
    /element xsl:for-each in svrl:text is not understood/,
  ],
  [
    'an unknown part of a report',
    '<svrl:text>',
    '<svrl:diagnostic-reference/><svrl:text>',
    /element svrl:diagnostic-reference in svrl:failed-assert is not understood/,
  ],
  [
    'a template of a mode that never runs',
    /(<xsl:template match="(?:text\(\) \||text\(\)|\*))/,
    '<xsl:template match="a:z" mode="none" priority="1"/>$1',
    /a template of a mode that never runs/,
  ],
  ['no template', /<xsl:template[\s\S]*<\/xsl:template>/, '', /(none of the compilers|without a template)/],
];

/** The rules, without places and namespaces. */
function rulesOf({ lets, functions, patterns }: Schema): unknown {
  const text = (value: unknown): unknown => JSON.parse(JSON.stringify(value, (key, each: unknown) => (key === 'at' ? undefined : each))); // prettier-ignore
  const joined = patterns.map(({ id, rules }) => ({
    id,
    rules: rules.map((rule) => ({
      ...rule,
      tests: rule.tests.map((test) => ({
        ...test,
        message: test.message
          .map((part) => ('text' in part ? part.text : part))
          .filter((part) => part !== ''),
      })),
    })),
  }));
  return text({ lets, functions, patterns: joined });
}

describe('a stylesheet that was made from Schematron', () => {
  for (const [form, write] of Object.entries(FORMS))
    describe(`by ${form}`, () => {
      for (const [what, written] of Object.entries(READ))
        it(`is read back as the same rules: ${what}`, () => {
          const read = load(write(written));
          assert.deepEqual(rulesOf(read), rulesOf(load(schematronOf(written))));
          assert.ok(compileToSource(read).length > 0);
        });

      it('compiles to the program of its Schematron', () => {
        const written = READ['the first of several rules']!;
        const visits = load(write(written)).visits;
        const program = (text: string): string =>
          compileToSource({ ...load(text), visits, namespaces: new Map([['a', 'urn:a']]) });
        assert.equal(program(write(written)), program(schematronOf(written)));
      });

      for (const [what, at, instead, says] of REFUSED)
        it(`is refused with its place: ${what}`, () => {
          const whole = write({ patterns: [{ id: 'p', rules: [{ context: 'a:b', variables: '<xsl:variable name="x" select="a:c"/>', tests: [KEPT] }] }] }); // prettier-ignore
          const text = whole.replace(at, instead);
          assert.notEqual(text, whole);
          assert.throws(
            () => load(text),
            (error) => error instanceof PackRefused && error.at.line > 0 && says.test(error.message),
          );
        });
    });

  it('says itself which nodes its rules see', () => {
    const visits = (select: string) => load(isoOf(of(KEPT), select)).visits;
    assert.equal(visits('*'), 'elements');
    assert.equal(visits('*|comment()|processing-instruction()'), 'elements');
    assert.equal(visits('@*|*'), 'elements-and-attributes');
    assert.throws(() => visits('a:c'), /goes on with other nodes than all children in "a:c"/);
  });

  it('is refused if a pattern has no template for all other nodes', () => {
    const text = isoOf(of(KEPT)).replace(/<xsl:template match="@\*\|node\(\)".*\n/, '');
    assert.throws(() => load(text), /the template for all other nodes is not there in "M1"/);
  });

  it('is refused if its templates see different nodes', () => {
    const text = isoOf(of(KEPT)).replace('select="*" mode="M1"/></xsl:template>\n<xsl:template match="text()"', 'select="@*|*" mode="M1"/></xsl:template>\n<xsl:template match="text()"'); // prettier-ignore
    assert.throws(() => load(text), /templates go on with different kinds of nodes/);
  });

  it('orders rules by priority, not by place', () => {
    const text = isoOf(READ['the first of several rules']!).replace('priority="1000"', 'priority="2000"');
    assert.deepEqual(load(text).patterns[0]?.rules.map(({ context }) => context.text), ['a:b', 'a:b[a:c]']); // prettier-ignore
    assert.throws(() => load(text.replace('priority="2000"', 'priority="1001"')), /two rules of a pattern have the same priority/); // prettier-ignore
  });

  it('may declare a variable after a test that does not use its name', () => {
    const written = (test: string): string =>
      isoOf({ ...of({ ...KEPT, test }), declared: '<xsl:variable name="x" select="1"/>' }).replace(
        '<xsl:apply-templates select="*" mode="M1"/></xsl:template>\n<xsl:template match="text()"',
        '<xsl:variable name="x" select="2"/><xsl:apply-templates select="*" mode="M1"/></xsl:template>\n<xsl:template match="text()"',
      );
    assert.equal(load(written('$xy = 1')).patterns[0]?.rules[0]?.lets.length, 1);
    assert.throws(() => load(written('$x = 1')), /a test before this variable uses another one of its name/);
  });

  describe('with a template that does not go on', () => {
    const hiding = (...contexts: readonly string[]): string => {
      const rules = contexts.map((context, i) => ({ context, tests: [{ ...KEPT, id: `R-${i}` }] }));
      const text = isoOf({ patterns: [{ id: 'p', rules }] });
      return text.replace(/(<\/xsl:choose>)<xsl:apply-templates select="\*" mode="M1"\/>/, '$1');
    };

    it('never runs a rule that it always hides', () => {
      const { patterns } = load(
        hiding('/a:b/a:c[a:x = &quot;]/&quot;]', '/a:b/a:c[a:x = &quot;]/&quot;]/a:d', '/a:b/a:e'),
      );
      const contexts = patterns[0]?.rules.map(({ context }) => context.text.split('/').at(-1));
      assert.deepEqual(contexts, ['"]', 'a:d[false()]', 'a:e']);
    });

    it('is refused if it hides a rule in some documents', () => {
      assert.throws(() => load(hiding('/a:b/a:c[x]', '/a:b/a:c/a:d')), /depends on the document whether a template above hides this rule/); // prettier-ignore
      assert.throws(() => load(hiding('/a:b/a:c', '//a:d')), /this context is not understood in "\/\/a:d"/);
    });
  });

  it('of SchXslt 2 is refused if a third rule of a pattern may run on a node', () => {
    const pattern = (...contexts: readonly string[]): string =>
      schxslt2Of({ patterns: [{ id: 'p', rules: contexts.map((context, i) => ({ context, tests: [{ ...KEPT, id: `R-${i}` }] })) }] }); // prettier-ignore
    const third = /passes no patterns on, so this rule may run a second time on a node in "a:b\[3\]"/;
    assert.throws(() => load(pattern('a:b[1]', 'a:x | a:b', 'a:b[3]')), third);
    assert.throws(() => load(pattern('*', '//a:c/a:b', 'a:b[3]')), third);
    assert.ok(load(pattern('a:b[1]', 'a:b[2]', 'a:c', 'a:c/a:d', '/a:e/a:d')));
  });
});
