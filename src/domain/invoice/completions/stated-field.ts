import type { CanonicalInvoice } from '../canonical.ts';
import { judgeOr } from '../unjudged.ts';

const EARLIER = /^preceding_invoices\[(\d+)\]/;

/**
 * The caller's name of a member of the completed invoice. A route that knows no advance invoices names them behind the stated
 * earlier ones, and what they charged as paid.
 */
export function statedField(field: string, stated: CanonicalInvoice): string {
  const index = Number(EARLIER.exec(field)?.[1]) - judgeOr(() => stated.precedingInvoices.length, 0);
  if (index >= 0 && index < judgeOr(() => stated.advanceInvoices.length, 0))
    return field.replace(EARLIER, `advance_invoices[${index}]`);
  const isPaid =
    field === 'payment.prepaid_amount' &&
    judgeOr(() => stated.advanceInvoices.length > 0 && stated.payment?.prepaidAmount === undefined, false);
  return isPaid ? 'advance_invoices' : field;
}
