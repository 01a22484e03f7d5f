import type { Finding } from '../../findings/finding.ts';
import { isFrench } from '../../vocabulary/territory.ts';

/** An invoice that is delivered over a route without reports. */
export const NOT_REPORTED: Finding = {
  code: 'EI-FR-NOT-REPORTED',
  severity: 'warning',
  source: 'pre-check',
  message: 'The invoice is delivered, and the service does not report the sale to the French administration.',
  fixHint:
    'If the service reports for the client (fr.reports is own), state what a report demands. Otherwise have the sale reported at the platform ' +
    'or by the accountant.',
  whoFixes: 'erp',
};

interface Located {
  readonly country: string | null;
}

/** Of a finished file, whose sale is not read: a French seller and a buyer abroad. */
export const notReportedFile = (seller: Located, buyer: Located): readonly Finding[] =>
  seller.country !== null && buyer.country !== null && isFrench(seller.country) && !isFrench(buyer.country)
    ? [NOT_REPORTED]
    : [];
