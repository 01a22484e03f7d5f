import { RegexRefused, translateRegex } from '../../engine/runtime/regex-translation.ts';
import { DOCUMENT_LIMITS } from '../../engine/limits.ts';
import { uncounted } from '../../vocabulary/uncounted.ts';
import type { NameKey } from '../names.ts';
import { CheckEscaped, SchemaRefused } from '../unsupported.ts';
import { fractionDigits, totalDigits } from './decimals.ts';
import {
  type Condition,
  type Facet,
  faultOf,
  normalise,
  type SimpleType,
  type StatedFacet,
  textKey,
  type WhiteSpace,
} from './simple-type.ts';

export const bound = (facet: Facet, limit: string, holds: (value: string) => boolean): Condition => {
  const fault = { facet, limit };
  return (value) => (holds(value) ? undefined : fault);
};

/** @throws SchemaRefused for a facet that this engine does not know of that type. */
export function restrict(
  base: SimpleType,
  name: NameKey | undefined,
  facets: readonly StatedFacet[],
): SimpleType {
  const [spaced] = facets.filter((facet) => facet.name === 'whiteSpace');
  const type: SimpleType = {
    ...base,
    name,
    base,
    facets,
    whiteSpace: spaced ? whiteSpaceOf(base, spaced.value) : base.whiteSpace,
  };
  const valuesOf = (facet: string): readonly string[] =>
    facets.filter((one) => one.name === facet).map(({ value }) => value);
  const conditions = Object.entries(FACETS).flatMap(([facet, make]) => {
    const values = valuesOf(facet);
    return values.length === 0 ? [] : [make(type, values, facet as Facet)];
  });
  for (const facet of facets)
    if (facet.name !== 'whiteSpace' && !Object.hasOwn(FACETS, facet.name))
      throw new SchemaRefused(`the facet ${facet.name}`);
  return { ...type, conditions: [...base.conditions, ...conditions] };
}

const STRENGTH: readonly string[] = ['preserve', 'replace', 'collapse'];

function whiteSpaceOf(base: SimpleType, value: string): WhiteSpace {
  if (base.members || STRENGTH.indexOf(value) < STRENGTH.indexOf(base.whiteSpace))
    throw new SchemaRefused(`whiteSpace ${value} of ${base.name ?? 'a type'}`);
  return value as WhiteSpace;
}

type Make = (type: SimpleType, values: readonly string[], facet: Facet) => Condition;

const oneNumber = (values: readonly string[]): number => {
  const [value = ''] = values;
  if (values.length !== 1 || !/^\+?\d{1,9}$/.test(value.trim()))
    throw new SchemaRefused(`a facet of ${values.join(', ')}`);
  return Number(value);
};

const ofLength =
  (holds: (length: number, limit: number) => boolean): Make =>
  (type, values, facet) => {
    const { lengthOf } = type;
    if (!lengthOf) throw new SchemaRefused(`a length of ${type.name ?? 'a type'}`);
    const limit = oneNumber(values);
    return bound(facet, String(limit), (value) => holds(lengthOf(value), limit));
  };

const ofDigits =
  (count: (value: string) => number): Make =>
  (type, values, facet) => {
    if (!type.isDecimal) throw new SchemaRefused(`digits of ${type.name ?? 'a type'}`);
    const limit = oneNumber(values);
    return bound(facet, String(limit), (value) => count(value) <= limit);
  };

/** Values that cannot be compared, as days of which one has a time zone, do not hold (4.3.7). */
const ofOrder =
  (holds: (difference: number) => boolean): Make =>
  (type, values, facet) => {
    const { order } = type;
    const [limit = ''] = values;
    const stated = normalise(limit, 'collapse');
    if (!order || values.length !== 1 || type.scan?.(stated, 0, stated.length) !== true)
      throw new SchemaRefused(`the bound ${limit} of ${type.name ?? 'a type'}`);
    return bound(facet, stated, (value) => {
      const difference = order(value, stated);
      return difference !== undefined && holds(difference);
    });
  };

