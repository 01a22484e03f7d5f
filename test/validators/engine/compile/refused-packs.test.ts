import assert from 'node:assert/strict';
import { compileToSource } from 'en16931-rules/engine/compile.ts';
import { compileToClosures } from '../../../support/closures/compile.ts';
import { PackRefused } from 'en16931-rules/engine/load/pack-refused.ts';
import { failing, judge, moduleOf, pattern, rule, runModule, schemaOf, summary } from './trial.ts';

const test = (expression: string): string =>
  pattern(rule('b', failing('OK', 'true()')), rule('a', failing('A', expression)));

/** Unsupported constructs in any position, and the stated reason. */
const REFUSED: readonly { readonly what: string; readonly pack: string; readonly reason: RegExp }[] = [
  {
    what: 'an unknown function',
    pack: test('current-date() = b'),
    reason: /current-date\(\) with 0 arguments/,
  },
  {
    what: 'a known function with other arguments',
    pack: test("matches(., 'a', 'i')"),
    reason: /matches\(\) with 3/,
  },
  {
    what: 'an undeclared function',
    pack: test('u:f(b)'),
    reason: /f\(\) of "urn:u" is not declared/,
  },
  { what: 'an unknown axis', pack: test('namespace::a'), reason: /axis "namespace"/ },
  { what: 'an unknown variable', pack: test('$x = 1'), reason: /\$x is not declared/ },
  { what: 'an unknown type', pack: test('b castable as xs:gYear'), reason: /type gYear/ },
  {
    what: 'a comparison of a string with a number',
    pack: test("'1' = 1"),
    reason: /string is compared with a integer/,
  },
  { what: 'arithmetic on strings', pack: test("'1' + 1"), reason: /string \+ integer/ },
  { what: 'a date as a condition', pack: test('xs:date(b)'), reason: /date has no boolean value/ },
  {
    what: 'a sequence of different types',
    pack: test("b = ('a', 1)"),
    reason: /sequence of string and integer/,
  },
  { what: 'a pattern that is computed', pack: test('matches(b, c)'), reason: /not constant/ },
  {
    what: 'a regular expression of unknown syntax',
    pack: test(String.raw`matches(b, '\i\c*')`),
    reason: /./,
  },
  {
    what: 'a position in a context',
    pack: pattern(rule('a[1]', failing('A', 'b'))),
    reason: /position in a context/,
  },
  {
    what: 'a context that is no path',
    pack: pattern(rule('id(b)', failing('A', 'b'))),
    reason: /context cannot be a call/,
  },
  { what: 'a position counted backwards', pack: test('preceding::b[1]'), reason: /position on the axis/ },
  {
    what: 'a let that is defined by itself',
    pack: `<let name="x" value="$y"/><let name="y" value="$x"/>${test('$x')}`,
    reason: /defined by itself/,
  },
  {
    what: 'an unused let',
    pack: `<let name="x" value="nonsense()"/>${test('b')}`,
    reason: /nonsense/,
  },
  {
    what: 'a message that cannot be made',
    pack: pattern(rule('a', failing('A', 'b', '<value-of select="nonsense()"/>'))),
    reason: /nonsense/,
  },
  {
    what: 'an expression nested beyond measure',
    pack: test(`${'('.repeat(20_000)}b${')'.repeat(20_000)}`),
    reason: /nested too deeply/,
  },
  {
    what: 'a test that can never fire',
    pack: pattern(rule('a', failing('A', 'true() or nonsense()'))),
    reason: /nonsense/,
  },
  {
    what: 'a file that the pack does not have',
    pack: test("document('x.xml')/a/b[@c = .]"),
    reason: /x\.xml/,
  },
];

describe('a construct that the compiler does not support', () => {
  for (const { what, pack, reason } of REFUSED) {
    it(`refuses the whole pack for ${what}`, () => {
      for (const compile of [compileToSource, compileToClosures]) {
        assert.throws(
          () => compile(schemaOf(pack)),
          (error) =>
            error instanceof PackRefused && reason.test(error.reason) && error.at.file === 'pack.sch',
        );
      }
    });
  }

  it('names file, line and expression', () => {
    const error = (() => {
      try {
        compileToSource(schemaOf(`\n${pattern(rule('a', `\n${failing('A', 'b + nonsense()')}`))}`));
        return undefined;
      } catch (thrown) {
        return thrown;
      }
    })();
    assert.ok(error instanceof PackRefused);
    assert.deepEqual([error.at, error.expression], [{ file: 'pack.sch', line: 5 }, 'b + nonsense()']);
  });
});

describe('a pack made to break out of the generated source', () => {
  const NASTY = ['`${process.exit(1)}`', '"; process.exit(1); //', "'+process.exit(1)+'", '*/ process.exit(1) /*', '\u2028process.exit(1)', '\\', '</script>', '${v1}', '__proto__', 'constructor']; // prettier-ignore
  const escaped = (text: string): string =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

  for (const nasty of NASTY) {
    it(`is only text in the source: ${JSON.stringify(nasty)}`, async () => {
      const literal = `'${nasty.replaceAll("'", "''")}'`;
      const pack = pattern(rule('a', `<assert id="${escaped(nasty)}" flag="${escaped(nasty)}" test="b = ${escaped(literal)} or contains(${escaped(literal)}, b) and b = (${escaped(literal)}, 'x')">${escaped(nasty)} <value-of select="${escaped(literal)}"/></assert>`)); // prettier-ignore
      const schema = schemaOf(pack);
      const trial = { source: await moduleOf(compileToSource(schema)), closures: compileToClosures(schema) };
      assert.equal(summary(judge(trial, `<a><b>${escaped(nasty)}</b></a>`)), '');
      const result = judge(trial, '<a><b>other</b></a>');
      assert.ok(result.kind === 'verdict');
      assert.deepEqual([result.fired[0]?.id, result.fired[0]?.flag], [nasty, nasty]);
      const once = nasty.replace(/[ \t\r\n]+/g, ' ');
      assert.equal(result.fired[0]?.places[0]?.text, `${once} ${once}`);
    });
  }

  it('takes names from a counter, independent of the names in the pack', async () => {
    const names = ['run', 'D', 'K0', 'v1', 'constructor', 'prototype', 'eval', 'arguments', 'let', 'await'];
    const lets = names.map((name) => `<let name="${name}" value="concat(/a/${name}, '')"/>`).join('');
    const tests = names.map((name) => failing(name, `$${name} = 'x'`)).join('');
    const module = await moduleOf(compileToSource(schemaOf(lets + pattern(rule('a', tests)))));
    assert.equal(
      summary(runModule(module, `<a>${names.map((name) => `<${name}>x</${name}>`).join('')}</a>`)),
      '',
    );
    assert.equal(summary(runModule(module, '<a/>')), names.join(' '));
  });

  it('produces the same bytes for the same pack', () => {
    const pack = pattern(rule('a//b[@x]', failing('A', "sum(//c) > 0 and matches(., 'x+')")));
    assert.equal(compileToSource(schemaOf(pack)), compileToSource(schemaOf(pack)));
  });
});
