import type { Member } from '../../src/domain/invoice/members.ts';
import { EXTENSION } from '../../src/domain/invoice/terms.ts';
import { CANONICAL_SCHEMA } from '../../src/domain/invoice/schema.ts';
import { VARIANTS } from './full-sample.ts';
import { inPoland } from './polish-sample.ts';
import { valueAt, type Json } from './sample.ts';

interface Case {
  readonly category: string;
  readonly rate: number | string;
  /** VATEX. */
  readonly reason?: string;
}

const CASES: readonly Case[] = [
  ...[23, '22.00', 8, 7, 5, 4, 3].map((rate) => ({ category: 'S', rate })),
  { category: 'Z', rate: 0 },
  { category: 'K', rate: 0 },
  { category: 'G', rate: 0 },
  { category: 'AE', rate: 0 },
  { category: 'O', rate: 0 },
  { category: 'E', rate: 0 },
];
const PRICED_WITH_VAT: ReadonlySet<string> = new Set(['S', 'Z', 'E']);
const EXEMPTIONS = [
  { reason: 'art. 43 ust. 1 pkt 18 ustawy o VAT' },
  { reason: 'umowa', reason_code: 'VATEX-EU-132' },
  { reason_code: 'VATEX-EU-309' },
  ...['D', 'F', 'I', 'J'].map((letter) => ({ reason_code: `VATEX-EU-${letter}` })),
];
const TYPES = [380, 381, 384, 389, 326, 875, 876, 877];
const SELF_BILLED = 389;
const BUYERS = [
  { vat_id: 'PL5842751979' },
  { vat_id: 'DE136695976' },
  { vat_id: 'EL094019245', tax_number: '094019245' },
  { tax_number: '5842751979' },
  { company_id: 'HRB 4' },
  {},
] as const;
const NAMES = [
  'Śruba M8 & <podkładka>',
  '  dwa \n wiersze ',
  'a'.repeat(200),
  '0',
  '"cudzysłów" \'\'',
  '中文 😀',
];

const ADDRESS = { street: 'ul. Krótka 1', postcode: '80-827', city: 'Gdańsk', country: 'PL' };
const THIRD_PARTIES = [
  { role: 'recipient', vat_id: 'PL5842751979', name: 'Oddział', address: ADDRESS },
  { role: 'local_government_recipient', internal_id: '5842751979-00001', name: 'Szkoła' },
  { role: 'vat_group_recipient', vat_id: 'PL5265877635', contact: { phone: '+48 58 1', email: 'a@b.pl' } },
  { role: 'additional_buyer', vat_id: 'DE136695976', name: 'Partner', share: '12.5' },
  { role: 'employee', name: 'Anna Nowak' },
  { role: 'other', name: 'Ktoś', description: 'Gwarant' },
];

/** `advances.test.ts` has advances with their final invoices and corrections, which depend on each other. */
const isOrdinary = (variant: Json): boolean =>
  ['advance_invoices', 'pl.payments_received', 'correction.amount_before'].every(
    (path) => valueAt(variant, path) === undefined,
  );

const isEmptyGroup = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;

/** Invoices of Polish sellers with any selection of members. The same seed gives the same invoices. */
export class PolishGenerator {
  constructor(private state: number) {}

  next(): Json {
    const full = inPoland(this.pick(VARIANTS.filter(isOrdinary)));
    const type = this.pick(TYPES);
    // The issuer of a self-billed invoice has a NIP.
    const buyer = type === SELF_BILLED ? BUYERS[0] : this.pick(BUYERS);
    const vatId = (buyer as { vat_id?: string }).vat_id;
    // The categories for such a buyer.
    const goes = ({ category }: Case): boolean =>
      category === 'AE'
        ? vatId !== undefined
        : category !== 'K' || (vatId !== undefined && !vatId.startsWith('PL'));
    // Prices with VAT are on every line of such an invoice.
    const isGross = valueAt(full, 'lines[0].unit_price_with_vat') !== undefined;
    const taxes = this.some(1, 3, () => this.pick(CASES)).filter(
      (one) => goes(one) && (!isGross || PRICED_WITH_VAT.has(one.category)),
    );
    const document = this.thinned(full, CANONICAL_SCHEMA) as Record<string, Json>;
    const {
      vat_id: _vat,
      tax_number: _tax,
      company_id: _id,
      company_id_scheme: _scheme,
      ...someone
    } = document['buyer'] as Json;
    const lines = this.some(1, 6, () => this.line(full, taxes));
    const adjustments = (list: unknown) =>
      ((list ?? []) as Json[]).map((one) => ({ ...one, ...this.tax(taxes) }));
    const written = {
      ...document,
      buyer: { ...someone, ...buyer, is_consumer: undefined },
      pl: this.marks(document['pl'] as Json | undefined, document['invoice'] as Json),
      lines,
      allowances: adjustments(document['allowances']),
      charges: adjustments(document['charges']),
      vat_exemption: [],
    };
    const header = this.header(document['invoice'] as Json, type);
    const usesExemption = [...lines, ...written.allowances, ...written.charges].some(
      (one) => (one as Json)['vat_category'] === 'E',
    );
    return {
      ...written,
      invoice: header,
      // The present parties differ.
      correction:
        [381, 384].includes(type) && document['correction']
          ? { ...document['correction'], buyers_before: [] }
          : undefined,
      ...(document['payee'] && { payee: this.payee(document['payee']) }),
      ...([381, 384].includes(type) && { preceding_invoices: full['preceding_invoices'] }),
      ...(usesExemption && { vat_exemption: [{ vat_category: 'E', ...this.pick(EXEMPTIONS) }] }),
      ...(document['payment'] && { payment: this.payment(document['payment']) }),
    };
  }

