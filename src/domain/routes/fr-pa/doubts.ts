import { say } from 'en16931-rules/vocabulary/message.ts';
import type { DoubtedInvoice } from '../../checks/plausibility/doubted-invoice.ts';
import type { DoubtfulMember } from '../../checks/plausibility/plausibility-check.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { isFrench } from '../../vocabulary/territory.ts';
import type { RouteDoubts } from '../profile.ts';

export const FRENCH_DOUBTS: RouteDoubts = {
  plausibility: [
    {
      code: 'EI-FR-EXEMPT-CODE',
      message: say('routes-fr-pa.EI-FR-EXEMPT-CODE.message'),
      fixHint: say('routes-fr-pa.EI-FR-EXEMPT-CODE.hint'),
      whoFixes: 'erp',
      find: exemptWithoutCode,
    },
  ],
  // An invoice that a platform (213) or its buyer (210) has refused is cancelled in the books of the seller (`routes/fr-pa`, section 4).
  refusedCredit: {
    code: 'EI-FR-CREDIT-REFUSED',
    severity: 'warning',
    source: 'pre-check',
    message: say('routes-fr-pa.refused-credit.message'),
    field: 'preceding_invoices',
    fixHint: say('routes-fr-pa.refused-credit.hint'),
    whoFixes: 'business',
    term: 'BG-3',
  },
};

/** An invoice that is delivered over a route without reports. */
export const SALE_NOT_REPORTED: Finding = {
  code: 'EI-FR-NOT-REPORTED',
  severity: 'warning',
  source: 'pre-check',
  message: say('routes-fr-pa.EI-FR-NOT-REPORTED.message'),
  fixHint: say('routes-fr-pa.EI-FR-NOT-REPORTED.hint'),
  whoFixes: 'erp',
};

/** A French seller that charges no VAT names the article of the law by its code (VATEX-FR-…); reports demand it (G1.40). */
function exemptWithoutCode(invoice: DoubtedInvoice): readonly DoubtfulMember[] {
  const { seller, lines, allowances, charges, vatExemption } = invoice;
  if (!isFrench(seller.address.country)) return [];
  const exempt = [...lines, ...allowances, ...charges].filter(({ vatCategory }) => vatCategory === 'E');
  const hasCode =
    vatExemption.some(({ vatCategory, reasonCode }) => vatCategory === 'E' && reasonCode) ||
    exempt.some(({ vatExemptionCode }) => vatExemptionCode);
  return exempt.length > 0 && !hasCode ? [{ field: 'vat_exemption', term: 'BT-121' }] : [];
}
