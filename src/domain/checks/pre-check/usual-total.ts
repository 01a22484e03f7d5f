import { say } from 'en16931-rules/vocabulary/message.ts';
import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';

/** Found at the intake alone, beside the client's earlier invoices. */
export const UNUSUAL_TOTAL: Finding = {
  code: 'EI-TOTAL-UNUSUAL',
  severity: 'warning',
  source: 'pre-check',
  message: say('checks.EI-TOTAL-UNUSUAL.message'),
  field: 'lines',
  fixHint: say('codes.EI-TOTAL-UNUSUAL.hint'),
  whoFixes: 'erp',
  term: 'BT-112',
};

/** BT-112 in BT-5. */
export interface InvoiceTotal {
  readonly amount: number;
  readonly currency: string;
}

/** How many invoices there were of each size, by currency. */
export type TotalCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

const TIMES = 100;
/** Of fewer invoices the median means little. */
const MIN_INVOICES = 20;
/** Beyond this all counts are halved, so that the median follows a client that grows. */
const MAX_INVOICES = 4_000;
/** Sizes of one decade: a size is a tenth of it, so a total is known to a quarter of its value. */
const SIZES = 10;
/** Smaller totals count as this. */
const LEAST = 0.01;

const sizeOf = (amount: number): number => Math.floor(Math.log10(Math.max(Math.abs(amount), LEAST)) * SIZES);

const countOf = (sizes: Readonly<Record<string, number>> = {}): number =>
  Object.values(sizes).reduce((sum, count) => sum + count, 0);

/** Of all currencies. */
export const countAll = (counts: TotalCounts): number =>
  Object.values(counts).reduce((sum, sizes) => sum + countOf(sizes), 0);

export function withTotal(counts: TotalCounts, { amount, currency }: InvoiceTotal): TotalCounts {
  const sizes = rowOf(counts, currency) ?? {};
  const size = String(sizeOf(amount));
  const added = { ...sizes, [size]: (sizes[size] ?? 0) + 1 };
  return { ...counts, [currency]: countOf(added) > MAX_INVOICES ? halved(added) : added };
}

const halved = (sizes: Readonly<Record<string, number>>): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(sizes)
      .map(([size, count]) => [size, Math.floor(count / 2)] as const)
      .filter(([, count]) => count > 0),
  );

/** Whether it is above a hundred times the median of its currency, whose size is taken at its upper end. */
export function isUnusual({ amount, currency }: InvoiceTotal, counts: TotalCounts): boolean {
  const sizes = rowOf(counts, currency);
  const invoices = countOf(sizes);
  if (!sizes || invoices < MIN_INVOICES) return false;
  let before = 0;
  for (const size of Object.keys(sizes)
    .map(Number)
    .sort((a, b) => a - b)) {
    before += sizes[size] ?? 0;
    if (before * 2 >= invoices) return Math.abs(amount) > TIMES * 10 ** ((size + 1) / SIZES);
  }
  return false;
}
