import type { Document, Node } from '../xml/document.ts';
import { isBlank, normalizeSpace, normalizedValue, stringValue, textNodes } from '../xml/values.ts';
import * as casts from './casts.ts';
import * as dec from './decimal.ts';
import type { Decimal } from './decimal.ts';
import * as dbl from './double.ts';
import { XPathError } from './errors.ts';
import type { XPathErrorCode } from './errors.ts';
import * as int from './integer.ts';
import type { Integer } from './integer.ts';
import { distinctNodes, documentOrder } from './nodes.ts';
import * as str from './strings.ts';

/**
 * Everything that compiled rules can call, under the names that the compiler gives them: `<kind><Operation>`. The compiler uses nothing
 * else of the run time, and a name that is not here refuses the pack.
 */
export const operations = {
  ...arithmetic(),
  ...comparisons(),
  ...conversions(),

  notEmpty: (a: string) => a !== '',
  integerNotZero: (a: Integer) => a !== 0,
  decimalNotZero: (a: Decimal) => a.mantissa !== 0,
  doubleNotZero: (a: number) => a !== 0 && !Number.isNaN(a),

  normalizeSpace,
  upperCase: str.upperCase,
  lowerCase: str.lowerCase,
  stringLength: str.stringLength,
  translate: str.translate,
  substringBefore: str.substringBefore,
  substringAfter: str.substringAfter,
  substring: str.substring,
  substringFrom: (a: string, start: number) => str.substring(a, start),
  concat: (...parts: readonly string[]) => parts.join(''),
  contains: (a: string, b: string) => a.includes(b),
  startsWith: (a: string, b: string) => a.startsWith(b),
  endsWith: (a: string, b: string) => a.endsWith(b),

  codepoints: str.stringToCodepoints,
  codepointsToString: (a: readonly Integer[]) => str.codepointsToString(a.map(Number)),
  stringJoin: (a: readonly string[], separator: string) => a.join(separator),
  distinctStrings: (a: readonly string[]) => [...new Set(a)],
  distinctIntegers: (a: readonly Integer[]) => [...new Set(a)],
  reversed: <T>(a: readonly T[]): T[] => [...a].reverse(),
} as const;

/** Operations on the document; it is their first argument, before those of the rules. */
export const nodeOperations = {
  stringValue,
  /** `normalize-space()` of a node, and whether it has any content. */
  normalizedValue,
  hasContent: (document: Document, node: Node) => !isBlank(document, node),
  textNodes,
  qname: (document: Document, node: Node) => document.qnameOf(node),
  localName: (document: Document, node: Node) => document.localNameOf(node),
  parentOf: (document: Document, node: Node) => document.parentOf(node),
  documentOrder,
  distinctNodes,
} as const;

/** Their second argument is a pattern, which is compiled when the pack is linked. */
export const REGEX_OPERATIONS: ReadonlySet<string> = new Set(['matches', 'tokenize', 'replace']);

export const isOperation = (fn: string): boolean =>
  Object.hasOwn(operations, fn) || Object.hasOwn(nodeOperations, fn) || REGEX_OPERATIONS.has(fn);

export function raise(code: XPathErrorCode): never {
  throw new XPathError(code, MESSAGES[code] ?? code);
}

const MESSAGES: Partial<Record<XPathErrorCode, string>> = {
  XPTY0004: 'more than one item, or none, where exactly one is expected',
  FORG0006: 'a sequence of several values has no boolean value',
};

function arithmetic() {
  return {
    integerAdd: int.integerAdd,
    integerSubtract: int.integerSubtract,
    integerMultiply: int.integerMultiply,
    integerQuotient: int.integerIdiv,
    integerRemainder: int.integerMod,
    integerNegate: int.integerNegate,
    integerAbs: int.integerAbs,
    integerRound: (a: Integer) => a,
    integerFloor: (a: Integer) => a,
    integerCeiling: (a: Integer) => a,
    decimalAdd: dec.decimalAdd,
    decimalSubtract: dec.decimalSubtract,
    decimalMultiply: dec.decimalMultiply,
    decimalDivide: dec.decimalDivide,
    decimalQuotient: dec.decimalIdiv,
    decimalRemainder: dec.decimalMod,
    decimalNegate: dec.decimalNegate,
    decimalAbs: dec.decimalAbs,
    decimalRound: dec.decimalRound,
    decimalFloor: dec.decimalFloor,
    decimalCeiling: dec.decimalCeiling,
    doubleAdd: (a: number, b: number) => a + b,
    doubleSubtract: (a: number, b: number) => a - b,
    doubleMultiply: (a: number, b: number) => a * b,
    doubleDivide: (a: number, b: number) => a / b,
    doubleQuotient: dbl.doubleIdiv,
    doubleRemainder: (a: number, b: number) => a % b,
    doubleNegate: (a: number) => -a,
    doubleAbs: (a: number) => Math.abs(a),
    doubleRound: dbl.doubleRound,
    doubleFloor: (a: number) => Math.floor(a),
    doubleCeiling: (a: number) => Math.ceil(a),
  } as const;
}

