import { say } from 'en16931-rules/vocabulary/message.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { judgeOr } from '../../invoice/unjudged.ts';
import { isLongerThan } from '../../vocabulary/text.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { schemaFinding } from '../../findings/schema-finding.ts';

/** Characters of `invoice_ref` (contract 4.1). */
const LONGEST = 100;

/** The invoice number stands in for a reference that was left out (decisions, "invoice_ref left out"); it may be too long for one. */
export const standsInForReference = (
  document: CanonicalInvoice,
  invoiceRef: string | undefined,
): readonly Finding[] =>
  invoiceRef === undefined && judgeOr(() => isLongerThan(document.invoice.number, LONGEST), false)
    ? [
        schemaFinding(
          'invoice.number',
          say('checks.number-of-more-than-characters-requires-invoice-ref', { n: LONGEST }),
          {
            fixHint: say('checks.add-invoice-ref-to-request-at-most-100'),
          },
        ),
      ]
    : [];
