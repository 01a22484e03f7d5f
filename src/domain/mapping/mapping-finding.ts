import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';

/**
 * A finding of the mapping about an export.
 * @param field the ERP's own path.
 */
export const mappingFinding = (field: string, message: Text, fixHint?: Text): Finding => ({
  code: 'EI-SCHEMA',
  severity: 'error',
  source: 'mapping',
  message,
  field,
  ...(fixHint !== undefined && { fixHint }),
  whoFixes: 'us',
});

/** `Unit of Measure Code (salesInvoiceLines[0].unitOfMeasureCode)`: the names on the ERP's screen and in its API. */
export const named = (label: string, path: string): string => (label ? `${label} (${path})` : path);
