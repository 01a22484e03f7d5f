import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { judgeOr } from '../../invoice/unjudged.ts';
import { computeAmounts } from '../../invoice/totals.ts';
import { compareTotals, type ErpTotals } from './erp-totals.ts';
import type { Arrival } from '../plausibility/plausibility-check.ts';
import { checkPlausibility } from './plausibility.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { checkIdentifiers } from '../identifiers/identifier-checks.ts';

/**
 * Layer `pre-check`: findings about an invoice before any document exists. Warnings do not refuse.
 * @param written the invoice as its route writes it; its totals are those of the document.
 */
export const precheck = (
  invoice: CanonicalInvoice,
  erpTotals: ErpTotals = {},
  arrival: Arrival = {},
  written: CanonicalInvoice = invoice,
): readonly Finding[] => [
  ...checkIdentifiers(invoice),
  ...checkPlausibility(invoice, arrival),
  ...judgeOr(() => compareTotals(erpTotals, computeAmounts(written)), []),
];
