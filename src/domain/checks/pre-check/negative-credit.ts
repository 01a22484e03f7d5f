import { hasLinesBefore } from '../../invoice/line-states.ts';
import { isCreditNoteType } from '../../vocabulary/credit-notes.ts';
import type { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import type { DoubtedInvoice } from '../plausibility/doubted-invoice.ts';
import type { DoubtfulMember } from '../plausibility/plausibility-check.ts';

/**
 * A single negative line in a credit note is usual: a fee that is charged again. Lines before and after a correction keep their signs.
 */
export function negativeCredit(invoice: DoubtedInvoice, withVat: () => Decimal): readonly DoubtfulMember[] {
  if (!isCreditNoteType(invoice.invoice.typeCode) || hasLinesBefore(invoice)) return [];
  const first = invoice.lines.findIndex(({ quantity }) => quantity?.isNegative());
  if (first === -1 || !withVat().isNegative()) return [];
  return [{ field: `lines[${first}].quantity`, term: 'BT-129' }];
}
