import { say } from 'en16931-rules/vocabulary/message.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { judgeOr } from '../../invoice/unjudged.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { schemaFinding } from '../../findings/schema-finding.ts';

const RULE = { code: 'EI-KSEF-DATE', source: 'KSeF-file' } as const;

/**
 * KSeF refuses an invoice that is dated after the day of its arrival.
 * @param polishDay the present day in Poland; undefined if no caller waits for an answer: the layer `ksef-file` checks it again.
 */
export const findDatedAhead = (
  document: CanonicalInvoice,
  polishDay: string | undefined,
): readonly Finding[] =>
  polishDay !== undefined && judgeOr(() => document.invoice.issueDate > polishDay, false)
    ? [
        schemaFinding(
          'invoice.issue_date',
          say('routes-pl-ksef.date-of-issue-is-after-today-in-poland', { day: polishDay, code: RULE.code }),
          {
            term: 'BT-2',
            related: [RULE],
            fixHint: say('routes-pl-ksef.EI-KSEF-DATE.hint'),
          },
        ),
      ]
    : [];
