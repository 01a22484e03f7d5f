import type { Chance } from './chance.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

const parsed = (text: string): Json => JSON.parse(text) as Json;

/** Values that no member expects, and values that are nearly valid. */
const ODD: readonly Json[] = [
  null, true, false, 0, -1, 1, 1.5, 1e21, 1e308, 5e-324, 2 ** 53, -(2 ** 31), 0.1 + 0.2,
  '', ' ', '\u00a0', '\u200b', '\u0001', '\u007f', '\ufffe', '\u202e', '\ud83d\ude00', 'e\u0301', 'İ', 'ß', '٣', '２',
  '0', '-0', '01', '1e3', '+1', '1.', '.5', '1,5', 'NaN', 'Infinity', '0x10', '999999999999999.99999999', '1234567890123456',
  '2026-02-30', '2026-13-01', '0000-00-00', '9999-12-31', '10000-01-01', '+010000-01-01', '2026-10-05T00:00:00Z', '1900-02-29',
  'DE', 'XX', 'de', 'EUR', 'EURO', 'eur', 'H87', 'S', 'Z', 'AE', '380', '381', 'DE-XRECHNUNG', 'xrechnung-ubl', 'sandbox',
  '<a>&amp;]]>', '<!DOCTYPE a>', '--', "' OR 1=1 --", '{{7*7}}', '%00', '%s%n', '../../etc/passwd', 'a\r\nX-Evil: 1', '\u2028',
  'javascript:alert(1)', 'constructor', 'toString', 'hasOwnProperty', 'length', '$where', '$ne',
  [], {}, [[]], [null], [{}], { '': '' }, { $ne: null }, { length: 1e9 },
  parsed('{"__proto__":{"client":"other"}}'), parsed('{"constructor":{"prototype":{"a":1}}}'),
]; // prettier-ignore

/** Lengths at and around limits. */
const LENGTHS = [
  1, 2, 35, 64, 65, 99, 100, 101, 200, 201, 255, 256, 300, 301, 1000, 4999, 5000, 5001, 10_000, 10_001,
  70_000,
];
const LETTERS = ['a', 'Z', '0', ' ', 'é', '漢', '😀', '<', '&', '"', '\\', '.', '-', '\n'];

export const oddText = (chance: Chance): string => {
  const value = odd(chance);
  return typeof value === 'string' ? value : JSON.stringify(value);
};

export function odd(chance: Chance): Json {
  if (chance.happens(0.2)) return chance.pick(LETTERS).repeat(chance.pick(LENGTHS));
  return chance.pick(ODD);
}

type Place = readonly (string | number)[];

/** Every path in a value, the root first. */
function placesIn(value: Json, at: Place = []): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [at];
  const below = Object.entries(value).flatMap(([name, each]) =>
    placesIn(each as Json, [...at, Array.isArray(value) ? Number(name) : name]),
  );
  return [at, ...below];
}

const at = (value: Json, place: Place): Json =>
  place.reduce<Json>((each, name) => (each as Record<string | number, Json>)[name]!, value);

/** The value with another one at a path; `undefined` removes the member. */
function put(value: Json, [first, ...rest]: Place, put_: Json | undefined): Json | undefined {
  if (first === undefined) return put_;
  const below = put((value as Record<string | number, Json>)[first]!, rest, put_);
  if (Array.isArray(value))
    return value.flatMap((each: Json, index) =>
      index !== first ? [each] : below === undefined ? [] : [below],
    );
  const entries = Object.entries(value as object).flatMap(([name, each]) =>
    name !== first ? [[name, each] as const] : below === undefined ? [] : [[name, below] as const],
  );
  return Object.fromEntries(entries) as Json;
}

type Mutation = (value: Json, chance: Chance) => Json | undefined;

/** Possible mutations of the value at one path. */
const MUTATIONS: readonly (readonly [weight: number, Mutation])[] = [
  [6, (_value, chance) => odd(chance)],
  [3, () => undefined],
  [
    2,
    (value, chance) =>
      isMembers(value) ? { ...value, [oddText(chance).slice(0, 300)]: odd(chance) } : [value],
  ],
  [
    2,
    (value, chance) =>
      Array.isArray(value) && value.length > 0 ? repeated(value as Json[], chance) : { value },
  ],
  [4, (value, chance) => (typeof value === 'string' ? edited(value, chance) : value)],
  [4, (value, chance) => (typeof value === 'number' ? changed(value, chance) : value)],
  [1, (value) => (typeof value === 'number' ? String(value) : value)],
  [
    1,
    (value) =>
      typeof value === 'string' && value !== '' && !Number.isNaN(Number(value)) ? Number(value) : value,
  ],
];
const WEIGHTED = MUTATIONS.flatMap(([weight, mutation]) => Array<Mutation>(weight).fill(mutation));

const isMembers = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function repeated(list: readonly Json[], chance: Chance): Json {
  const times = chance.pick([2, 3, 10, 101]);
  return Array.from({ length: times }, () => list).flat();
}

function edited(text: string, chance: Chance): string {
  const letters = [...text];
  const place = chance.below(letters.length + 1);
  const put_ = chance.happens(0.5) ? chance.pick(LETTERS) : '';
  return [...letters.slice(0, place), put_, ...letters.slice(place + chance.below(2))].join('');
}

function changed(value: number, chance: Chance): number {
  const ways = [
    value + 1,
    value - 1,
    -value,
    value * 10,
    value / 3,
    value + 0.005,
    Math.round(value),
    value * 1e12,
  ];
  return chance.pick(ways);
}

/** Mutates a value at several paths, more often deep ones. */
export function mutated(value: Json, chance: Chance, times: number): Json {
  let changing = value;
  for (let n = 0; n < times; n += 1) {
    const place = chance.pick(placesIn(changing));
    changing = put(changing, place, chance.pick(WEIGHTED)(at(changing, place), chance)) ?? {};
  }
  return changing;
}
