import { say } from 'en16931-rules/vocabulary/message.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import type { Totals } from '../../invoice/en16931.ts';
import { computeAmounts } from '../../invoice/totals.ts';
import type { EarlyRule } from './early-rule.ts';
import type { RuleSyntax } from './written-rule.ts';

type VatTotal = Totals['vat'];

/** The rule tests a computed total, so it is code. */
const signs = (
  only: RuleSyntax,
  agree: (vat: VatTotal, inVatCurrency: VatTotal) => boolean,
): EarlyRule & { readonly only: RuleSyntax } => ({
  id: 'PEPPOL-EN16931-R055',
  source: 'XRechnung',
  term: 'BT-111',
  title: say('checks.vat-totals-in-two-currencies-have-different-signs'),
  fix: say('checks.give-vat-total-in-vat-currency-same-sign'),
  only,
  broken: (invoice: CanonicalInvoice) => {
    const { vat, vatInVatCurrency } = computeAmounts(invoice).totals;
    const isBooked = invoice.invoice.vatTotalInVatCurrency !== undefined;
    return vatInVatCurrency === undefined || agree(vat, vatInVatCurrency)
      ? []
      : [
          {
            field: isBooked ? 'invoice.vat_total_in_vat_currency' : 'invoice.vat_exchange_rate',
            term: 'BT-111',
            fault: 'wrong',
          },
        ];
  },
});

const isBelowZero = (total: VatTotal): boolean => total.isNegative() && !total.isZero();

/** Zero agrees with both signs. */
export const SIGNS_OF_VAT_TOTALS = signs(
  'ubl',
  (vat, other) => vat.isZero() || other.isZero() || vat.isNegative() === other.isNegative(),
);

/** Zero is not below zero. */
export const SIGNS_OF_VAT_TOTALS_IN_CII = signs(
  'cii',
  (vat, other) => isBelowZero(vat) === isBelowZero(other),
);
