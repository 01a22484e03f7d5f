import assert from 'node:assert/strict';
import { inLines, locate } from '../../../src/console/app/source/json-source.ts';

const TEXT =
  '{ "route": "PEPPOL", "document": { "lines": [{ "name": "a" }, { "unit_price": 1.10 }] }, "erp_totals": { "total_vat": 2 } }';

const at = (field: string, text = TEXT) => {
  const found = locate(text, field);
  const { from, to } = found?.place.value ?? { from: 0, to: 0 };
  return { is: text.slice(from, to), missing: found?.missing };
};

describe('a place in a JSON text', () => {
  it('is found by the field of a finding, in the document or beside it', () => {
    assert.deepEqual(at('lines[1].unit_price'), { is: '1.10', missing: [] });
    assert.deepEqual(at('erp_totals.total_vat'), { is: '2', missing: [] });
    assert.deepEqual(at('route'), { is: '"PEPPOL"', missing: [] });
  });

  it('of a member that is missing is the object around it', () => {
    assert.deepEqual(at('lines[0].unit_price'), { is: '{ "name": "a" }', missing: ['unit_price'] });
  });

  it('is found in an export of an ERP', () => {
    const text = '{"connector":"erp-a","export":{"lines":[{"unit":"KISTE"}]}}';
    assert.deepEqual(at('lines[0].unit', text), { is: '"KISTE"', missing: [] });
  });

  it('is found before a mistake in the text', () => {
    assert.deepEqual(at('number', '{ "document": { "number": "A", "date": '), { is: '"A"', missing: [] });
  });

  it('of two members with one name is the last, which counts', () => {
    assert.deepEqual(at('a', '{"a":1,"a":2}'), { is: '2', missing: [] });
  });

  it('does not exist in a text that is no JSON', () => {
    assert.equal(locate('<Invoice/>', 'a'), undefined);
  });
});

describe('JSON in lines', () => {
  it('keeps each number and text as it is written', () => {
    const text = '{"a":129.90,"b":[1e3,12345678901234567890.10],"c":"x, { \\" }","d":{},"e":[]}';
    assert.equal(
      inLines(text),
      [
        '{',
        '  "a": 129.90,',
        '  "b": [',
        '    1e3,',
        '    12345678901234567890.10',
        '  ],',
        '  "c": "x, { \\" }",',
        '  "d": {},',
        '  "e": []',
        '}',
      ].join('\n'),
    );
    assert.deepEqual(JSON.parse(inLines(text)), JSON.parse(text));
  });

  it('leaves a text alone that has lines', () => {
    const text = '{\n   "a": 1 }';
    assert.equal(inLines(text), text);
  });

  it('loses nothing of a text that is cut off or is no JSON', () => {
    for (const text of ['{"a":"b', '}}]', 'EURO 5', '{"a" 1,,}'])
      assert.equal(inLines(text).replaceAll(/\s/g, ''), text.replaceAll(/\s/g, ''));
  });
});
