import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { say, sentences } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { CallFailed } from '../../domain/failures.ts';

/** What a malformed request names (decisions, "400 `errors[]`"). @param field the place, `formats[0]` or a header's name. */
export const requestFinding = (field: string, message: Text, fixHint: Text = FIX_HINT): Finding => ({
  code: 'EI-REQUEST',
  severity: 'error',
  source: 'request',
  message,
  field,
  fixHint,
  whoFixes: 'erp',
});

const FIX_HINT = say('calls.EI-REQUEST.hint');

/** A request that is malformed in one place. */
export const badRequest = (field: string, detail: Text, cause?: unknown): CallFailed =>
  badRequestBy([requestFinding(field, detail)], cause);

/** A request that is malformed. The detail of an answer is all that many a log shows, so it has what is particular in the hints, too. */
export function badRequestBy(errors: readonly Finding[], cause?: unknown): CallFailed {
  const texts = errors.flatMap(({ message, fixHint }) =>
    fixHint === undefined || fixHint === FIX_HINT ? [message] : [message, fixHint],
  );
  const [detail, ...more] = texts;
  return new CallFailed(
    { kind: 'bad-request', detail: more.length === 0 ? (detail ?? '') : sentences(...texts), errors },
    cause,
  );
}
