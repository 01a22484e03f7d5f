import { say } from 'en16931-rules/vocabulary/message.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { computeAmounts } from '../../invoice/totals.ts';
import type { EarlyRule } from './early-rule.ts';

/** Tests a computed total, so it is code. */
export const SIGNS_OF_VAT_TOTALS: EarlyRule = {
  id: 'PEPPOL-EN16931-R055',
  source: 'XRechnung',
  term: 'BT-111',
  title: say('checks.vat-totals-in-two-currencies-have-different-signs'),
  fix: say('checks.give-vat-total-in-vat-currency-same-sign'),
  broken: (invoice: CanonicalInvoice) => {
    const booked = invoice.invoice.vatTotalInVatCurrency;
    if (!booked || booked.isZero()) return [];
    const { vat } = computeAmounts(invoice).totals;
    const agree = vat.isZero() || vat.isNegative() === booked.isNegative();
    return agree ? [] : [{ field: 'invoice.vat_total_in_vat_currency', term: 'BT-111', fault: 'wrong' }];
  },
};
