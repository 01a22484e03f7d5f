import { fileURLToPath } from 'node:url';
import { isObject } from 'en16931-rules/vocabulary/object.ts';
import { findJudge } from '../../../support/judges.ts';
import { ran } from '../../../support/programs.ts';

/** A term with its value, as an invoice states it. */
export interface ReadTerm {
  readonly term: string;
  readonly value: string;
}

const PARTY = {
  name: 0,
  biz_name: 1,
  identifiers: 2,
  legal_identifier: 3,
  vat_identifier: 4,
  tax_identifier: 5,
  legal_info: 6,
  einvoicing_addr: 7,
  addr_l1: 8,
  addr_l2: 9,
  city: 10,
  postcode: 11,
  country_subdivision: 12,
  country_code: 13,
  addr_l3: 14,
} as const;

type Terms = readonly (number | undefined)[];

/** The terms of a group's members, in the order of `PARTY`. */
const PARTIES: Readonly<Record<string, Terms>> = {
  'BG-4': [27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 162],
  'BG-7': [44, 45, 46, 47, 48, undefined, undefined, 49, 50, 51, 52, 53, 54, 55, 163],
  'BG-10': [59, undefined, 60, 61],
  'BG-11': [62, ...Array(3).fill(undefined), 63, ...Array(3).fill(undefined), 64, 65, 66, 67, 68, 69, 164],
  'BG-13': [70, undefined, 71, ...Array(5).fill(undefined), 75, 76, 77, 78, 79, 80, 165],
};
const CONTACTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'BG-4': { name: 41, phone: 42, email: 43 },
  'BG-7': { name: 56, phone: 57, email: 58 },
};

type Members = Readonly<Record<string, number | string>>;

/** The terms of an address, of a contact and of a party have one order: from the number of the first. */
const addressFrom = (first: number): Members => ({
  addr_l1: first,
  addr_l2: first + 1,
  addr_l3: first + 2,
  city: first + 3,
  postcode: first + 4,
  country_subdivision: first + 5,
  country_code: first + 6,
});
const contactFrom = (first: number): Members => ({
  contact_name: first,
  contact_phone: first + 1,
  contact_email: first + 2,
});
const partyFrom = (first: number): Members => ({
  name: first,
  role_code: first + 1,
  biz_name: first + 2,
  identifiers: first + 3,
  identifiers_schemeid: first + 4,
  legal_identifier: first + 5,
  legal_identifier_schemeid: first + 6,
  vat_identifier: first + 7,
  einvoicing_addr: first + 9,
  einvoicing_addr_schemeid: first + 10,
  ...addressFrom(first + 12),
  ...contactFrom(first + 20),
});

/** Numbers of the terms of EXTENDED-CTC-FR, by group and member. */
const OF_EXTENSION: Readonly<Record<string, Members>> = {
  'EXT-FR-FE-BG-01': partyFrom(3),
  'EXT-FR-FE-BG-02': partyFrom(43),
  'EXT-FR-FE-BG-03': partyFrom(66),
  'EXT-FR-FE-BG-04': partyFrom(89),
  'EXT-FR-FE-BG-05': partyFrom(112),
  'BG-10': {
    role_code: 26,
    vat_identifier: 27,
    einvoicing_addr: 29,
    einvoicing_addr_schemeid: 30,
    ...addressFrom(32),
    ...contactFrom(40),
  },
  'EXT-FR-FE-BG-10': { name: 149, identifiers: 146, identifiers_schemeid: 148, ...addressFrom(151) },
  'EXT-FR-FE-BG-12': {
    name: 164,
    identifiers: 166,
    identifiers_schemeid: '166-1',
    legal_identifier: 167,
    legal_identifier_schemeid: '167-1',
    vat_identifier: 168,
    country_code: 177,
  },
  'BG-20': { vat_exemption: 187, vat_exemption_code: 188 },
  'BG-21': { vat_exemption: 189, vat_exemption_code: 190 },
};

function* extensionTerms(group: string, members: unknown): Generator<ReadTerm> {
  const numbers = OF_EXTENSION[group] ?? {};
  for (const [name, value] of flatMembers(members))
    if (numbers[name] !== undefined)
      yield { term: `EXT-FR-FE-${String(numbers[name]).padStart(2, '0')}`, value };
}

