import assert from 'node:assert/strict';
import {
  booleanFrom,
  castBoolean,
  castDate,
  castDecimal,
  castDouble,
  castInteger,
  dateFrom,
  decimalFrom,
  doubleFrom,
  integerFrom,
  numberOf,
} from 'en16931-rules/engine/runtime/casts.ts';
import { decimalToString } from 'en16931-rules/engine/runtime/decimal.ts';
import { doubleToString } from 'en16931-rules/engine/runtime/double.ts';
import { Escape } from 'en16931-rules/engine/runtime/errors.ts';
import { integerToString } from 'en16931-rules/engine/runtime/integer.ts';
import { bySaxon, byUs } from './saxon.ts';

const NUMBERS =
  `0 1 -1 +1 -0 +0 007 1.0 1.50 -2.5 .5 5. +.5 -.5 . - + +- --1 1..2 1.2.3 1e2 1E2 1e+2 1e-2 1.5e3 e5 1e 1e+ .e1
  INF -INF +INF NaN inf nan -NaN Infinity 0x10 1_000 1,5 1'000 12a a12 ½ １２ ٣ 123456789012345 1234567890123.45 -0.0 0.000
  0.1 0.30 100 1000000 999999.5 0.000001 0.0000001 123456789.123 1e400 1e-400 -1e-400 4.35 9007199254740991 00000000000000000012
  0.1e0 true`.split(/\s+/);
const TEXTS = [...NUMBERS, '', ' ', '\t12\n', ' 12 ', '\r1.5 ', '1 2', '- 1', '1\u0000', ' true '];
const BOOLEANS = [
  'true',
  'false',
  '1',
  '0',
  ' true',
  'false\n',
  'TRUE',
  'yes',
  '',
  '01',
  'tru',
  '\t1\r\n',
  ' 0',
  ' ',
  'true false',
  '1.0',
];
const DATES =
  `2026-02-28 2026-02-29 2024-02-29 1900-02-29 2000-02-29 2026-13-01 2026-00-10 2026-01-00 2026-01-32 2026-04-31
  2026-1-1 26-01-01 02026-01-01 +2026-01-01 -2026-01-01 -0004-02-29 0000-01-01 2026-01-01Z 2026-01-01z 2026-01-01+02:00
  2026-01-01-14:00 2026-01-01+14:00 2026-01-01-14:01 2026-01-01+14:59 2026-01-01+15:00 2026-01-01+13:60 2026-01-01+2:00 2026-01-01+02 2026-01-01T00:00:00
  20260101 2026/01/01 01.01.2026 ２026-01-01`.split(/\s+/);

describe('casts, compared with SaxonJS', () => {
  for (const text of TEXTS)
    it(`reads numbers from ${JSON.stringify(text)}`, () => {
      assert.equal(
        byUs(() => decimalToString(castDecimal(text))),
        bySaxon('xs:decimal($v)', { v: text }),
      );
      assert.equal(
        byUs(() => doubleToString(castDouble(text))),
        bySaxon('xs:double($v)', { v: text }),
      );
      assert.equal(doubleToString(numberOf(text)), bySaxon('number($v)', { v: text }));
      assert.equal(
        byUs(() => integerToString(castInteger(text))),
        bySaxon('xs:integer($v)', { v: text }),
      );
      assert.equal(
        String(decimalFrom(text) !== undefined),
        bySaxon('$v castable as xs:decimal', { v: text }),
      );
      assert.equal(
        String(integerFrom(text) !== undefined),
        bySaxon('$v castable as xs:integer', { v: text }),
      );
      assert.equal(String(doubleFrom(text) !== undefined), bySaxon('$v castable as xs:double', { v: text }));
    });

  for (const text of [...BOOLEANS, ...NUMBERS.slice(0, 20)])
    it(`reads a boolean from ${JSON.stringify(text)}`, () => {
      assert.equal(
        byUs(() => String(castBoolean(text))),
        bySaxon('xs:boolean($v)', { v: text }),
      );
      assert.equal(
        String(booleanFrom(text) !== undefined),
        bySaxon('$v castable as xs:boolean', { v: text }),
      );
    });

  for (const text of [...DATES, '', ' 2026-01-01\n', '2026-01-01 ', '2026 -01-01'])
    it(`reads a date from ${JSON.stringify(text)}`, () => {
      assert.equal(String(dateFrom(text) !== undefined), bySaxon('$v castable as xs:date', { v: text }));
      assert.equal(
        byUs(() => (castDate(text), '')),
        bySaxon("concat('', xs:date($v)[false()])", { v: text }),
      );
    });

  it('orders dates, with and without time zones', () => {
    const dates = [...DATES, '1969-12-31', '1970-01-01', '0001-01-01', '9999-12-31'].filter(
      (text) => dateFrom(text) !== undefined,
    );
    assert.ok(dates.length > 10);
    for (const a of dates)
      for (const b of dates) {
        const order = Math.sign(dateFrom(a)! - dateFrom(b)!);
        const saxon = bySaxon(
          'if (xs:date($a) lt xs:date($b)) then -1 else if (xs:date($a) eq xs:date($b)) then 0 else 1',
          { a, b },
        );
        assert.equal(String(order), saxon, `${a} and ${b}`);
      }
  });
});

