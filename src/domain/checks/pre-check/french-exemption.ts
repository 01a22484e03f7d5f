import { isFrench } from '../../vocabulary/territory.ts';
import type { DoubtedInvoice } from './doubted-invoice.ts';
import type { DoubtfulMember } from './doubtful-member.ts';

/** A French seller that charges no VAT names the article of the law by its code (VATEX-FR-…); reports demand it (G1.40). */
export function exemptWithoutCode(invoice: DoubtedInvoice): readonly DoubtfulMember[] {
  const { seller, lines, allowances, charges, vatExemption } = invoice;
  if (!isFrench(seller.address.country)) return [];
  const isExempt = [...lines, ...allowances, ...charges].some(({ vatCategory }) => vatCategory === 'E');
  const hasCode = vatExemption.some(({ vatCategory, reasonCode }) => vatCategory === 'E' && reasonCode);
  return isExempt && !hasCode ? [{ field: 'vat_exemption', term: 'BT-121' }] : [];
}
