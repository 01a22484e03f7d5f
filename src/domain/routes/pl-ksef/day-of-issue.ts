import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { judged } from '../../invoice/unjudged.ts';
import type { Finding } from '../../findings/finding.ts';
import { schemaFinding } from '../../findings/schema-finding.ts';

const RULE = { code: 'EI-KSEF-DATE', source: 'KSeF-file' } as const;

/**
 * KSeF takes no invoice that is dated after the day on which it takes it.
 * @param polishDay the day that it is in Poland; undefined if no caller waits for an answer: the layer `ksef-file` judges again.
 */
export const datedAhead = (document: CanonicalInvoice, polishDay: string | undefined): readonly Finding[] =>
  polishDay !== undefined && judged(() => document.invoice.issueDate > polishDay, false)
    ? [
        schemaFinding(
          'invoice.issue_date',
          `The date of issue is after today, ${polishDay} in Poland. (${RULE.code})`,
          {
            term: 'BT-2',
            related: [RULE],
            fixHint: 'Correct the date of issue, or send the invoice on its day.',
          },
        ),
      ]
    : [];
