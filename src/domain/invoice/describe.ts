import type { CanonicalInvoice, IsoDate } from './canonical.ts';

/** What the service may keep of an invoice in the open, or decide its route by: no names, no amounts. */
export interface InvoiceSummary {
  /** BT-1. */
  readonly number: string;
  /** BT-2. */
  readonly issueDate: IsoDate;
  /** BT-40. */
  readonly sellerCountry: string;
  /** BT-55. */
  readonly buyerCountry: string;
}

export const describe = ({ invoice, seller, buyer }: CanonicalInvoice): InvoiceSummary => ({
  number: invoice.number,
  issueDate: invoice.issueDate,
  sellerCountry: seller.address.country,
  buyerCountry: buyer.address.country,
});
