import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { CallFailed } from '../../domain/failures.ts';

/** What a malformed request names (decisions, "400 `errors[]`"). @param field the place, `formats[0]` or a header's name. */
export const requestFinding = (field: string, message: Text): Finding => ({
  code: 'EI-REQUEST',
  severity: 'error',
  source: 'request',
  message,
  field,
  fixHint: say('calls.EI-REQUEST.hint'),
  whoFixes: 'erp',
});

/** A request that is malformed in one place. */
export const badRequest = (field: string, detail: Text, cause?: unknown): CallFailed =>
  new CallFailed({ kind: 'bad-request', detail, errors: [requestFinding(field, detail)] }, cause);