/** In the order of their tests: a length is tested before a regular expression gets the text. */
const FACETS: Readonly<Record<Facet, Make>> = {
  length: ofLength((length, limit) => length === limit),
  minLength: ofLength((length, limit) => length >= limit),
  maxLength: ofLength((length, limit) => length <= limit),
  pattern: (_, values) => patternCondition(values),
  enumeration: (type, values) => {
    const keys = new Set(values.map((value) => keyIn(type, value)));
    return bound('enumeration', values.join('\n'), (value) => keys.has(keyIn(type, value)));
  },
  totalDigits: ofDigits(totalDigits),
  fractionDigits: ofDigits(fractionDigits),
  minInclusive: ofOrder((difference) => difference >= 0),
  minExclusive: ofOrder((difference) => difference > 0),
  maxInclusive: ofOrder((difference) => difference <= 0),
  maxExclusive: ofOrder((difference) => difference < 0),
};

function keyIn(type: SimpleType, value: string): string {
  const key = textKey(type, value);
  if (key === undefined) throw new SchemaRefused(`values of ${type.name ?? 'a type'} that are compared`);
  return key;
}

/** A value that a schema fixes. @throws SchemaRefused if it is none, or if this engine does not compare such values. */
export function fixedKey(type: SimpleType, value: string): string {
  if (faultOf(type, value, 0, value.length)) throw new SchemaRefused('a fixed value that its type excludes');
  return keyIn(type, value);
}

/** Patterns of one restriction are alternatives (4.3.4.3). */
function patternCondition(patterns: readonly string[]): Condition {
  const tried = patterns.map(compilePattern);
  return bound('pattern', patterns.join(' or '), (value) => tried.some((matches) => matches(value)));
}

/** Outside of classes `^` and `$` are characters here, and anchors in XPath. */
const quoteAnchors = (pattern: string): string =>
  // eslint-disable-next-line regexp/no-super-linear-move -- a pattern of a schema, whose classes are closed
  pattern.replace(/\\[^]|\[(?:\\[^]|[^\\\]])*\]|[\^$]/g, (part) =>
    part === '^' || part === '$' ? `\\${part}` : part,
  );

const RELUCTANT = /[*+?}]\?/;

function compilePattern(pattern: string): (value: string) => boolean {
  if (RELUCTANT.test(pattern.replace(/\\[^]/g, ''))) throw new SchemaRefused(`the pattern ${pattern}`);
  try {
    const { source, exponent } = translateRegex(quoteAnchors(pattern));
    const whole = new RegExp(`^(?:${uncounted(source)})$`, 'u');
    return (value) => {
      if (value.length > maxTextLength(exponent))
        throw new CheckEscaped('a text that is too long for a pattern');
      return whole.test(value);
    };
  } catch (error) {
    if (error instanceof RegexRefused) throw new SchemaRefused(error.message);
    throw error;
  }
}

/** With both ends fixed, a repetition may still try each length. */
const maxTextLength = (exponent: number): number =>
  exponent <= 2 ? DOCUMENT_LIMITS.squaredText.most : DOCUMENT_LIMITS.cubedText.most;

/** 2.5.1.2. @throws SchemaRefused */
export function listOf(items: SimpleType, name: NameKey | undefined, any: SimpleType): SimpleType {
  if (items.items || items.members?.some((one) => one.items)) throw new SchemaRefused('a list of lists');
  if (items.identity) throw new SchemaRefused('a list of identities');
  return {
    ...any,
    name,
    base: any,
    whiteSpace: 'collapse',
    items,
    lengthOf: (value) => (value === '' ? 0 : value.split(' ').length),
    valueKey: undefined,
  };
}

/** 2.5.1.3. @throws SchemaRefused */
export function unionOf(
  members: readonly SimpleType[],
  name: NameKey | undefined,
  any: SimpleType,
): SimpleType {
  if (members.length === 0) throw new SchemaRefused('a union of nothing');
  if (members.some(({ identity }) => identity)) throw new SchemaRefused('a union of identities');
  return { ...any, name, base: any, members, lengthOf: undefined, valueKey: undefined };
}
