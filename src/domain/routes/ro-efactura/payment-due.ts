import { say } from 'en16931-rules/vocabulary/message.ts';
import { computeAmounts } from '../../invoice/totals.ts';
import type { EarlyRule } from '../../checks/early-rules/early-rule.ts';

/** Tests the amount due, which is computed, so it is code. Credit notes are exempt. */
export const PAYMENT_DUE: EarlyRule = {
  id: 'BR-CO-25',
  source: 'CIUS-RO',
  term: 'BT-9',
  title: say('routes-ro-efactura.something-is-to-be-paid-but-neither-due'),
  fix: say('routes-ro-efactura.enter-day-on-which-payment-is-due-or'),
  broken: (invoice) => {
    const { dueDate, typeCode } = invoice.invoice;
    const isStated = dueDate !== undefined || Boolean(invoice.payment?.terms);
    return typeCode === '381' || isStated || !computeAmounts(invoice).totals.due.gt(0)
      ? []
      : [{ field: 'invoice.due_date', term: 'BT-9', fault: 'missing' }];
  },
};
