import assert from 'node:assert/strict';
import { XPathSyntaxError } from 'en16931-rules/engine/xpath/lex.ts';
import { parseXPath } from 'en16931-rules/engine/xpath/parse.ts';
import type { Expr } from 'en16931-rules/engine/xpath/ast.ts';

const parse = (text: string): Expr => parseXPath(text, (prefix) => (prefix === 'u' ? 'urn:u' : undefined));

/** A short form: operators as lists, paths as text. */
function shape(expr: Expr): unknown {
  switch (expr.kind) {
    case 'and':
    case 'or':
      return [expr.kind, shape(expr.left), shape(expr.right)];
    case 'compare':
    case 'arithmetic':
      return [expr.op, shape(expr.left), shape(expr.right)];
    case 'union':
      return ['|', shape(expr.left), shape(expr.right)];
    case 'sign':
      return [expr.op, shape(expr.operand)];
    case 'call':
      return [expr.name.localName, ...expr.args.map(shape)];
    case 'path':
      return expr.steps.map((step) => (step.kind === 'axis' ? `${step.axis}::${step.test.kind === 'name' ? step.test.name.localName : step.test.kind}` : shape(step.expr))).join('/'); // prettier-ignore
    case 'integer':
    case 'decimal':
    case 'double':
      return Number(expr.digits);
    case 'string':
      return `'${expr.value}'`;
    case 'variable':
      return `$${expr.name}`;
    default:
      return expr.kind;
  }
}

describe('the XPath grammar', () => {
  const rows: readonly (readonly [string, unknown])[] = [
    ['1 + 2 * 3 - 4', ['-', ['+', 1, ['*', 2, 3]], 4]],
    ['a or b and c = d', ['or', 'child::a', ['and', 'child::b', ['=', 'child::c', 'child::d']]]],
    ['a eq b', ['=', 'child::a', 'child::b']],
    ['- a + b', ['+', ['-', 'child::a'], 'child::b']],
    ['a-b - c', ['-', 'child::a-b', 'child::c']],
    ['a | b union c', ['|', ['|', 'child::a', 'child::b'], 'child::c']],
    ['* * *', ['*', 'child::wildcard', 'child::wildcard']],
    ['div div mod', ['div', 'child::div', 'child::mod']],
    ['or or and and and', ['or', 'child::or', ['and', 'child::and', 'child::and']]],
    ['if', 'child::if'],
    ['//a/@b/..', 'descendant-or-self::node/child::a/attribute::b/parent::node'],
    ['/*/u:b', 'child::wildcard/child::b'],
    ['/', ''],
    ['not (a)', ['not', 'child::a']],
    ['concat(\'it\'\'s\', "a""b")', ['concat', "'it's'", "'a\"b'"]],
    ['1.5e3 + .5 + 2.', ['+', ['+', 1500, 0.5], 2]],
    ['a (: one (: nested :) :) = b', ['=', 'child::a', 'child::b']],
    ['$ x', '$x'],
  ];
  for (const [text, expected] of rows) {
    it(`reads ${text}`, () => {
      assert.deepEqual(shape(parse(text)), expected);
    });
  }

  const refused: readonly (readonly [string, RegExp, number])[] = [
    ['a = b = c', /unexpected "="/, 6],
    ['a intersect b', /"intersect" is not supported/, 2],
    ['a instance of b', /"instance" is not supported/, 2],
    ['a << b', /"<<" is not supported/, 2],
    ['namespace::a', /the axis "namespace"/, 0],
    ['comment()', /node test "comment\(\)"/, 0],
    ['v:a', /prefix "v" is not declared/, 0],
    ['a[1', /"\]" expected/, 3],
    ['a +', /ends too soon/, 3],
    ['1a', /number runs into a name/, 0],
    ["'abc", /unexpected character "'"/, 0],
    ['a (: b', /comment without end/, 2],
    ['{a}', /unexpected character "{"/, 0],
    ['a b', /unexpected "b"/, 2],
    ['', /ends too soon/, 0],
  ];
  for (const [text, reason, offset] of refused) {
    it(`refuses "${text}" at the position of the error`, () => {
      assert.throws(
        () => parse(text),
        (error) => error instanceof XPathSyntaxError && reason.test(error.message) && error.offset === offset,
      );
    });
  }
});
