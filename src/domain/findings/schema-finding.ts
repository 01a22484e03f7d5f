import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { Finding, RelatedFinding } from 'en16931-rules/vocabulary/finding.ts';

/** More findings than these do not help; a 5 MB body of unknown fields would make a million. */
export const MAX_SCHEMA_FINDINGS = 100;

/**
 * A finding that the canonical document breaks the schema, or a rule of its route that it shows already; `related` then names that rule
 * (decisions, "EI-SCHEMA for a route's rule"). The message repeats no value: findings are stored with the invoice, and records carry no
 * invoice content.
 */
export function schemaFinding(field: string, message: Text, more: SchemaFindingDetails = {}): Finding {
  const { term, fixHint, related = [], correction } = more;
  return {
    code: 'EI-SCHEMA',
    severity: 'error',
    source: 'schema',
    message,
    field,
    ...(fixHint !== undefined && { fixHint }),
    whoFixes: 'us',
    ...(term && { term }),
    ...(related.length > 0 && { related }),
    ...(correction !== undefined && { correction }),
  };
}

interface SchemaFindingDetails {
  readonly term?: string | undefined;
  /** What to write. */
  readonly fixHint?: Text;
  readonly related?: readonly RelatedFinding[] | undefined;
  readonly correction?: string | undefined;
}
