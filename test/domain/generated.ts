import { germanInvoice, type Json } from './sample.ts';

const TAXES = [
  ['S', 19],
  ['S', 7],
  ['S', '19.00'],
  ['S', '5.5'],
  ['Z', 0],
  ['E', 0],
  ['AE', 0],
  ['K', 0],
  ['G', 0],
  ['L', 7],
  ['M', '3.5'],
] as const;

/** Invoices with odd numbers in every member. The same seed gives the same invoices. */
export class InvoiceGenerator {
  constructor(private state: number) {}

  next(): Json {
    const lines = this.some(1, 8, () => this.line());
    const allowances = this.some(0, 2, () => ({ ...this.adjustment('95'), ...this.tax() }));
    const charges = this.some(0, 2, () => ({ ...this.adjustment('FC'), ...this.tax() }));
    const exempt = [...lines, ...allowances, ...charges].some(({ vat_category }) => vat_category === 'E');
    const { invoice, payment, buyer, ...rest } = germanInvoice() as Record<string, Json>;
    return {
      ...rest,
      invoice: {
        ...invoice,
        type_code: this.pick([380, 381, 384]),
        ...this.maybe(() => ({ vat_currency: 'PLN', vat_exchange_rate: '4.2571' })),
      },
      // The members that intra-Community supplies and reverse charges require.
      buyer: { ...buyer, vat_id: 'ATU13585627' },
      delivery: { date: '2026-10-01', address: { city: 'Wien', postcode: '1010', country: 'AT' } },
      payment: {
        ...payment,
        ...this.maybe(() => ({ prepaid_amount: this.number(100, 4) })),
        ...this.maybe(() => ({ rounding_amount: this.number(1, 4) })),
      },
      ...(exempt && { vat_exemption: [{ vat_category: 'E', reason: 'Seminar' }] }),
      lines,
      allowances,
      charges,
    };
  }

  private line() {
    return {
      name: 'x',
      quantity: this.number(1000, 8, 'signed'),
      unit: this.pick(['C62', 'KGM', 'HUR', 'XBX']),
      unit_price: this.number(1000, 8),
      ...this.maybe(() => ({ price_base_quantity: this.pick([10, 100, '0.5', 3]) })),
      ...this.maybe(() => ({ gross_price: this.number(2000, 4) })),
      ...this.tax(),
      allowances: this.some(0, 1, () => this.adjustment('95')),
      charges: this.some(0, 1, () => this.adjustment('FC')),
    };
  }

  private tax() {
    const [vat_category, vat_rate] = this.pick(TAXES);
    return { vat_category, vat_rate };
  }

  private adjustment(code: string): Json {
    const amount = { amount: this.number(50, 8, 'signed') };
    const computed = { base: this.number(500, 8, 'signed'), percent: this.number(30, 8) };
    return { ...this.pick([amount, computed]), ...this.pick([{ reason: 'x' }, { reason_code: code }]) };
  }

  private number(below: number, decimals: number, sign: 'positive' | 'signed' = 'positive'): string {
    const value = this.random() * below * (sign === 'signed' && this.random() < 0.3 ? -1 : 1);
    return value.toFixed(Math.floor(this.random() * (decimals + 1)));
  }

  private some<T>(least: number, most: number, make: () => T): T[] {
    return Array.from({ length: least + Math.floor(this.random() * (most - least + 1)) }, make);
  }

  private maybe(make: () => Json): Json {
    return this.random() < 0.3 ? make() : {};
  }

  private pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.random() * from.length)]!;
  }

  /** Linear congruential (the constants of ANSI C): repeatable, and random enough for amounts. */
  private random(): number {
    this.state = (this.state * 1_103_515_245 + 12_345) % 2 ** 31;
    return this.state / 2 ** 31;
  }
}
