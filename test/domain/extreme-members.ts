import type { Member } from '../../src/domain/invoice/members.ts';
import { CANONICAL_SCHEMA } from '../../src/domain/invoice/schema.ts';
import { seeded } from '../support/seeded.ts';
import { leaves, type Leaf } from './documents/member-samples.ts';
import { withoutPlace } from './places.ts';
import { set, valueAt, type Edit, type Json } from './sample.ts';

const TEXTS: readonly string[] = [
  ...[1, 2, 3, 9, 10, 12, 13, 16, 17, 20, 21, 34, 35, 50, 51, 255, 256, 257, 512, 513, 3501].map((length) =>
    'x'.repeat(length),
  ),
  ...['0', '1234567890', '١٢٣٤٥٦٧٨٩٠', '😀'.repeat(256), '😀'.repeat(6), 'a@b', '@', 'a@', 'a\nb', ' a  b '],
  ...['<&>"', 'a\u00a0b', '\u0085', '\u200b', 'ﬁ', 'DE', 'PL', 'CH', 'EL', 'XI1', 'XX123456', 'EU372000063'],
  ...['PL5260250274', '5260250274', 'PL0000000000', 'DE136695976', 'GR094259216', 'CHE123456788', 'DE 1/2'],
  ...['5842751979-00001', '5265877635-20250916-0200A0D6723E-C2', '5265877635-21250916-0200A0D6723E-C2'],
  ...['PL61109010140000071219812874', 'BREXPLPWXXX', 'BREXPLPWXX', '0123456789', '123456789', '0000000000'],
  ...['https://pay.example/x?IPKSeF=0011a2B3c4D5e', 'https://pay/x?IPKSeF=0011a2B3c4D5e', '0011a2B3c4D5e'],
  ...['#SKONTO#TAGE=7#PROZENT=2.00#', `#SKONTO#TAGE=${'7'.repeat(240)}#PROZENT=2.00#\nx`],
];
const DAYS: readonly string[] = [
  ...['0001-01-01', '1989-12-31', '2005-12-31', '2006-01-01', '2016-06-30', '2016-07-01', '2025-08-31'],
  ...['2025-09-01', '2026-10-05', '2050-01-01', '2050-01-02', '2100-01-01', '9999-12-31'],
];
const NUMBERS: readonly string[] = [
  ...['0', '-1', '1', '0.005', '-0.004', '0.00000001', '0.0000001', '0.000001', '100', '99.9999999', '101'],
  ...['12.345678', '99999999999999', '100000000000000', '999999999999999.99999999', '-99999999999999.99'],
];
const COUNTS = [2, 3, 19, 20, 21, 31, 32, 99, 100, 101, 102];

/** Every value that may stand in a member, at the bounds of lengths, numbers and days. */
function valuesOf(member: Member): readonly unknown[] {
  switch (member.kind) {
    case 'date':
      return DAYS;
    case 'code':
      return [...member.list];
    case 'number':
      return NUMBERS;
    case 'boolean':
      return [true, false];
    default:
      return TEXTS;
  }
}

/** The lists on the way to a member, `lines` and `lines[0].allowances` of `lines[0].allowances[0].amount`. */
const listsOn = (path: string): readonly string[] =>
  [...path.matchAll(/\[0\]/g)].map(({ index }) => path.slice(0, index));

/**
 * Invoices with one to three members left out, at a bound of their values, or repeated. The same seed gives the same invoices.
 * @param next the invoice to change.
 */
export function* extremeInvoices(seed: number, count: number, next: () => Json): Generator<Json> {
  const random = seeded(seed);
  const draw = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const members = leaves(CANONICAL_SCHEMA);
  const change = ({ path, member }: Leaf): Edit => {
    const lists = listsOn(path);
    const chance = random();
    if (chance < 0.2) return withoutPlace(path);
    if (chance < 0.3 && lists.length > 0) {
      const [list, times] = [draw(lists), draw(COUNTS)];
      return (document) => {
        const entries = valueAt(document, list) as readonly unknown[];
        return set(
          list,
          Array.from({ length: times }, (_, at) => entries[at % entries.length]),
        )(document);
      };
    }
    return set(path, draw(valuesOf(member)));
  };
  for (let at = 0; at < count; at += 1) {
    let document = next();
    const stated = members.filter(({ path }) => valueAt(document, path) !== undefined);
    for (let changes = 1 + Math.floor(random() * 3); changes > 0; changes -= 1) {
      const leaf = draw(stated);
      // An earlier change may have left out the member that holds it.
      if (valueAt(document, leaf.path) !== undefined) document = change(leaf)(document);
    }
    yield document;
  }
}

const ZEROS = ['\u0660', '\uff10'];

/** Each base with each text that has digits, one after the other, in digits of other scripts. */
export function* inOtherDigits(bases: readonly Json[]): Generator<Json> {
  for (const base of bases)
    for (const { path, member } of leaves(CANONICAL_SCHEMA)) {
      const value = valueAt(base, path);
      if (member.kind !== 'text' || typeof value !== 'string' || !/\d/.test(value)) continue;
      for (const zero of ZEROS)
        yield set(
          path,
          value.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero.codePointAt(0)! + Number(digit))),
        )(base);
    }
}
