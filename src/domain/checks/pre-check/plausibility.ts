import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { CanonicalInvoice, IsoDate } from '../../invoice/canonical.ts';
import { computeAmounts } from '../../invoice/totals.ts';
import { judgeOr } from '../../invoice/unjudged.ts';
import { type Decimal, ZERO } from 'en16931-rules/vocabulary/decimal.ts';
import { ROUTE_PROFILES } from '../../routes/all.ts';
import type { DoubtedInvoice } from '../plausibility/doubted-invoice.ts';
import type { Arrival, DoubtfulMember, PlausibilityCheck } from '../plausibility/plausibility-check.ts';
import { foreignAccounts } from './foreign-accounts.ts';
import { negativeCredit } from './negative-credit.ts';
import { wrongRates } from './wrong-rates.ts';

/** Clocks in the east show the next day already. */
const DAYS_AHEAD = 1;

const ISSUE_DATE: DoubtfulMember = { field: 'invoice.issue_date', term: 'BT-2' };
const PAID: DoubtfulMember = { field: 'payment.prepaid_amount', term: 'BT-113' };
const DUE_DATE: DoubtfulMember = { field: 'invoice.due_date', term: 'BT-9' };

/** Contents that no rule forbids and that are hardly ever meant. Days have one format, so they compare as texts. */
const COMMON: readonly PlausibilityCheck[] = [
  {
    code: 'EI-DATE-AHEAD',
    message: say('checks.EI-DATE-AHEAD.message'),
    fixHint: say('checks.EI-DATE-AHEAD.hint'),
    whoFixes: 'erp',
    find: ({ invoice }, { day }) =>
      day !== undefined && invoice.issueDate > daysAfter(day, DAYS_AHEAD) ? [ISSUE_DATE] : [],
  },
  {
    code: 'EI-DUE-BEFORE-ISSUE',
    message: say('checks.EI-DUE-BEFORE-ISSUE.message'),
    fixHint: say('checks.EI-DUE-BEFORE-ISSUE.hint'),
    whoFixes: 'erp',
    find: ({ invoice }) =>
      invoice.dueDate !== undefined && invoice.dueDate < invoice.issueDate ? [DUE_DATE] : [],
  },
  {
    code: 'EI-DEADLINE-PASSED',
    message: say('checks.EI-DEADLINE-PASSED.message'),
    fixHint: say('checks.EI-DEADLINE-PASSED.hint'),
    whoFixes: 'business',
    find: (_, { day, fileBy }) =>
      day !== undefined && fileBy !== undefined && day > fileBy ? [ISSUE_DATE] : [],
  },
  {
    // Directive 2006/112/EC, article 93: the rate is that of the day on which the tax becomes due.
    code: 'EI-VAT-RATE',
    message: say('checks.EI-VAT-RATE.message'),
    fixHint: say('checks.EI-VAT-RATE.hint'),
    whoFixes: 'erp',
    find: wrongRates,
  },
  {
    // EN 16931-1: a credit note states what it takes back without a sign.
    code: 'EI-CREDIT-NEGATIVE',
    message: say('checks.EI-CREDIT-NEGATIVE.message'),
    fixHint: say('checks.EI-CREDIT-NEGATIVE.hint'),
    whoFixes: 'erp',
    find: (invoice, _, withVat) => negativeCredit(invoice, withVat),
  },
  {
    // ISO 13616: an IBAN begins with the country of the bank.
    code: 'EI-IBAN-COUNTRY',
    message: say('checks.EI-IBAN-COUNTRY.message'),
    fixHint: say('codes.EI-IBAN-COUNTRY.hint'),
    whoFixes: 'erp',
    find: foreignAccounts,
  },
  {
    code: 'EI-PAID-TOO-MUCH',
    message: say('checks.EI-PAID-TOO-MUCH.message'),
    fixHint: say('codes.EI-PAID-TOO-MUCH.hint'),
    whoFixes: 'erp',
    find: ({ payment }, _, withVat) => {
      const { prepaidAmount, roundingAmount = ZERO } = payment ?? {};
      const total = withVat().plus(roundingAmount);
      return prepaidAmount?.gt(total) && !total.isNegative() ? [PAID] : [];
    },
  },
];

/** An invoice of every route is checked for what the law of its seller's country expects. */
const CHECKS: readonly PlausibilityCheck[] = [
  ...COMMON,
  ...ROUTE_PROFILES.flatMap(({ doubts }) => doubts?.plausibility ?? []),
];

export const PLAUSIBILITY_CODES: readonly string[] = CHECKS.map(({ code }) => code);

function daysAfter(day: IsoDate, days: number): IsoDate {
  const later = new Date(`${day}T00:00:00Z`);
  later.setUTCDate(later.getUTCDate() + days);
  return later.toISOString().slice(0, 10);
}

/** Warnings: only the client's record makes one of them refuse an invoice. */
export const checkPlausibility = (invoice: CanonicalInvoice, arrival: Arrival): readonly Finding[] =>
  checkContents(invoice, arrival, () => computeAmounts(invoice).totals.withVat);

export const checkContents = (
  invoice: DoubtedInvoice,
  arrival: Arrival,
  withVat: () => Decimal,
): readonly Finding[] =>
  CHECKS.flatMap(({ find, ...finding }) =>
    judgeOr(() => find(invoice, arrival, withVat), []).map((member) => ({
      ...finding,
      ...member,
      severity: 'warning' as const,
      source: 'pre-check',
    })),
  );
