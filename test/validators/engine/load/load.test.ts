import assert from 'node:assert/strict';
import { loadSchema } from 'en16931-rules/engine/load/load.ts';
import { PackRefused } from 'en16931-rules/engine/load/pack-refused.ts';
import type { Schema } from 'en16931-rules/engine/load/schema.ts';

const files = (sources: Record<string, string>): Map<string, Uint8Array> =>
  new Map(Object.entries(sources).map(([path, text]) => [path, new TextEncoder().encode(text)]));

const schema = (content: string, attributes = 'queryBinding="xslt2"'): string =>
  `<schema xmlns="http://purl.oclc.org/dsdl/schematron" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" ${attributes}>
<ns prefix="u" uri="urn:u"/>
${content}
</schema>`;

const load = (content: string, more: Record<string, string> = {}): Schema =>
  loadSchema(files({ 'p/main.sch': schema(content), ...more }), 'p/main.sch', 'elements');

const rule = (content: string): string => `<pattern><rule context="a">${content}</rule></pattern>`;
const firstRule = (loaded: Schema) => loaded.patterns[0]?.rules[0];

describe('loading a Schematron pack', () => {
  it('keeps patterns, rules, lets and tests in order, with the line of each', () => {
    const loaded = load(
      rule(
        '<let name="x" value="1"/>\n<assert id="A" flag="fatal" test="$x">one</assert>\n<report role="warning" test="b">two</report>',
      ),
    );
    const [first, second] = firstRule(loaded)?.tests ?? [];
    assert.deepEqual(
      firstRule(loaded)?.lets.map((each) => each.name),
      ['x'],
    );
    assert.deepEqual([first?.kind, first?.id, first?.flag, first?.test.text], ['assert', 'A', 'fatal', '$x']);
    assert.deepEqual(
      [second?.kind, second?.id, second?.role, second?.at],
      ['report', undefined, 'warning', { file: 'p/main.sch', line: 5 }],
    );
  });

  it('splits a message into text, values and names', () => {
    const [test] =
      firstRule(load(rule('<assert test="b">x <value-of select="c"/><name/><name path=".."/></assert>')))
        ?.tests ?? [];
    assert.deepEqual(
      test?.message.map((part) => part.kind),
      ['text', 'value-of', 'name', 'name'],
    );
  });

  it('replaces an include by the file, relative to the including file', () => {
    const loaded = load('<include href="sub/one.sch"/>', {
      'p/sub/one.sch':
        '<pattern xmlns="http://purl.oclc.org/dsdl/schematron" id="one"><include href="two.sch"/></pattern>',
      'p/sub/two.sch': '<rule xmlns="http://purl.oclc.org/dsdl/schematron" context="c"/>',
    });
    assert.equal(loaded.patterns[0]?.id, 'one');
    assert.deepEqual(firstRule(loaded)?.at, { file: 'p/sub/two.sch', line: 1 });
  });

  it('expands abstract patterns, distinguishes $BR-1 from $BR-10 and keeps other variables', () => {
    const loaded =
      load(`<pattern abstract="true" id="m"><rule context="$Doc"><assert id="BR-1" test="$BR-10 and $BR-1 or $other">$BR-1</assert></rule></pattern>
      <pattern is-a="m"><param name="BR-1" value="one"/><param name="BR-10 " value="ten"/><param name="Doc" value="/d"/></pattern>`);
    assert.equal(loaded.patterns.length, 1);
    assert.equal(firstRule(loaded)?.context.text, '/d');
    assert.equal(firstRule(loaded)?.tests[0]?.test.text, 'ten and one or $other');
    assert.deepEqual(firstRule(loaded)?.tests[0]?.message, [{ kind: 'text', text: '$BR-1' }]);
  });

  it('makes the lets of patterns global, beside those of the schema', () => {
    const loaded = load('<let name="a" value="1"/><pattern><let name="b" value="2"/></pattern>');
    assert.deepEqual(
      loaded.lets.map((each) => each.name),
      ['a', 'b'],
    );
  });

  it('runs every pattern, independent of phases', () => {
    const loaded = load('<phase id="p"><active pattern="x"/></phase><pattern id="x"/><pattern id="y"/>');
    assert.deepEqual(
      loaded.patterns.map((each) => each.id),
      ['x', 'y'],
    );
  });

  it('reads functions with their parameters, variables, choices and text', () => {
    const [read] = load(`<xsl:function name="u:f" as="xs:boolean"><xsl:param name="v" as="xs:string?"/>
      <xsl:variable name="w" select="1"/><xsl:choose><xsl:when test="$v"><xsl:sequence select="true()"/></xsl:when>
      <xsl:otherwise><xsl:value-of select="$w"/></xsl:otherwise></xsl:choose></xsl:function>`).functions;
    assert.deepEqual([read?.namespace, read?.localName, read?.as], ['urn:u', 'f', 'xs:boolean']);
    assert.deepEqual(read?.params, [{ name: 'v', as: 'xs:string?' }]);
    assert.deepEqual(
      read?.body.map((each) => each.kind),
      ['variable', 'choose'],
    );
  });

  it('reads the code lists that document() names', () => {
    const loaded = load(rule(`<assert test="document('codes.xml')/codes/c[@v=$x]"/>`), {
      'p/codes.xml': '<codes><c v="1"/><c v="2"/></codes>',
    });
    assert.deepEqual(
      loaded.documents.get('codes.xml')?.children.map((c) => c.attributes.get('v')),
      ['1', '2'],
    );
  });

  const REFUSED: Record<string, [content: string, line: number, reason: RegExp]> = {
    'an unknown element': ['<pattern/>\n<diagnostics/>', 4, /element diagnostics in schema/],
    'an unknown attribute': [
      '\n' + rule('<assert test="a" diagnostics="d"/>'),
      4,
      /attribute diagnostics of assert/,
    ],
    'a test without an expression': [rule('<assert/>'), 3, /assert lacks test/],
    'an XSLT instruction that packs do not use': [
      '<xsl:function name="u:f"><xsl:for-each select="a"/></xsl:function>',
      3,
      /element xsl:for-each/,
    ],
    'XSLT outside functions': ['<xsl:variable name="x" select="1"/>', 3, /xsl:variable in schema/],
    'an element of a foreign namespace': ['<x xmlns="urn:x"/>', 3, /\{urn:x\}x/],
    'an element without a namespace that is named like one of ours': ['<pattern xmlns=""/>', 3, /pattern/],
    'text where rules stand': ['<pattern>BR-1</pattern>', 3, /text in pattern/],
    'an include that leads out of the pack': [
      '<include href="../../etc/passwd"/>',
      3,
      /leads out of the pack/,
    ],
    'an include with an address': ['<include href="http://example.org/x.sch"/>', 3, /not a relative path/],
    'an include of a missing file': ['<include href="gone.sch"/>', 3, /no file p\/gone.sch/],
    'a file that includes itself': ['<include href="main.sch"/>', 3, /from within itself/],
    'an unknown abstract pattern': ['<pattern is-a="gone"/>', 3, /no such abstract pattern/],
    'a repeated global variable': ['<let name="a" value="1"/><let name="a" value="2"/>', 3, /declared twice/],
    'a prefix with two meanings': ['<ns prefix="u" uri="urn:other"/>', 3, /two meanings/],
    'a function without a namespace': ['<xsl:function name="f"/>', 3, /needs a prefix/],
    'a document outside the pack': [
      rule(`<assert test="document('/etc/passwd')"/>`),
      3,
      /not a relative path/,
    ],
    'broken XML': ['<pattern>', 4, /not well-formed/],
  };
  for (const [what, [content, line, reason]] of Object.entries(REFUSED))
    it(`refuses ${what}, naming file and line`, () => {
      assert.throws(
        () => load(content),
        (error) =>
          error instanceof PackRefused &&
          reason.test(error.reason) &&
          error.at.file === 'p/main.sch' &&
          error.at.line === line,
      );
    });

  it('refuses a DOCTYPE, another encoding and another query language', () => {
    const refuses = (text: string, reason: RegExp) =>
      assert.throws(() => loadSchema(files({ m: text }), 'm', 'elements'), reason);
    refuses(`<!DOCTYPE schema [<!ENTITY e "x">]>${schema('')}`, /DOCTYPE/);
    refuses(`<?xml version="1.0" encoding="ISO-8859-1"?>${schema('')}`, /ISO-8859-1/);
    refuses(schema('', 'queryBinding="xslt"'), /queryBinding/);
  });
});
