import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { computeAmounts } from '../../invoice/totals.ts';
import type { EarlyRule } from './early-rule.ts';

/** Tests a computed total, so it is code. */
export const SIGNS_OF_VAT_TOTALS: EarlyRule = {
  id: 'PEPPOL-EN16931-R055',
  source: 'XRechnung',
  term: 'BT-111',
  title: 'The VAT totals in the two currencies (BT-110, BT-111) have different signs',
  fix: 'Give the VAT total in the VAT currency the same sign as the VAT total of the lines.',
  broken: (invoice: CanonicalInvoice) => {
    const booked = invoice.invoice.vatTotalInVatCurrency;
    if (!booked || booked.isZero()) return [];
    const { vat } = computeAmounts(invoice).totals;
    const agree = vat.isZero() || vat.isNegative() === booked.isNegative();
    return agree ? [] : [{ field: 'invoice.vat_total_in_vat_currency', term: 'BT-111', fault: 'wrong' }];
  },
};