/** An identifier stands by its scheme, a contact in a list. */
function* flatMembers(members: unknown): Generator<readonly [string, string]> {
  for (const [name, value] of entriesOf(members))
    if (name === 'identifiers')
      for (const [scheme, id] of entriesOf(value)) {
        yield [name, String(id)];
        if (scheme !== 'null') yield [`${name}_schemeid`, scheme];
      }
    else if (name === 'contacts')
      for (const contact of listOf(value))
        for (const [part, text] of entriesOf(contact)) yield [`contact_${part}`, String(text)];
    else yield [name, String(value)];
}

const ALLOWANCE = ['amount', 'base_amount', 'rate', 'vat_category_code', 'vat_rate', 'reason', 'reason_code'];
const OF_LINE = ALLOWANCE.filter((name) => !name.startsWith('vat_'));
/** The first term of a group whose terms have the order of these members. */
const RUNS: Readonly<Record<string, readonly [first: number, members: readonly string[]]>> = {
  'BG-20': [92, ALLOWANCE],
  'BG-21': [99, ALLOWANCE],
  'BG-27': [136, OF_LINE],
  'BG-28': [141, OF_LINE],
};

/** Dictionaries by scheme. */
const BY_SCHEME = new Set(['BT-18', 'BT-128', 'BT-158']);

/** It has words for the codes of BT-8. */
const VAT_DATE_CODES: Readonly<Record<string, string>> = { invoice: '3', delivery: '35', payment: '432' };
/** They stand with each account. */
const OF_PAYMENT = new Set(['BT-81', 'BT-82', 'BT-83']);

/** What factur-x reads in files, by file. */
export function readByFacturX(files: readonly string[]): ReadonlyMap<string, readonly ReadTerm[]> {
  const program = fileURLToPath(new URL('read.py', import.meta.url));
  const printed = ran(`${findJudge('factur-x').folder}/bin/python`, [program, ...files]);
  return new Map(
    printed
      .split('\n')
      .filter((line) => line.includes('\t'))
      .map((line) => {
        const [file = '', json = ''] = line.split('\t');
        return [file, [...termsOf(JSON.parse(json))]];
      }),
  );
}

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isObject(value) ? Object.entries(value) : [];
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

function* termsOf(group: unknown): Generator<ReadTerm> {
  for (const [key, value] of entriesOf(group)) {
    if (OF_EXTENSION[key]) for (const one of listOf(value)) yield* extensionTerms(key, one);
    if (PARTIES[key]) yield* partyTerms(key, value);
    else if (RUNS[key]) for (const one of listOf(value)) yield* runTerms(RUNS[key], one);
    else if (BY_SCHEME.has(key)) yield* schemeTerms(key, value);
    else
      for (const one of OF_PAYMENT.has(key) ? new Set(listOf(value)) : listOf(value))
        if (isObject(one)) yield* termsOf(one);
        else if (key === 'BT-8') yield { term: key, value: VAT_DATE_CODES[String(one)] ?? String(one) };
        else if (/^(?:BT|EXT)-/.test(key)) yield { term: key, value: String(one) };
  }
}

function* runTerms(
  [first, members]: readonly [number, readonly string[]],
  one: unknown,
): Generator<ReadTerm> {
  for (const [name, value] of entriesOf(one)) {
    const at = members.indexOf(name);
    if (at >= 0) yield { term: `BT-${first + at}`, value: String(value) };
  }
}

function* schemeTerms(term: string, value: unknown): Generator<ReadTerm> {
  for (const [scheme, id] of entriesOf(value)) {
    if (scheme !== 'null') yield { term: `${term}-1`, value: scheme };
    if (!isObject(id)) yield { term, value: String(id) };
    for (const [version, code] of entriesOf(id)) {
      if (version !== 'null') yield { term: `${term}-2`, value: version };
      yield { term, value: String(code) };
    }
  }
}

function* partyTerms(group: string, party: unknown): Generator<ReadTerm> {
  const terms = PARTIES[group] ?? [];
  for (const [name, value] of entriesOf(party)) {
    const number = terms[PARTY[name.replace(/_schemeid$/, '') as keyof typeof PARTY]];
    if (name === 'contacts')
      for (const contact of listOf(value))
        for (const [part, text] of entriesOf(contact)) {
          const own = CONTACTS[group]?.[part];
          if (own !== undefined) yield { term: `BT-${own}`, value: String(text) };
        }
    else if (number === undefined) continue;
    else if (name === 'identifiers') yield* schemeTerms(`BT-${number}`, value);
    else yield { term: `BT-${number}${name.endsWith('_schemeid') ? '-1' : ''}`, value: String(value) };
  }
}
