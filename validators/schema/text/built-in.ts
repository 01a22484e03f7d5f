import { splitQName } from '../../engine/xml/characters.ts';
import { nameKey, XSD } from '../names.ts';
import { CheckEscaped } from '../unsupported.ts';
import * as calendar from './calendar.ts';
import { canonicalDecimal, compareDecimals } from './decimals.ts';
import * as lexical from './lexical.ts';
import type { Scan } from './lexical.ts';
import { bound } from './restriction.ts';
import { itemsOf, type SimpleType, type WhiteSpace } from './simple-type.ts';
import { isUri, MAX_URI_LENGTH } from './uri.ts';

type Primitive = Partial<Pick<SimpleType, 'scan' | 'order' | 'valueKey' | 'lengthOf' | 'isDecimal'>>;

const itself = (value: string): string => value;
const characters = (value: string): number => {
  let count = 0;
  for (let at = 0; at < value.length; at += 1) if ((value.charCodeAt(at) & 0xfc00) !== 0xdc00) count += 1;
  return count;
};
const withoutBlanks = (value: string): string => value.replace(/[ \t\n\r]/g, '');
const octets = (value: string): number => {
  const plain = withoutBlanks(value);
  const padding = plain.endsWith('==') ? 2 : Number(plain.endsWith('='));
  return (plain.length / 4) * 3 - padding;
};

const STRING: Primitive = { valueKey: itself, lengthOf: characters };
const moments = (scan: Scan): Primitive => ({
  scan,
  order: calendar.compareMoments,
  valueKey: calendar.momentKey,
});

/** A long address would exhaust the regular expression, and is none. */
const uri: Scan = (text, start, end) => {
  if (end - start > MAX_URI_LENGTH) throw new CheckEscaped('an address that is too long to check');
  return isUri(text, start, end);
};

const unknown: Scan = () => {
  throw new CheckEscaped('a type whose values depend on declarations of the document');
};

const floatKey =
  (round: (value: number) => number) =>
  (value: string): string =>
    String(round(Number(value.replace('INF', 'Infinity'))));

const named =
  (form: (text: string) => boolean): Scan =>
  (text, start, end) =>
    end > start && form(text.slice(start, end));
/** Colons may stand wherever an underscore may. */
const isName = (text: string): boolean => splitQName(text.replaceAll(':', '_')) !== undefined;
const isNcName = (text: string): boolean => splitQName(text)?.prefix === '';

const PRIMITIVES: Readonly<Record<string, Primitive>> = {
  string: STRING,
  boolean: {
    scan: lexical.isBoolean,
    valueKey: (value) => (value === '1' || value === 'true' ? 'true' : 'false'),
  },
  decimal: { scan: lexical.isDecimal, order: compareDecimals, valueKey: canonicalDecimal, isDecimal: true },
  float: { scan: lexical.isFloat, valueKey: floatKey(Math.fround) },
  double: { scan: lexical.isFloat, valueKey: floatKey(itself as never) },
  duration: { scan: calendar.isDuration },
  dateTime: moments(calendar.isDateTime),
  date: moments(calendar.isDate),
  gYearMonth: moments(calendar.isYearMonth),
  gYear: moments(calendar.isYear),
  time: { scan: calendar.isTime },
  gMonthDay: { scan: calendar.isMonthDay },
  gDay: { scan: calendar.isDay },
  gMonth: { scan: calendar.isMonth },
  hexBinary: {
    scan: lexical.isHex,
    valueKey: (value) => value.toUpperCase(),
    lengthOf: (value) => value.length / 2,
  },
  base64Binary: { scan: lexical.isBase64, valueKey: withoutBlanks, lengthOf: octets },
  anyURI: { scan: uri, valueKey: itself, lengthOf: characters },
  QName: { scan: unknown },
  NOTATION: { scan: unknown },
};

