import type { CompleteInvoice, En16931Invoice } from '../invoice/en16931.ts';
import { legalText } from '../invoice/legal-text.ts';

/**
 * Puts members that are no terms into a document of EN 16931: all legal information goes into BT-33, and a buyer's tax number stands in for
 * a missing company id (BT-47).
 */
export function joinApart({ extensions, ...invoice }: CompleteInvoice): En16931Invoice {
  const { seller, buyer } = invoice;
  const companyId =
    buyer.companyId ?? (extensions.buyerTaxNumber ? { id: extensions.buyerTaxNumber } : undefined);
  return {
    ...invoice,
    seller: { ...seller, legalInfo: legalText({ ...extensions, legalInfo: seller.legalInfo }) },
    buyer: { ...buyer, companyId },
  };
}
