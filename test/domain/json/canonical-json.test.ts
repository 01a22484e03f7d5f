import assert from 'node:assert/strict';
import { canonicalJson } from '../../../src/domain/json/canonical-json.ts';
import { readJson } from '../../../src/domain/json/read-json.ts';

const canonical = (text: string): string => {
  const read = readJson(text);
  assert.ok(read.ok);
  return canonicalJson(read.value);
};

describe('canonical JSON', () => {
  for (const [what, one, other] of [
    ['the order of members', '{"b":1,"a":{"d":1,"c":2}}', '{"a":{"c":2,"d":1},"b":1}'],
    ['blanks', '{ "a" : [ 1 , 2 ] }', '{"a":[1,2]}'],
    ['the form of a number', '[19.0,1e2,-0,0.10]', '[19,100,0,0.1]'],
    ['the escapes of a text', '"\\u00e4\\/\\u0041"', '"ä/A"'],
    ['the form of a long number', '1234567890.1234567890', '1234567890.123456789'],
  ] as const)
    it(`does not depend on ${what}`, () => assert.equal(canonical(one), canonical(other)));

  for (const [what, one, other] of [
    ['number and text', '19', '"19"'],
    ['the order of a list', '[1,2]', '[2,1]'],
    ['null and an absent member', '{"a":null}', '{}'],
    ['numbers that are equal as doubles', '123456789012345.12345678', '123456789012345.12345679'],
    ['a text and its decomposed form', '"\u00e4"', '"a\u0308"'],
  ] as const)
    it(`distinguishes ${what}`, () => assert.notEqual(canonical(one), canonical(other)));

  it('sorts by UTF-16 units and writes numbers as RFC 8785 does', () => {
    assert.equal(
      canonical('{"\\u20ac":1,"\\r":2,"\\ufb33":3,"1":4,"\\ud83d\\ude00":5,"\\u0080":6,"\\u00f6":7}'),
      '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}',
    );
    assert.equal(canonical('[1E30,4.50,2e-3,0.000000000000000000000000001]'), '[1e+30,4.5,0.002,1e-27]');
  });

  it('escapes each UTF-16 unit as JSON does', () => {
    for (let unit = 0; unit <= 0xffff; unit += 1) {
      const text = `a${String.fromCharCode(unit)}b`;
      assert.equal(canonicalJson(text), JSON.stringify(text));
    }
  });
});
