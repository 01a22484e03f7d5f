import assert from 'node:assert/strict';
import {
  decimalOfDouble,
  doubleIdiv,
  doubleRound,
  doubleToString,
  integerOfDouble,
} from 'en16931-rules/engine/runtime/double.ts';
import { decimalToString } from 'en16931-rules/engine/runtime/decimal.ts';
import {
  type Integer,
  integerAbs,
  integerAdd,
  integerFromDigits,
  integerIdiv,
  integerMod,
  integerMultiply,
  integerNegate,
  integerSubtract,
  integerToString,
} from 'en16931-rules/engine/runtime/integer.ts';
import { bySaxon, byUs } from './saxon.ts';

const DOUBLES = [
  0,
  -0,
  1,
  -1,
  0.5,
  -0.5,
  0.3,
  -0.3,
  2.5,
  -2.5,
  1e-6,
  9.99e-7,
  1.2e-6,
  999999,
  999999.5,
  1e6,
  1234567.5,
  1e7,
  1e21,
  1e22,
  1e100,
  1e-100,
  123456789.123,
  0.1 + 0.2,
  4.35 * 100,
  5e-324,
  1.7976931348623157e308,
  0.49999999999999994,
  Infinity,
  -Infinity,
  NaN,
];

describe('doubles, compared with SaxonJS', () => {
  for (const value of DOUBLES)
    it(`writes and rounds ${Object.is(value, -0) ? '-0' : String(value)}`, () => {
      const saxon = (expression: string): string =>
        bySaxon(`for $v in xs:double($v) return ${expression}`, { v: lexical(value) });
      assert.equal(doubleToString(value), saxon('$v'));
      assert.equal(doubleToString(doubleRound(value)), saxon('round($v)'));
      // Above that, SaxonJS loses digits.
      if (Math.abs(value) < 2 ** 52 || !Number.isFinite(value))
        assert.equal(
          byUs(() => integerToString(doubleIdiv(value, 0.5))),
          saxon('$v idiv 0.5e0'),
        );
    });

  it('refuses to cast infinite values and NaN to decimal or integer, and to divide by zero', () => {
    for (const value of [NaN, Infinity, -Infinity]) {
      assert.equal(
        byUs(() => decimalToString(decimalOfDouble(value))),
        'FOCA0002',
      );
      assert.equal(
        byUs(() => integerToString(integerOfDouble(value))),
        'FOCA0002',
      );
      assert.equal(
        byUs(() => integerToString(doubleIdiv(value, 2))),
        'FOAR0002',
      );
    }
    assert.equal(
      byUs(() => integerToString(doubleIdiv(1, 0))),
      'FOAR0001',
    );
    assert.equal(
      byUs(() => integerToString(doubleIdiv(1e308, 0.1))),
      'FOAR0002',
    );
  });

  it('truncates doubles to integers', () => {
    assert.deepEqual([3.7, -3.7, -0.2, 2 ** 53].map(integerOfDouble), [3, -3, 0, 9007199254740992n]);
  });
});

const INTEGERS =
  `0 1 -1 7 -7 97 1000000007 9007199254740991 -9007199254740991 9007199254740992 -9007199254740993 94906267 94906266
  123456789012345678901234567890 -98765432109876543210`.split(/\s+/);

describe('integers', () => {
  const operators = {
    '+': [integerAdd, (a: bigint, b: bigint) => a + b],
    '-': [integerSubtract, (a: bigint, b: bigint) => a - b],
    '*': [integerMultiply, (a: bigint, b: bigint) => a * b],
    idiv: [integerIdiv, (a: bigint, b: bigint) => a / b],
    mod: [integerMod, (a: bigint, b: bigint) => a % b],
  } as const;

  for (const [name, [compute, exact]] of Object.entries(operators))
    it(`have no limit in ${name}`, () => {
      for (const a of INTEGERS)
        for (const b of INTEGERS.filter((value) => value !== '0' || !/idiv|mod/.test(name))) {
          const result = compute(integerFromDigits(a), integerFromDigits(b));
          assert.equal(integerToString(result), String(exact(BigInt(a), BigInt(b))), `${a} ${name} ${b}`);
          assert.ok(inOneForm(result), `${a} ${name} ${b}`);
        }
    });

  it('refuse to be divided by zero', () => {
    assert.equal(
      byUs(() => integerToString(integerIdiv(1, 0))),
      'FOAR0001',
    );
    assert.equal(
      byUs(() => integerToString(integerMod(10n ** 30n, 0))),
      'FOAR0001',
    );
  });

  it('have a negative and an absolute value', () => {
    for (const text of INTEGERS) {
      const value = integerFromDigits(text);
      assert.equal(integerToString(integerNegate(value)), String(-BigInt(text)));
      assert.equal(integerToString(integerAbs(value)), text.replace('-', ''));
    }
  });

  it('check an IBAN of 34 digits', () => {
    assert.equal(integerMod(integerFromDigits('3214282912345698765432161182'), 97), 1);
    assert.equal(integerMod(integerFromDigits('213000000000131410490133'), 97), 92);
  });
});

/** Safe integers are numbers and never −0, all others bigints. */
const inOneForm = (value: Integer): boolean =>
  typeof value === 'number'
    ? Number.isSafeInteger(value) && !Object.is(value, -0)
    : value > BigInt(Number.MAX_SAFE_INTEGER) || value < BigInt(Number.MIN_SAFE_INTEGER);

const lexical = (value: number): string =>
  Object.is(value, -0)
    ? '-0'
    : Number.isFinite(value)
      ? String(value)
      : String(value).replace('Infinity', 'INF');
