import { say } from 'en16931-rules/vocabulary/message.ts';
import { CASH_DISCOUNT } from '../../checks/early-rules/cash-discount.ts';
import { compileRules } from '../../checks/early-rules/compile-rule.ts';
import type { EarlyRule } from '../../checks/early-rules/early-rule.ts';
import { lackingCodes } from '../../checks/early-rules/lacking-codes.ts';
import { routeRules, STANDARD } from '../../checks/early-rules/rule-sets.ts';
import { SIGNS_OF_VAT_TOTALS } from '../../checks/early-rules/signs-of-vat-totals.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { paymentInstructions } from '../../invoice/complete-payment.ts';
import { computeAmounts } from '../../invoice/totals.ts';
import { LACKING_CODES } from './written-codes.ts';
import { PEPPOL_RULES } from './written-rules.ts';

const SELF_BILLED: ReadonlySet<string> = new Set(['389', '261']);
const CREDIT_NOTE = '381';

const isFrom = ({ invoice, seller }: CanonicalInvoice, country: string): boolean =>
  !SELF_BILLED.has(invoice.typeCode) && seller.address.country === country;

const isWithin = (invoice: CanonicalInvoice, country: string): boolean =>
  isFrom(invoice, country) && invoice.buyer.address.country === country;

const isCreditNote = ({ invoice }: CanonicalInvoice): boolean => invoice.typeCode === CREDIT_NOTE;

const hasPayment = ({ payment, invoice }: CanonicalInvoice): boolean =>
  payment !== undefined && paymentInstructions(payment, invoice.currency) !== undefined;

/** Rules on the amount due, which is computed. */
const OF_AMOUNT_DUE: readonly EarlyRule[] = [
  {
    id: 'DK-R-016',
    source: 'Peppol',
    term: 'BT-115',
    title: say('routes-peppol.danish-credit-note-has-negative-amount-due'),
    fix: say('routes-peppol.state-amount-that-seller-pays-back-as-positive'),
    broken: (invoice) =>
      isWithin(invoice, 'DK') && isCreditNote(invoice) && computeAmounts(invoice).totals.due.lt(0)
        ? [{ field: 'lines', term: 'BT-115', fault: 'wrong' }]
        : [],
  },
  {
    id: 'NL-R-007',
    source: 'Peppol',
    term: 'BG-16',
    title: say('routes-peppol.invoice-from-netherlands-has-amount-due-and-no'),
    fix: say('routes-peppol.enter-means-of-payment-and-account'),
    broken: (invoice) => {
      if (!isFrom(invoice, 'NL') || hasPayment(invoice)) return [];
      const { due } = computeAmounts(invoice).totals;
      const isToBePaid = isCreditNote(invoice) ? due.lt(0) : due.gt(0);
      return isToBePaid ? [{ field: 'payment.means_code', term: 'BG-16', fault: 'missing' }] : [];
    },
  },
];

const GERMAN_CASH_DISCOUNT: EarlyRule = {
  ...CASH_DISCOUNT,
  id: 'DE-R-018',
  source: 'Peppol',
  broken: (invoice) => (isWithin(invoice, 'DE') ? CASH_DISCOUNT.broken(invoice) : []),
};

/** Every amount names the currency of the invoice, or that of its VAT. */
export const CURRENCIES = lackingCodes(
  {
    source: 'Peppol',
    title: say('routes-peppol.peppol-does-not-know-this-currency'),
    fix: say('routes-peppol.use-another-currency'),
  },
  LACKING_CODES,
  [{ id: 'PEPPOL-EN16931-CL007', terms: ['BT-5', 'BT-6'], list: 'iso-4217-currency' }],
);

/** For BIS Billing and BIS Self-Billing alike; national rules exclude self-billed invoices. */
export const EN16931_AND_PEPPOL = routeRules(
  [STANDARD, compileRules(PEPPOL_RULES)],
  [{ ...SIGNS_OF_VAT_TOTALS, source: 'Peppol' }, GERMAN_CASH_DISCOUNT, ...OF_AMOUNT_DUE, ...CURRENCIES],
);
