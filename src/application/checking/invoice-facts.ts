import type { CanonicalInvoice } from '../../domain/invoice/canonical.ts';

/** What is asked of an invoice by the router, and for its record. */
export interface InvoiceFacts extends Pick<CanonicalInvoice, 'profile'> {
  /** BT-1. */
  readonly number: string;
  /** BT-2. */
  readonly issueDate: string;
  /** BT-40. */
  readonly sellerCountry: string;
  /** BT-55. */
  readonly buyerCountry: string;
}

export const factsOf = ({ invoice, seller, buyer, profile }: CanonicalInvoice): InvoiceFacts => ({
  number: invoice.number,
  issueDate: invoice.issueDate,
  sellerCountry: seller.address.country,
  buyerCountry: buyer.address.country,
  ...(profile && { profile }),
});
