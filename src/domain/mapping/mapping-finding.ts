import type { Finding } from '../findings/finding.ts';

/** What the mapping says of an export. @param field in the ERP's own path. */
export const mappingFinding = (field: string, message: string, fixHint?: string): Finding => ({
  code: 'EI-SCHEMA',
  severity: 'error',
  source: 'mapping',
  message,
  field,
  ...(fixHint !== undefined && { fixHint }),
  whoFixes: 'us',
});

/** `Unit of Measure Code (salesInvoiceLines[0].unitOfMeasureCode)`: as the ERP's screen and its API call it. */
export const named = (label: string, path: string): string => (label ? `${label} (${path})` : path);
