import { computeAmounts } from '../../invoice/totals.ts';
import type { EarlyRule } from '../../checks/early-rules/early-rule.ts';

/** Tests the amount due, which is computed, so it is code. Credit notes are exempt. */
export const PAYMENT_DUE: EarlyRule = {
  id: 'BR-CO-25',
  source: 'CIUS-RO',
  term: 'BT-9',
  title: 'Something is to be paid, but neither a due date (BT-9) nor payment terms (BT-20) are given',
  fix: 'Enter the day on which payment is due, or the payment terms.',
  broken: (invoice) => {
    const { dueDate, typeCode } = invoice.invoice;
    const isStated = dueDate !== undefined || Boolean(invoice.payment?.terms);
    return typeCode === '381' || isStated || !computeAmounts(invoice).totals.due.gt(0)
      ? []
      : [{ field: 'invoice.due_date', term: 'BT-9', fault: 'missing' }];
  },
};
