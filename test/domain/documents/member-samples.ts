import type { Member } from '../../../src/domain/invoice/members.ts';
import type { Format } from 'en16931-rules/vocabulary/formats.ts';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import { FULL, VARIANTS } from '../full-sample.ts';
import { FULL_ATTACHMENT, inPoland } from '../polish-sample.ts';
import { all, set, without, type Json } from '../sample.ts';

/** A syntax and a route, with invoices that together state every member. */
export interface Written {
  readonly route: Route;
  readonly format: Format;
  readonly variants: readonly Json[];
  /** For each variant, the member that cannot be written; undefined: it can be written. */
  readonly refused: readonly string[];
}

/** This number of variants that can be written. */
const written = (count: number): readonly string[] => Array.from({ length: count }, () => '');

const GERMAN = {
  route: 'DE-XRECHNUNG',
  variants: VARIANTS,
  // Polish law depends on it.
  refused: [
    ...written(11),
    'pl.split_payment',
    ...written(6),
    ...['lines[0].unit_price_with_vat', 'pl.payments_received', 'advance_invoices[0]', 'advance_invoices[0]'],
    '',
    '',
    'lines[0].before_correction',
    'pl.one_stop_shop',
    ...Array.from({ length: 4 }, () => 'lines[0].pl.new_transport'),
    ...['', '', ''],
    'lines[0].line_type',
    'payee.role_code',
    'lines[0].attributes[0].code',
  ],
} as const;

/** The Polish variants; only the last ones have members that FA(3) cannot state. */
const POLISH: readonly Json[] = [
  ...VARIANTS.map(inPoland),
  all(without('invoice.vat_currency'), without('invoice.vat_exchange_rate'))(inPoland(FULL)),
  set('profile', 'xrechnung')(inPoland(FULL)),
  all(set('invoice.type_code', 380))(inPoland(FULL)),
  set('attachments[0]', FULL_ATTACHMENT)(inPoland(FULL)),
];

export const WRITTEN: readonly Written[] = [
  { ...GERMAN, format: 'xrechnung-ubl' },
  { ...GERMAN, format: 'xrechnung-cii' },
  {
    route: 'PL-KSEF',
    format: 'fa3',
    variants: POLISH,
    refused: [
      ...written(12),
      'buyer.is_consumer',
      ...written(12),
      'pl.one_stop_shop',
      ...written(7),
      'lines[0].line_type',
      'payee.role_code',
      'lines[0].attributes[0].code',
      ...['invoice.vat_exchange_rate', 'profile', '', 'attachments[0]'],
    ],
  },
];

export interface Leaf {
  readonly path: string;
  readonly member: Member;
}

/** Every member with a value; of a list, its first entry. */
export function leaves(member: Member, path = ''): Leaf[] {
  if (member.kind === 'list') return leaves(member.of, `${path}[0]`);
  if (member.kind !== 'group') return [{ path, member }];
  return [...member.members].flatMap(([name, { member: inner }]) =>
    leaves(inner, path ? `${path}.${name}` : name),
  );
}

/** Another value that the schema accepts. */
export function otherThan(value: unknown, member: Member): unknown {
  switch (member.kind) {
    case 'date':
      return value === '2025-01-01' ? '2025-01-02' : '2025-01-01';
    case 'code':
      return [...member.list].find((code) => code !== String(value));
    case 'number':
      return Number(value) + 1;
    case 'boolean':
      return value !== true;
    default:
      return member.kind === 'text' && member.pattern
        ? String(value).replace(/.$/, 'f')
        : `${String(value)}xyz1`;
  }
}
