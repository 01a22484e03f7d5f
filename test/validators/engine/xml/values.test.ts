import assert from 'node:assert/strict';
import {
  isBlank,
  normalizeSpace,
  normalizedValue,
  ownText,
  stringValue,
  textNodes,
} from 'en16931-rules/engine/xml/values.ts';
import { readText } from './reading.ts';

/** Content of an element, its string value, and its own text nodes. */
const CONTENTS: readonly (readonly [content: string, value: string, text: readonly string[]])[] = [
  ['', '', []],
  [' x ', ' x ', [' x ']],
  ['a<!-- c -->b', 'ab', ['a', 'b']],
  ['a<?p q?>b', 'ab', ['a', 'b']],
  ['<!-- c -->', '', []],
  ['a<![CDATA[b<c>]]>d', 'ab<c>d', ['ab<c>d']],
  ['<![CDATA[]]>', '', []],
  ['<![CDATA[]]><!-- --><![CDATA[x]]>', 'x', ['x']],
  ['a&amp;b&#65;', 'a&bA', ['a&bA']],
  ['1<b>2</b>3', '123', ['1', '3']],
  ['<b>2</b>', '2', []],
  ['1<b><c>2</c>3<!-- --></b>4<b/>5', '12345', ['1', '4', '5']],
  ['<b/><b></b><b t="/"></b><b t="/"/>\n<!--<b>-->1', '\n1', ['\n', '1']],
  ['<b> </b > <b >2</b\n>', '  2', [' ']],
  ['<b t=">/>">x</b>y', 'xy', ['y']],
  ['<b t=\'">\' u="\'>"/>y', 'y', ['y']],
  ['<b><!-- </b> --></b>y', 'y', ['y']],
  ['<b><![CDATA[</b>]]></b>y', '</b>y', ['y']],
  ['<b><?p </b> ?></b>y', 'y', ['y']],
  ['a\r\nb\rc&#13;', 'a\nb\nc\r', ['a\nb\nc\r']],
  ['&lt;b>&#x1F600;', '<b>\u{1f600}', ['<b>\u{1f600}']],
];

describe('values of nodes', () => {
  for (const [content, value, text] of CONTENTS)
    it(`reads ${JSON.stringify(content)}`, () => {
      const document = readText(`<a>${content}</a>`);
      assert.equal(stringValue(document, 1), value);
      assert.equal(stringValue(document, 0), value);
      assert.equal(stringValue(document, 1), value, 'a second time');
      assert.deepEqual(textNodes(document, 1), text);
      assert.equal(ownText(document, 1).trim(), text.join('').trim());
      assert.equal(normalizedValue(document, 1), normalizeSpace(value));
      assert.equal(isBlank(document, 1), normalizeSpace(value) === '');
    });

  it('normalises attributes as XML does, references excepted', () => {
    const document = readText('<a b=" x\ty\r\nz&#9;&#10;&amp;" c="plain" d=""/>');
    assert.deepEqual(
      [~0, ~1, ~2].map((node) => stringValue(document, node)),
      [' x y z\t\n&', 'plain', ''],
    );
    assert.deepEqual(
      [~0, ~1, ~2].map((node) => normalizedValue(document, node)),
      ['x y z &', 'plain', ''],
    );
    assert.deepEqual(
      [~0, ~1, ~2].map((node) => isBlank(document, node)),
      [false, false, true],
    );
  });

  it('reads each node as itself, however often and in whichever order', () => {
    const document = readText('<a b="x" c="&amp;"><d>1</d><e>2<!-- -->3</e></a>');
    const nodes = [~1, 3, ~0, 2, 1, 0];
    for (const values of [nodes, nodes.toReversed(), nodes].map((order) =>
      order.map((node) => [node, stringValue(document, node)] as const),
    ))
      assert.deepEqual(Object.fromEntries(values), {
        [~1]: '&',
        [~0]: 'x',
        0: '123',
        1: '123',
        2: '1',
        3: '23',
      });
  });

  it('collapses the four white-space characters of XML and no others', () => {
    assert.equal(normalizeSpace(' \t a \n\r b  c '), 'a b c');
    assert.equal(normalizeSpace('a\u00a0\u2003b\u00a0'), 'a\u00a0\u2003b\u00a0');
    assert.equal(normalizeSpace('a\tb'), 'a b');
    assert.equal(normalizeSpace(' \r\n '), '');
    assert.equal(normalizeSpace('\f'), '\f');
  });
});
