import { type FieldsOf, optional, text, time } from '../vocabulary/fields.ts';

/**
 * What one statement of a client adds to a report: an invoice, a payment of it, or the totals of a day. It never changes: another sale
 * replaces it.
 */
export interface ReportedSale {
  /** `sal_` and 32 hex digits of the hash of its origin: a repeated statement finds it. */
  readonly id: string;
  readonly client: string;
  readonly reportId: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** Of the sale of an invoice, and of its payments. */
  readonly invoiceId?: string;
  /** A sale of the same report that no longer counts. */
  readonly replaces?: string;
  /** A sale of the same report: this one counts once that one is withdrawn. */
  readonly standsInFor?: string;
  /** `StatedSale` as JSON, sealed under the client's data key. */
  readonly sealedSale: string;
  readonly createdAt: Date;
}

export const SALE_FIELDS: FieldsOf<ReportedSale> = {
  id: text,
  client: text,
  reportId: text,
  day: text,
  invoiceId: optional(text),
  replaces: optional(text),
  standsInFor: optional(text),
  sealedSale: text,
  createdAt: time,
};

/** In the order of their intake, without those that another one replaces, or that wait for the withdrawal of another one. */
export function salesThatCount(sales: readonly ReportedSale[]): readonly ReportedSale[] {
  const byId = new Map(sales.map((sale) => [sale.id, sale]));
  const replaced = new Set(sales.map(({ replaces }) => replaces));
  const sorted = sales.toSorted(
    (one, other) => one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1),
  );
  return sorted.filter((sale) => {
    if (replaced.has(sale.id)) return false;
    // The withdrawal of a sale that waits changes no report either.
    let before = sale.standsInFor ?? byId.get(sale.replaces ?? '')?.standsInFor;
    while (before !== undefined && replaced.has(before)) before = byId.get(before)?.standsInFor;
    return before === undefined;
  });
}
