import { groupVatOf, orderValue } from '../../src/domain/invoice/totals.ts';
import type { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { seeded } from '../support/seeded.ts';
import { PolishGenerator } from './generated-polish.ts';
import { parsed } from './parsed.ts';
import { all, set, untouched, valueAt, without, type Edit, type Json } from './sample.ts';

/** RodzajFaktury of an invoice that bills payments before the supply, or corrects one. */
export const ADVANCE_KINDS = ['ZAL', 'ROZ', 'KOR_ZAL', 'KOR_ROZ'] as const;
export type AdvanceKind = (typeof ADVANCE_KINDS)[number];

export interface DrawnAdvance {
  readonly kind: AdvanceKind;
  readonly invoice: Json;
}

const KSEF_NUMBER = '5265877635-20250916-0200A0D6723E-C2';
const DAYS = ['2026-08-31', '2026-09-15', '2026-09-30'];
/** What an order has no field for. */
const OF_NO_ORDER = [
  'invoice.period',
  'payment.prepaid_amount',
  'payment.prepaid_date',
  'payment.rounding_amount',
];
/** An advance for goods to another member state (K) is not billed with VAT. */
const IN_ADVANCE: ReadonlySet<unknown> = new Set(['S', 'Z', 'G', 'AE', 'O', 'E']);
/** Those whose P_12 follows from the category and the rate alone. */
const CHARGED: ReadonlySet<string> = new Set(['S', 'Z', 'G', 'O']);

const cents = (value: Decimal): number => value.times(100).toNumber();
const money = (value: number): string => (value / 100).toFixed(2);
const linesOf = (invoice: Json): readonly Json[] => invoice['lines'] as Json[];

/** Advance invoices, final invoices and their corrections, with any selection of members. The same seed gives the same ones. */
export class AdvanceGenerator {
  private readonly ordinary: PolishGenerator;
  private readonly random: () => number;

  constructor(seed: number) {
    this.ordinary = new PolishGenerator(seed);
    this.random = seeded(seed);
  }

  /** Draws until an ordinary invoice can become one of the kind: an order has to be worth something. */
  next(): DrawnAdvance {
    const kind = this.pick(ADVANCE_KINDS);
    for (;;) {
      const invoice = this.drawn[kind](this.ordinary.next());
      if (invoice) return { kind, invoice };
    }
  }

  private readonly drawn: Readonly<Record<AdvanceKind, (ordinary: Json) => Json | undefined>> = {
    ZAL: (ordinary) => {
      const order = this.order(ordinary, 386);
      const value = order && cents(orderValue(parsed(order)));
      if (!order || !value || value < 10) return undefined;
      const received = this.random() < 0.2 ? value : this.between(4, value);
      return all(
        this.payments(received),
        // The last advance invoice of an order names the earlier ones (art. 106f (4) of the VAT act).
        this.random() < 0.2 ? set('advance_invoices', [{ number: 'FZ/1', ...this.inKsef() }]) : untouched,
      )(order);
    },
    ROZ: (ordinary) => {
      const typeCode = valueAt(ordinary, 'invoice.type_code') === 389 ? 389 : 380;
      const supply = all(
        this.header(typeCode),
        without('payment.prepaid_amount'),
        without('payment.prepaid_date'),
      )(withGroups(ordinary));
      const groups = groupVatOf(parsed(supply)).filter(
        ({ category, taxableAmount }) => CHARGED.has(category) && taxableAmount.gt(0),
      );
      if (groups.length === 0) return undefined;
      const part = this.random() < 0.2 ? 1 : this.random();
      const charged = groups.map(({ category, rate, taxableAmount, taxAmount }) => ({
        vat_category: category,
        vat_rate: rate?.toString() ?? 0,
        taxable_amount: money(Math.floor(cents(taxableAmount) * part)),
        vat_amount: money(Math.floor(cents(taxAmount) * part)),
      }));
      return set('advance_invoices', this.advances(charged))(supply);
    },
    KOR_ZAL: (ordinary) => {
      const order = this.order({ ...ordinary, allowances: [], charges: [] }, 386);
      if (!order) return undefined;
      const value = cents(orderValue(parsed(order)));
      const corrected = this.pairs(order);
      const now = cents(
        orderValue(
          parsed({
            ...order,
            vat_exemption: [],
            lines: linesOf(corrected).filter((line) => !line['before_correction']),
          }),
        ),
      );
      if (value < 100 || now < 100) return undefined;
      const typeCode = this.pick([381, 384]);
      const before = this.between(10, value);
      const difference = this.between(4, typeCode === 381 ? before : now);
      return all(
        this.header(typeCode),
        this.corrects(386, money(before)),
        this.random() < 0.7 ? this.payments(difference) : untouched,
      )(corrected);
    },
    KOR_ROZ: (ordinary) => {
      const supply = without('payment.prepaid_amount')(without('payment.prepaid_date')(withGroups(ordinary)));
      const charged = [
        {
          vat_category: 'S',
          vat_rate: 23,
          taxable_amount: money(this.between(-900, 900)),
          vat_amount: money(this.between(-200, 200)),
        },
      ];
      return all(
        this.header(this.pick([381, 384])),
        this.corrects(380, money(this.between(0, 100_000))),
        set('advance_invoices', this.advances(this.random() < 0.5 ? charged : [])),
      )(this.random() < 0.5 ? this.pairs(supply) : supply);
    },
  };

  /** Without VAT in its prices, and nothing that is not paid in advance. */
  private order(ordinary: Json, typeCode: number): Json | undefined {
    const lines = linesOf(ordinary)
      .filter((line) => IN_ADVANCE.has(line['vat_category']))
      .map((line): Json => {
        const { procedure: _, ...marks } = (line['pl'] ?? {}) as Json;
        return { ...line, ...(line['pl'] !== undefined && { pl: marks }), before_correction: undefined };
      });
    const adjustments = [ordinary['allowances'], ordinary['charges']].flat() as Json[];
    const isPaid = adjustments.every((one) => IN_ADVANCE.has(one['vat_category']));
    if (lines.length === 0 || !isPaid || lines.some((line) => 'unit_price_with_vat' in line))
      return undefined;
    const isExempt = [...lines, ...adjustments].some((one) => one['vat_category'] === 'E');
    const order = { ...withGroups(ordinary), lines, ...(!isExempt && { vat_exemption: [] }) };
    return all(this.header(typeCode), ...OF_NO_ORDER.map(without))(order);
  }

  private readonly header = (typeCode: number): Edit =>
    all(set('invoice.type_code', typeCode), without('preceding_invoices'), without('correction'));

  /** Each line as it was and as it is, some of them removed, one of them perhaps added: it stands first, as what follows a line is its pair. */
  private pairs(invoice: Json): Json {
    const isAdded = this.random() < 0.3;
    const lines = linesOf(invoice).flatMap((line, index, { length }): readonly Json[] => {
      if (isAdded && index === 0 && length > 1) return [{ ...line, before_correction: undefined }];
      const was = { ...line, id: String(2 * index + 1), before_correction: true };
      if (index > 0 && this.random() < 0.15) return [was];
      const is = { ...line, id: String(2 * index + 2), quantity: this.between(1, 40) };
      return [was, this.random() < 0.5 ? is : { ...is, quantity: line['quantity'] }];
    });
    return { ...invoice, lines };
  }

  private corrects(type: number, amountBefore: string): Edit {
    const corrected = { number: 'F/1', issue_date: '2026-08-15', type_code: type, ...this.inKsef() };
    return all(
      set('preceding_invoices', [corrected]),
      set('correction', { amount_before: amountBefore, effect: this.pick(['original_date', 'other_date']) }),
    );
  }

  /** @param received in cents. */
  private payments(received: number): Edit {
    const count = Math.min(this.between(1, 3), received);
    const each = Math.floor(received / count);
    const amounts = Array.from({ length: count }, (_, index) =>
      index === 0 ? received - each * (count - 1) : each,
    );
    return (invoice) =>
      set(
        'pl.payments_received',
        amounts.map((amount) => ({
          date: this.pick(DAYS),
          amount: money(amount),
          ...(valueAt(invoice, 'invoice.currency') === 'EUR' &&
            this.random() < 0.5 && { exchange_rate: '4.2811' }),
        })),
      )(invoice);
  }

  /** The whole of what was charged, on one or two invoices. */
  private advances(charged: readonly Json[]): readonly Json[] {
    const first = { number: 'FZ/1', ...this.inKsef(), vat_breakdown: charged };
    if (charged.length < 2 || this.random() < 0.5) return [first];
    return [
      { ...first, vat_breakdown: charged.slice(0, 1) },
      { number: 'FZ/2', ...this.inKsef(), vat_breakdown: charged.slice(1) },
    ];
  }

  private readonly inKsef = (): Json => (this.random() < 0.5 ? { route_number: KSEF_NUMBER } : {});

  private pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.random() * from.length)]!;
  }

  private between(least: number, most: number): number {
    return least + Math.floor(this.random() * (most - least + 1));
  }
}

/** The groups that edits look into. */
const withGroups = (invoice: Json): Json => ({
  ...invoice,
  payment: invoice['payment'] ?? {},
  pl: invoice['pl'] ?? {},
});
