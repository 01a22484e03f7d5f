import { isError } from '../../../domain/findings/finding.ts';
import { findingEntry } from './reports.ts';
import type { Failure, FailureKind } from '../../../domain/failures.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';

/** An error answer (RFC 9457) as it leaves the service. */
export interface Problem {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: {
    readonly type: string;
    readonly title: string;
    readonly status: number;
    readonly detail?: string;
    readonly errors?: readonly object[];
    readonly refusal_id?: string;
  };
}

export type ProblemType = FailureKind | 'internal';

/** Status, title and advice for callers, for each problem type. */
export const PROBLEM_TYPES: Readonly<Record<ProblemType, ProblemText>> = {
  'bad-request': {
    status: 400,
    title: 'The request is malformed',
    advice: 'Correct the member that errors[].field names, then send the request again.',
  },
  'idempotency-key-not-allowed': {
    status: 400,
    title: 'This Idempotency-Key may not be used here',
    advice: 'Keys that begin with erp: are for connector exports. Use another key; nothing was stored.',
  },
  unauthorized: {
    status: 401,
    title: 'The API key is missing or unknown',
    advice: 'Send Authorization: Bearer <key>, once, with a live key of this environment.',
  },
  forbidden: {
    status: 403,
    title: 'This key may not do that',
    advice: 'Use a key that has the scope, or a key of the client concerned.',
  },
  'not-found': {
    status: 404,
    title: 'There is no such object',
    advice: "Check the id. Another client's objects are answered the same way.",
  },
  'method-not-allowed': {
    status: 405,
    title: 'This path does not support the method',
    advice: 'The header Allow lists the supported methods.',
  },
  'idempotency-conflict': {
    status: 409,
    title: 'This Idempotency-Key was used with another request',
    advice: 'Send the first request unchanged to get its answer, or send this request under a new key.',
  },
  'request-in-progress': {
    status: 409,
    title: 'The first request with this Idempotency-Key is still running',
    advice: 'Send the same request again in a few seconds.',
  },
  'already-submitted': {
    status: 409,
    title: 'The invoice can no longer be cancelled',
    advice: 'Correct it by another document: a credit note, or a correction in Poland.',
  },
  'send-in-progress': {
    status: 409,
    title: 'The invoice is being sent',
    advice: 'Wait until it is submitted or has failed; its events report that.',
  },
  'dead-letter': {
    status: 409,
    title: 'The invoice is a dead letter',
    advice: 'Only the operator of the service can release it.',
  },
  'received-id-conflict': {
    status: 409,
    title: 'The route sent another document under this id',
    advice: 'Compare the files. The first file does not change; nothing was stored.',
  },
  'dead-letter-reached-rail': {
    status: 409,
    title: 'The route was called for this dead letter',
    advice: 'Ask the route whether it holds the invoice. The invoice was not released.',
  },
  'credential-exists': {
    status: 409,
    title: 'Such a credential already exists',
    advice:
      'Replace its value, or revoke it first. Only one credential is live per client, route, kind and legal entity.',
  },
  'status-not-supported': {
    status: 409,
    title: 'The route does not carry this status of this invoice',
    advice: 'The detail gives the reason. Inform the other party in another way; nothing was stored.',
  },
  'credential-revoked': {
    status: 409,
    title: 'The credential was revoked',
    advice: 'Store a new one.',
  },
  'key-limit': {
    status: 409,
    title: 'The client has reached its limit of live keys',
    advice: 'Revoke an unused key.',
  },
  'secret-rotation-limit': {
    status: 409,
    title: "The webhook's secret cannot be rotated now",
    advice:
      'Use the secret of the call that won. A secret can be rotated twice in 24 hours, a minute apart; nothing was changed.',
  },
  'payload-too-large': {
    status: 413,
    title: 'The body is too large',
    advice: 'Send a smaller body. The limit applies to the uncompressed body.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The content type or encoding is not supported here',
    advice: 'Send application/json in UTF-8, plain or with Content-Encoding: gzip.',
  },
  'validation-failed': {
    status: 422,
    title: 'The invoice failed a check',
    advice:
      'Nothing was queued. Correct the findings with sender_can_fix true, also if who_fixes names another party; ' +
      'that party acts on the others. ' +
      'doc_url of each finding explains its code.',
  },
  'connector-settings-missing': {
    status: 422,
    title: 'The client has no complete settings for this connector',
    advice:
      'The operator sets the members that errors name with PUT /clients/{client}/profile. Then send the same request with the same ' +
      'key.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    advice: 'Wait for the number of seconds in Retry-After, then send the same request.',
  },
  internal: {
    status: 500,
    title: 'The service failed',
    advice:
      'Send the same request with the same key again. Tell the operator the X-Request-Id if it persists.',
  },
  'not-implemented': {
    status: 501,
    title: 'This call is planned, not built',
    advice: 'It does nothing yet.',
  },
  busy: {
    status: 503,
    title: 'The service is busy',
    advice: 'Wait for the number of seconds in Retry-After, then send the same request.',
  },
  'no-master-key': {
    status: 503,
    title: 'This process has no master key',
    advice: 'The operator sets MASTER_KEY; then send the same request.',
  },
};