describe('casts, where SaxonJS differs from Saxon', () => {
  it('trims only the white space of XML', () => {
    for (const text of ['\u00a012', '12\u2003', '\u008512', '12\f'])
      assert.deepEqual(
        [decimalFrom(text), integerFrom(text), doubleFrom(text)],
        [undefined, undefined, undefined],
      );
    assert.deepEqual([booleanFrom('\u00a01'), dateFrom('\u00a02026-01-01')], [undefined, undefined]);
  });

  it('accepts years of five to nine digits, but no leading zero', () => {
    const years = ['12026-01-01', '999999999-01-01', '-12026-01-01', '9999999999-01-01', '012026-01-01'];
    assert.deepEqual(
      years.map((text) => dateFrom(text) !== undefined),
      [true, true, true, false, false],
    );
    assert.ok(dateFrom('12026-01-01')! > dateFrom('9999-12-31')!);
    assert.equal(dateFrom('10000-01-01')! - dateFrom('9999-12-31')!, 1440);
  });

  it('keeps every digit of a long integer or decimal', () => {
    assert.equal(castInteger(' +213000000000131410490133 '), 213000000000131410490133n);
    assert.equal(castInteger('9007199254740991'), 9007199254740991);
    assert.equal(castInteger('-9007199254740992'), -9007199254740992n);
    assert.equal(
      decimalToString(castDecimal('-12345678901234567890.12345678901234567890')),
      '-12345678901234567890.1234567890123456789',
    );
  });
});

describe('a number in a document', () => {
  it('is read from its range in the source', () => {
    const source = '<a> 12.50 </a><b>x7</b>';
    assert.equal(decimalToString(castDecimal(source, 3, 10)), '12.5');
    assert.equal(castDouble(source, 3, 10), 12.5);
    assert.equal(numberOf(source, 17, 19), NaN);
    assert.equal(numberOf(source, 18, 19), 7);
  });

  it('is the double that JavaScript reads from the same digits', () => {
    for (const text of [
      '0.1',
      '123456789012345.6',
      '4.35',
      '1234567.890123456789',
      '0.000000000000000000000001',
      '-99999999999999999.9',
    ])
      assert.equal(castDouble(text), Number(text));
    assert.ok(Object.is(castDouble('-0'), -0));
    assert.equal(numberOf('9'.repeat(100_000)), Infinity);
  });

  it('escapes if it is extremely long, instead of taking minutes or ending in a wrong verdict', () => {
    const long = '9'.repeat(10_001);
    for (const cast of [castDecimal, castInteger, decimalFrom, integerFrom])
      assert.throws(
        () => cast(long),
        (error) => error instanceof Escape && error.reason === 'text',
      );
  });
});
