import assert from 'node:assert/strict';
import {
  codepointsToString,
  compareCodepoints,
  lowerCase,
  stringLength,
  stringToCodepoints,
  substring,
  substringAfter,
  substringBefore,
  translate,
  upperCase,
} from 'en16931-rules/engine/runtime/strings.ts';
import { normalizeSpace } from 'en16931-rules/engine/xml/values.ts';
import { bySaxon, byUs } from './saxon.ts';

const TEXTS = [
  '',
  'a',
  'abc',
  'aXbXc',
  ' a\tb ',
  'ß',
  'ΑΣ ΒΣΓ',
  'İı',
  'ﬁn',
  'ŉ',
  '\u{1f600}a\u{10400}',
  'é',
  'IBAN 12',
  'Zz',
  '[z]',
  ' A',
  'A ',
  'A  B',
  'e\u0301',
  'a\u00a0b',
  '12345',
];
const POSITIONS = [NaN, -Infinity, Infinity, -42, -1, -0.5, 0, 0.4, 0.5, 1, 1.5, 2, 2.49, 2.5, 3, 100];
const lexical = (value: number): string => String(value).replace('Infinity', 'INF');

describe('string functions, compared with SaxonJS', () => {
  for (const text of TEXTS) {
    it(`treat ${JSON.stringify(text)} by character`, () => {
      const saxon = (expression: string): string => bySaxon(expression, { v: text });
      assert.equal(String(stringLength(text)), saxon('string-length($v)'));
      assert.equal(upperCase(text), saxon('upper-case($v)'));
      assert.equal(lowerCase(text), saxon('lower-case($v)'));
      assert.equal(normalizeSpace(text), saxon('normalize-space($v)'));
      assert.equal(stringToCodepoints(text).join('|'), saxon('string-to-codepoints($v)'));
      assert.equal(codepointsToString(stringToCodepoints(text)), text);
    });

    it(`cut ${JSON.stringify(text)} at the positions of XPath`, () => {
      for (const start of POSITIONS) {
        const params = { v: text, s: lexical(start) };
        assert.equal(substring(text, start), bySaxon('substring($v, xs:double($s))', params), String(start));
        for (const length of POSITIONS)
          assert.equal(
            substring(text, start, length),
            bySaxon('substring($v, xs:double($s), xs:double($l))', { ...params, l: lexical(length) }),
            `${String(start)}, ${String(length)}`,
          );
      }
    });

    it(`search for other texts in ${JSON.stringify(text)}`, () => {
      for (const part of ['', 'a', 'X', 'bX', 'c', '\u{10400}', '3']) {
        assert.equal(substringBefore(text, part), bySaxon('substring-before($v, $p)', { v: text, p: part }));
        assert.equal(substringAfter(text, part), bySaxon('substring-after($v, $p)', { v: text, p: part }));
        for (const to of ['', 'xy', '\u{1f600}'])
          assert.equal(
            translate(text, `${part}a`, to),
            bySaxon('translate($v, $f, $t)', { v: text, f: `${part}a`, t: to }),
          );
      }
    });
  }

  it('refuse a code point that XML does not allow', () => {
    for (const codepoint of [0, 1, 0xd800, 0xfffe, 0x110000, -1])
      assert.equal(
        byUs(() => codepointsToString([codepoint])),
        'FOCH0001',
      );
    assert.equal(codepointsToString([9, 0x20, 0x10ffff]), '\t \u{10ffff}');
  });

  it('order by code point, not by UTF-16 unit', () => {
    const sorted = ['', 'a', 'aa', 'b', '\ue000', '\uffee', '\u{10000}', '\u{10000}a', '\u{10ffff}'];
    for (const [i, a] of sorted.entries())
      for (const [j, b] of sorted.entries())
        assert.equal(Math.sign(compareCodepoints(a, b)), Math.sign(i - j), `${a} ${b}`);
  });
});
