import type { Finding } from '../domain/checks/finding.ts';

/** What a malformed request names (decisions, "400 `errors[]`"). @param field the place, `formats[0]` or a header's name. */
export const requestFinding = (field: string, message: string): Finding => ({
  code: 'EI-REQUEST',
  severity: 'error',
  source: 'request',
  message,
  field,
  whoFixes: 'erp',
});