function comparisons() {
  return {
    stringEqual: (a: string, b: string) => a === b,
    stringDiffers: (a: string, b: string) => a !== b,
    stringLess: (a: string, b: string) => str.compareCodepoints(a, b) < 0,
    stringAtMost: (a: string, b: string) => str.compareCodepoints(a, b) <= 0,
    stringGreater: (a: string, b: string) => str.compareCodepoints(a, b) > 0,
    stringAtLeast: (a: string, b: string) => str.compareCodepoints(a, b) >= 0,
    integerEqual: (a: Integer, b: Integer) => a === b,
    integerDiffers: (a: Integer, b: Integer) => a !== b,
    integerLess: (a: Integer, b: Integer) => a < b,
    integerAtMost: (a: Integer, b: Integer) => a <= b,
    integerGreater: (a: Integer, b: Integer) => a > b,
    integerAtLeast: (a: Integer, b: Integer) => a >= b,
    decimalEqual: (a: Decimal, b: Decimal) => dec.decimalCompare(a, b) === 0,
    decimalDiffers: (a: Decimal, b: Decimal) => dec.decimalCompare(a, b) !== 0,
    decimalLess: (a: Decimal, b: Decimal) => dec.decimalCompare(a, b) < 0,
    decimalAtMost: (a: Decimal, b: Decimal) => dec.decimalCompare(a, b) <= 0,
    decimalGreater: (a: Decimal, b: Decimal) => dec.decimalCompare(a, b) > 0,
    decimalAtLeast: (a: Decimal, b: Decimal) => dec.decimalCompare(a, b) >= 0,
    ...order('double'),
    ...order('date'),
    booleanEqual: (a: boolean, b: boolean) => a === b,
    booleanDiffers: (a: boolean, b: boolean) => a !== b,
  } as const;
}

/** Comparisons of kinds that are plain numbers in JavaScript. */
function order<K extends 'double' | 'date'>(kind: K) {
  type Test = (a: number, b: number) => boolean;
  const tests: Record<string, Test> = {
    [`${kind}Equal`]: (a, b) => a === b,
    [`${kind}Differs`]: (a, b) => a !== b,
    [`${kind}Less`]: (a, b) => a < b,
    [`${kind}AtMost`]: (a, b) => a <= b,
    [`${kind}Greater`]: (a, b) => a > b,
    [`${kind}AtLeast`]: (a, b) => a >= b,
  };
  return tests as Record<`${K}${'Equal' | 'Differs' | 'Less' | 'AtMost' | 'Greater' | 'AtLeast'}`, Test>;
}

function conversions() {
  return {
    stringFromInteger: int.integerToString,
    stringFromDecimal: dec.decimalToString,
    stringFromDouble: dbl.doubleToString,
    stringFromBoolean: (a: boolean) => String(a),
    integerFromString: casts.castInteger,
    integerFromDecimal: dec.integerOfDecimal,
    integerFromDouble: dbl.integerOfDouble,
    integerFromBoolean: (a: boolean) => (a ? 1 : 0),
    decimalFromString: (a: string) => casts.castDecimal(a),
    decimalFromInteger: dec.decimalOfInteger,
    decimalFromDouble: dbl.decimalOfDouble,
    decimalFromBoolean: (a: boolean) => dec.decimalOfInteger(a ? 1 : 0),
    doubleFromString: (a: string) => casts.castDouble(a),
    doubleFromInteger: int.integerToDouble,
    doubleFromDecimal: dec.decimalToDouble,
    doubleFromBoolean: (a: boolean) => (a ? 1 : 0),
    booleanFromString: casts.castBoolean,
    booleanFromInteger: (a: Integer) => a !== 0,
    booleanFromDecimal: (a: Decimal) => a.mantissa !== 0,
    booleanFromDouble: (a: number) => a !== 0 && !Number.isNaN(a),
    dateFromString: casts.castDate,
    number: (a: string) => casts.numberOf(a),
    castableToInteger: (a: string) => casts.integerFrom(a) !== undefined,
    castableToDecimal: (a: string) => casts.decimalFrom(a) !== undefined,
    castableToDouble: (a: string) => casts.doubleFrom(a) !== undefined,
    castableToBoolean: (a: string) => casts.booleanFrom(a) !== undefined,
    castableToDate: (a: string) => casts.dateFrom(a) !== undefined,
  } as const;
}
