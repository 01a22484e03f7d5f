import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';

/** Found at the intake alone: the later check does not look at other invoices. */
export const REPEATED_NUMBER: Finding = {
  code: 'EI-NUMBER-REPEATED',
  severity: 'warning',
  source: 'pre-check',
  message: say('checks.EI-NUMBER-REPEATED.message'),
  field: 'invoice.number',
  fixHint: say('codes.EI-NUMBER-REPEATED.hint'),
  whoFixes: 'erp',
  term: 'BT-1',
};
