import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { hasLinesBefore } from '../../invoice/line-states.ts';
import { computeAmounts } from '../../invoice/totals.ts';
import type { DoubtfulMember } from './doubtful-member.ts';

const CREDIT_NOTE = '381';

/**
 * A single negative line in a credit note is usual: a fee that is charged again. Lines before and after a correction keep their signs.
 */
export function negativeCredit(invoice: CanonicalInvoice): readonly DoubtfulMember[] {
  if (invoice.invoice.typeCode !== CREDIT_NOTE || hasLinesBefore(invoice)) return [];
  const first = invoice.lines.findIndex(({ quantity }) => quantity.isNegative());
  if (first === -1 || !computeAmounts(invoice).totals.withVat.isNegative()) return [];
  return [{ field: `lines[${first}].quantity`, term: 'BT-129' }];
}