  private payee({ is_factor: _, ...payee }: Json): Json {
    if (this.random() < 0.5) return payee;
    const { company_id_scheme: _scheme, ...rest } = payee;
    return { ...rest, company_id: '5265877635', is_factor: true };
  }

  /** Members that fit any lines. */
  private marks(
    {
      reverse_charge: _1,
      triangular_simplification: _2,
      one_stop_shop: _4,
      technical_correction: _5,
      export_document: _6,
      third_parties: _3,
      cash_accounting,
      ...marks
    }: Json = {},
    { vat_date_code: due }: Json,
  ): Json {
    return {
      ...marks,
      ...(due === undefined && cash_accounting !== undefined && { cash_accounting }),
      third_parties: this.some(0, 2, () => this.pick(THIRD_PARTIES)),
    };
  }

  private header(
    {
      vat_currency: _1,
      vat_exchange_rate: _2,
      vat_total_in_vat_currency: _3,
      business_process: _4,
      ...header
    }: Json,
    type: number,
  ) {
    const isEuro = this.random() < 0.5;
    return {
      ...header,
      type_code: type,
      currency: isEuro ? 'EUR' : 'PLN',
      ...(isEuro && { vat_currency: 'PLN', vat_exchange_rate: '4.3217' }),
      ...(isEuro && this.random() < 0.3 && { vat_total_in_vat_currency: this.number(500, 2) }),
      ...(header['tax_point_date'] !== undefined && { vat_date_code: undefined }),
    };
  }

  private payment(payment: Json): Json {
    const { prepaid_date: _, ...rest } = payment;
    if (rest['prepaid_amount'] === undefined) return rest;
    return { ...rest, ...(this.random() < 0.5 && { prepaid_date: '2026-09-01' }) };
  }

  private line(full: Json, taxes: readonly Case[]): Json {
    const of = CANONICAL_SCHEMA.members.get('lines')?.member;
    const line = this.thinned(
      (full['lines'] as Json[])[0],
      of?.kind === 'list' ? of.of : CANONICAL_SCHEMA,
    ) as Json;
    // A reader gets services to the Union as reverse charge, as the buyer does.
    const { price_base_quantity: base, item_kind: _, unit_price_with_vat: withVat, ...stated } = line;
    const { pl, ...others } = stated as Json & { pl?: Json };
    const { new_transport: transports, ...marks } = (pl ?? {}) as Json;
    const tax = this.tax(taxes);
    const rest = {
      ...others,
      ...(pl && { pl: tax['vat_category'] === 'K' ? { ...marks, new_transport: transports } : marks }),
    };
    const price = withVat === undefined ? 'unit_price' : 'unit_price_with_vat';
    return {
      ...rest,
      name: this.pick(NAMES),
      quantity: this.number(1000, 6, 'signed'),
      unit: this.pick(['C62', 'KGM', 'HUR', 'XBX', 'MTK']),
      [price]: this.number(1000, 8),
      ...(base !== undefined && {
        price_base_quantity: this.pick([1, 10, 100]),
        [price]: this.number(1000, 4),
      }),
      ...tax,
    };
  }

  private tax(taxes: readonly Case[]): Json {
    const { category, rate } = this.pick([...taxes, { category: 'S', rate: 23 }]);
    return { vat_category: category, vat_rate: rate };
  }

  /** The invoice without some of its optional members. */
  private thinned(value: unknown, member: Member): unknown {
    if (member.kind === 'list') return (value as unknown[]).map((entry) => this.thinned(entry, member.of));
    if (member.kind !== 'group' || typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, inner]) => {
        const known = member.members.get(name)?.member;
        if (!known || inner === undefined || known.term?.startsWith(EXTENSION)) return [];
        const stays = known.required || KEPT.has(name) || this.random() < 0.6;
        if (!stays) return [];
        const thinned = this.thinned(inner, known);
        // Of a group that only an extension has, nothing is left.
        return isEmptyGroup(thinned) ? [] : [[name, thinned]];
      }),
    );
  }

  private number(below: number, decimals: number, sign: 'positive' | 'signed' = 'positive'): string {
    const value = this.random() * below * (sign === 'signed' && this.random() < 0.3 ? -1 : 1);
    return value.toFixed(Math.floor(this.random() * (decimals + 1)));
  }

  private some<T>(least: number, most: number, make: () => T): T[] {
    return Array.from({ length: least + Math.floor(this.random() * (most - least + 1)) }, make);
  }

  private pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.random() * from.length)]!;
  }

  /** Mulberry32: successive numbers are independent, so that every buyer gets every tax. */
  private random(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

/** Members that others require: the number of a scheme or an account, the ends of a period, a line of an address. */
const KEPT = new Set([
  ...[
    'company_id',
    'reference',
    'id',
    'iban',
    'account_id',
    'start',
    'end',
    'city',
    'amount',
    'vat_id',
    'reason',
  ],
  ...['url', 'number', 'invoice', 'unit_price', 'unit_price_with_vat'],
]);
