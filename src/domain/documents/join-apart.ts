import type { CompleteInvoice, En16931Invoice } from '../invoice/en16931.ts';

/**
 * What a document of EN 16931 can say of the members that are no terms: it has one place for everything that the law of
 * the register wants to read (BT-33), and a buyer's tax number can stand where its company id is missing (BT-47).
 */
export function joinApart({ apart, ...invoice }: CompleteInvoice): En16931Invoice {
  const { seller, buyer } = invoice;
  const legal = [apart.register, apart.managingDirectors, seller.legalInfo].filter(
    (text) => text !== undefined,
  );
  const companyId = buyer.companyId ?? (apart.buyerTaxNumber ? { id: apart.buyerTaxNumber } : undefined);
  return {
    ...invoice,
    seller: { ...seller, legalInfo: legal.length > 0 ? legal.join('; ') : undefined },
    buyer: { ...buyer, companyId },
  };
}
