import type { Finding } from '../../findings/finding.ts';

/** Found at the intake alone: the later check does not look at other invoices. */
export const REPEATED_NUMBER: Finding = {
  code: 'EI-NUMBER-REPEATED',
  severity: 'warning',
  source: 'pre-check',
  message: 'There is another invoice with this number and different content on this route.',
  field: 'invoice.number',
  fixHint:
    'If one invoice replaces the other, send a credit note or a correction. Otherwise give each invoice its own number.',
  whoFixes: 'erp',
  term: 'BT-1',
};
