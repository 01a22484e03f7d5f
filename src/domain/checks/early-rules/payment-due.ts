import { say } from 'en16931-rules/vocabulary/message.ts';
import { computeAmounts } from '../../invoice/totals.ts';
import type { EarlyRule } from './early-rule.ts';
import type { RuleSource } from './written-rule.ts';

/**
 * BR-CO-25, which EN 16931 had until 1.3.15 and older copies of its rules still have. It tests the amount due, which is computed, so it is
 * code.
 * @param isRead false for a type of invoice that the rule does not read.
 */
export const paymentDue = (
  source: RuleSource,
  only: EarlyRule['only'],
  isRead: (typeCode: string) => boolean,
): EarlyRule => ({
  id: 'BR-CO-25',
  source,
  term: 'BT-9',
  title: say('invoice.something-is-to-be-paid-but-neither-due'),
  fix: say('invoice.enter-day-on-which-payment-is-due-or'),
  ...(only && { only }),
  broken: (invoice) => {
    const { dueDate, typeCode } = invoice.invoice;
    const isStated = dueDate !== undefined || Boolean(invoice.payment?.terms);
    return !isRead(typeCode) || isStated || !computeAmounts(invoice).totals.due.gt(0)
      ? []
      : [{ field: 'invoice.due_date', term: 'BT-9', fault: 'missing' }];
  },
});

/** UBL has no due date of a credit note. */
export const isNoCreditNote = (typeCode: string): boolean => typeCode !== '381';
