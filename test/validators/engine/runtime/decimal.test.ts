import assert from 'node:assert/strict';
import { castDecimal } from 'en16931-rules/engine/runtime/casts.ts';
import type { Decimal } from 'en16931-rules/engine/runtime/decimal.ts';
import {
  decimalAbs,
  decimalAdd,
  decimalCeiling,
  decimalCompare,
  decimalDivide,
  decimalFloor,
  decimalIdiv,
  decimalMod,
  decimalMultiply,
  decimalNegate,
  decimalOfFiniteDouble,
  decimalOfInteger,
  decimalRound,
  decimalSubtract,
  decimalToDouble,
  decimalToString,
  integerOfDecimal,
} from 'en16931-rules/engine/runtime/decimal.ts';
import { doubleToString } from 'en16931-rules/engine/runtime/double.ts';
import { type Integer, integerToString } from 'en16931-rules/engine/runtime/integer.ts';
import { Random } from '../support/random.ts';
import { bySaxon, byUs } from './saxon.ts';

const VALUES =
  `0 0.0 1 -1 2.5 -2.5 0.5 -0.5 1.5 -1.5 0.1 0.3 12.50 100 -0.004999 0.005 99.995 1234567.891 -7.25 3000.0
  9007199254740991 90071992547409.91 -9007199254740991 0.00000000000001 123456789012.345`.split(/\s+/);

describe('decimals, compared with SaxonJS', () => {
  const binary = {
    '+': decimalAdd,
    '-': decimalSubtract,
    '*': decimalMultiply,
    mod: decimalMod,
  } as const;

  for (const [operator, compute] of Object.entries(binary))
    it(`computes ${operator}`, () => {
      for (const a of VALUES)
        for (const b of VALUES)
          assert.equal(
            byUs(() => decimalToString(compute(castDecimal(a), castDecimal(b)))),
            bySaxon(`xs:decimal($a) ${operator} xs:decimal($b)`, { a, b }),
            `${a} ${operator} ${b}`,
          );
    });

  it('computes idiv', () => {
    for (const a of VALUES)
      for (const b of VALUES.filter((value) => Math.abs(Number(value)) > 0.1 || Number(value) === 0))
        assert.equal(
          byUs(() => integerToString(decimalIdiv(castDecimal(a), castDecimal(b)))),
          bySaxon('xs:decimal($a) idiv xs:decimal($b)', { a, b }),
          `${a} idiv ${b}`,
        );
  });

  it('compares', () => {
    for (const a of VALUES)
      for (const b of VALUES)
        assert.equal(
          String(decimalCompare(castDecimal(a), castDecimal(b))),
          bySaxon(
            'for $x in xs:decimal($a), $y in xs:decimal($b) return if ($x lt $y) then -1 else if ($x eq $y) then 0 else 1',
            {
              a,
              b,
            },
          ),
        );
  });

  const unary = {
    round: decimalRound,
    floor: decimalFloor,
    ceiling: decimalCeiling,
    abs: decimalAbs,
    '-': decimalNegate,
  } as const;
  for (const [name, compute] of Object.entries(unary))
    it(`computes ${name}`, () => {
      for (const value of [...VALUES, '0.49', '-0.49', '-0.51', '2.4999999999999', '-1234567890123.5'])
        assert.equal(
          decimalToString(compute(castDecimal(value))),
          bySaxon(`${name}(xs:decimal($v))`, { v: value }),
          `${name} ${value}`,
        );
    });

  it('converts to doubles and integers', () => {
    for (const value of VALUES) {
      assert.equal(
        doubleToString(decimalToDouble(castDecimal(value))),
        bySaxon('xs:double(xs:decimal($v))', { v: value }),
      );
      assert.equal(
        integerToString(integerOfDecimal(castDecimal(value))),
        bySaxon('xs:integer(xs:decimal($v))', { v: value }),
      );
    }
  });

  it('agrees with arithmetic on fractions of big integers, for random operands', () => {
    const random = new Random(3);
    for (let i = 0; i < 3000; i++) {
      const [a, b] = [randomDecimal(random), randomDecimal(random)];
      const [x, y] = [castDecimal(a), castDecimal(b)];
      const unit = 10n ** 40n;
      assert.equal(scaled(decimalAdd(x, y)), scaled(x) + scaled(y), `${a} + ${b}`);
      assert.equal(scaled(decimalSubtract(x, y)), scaled(x) - scaled(y), `${a} - ${b}`);
      assert.equal(scaled(decimalMultiply(x, y)) * unit, scaled(x) * scaled(y), `${a} * ${b}`);
      assert.equal(decimalCompare(x, y), scaled(x) < scaled(y) ? -1 : scaled(x) > scaled(y) ? 1 : 0);
      assert.equal(scaled(decimalFloor(x)), unit * floorDivide(scaled(x), unit), `floor ${a}`);
      assert.equal(
        scaled(decimalRound(x)),
        unit * floorDivide(2n * scaled(x) + unit, 2n * unit),
        `round ${a}`,
      );
      assert.equal(decimalToString(castDecimal(decimalToString(x))), decimalToString(x));
      assert.equal(decimalToDouble(x), Number(a), `double of ${a}`);
    }
  });
});

