import { Decimal, ZERO } from 'en16931-rules/vocabulary/decimal.ts';
import type { ReportEntry } from '../../../vocabulary/stated-sale.ts';

// What the kinds of flow 10 are made of (`routes/fr-reports`, sections 4 to 7). Amounts are decimal texts: entries are stored as JSON.

/** Categories of sales to those who have no duty to keep VAT books (TT-81). */
export const CATEGORIES = { goods: 'TLB1', services: 'TPS1', not_taxed: 'TNT1', margin: 'TMA1' } as const;
export type Category = keyof typeof CATEGORIES;

/** 10.1: an invoice to a business abroad, as the element of the report. */
export interface UnitarySale extends ReportEntry {
  readonly kind: '10.1';
  readonly part: 'sales';
  readonly xml: string;
  readonly number: string;
  /** By VAT rate; absent in a sale that was stored before, of which `isService` says whether its payments are reported. */
  readonly owed?: readonly OwedAmount[];
  /** Payments are stated in euro: those of another invoice have no limit. */
  readonly isInEuro?: boolean;
  readonly isService?: boolean;
}

/** 10.1: an invoice of a business abroad, as the element of the report. */
export interface UnitaryPurchase extends ReportEntry {
  readonly kind: '10.1';
  readonly part: 'purchases';
  readonly xml: string;
  readonly number: string;
}

/** In place of a purchase or payment that no longer counts. */
export interface Withdrawal extends ReportEntry {
  readonly kind: 'withdrawn';
  readonly part: 'purchases' | 'payments';
}

/** What a buyer owes at a VAT rate, VAT included. */
export interface OwedAmount {
  readonly rate: string;
  /** For services whose payments are reported. */
  readonly services: string;
  /** For all that has the rate. */
  readonly whole: string;
}

/** 10.3: sales of a day, of one category. */
export interface DaySales extends ReportEntry {
  readonly kind: '10.3';
  readonly part: 'sales';
  readonly category: Category;
  readonly count: number;
  readonly amounts: readonly RateAmounts[];
}

export interface RateAmounts {
  readonly rate: string;
  readonly net: string;
  readonly vat: string;
}

/** 10.2: a payment of an invoice of 10.1. */
export interface InvoicePayment extends ReportEntry {
  readonly kind: '10.2';
  readonly part: 'payments';
  readonly number: string;
  readonly issueDate: string;
  readonly amounts: readonly PaidAmount[];
}

/** 10.4: payments of a day. */
export interface DayPayments extends ReportEntry {
  readonly kind: '10.4';
  readonly part: 'payments';
  readonly amounts: readonly PaidAmount[];
}

export interface PaidAmount {
  readonly rate: string;
  /** VAT included. Below zero if money went back: it is taken off what came in. */
  readonly amount: string;
  /** What came in of an invoice; `amount` is the part of it that is reported. */
  readonly stated?: string;
}

export type FrenchEntry =
  UnitarySale | UnitaryPurchase | Withdrawal | DaySales | InvoicePayment | DayPayments;

/** With a sign, as sums of a day may have one. */
export const AMOUNT = /^-?\d{1,15}(?:\.\d{1,2})?$/;

/** Rates that a report may state (G1.24). */
export const FRENCH_RATES: ReadonlySet<string> = new Set([
  ...['0', '0.9', '1.05', '1.75', '2.1', '5.5', '7', '8.5', '9.2', '9.6', '10', '13', '19.6', '20', '20.6'],
]);

/** `20.00` is `20`. */
export const plainRate = (rate: string | Decimal): string => new Decimal(rate).toString();

/** One entry for each day and category; the report has them in the order of days. */
export function joinDaySales(entries: readonly DaySales[]): readonly DaySales[] {
  const joined = new Map<string, DaySales>();
  for (const entry of entries) {
    const key = `${entry.day} ${CATEGORIES[entry.category]}`;
    const before = joined.get(key);
    const amounts = addRates([...(before?.amounts ?? []), ...entry.amounts]);
    joined.set(key, { ...entry, count: (before?.count ?? 0) + entry.count, amounts });
  }
  return sorted(joined).filter(({ count, amounts }) => count !== 0 || amounts.some(isNotZero));
}

export const sorted = <T>(joined: ReadonlyMap<string, T>): readonly T[] =>
  [...joined].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, entry]) => entry);

const isNotZero = ({ net, vat }: RateAmounts): boolean =>
  !new Decimal(net).isZero() || !new Decimal(vat).isZero();

export function addRates(amounts: readonly RateAmounts[]): readonly RateAmounts[] {
  const rates = byRate(amounts);
  return rates.map(([rate, some]) => ({
    rate,
    net: total(some.map(({ net }) => net)),
    vat: total(some.map(({ vat }) => vat)),
  }));
}

/** What is reported of them. */
export const addPaid = (amounts: readonly PaidAmount[]): readonly PaidAmount[] =>
  byRate(amounts).map(([rate, some]) => ({ rate, amount: total(some.map(({ amount }) => amount)) }));

/** The highest rate first. */
export function byRate<T extends { readonly rate: string }>(
  amounts: readonly T[],
): (readonly [string, T[]])[] {
  const rates = new Map<string, T[]>();
  for (const one of amounts) {
    const rate = plainRate(one.rate);
    rates.set(rate, [...(rates.get(rate) ?? []), one]);
  }
  return [...rates].sort(([one], [other]) => Number(other) - Number(one));
}

export const total = (amounts: readonly string[]): string =>
  amounts.reduce<Decimal>((sum, one) => sum.plus(one), ZERO).toFixed(2);