interface ProblemText {
  readonly status: number;
  readonly title: string;
  readonly advice: string;
}

/** Seconds. An operator has to change a setting first. */
const UNTIL_A_KEY_IS_SET = 60;

/** @param base `PROBLEM_BASE`; the path of the type is below it. */
export function toProblem(failure: Failure, base: string): Problem {
  const of = (more: Pick<Problem['body'], 'detail' | 'errors'> = {}, headers: Problem['headers'] = {}) =>
    problem(failure.kind, base, more, headers);
  switch (failure.kind) {
    case 'bad-request':
      return of({ detail: failure.detail, errors: failure.errors?.map(findingEntry) });
    case 'idempotency-key-not-allowed':
    case 'forbidden':
    case 'not-found':
    case 'unsupported-media-type':
    case 'not-implemented':
    case 'status-not-supported':
      return of({ detail: failure.detail });
    case 'unauthorized':
      return of({}, { 'WWW-Authenticate': 'Bearer' });
    case 'method-not-allowed':
      return of({}, { Allow: failure.allow.join(', ') });
    case 'already-submitted':
      return of({ detail: `The invoice is ${failure.state}.` });
    case 'key-limit':
      return of({ detail: `A client has at most ${failure.limit} live keys.` });
    case 'secret-rotation-limit':
      return of({
        detail: failure.nextAt
          ? `The secret was rotated before; it can be rotated again at ${failure.nextAt.toISOString()}.`
          : 'Another call changed the webhook at the same time.',
      });
    case 'payload-too-large':
      return of({ detail: `At most ${failure.limitBytes} bytes.` });
    case 'validation-failed':
    case 'connector-settings-missing':
      return of({ errors: failure.findings.filter(isError).map(findingEntry) });
    case 'rate-limited':
      return of({}, { ...retryAfter(failure.retryAfterSeconds), ...rateLimitHeaders(failure) });
    case 'busy':
      return of({ detail: failure.detail }, retryAfter(failure.retryAfterSeconds));
    case 'no-master-key':
      return of({}, retryAfter(UNTIL_A_KEY_IS_SET));
    case 'received-id-conflict':
      return of({
        detail: `${failure.receivedId} holds other bytes under this rail_id. Nothing was stored.`,
      });
    case 'idempotency-conflict':
    case 'request-in-progress':
    case 'send-in-progress':
    case 'dead-letter':
    case 'dead-letter-reached-rail':
    case 'credential-exists':
    case 'credential-revoked':
      return of({ detail: PROBLEM_TYPES[failure.kind].advice });
    default:
      return failure satisfies never;
  }
}

/** A bug or an outage. The answer tells nothing more. */
export const internalProblem = (base: string): Problem => problem('internal', base, {}, {});

function problem(
  type: ProblemType,
  base: string,
  more: Pick<Problem['body'], 'detail' | 'errors'>,
  headers: Problem['headers'],
): Problem {
  const { status, title } = PROBLEM_TYPES[type];
  return { status, headers, body: { type: `${base}/${type}`, title, status, ...more } };
}

const retryAfter = (seconds: number) => ({ 'Retry-After': String(Math.max(1, Math.ceil(seconds))) });
