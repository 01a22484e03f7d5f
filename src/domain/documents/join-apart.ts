import type { CompleteInvoice, En16931Invoice } from '../invoice/en16931.ts';
import { legalText } from '../invoice/legal-text.ts';

/**
 * What a document of EN 16931 can say of the members that are no terms: it has one place for everything that the law of
 * the register wants to read (BT-33), and a buyer's tax number can stand where its company id is missing (BT-47).
 */
export function joinApart({ apart, ...invoice }: CompleteInvoice): En16931Invoice {
  const { seller, buyer } = invoice;
  const companyId = buyer.companyId ?? (apart.buyerTaxNumber ? { id: apart.buyerTaxNumber } : undefined);
  return {
    ...invoice,
    seller: { ...seller, legalInfo: legalText({ ...apart, legalInfo: seller.legalInfo }) },
    buyer: { ...buyer, companyId },
  };
}