describe('decimals that only Saxon-HE computes correctly', () => {
  /** Recorded from Saxon-HE 9.9.1.5; a number is an xs:integer operand, a text an xs:decimal. */
  const QUOTIENTS: readonly (readonly [a: string | number, b: string | number, quotient: string])[] = [
    [1, 3, '0.333333333333333333'],
    [2, 3, '0.666666666666666667'],
    [-1, 3, '-0.333333333333333333'],
    [-2, 3, '-0.666666666666666667'],
    [2, -3, '-0.666666666666666667'],
    ['1.00', 8, '0.125'],
    ['10', 4, '2.5'],
    [10, 3, '3.333333333333333333'],
    ['19.99', 100, '0.1999'],
    ['0.1234567890123456789', 100, '0.001234567890123456789'],
    ['0.000000000000000025', 10, '0.0000000000000000025'],
    [5, '-1000', '-0.005'],
    [7, 16, '0.4375'],
    [1, 524288, '0.000001907348632812'],
    [3, 524288, '0.000005722045898437'],
    [1, 1048576, '0.000000953674316406'],
    [1, 999999999999999999n as unknown as number, '0.000000000000000001'],
    [1, '0.0000000000000000000003', '3333333333333333333333.333333333333333333'],
    ['0.0000000000000000000003', 7, '0.0000000000000000000000428571428571428571'],
    ['12345678901234567890.12', 7, '1763668414462081127.16'],
    ['100', '3.0000', '33.333333333333333333'],
    ['0.1', 3000, '0.0000333333333333333'],
    ['0.1', '3000', '0.0000333333333333333333'],
    ['0.1', '3000.0', '0.0000333333333333333333'],
    [1, 3000, '0.000333333333333333'],
    [1, '3000.00', '0.000333333333333333333'],
    ['0.12', '3.5', '0.0342857142857142857'],
    ['0.12', 7, '0.01714285714285714286'],
    ['0.12', '0.07', '1.714285714285714286'],
    [19, 7000, '0.002714285714285714'],
    ['0', '7', '0'],
  ];
  const operand = (value: string | number): Decimal | Integer =>
    typeof value === 'string' ? castDecimal(value) : value;

  for (const [a, b, quotient] of QUOTIENTS)
    it(`divides ${typeof a} ${String(a)} by ${typeof b} ${String(b)}`, () => {
      assert.equal(decimalToString(decimalDivide(operand(a), operand(b))), quotient);
    });

  it('refuses to divide by zero', () => {
    for (const zero of [castDecimal('0.00'), 0])
      assert.equal(
        byUs(() => decimalToString(decimalDivide(castDecimal('1'), zero))),
        'FOAR0001',
      );
    assert.equal(
      byUs(() => decimalToString(decimalMod(castDecimal('1'), castDecimal('0')))),
      'FOAR0001',
    );
    assert.equal(
      byUs(() => integerToString(decimalIdiv(castDecimal('1'), castDecimal('0.0')))),
      'FOAR0001',
    );
  });

  it('are the exact value of a double', () => {
    assert.equal(
      decimalToString(decimalOfFiniteDouble(0.1)),
      '0.1000000000000000055511151231257827021181583404541015625',
    );
    assert.equal(decimalToString(decimalOfFiniteDouble(1e30)), '1000000000000000019884624838656');
    assert.equal(decimalToString(decimalOfFiniteDouble(-2.5)), '-2.5');
    assert.equal(decimalToString(decimalOfFiniteDouble(-0)), '0');
  });

  it('have no needless digits, and stay exact', () => {
    assert.equal(typeof decimalAdd(castDecimal('90071992547409.91'), castDecimal('0')).mantissa, 'number');
    const beyond = decimalAdd(castDecimal('90071992547409.91'), castDecimal('0.01'));
    assert.equal(typeof beyond.mantissa, 'bigint');
    assert.equal(decimalToString(beyond), '90071992547409.92');
    assert.equal(typeof decimalSubtract(beyond, castDecimal('0.02')).mantissa, 'number');
    assert.equal(decimalToString(decimalOfInteger(12345678901234567890n)), '12345678901234567890');
  });
});

function randomDecimal(random: Random): string {
  const digits = (count: number): string =>
    Array.from({ length: count }, () => String(random.below(10))).join('');
  const sign = random.pick(['', '-']);
  return `${sign}${digits(1 + random.below(random.pick([3, 9, 18])))}.${digits(1 + random.below(random.pick([2, 6, 18])))}`;
}

/** The value times 10^40. */
const scaled = ({ mantissa, scale }: Decimal): bigint => BigInt(mantissa) * 10n ** BigInt(40 - scale);

const floorDivide = (a: bigint, b: bigint): bigint => (a < 0n && a % b !== 0n ? a / b - 1n : a / b);
