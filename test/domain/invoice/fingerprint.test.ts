import assert from 'node:assert/strict';
import { fingerprintText } from '../../../src/domain/invoice/fingerprint.ts';
import { readJson } from '../../../src/domain/json/read-json.ts';

function fingerprint(text: string, format: 'xrechnung-ubl' | 'zugferd' = 'xrechnung-ubl'): string {
  const read = readJson(text);
  assert.ok(read.ok);
  return fingerprintText('DE-XRECHNUNG', format, read.value);
}

describe('the fingerprint of a document', () => {
  const same: [string, string, string][] = [
    ['the order of members', '{"a": 1, "b": {"c": 2, "d": 3}}', '{"b": {"d": 3, "c": 2}, "a": 1}'],
    ['the form of a number', '{"a": 19, "b": 0.1}', '{"a": 19.00, "b": 1e-1}'],
    ['blanks', '{"a":[1,2]}', ' { "a" : [ 1 , 2 ] } '],
    ['the escape of a character', '{"a": "\\u00e4"}', '{"a": "ä"}'],
    ['characters that no document can contain', '{"a": "R\\u0002E"}', '{"a": "RE"}'],
    ['blanks around a text', '{"a": " x\\r\\ny "}', '{"a": "x\\ny"}'],
  ];
  for (const [what, one, other] of same)
    it(`does not depend on ${what}`, () => assert.equal(fingerprint(one), fingerprint(other)));

  const different: [string, string, string][] = [
    ['any value', '{"a": 1}', '{"a": 2}'],
    ['the 17th digit of a number', '{"a": 123456789012345.12}', '{"a": 123456789012345.13}'],
    ['text and number', '{"a": "19"}', '{"a": 19}'],
    ['the order of a list', '{"a": [1, 2]}', '{"a": [2, 1]}'],
    ['blanks within a text', '{"a": "xy"}', '{"a": "x y"}'],
  ];
  for (const [what, one, other] of different)
    it(`depends on ${what}`, () => assert.notEqual(fingerprint(one), fingerprint(other)));

  it('depends on the format and on the route', () => {
    assert.notEqual(fingerprint('{}', 'zugferd'), fingerprint('{}'));
    assert.notEqual(fingerprintText('PEPPOL', 'ubl', {}), fingerprintText('RO-EFACTURA', 'ubl', {}));
  });
});