/** Derived types: their base, and what they add. */
const DERIVED: readonly (readonly [name: string, base: string, more: Partial<SimpleType>])[] = [
  ['normalizedString', 'string', { whiteSpace: 'replace' }],
  ['token', 'normalizedString', { whiteSpace: 'collapse' }],
  ['language', 'token', { scan: lexical.isLanguage }],
  ['NMTOKEN', 'token', { scan: named((text) => isName(`_${text}`)) }],
  ['Name', 'token', { scan: named(isName) }],
  ['NCName', 'Name', { scan: named(isNcName) }],
  ['ID', 'NCName', { identity: 'ID' }],
  ['IDREF', 'NCName', { identity: 'IDREF' }],
  ['ENTITY', 'NCName', { scan: unknown }],
  ['integer', 'decimal', { scan: lexical.isInteger }],
  ...(
    [
      ['nonPositiveInteger', 'integer', undefined, '0'],
      ['negativeInteger', 'nonPositiveInteger', undefined, '-1'],
      ['long', 'integer', '-9223372036854775808', '9223372036854775807'],
      ['int', 'long', '-2147483648', '2147483647'],
      ['short', 'int', '-32768', '32767'],
      ['byte', 'short', '-128', '127'],
      ['nonNegativeInteger', 'integer', '0', undefined],
      ['unsignedLong', 'nonNegativeInteger', '0', '18446744073709551615'],
      ['unsignedInt', 'unsignedLong', '0', '4294967295'],
      ['unsignedShort', 'unsignedInt', '0', '65535'],
      ['unsignedByte', 'unsignedShort', '0', '255'],
      ['positiveInteger', 'nonNegativeInteger', '1', undefined],
    ] as const
  ).map(([name, base, least, most]): readonly [string, string, Partial<SimpleType>] => [
    name,
    base,
    {
      // The bounds of the type itself, those of its base included, are part of its form.
      scan: (text, start, end) => {
        if (!lexical.isInteger(text, start, end)) return false;
        const value = text.slice(start, end);
        return (
          (least === undefined || compareDecimals(value, least) >= 0) &&
          (most === undefined || compareDecimals(value, most) <= 0)
        );
      },
    },
  ]),
];

const typeOf = (
  name: string,
  whiteSpace: WhiteSpace,
  primitive: Primitive,
  base?: SimpleType,
): SimpleType => ({
  kind: 'simple',
  name: nameKey(XSD, name),
  base,
  whiteSpace,
  conditions: [],
  scan: undefined,
  order: undefined,
  valueKey: undefined,
  lengthOf: undefined,
  isDecimal: false,
  identity: undefined,
  items: undefined,
  members: undefined,
  facets: undefined,
  ...primitive,
});

/** The base of all simple types: every text is a value. */
export const ANY_SIMPLE_TYPE = typeOf('anySimpleType', 'preserve', STRING);

/** The built-in types, by their local names. */
export const BUILT_IN_TYPES: ReadonlyMap<string, SimpleType> = builtInTypes();

function builtInTypes(): ReadonlyMap<string, SimpleType> {
  const types = new Map([['anySimpleType', ANY_SIMPLE_TYPE]]);
  for (const [name, primitive] of Object.entries(PRIMITIVES))
    types.set(name, typeOf(name, name === 'string' ? 'preserve' : 'collapse', primitive, ANY_SIMPLE_TYPE));
  for (const [name, base, more] of DERIVED) {
    const from = types.get(base)!;
    types.set(name, { ...from, name: nameKey(XSD, name), base: from, ...more });
  }
  for (const [name, item] of [
    ['NMTOKENS', 'NMTOKEN'],
    ['IDREFS', 'IDREF'],
    ['ENTITIES', 'ENTITY'],
  ] as const) {
    const list = {
      ...typeOf(name, 'collapse', { lengthOf: countItems }, ANY_SIMPLE_TYPE),
      items: types.get(item)!,
    };
    const { identity } = list.items;
    types.set(name, {
      ...list,
      identity,
      conditions: [bound('minLength', '1', (value) => countItems(value) >= 1)],
    });
  }
  return types;
}

function countItems(value: string): number {
  return itemsOf(value).length;
}
