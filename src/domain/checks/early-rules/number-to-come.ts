import { keyOf, type RouteNumbers } from '../../documents/fa3/corrected-invoices.ts';
import type { Finding } from '../../findings/finding.ts';
import { schemaFinding } from '../../findings/schema-finding.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';

const RULE = { code: 'EI-FA3-CORRECTED', source: 'KSeF' } as const;

/** A correction of an invoice that KSeF has not numbered yet would say of it that it was issued outside of KSeF. */
export const numberToCome = (
  { precedingInvoices }: CanonicalInvoice,
  numbers: RouteNumbers,
): readonly Finding[] =>
  precedingInvoices.flatMap(({ number, issueDate, routeNumber }, index) =>
    routeNumber === undefined && issueDate !== undefined && numbers[keyOf({ number, issueDate })] === null
      ? [
          schemaFinding(
            `preceding_invoices[${index}].route_number`,
            `The invoice that is corrected is on its way to KSeF and has no KSeF number yet. (${RULE.code})`,
            {
              term: 'BT-25',
              related: [RULE],
              fixHint: 'Send the correction when that invoice is accepted.',
            },
          ),
        ]
      : [],
  );
