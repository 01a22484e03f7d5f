import type { CanonicalInvoice } from '../../../invoice/canonical.ts';
import { exemptionReason } from '../../../invoice/exemptions.ts';
import type { VatGroup } from '../../../invoice/vat-group.ts';

/** Operations that are exempt under articles 261 to 261 E of the CGI are not reported (CGI, article 290; VATEX codes of the EN 16931 list). */
const NOT_REPORTED = /^VATEX-FR-CGI261/;

/** The part of a VAT breakdown that a report states. */
export function reportedGroups(invoice: CanonicalInvoice, groups: readonly VatGroup[]): readonly VatGroup[] {
  const { exemptionReasonCode = '' } = exemptionReason(invoice, 'E');
  return NOT_REPORTED.test(exemptionReasonCode) ? groups.filter(({ category }) => category !== 'E') : groups;
}
