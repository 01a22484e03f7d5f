import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { choice, say } from 'en16931-rules/vocabulary/message.ts';
import { isError } from 'en16931-rules/vocabulary/finding.ts';
import { findingEntry } from './reports.ts';
import type { Failure, FailureKind } from '../../../domain/failures.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';

/** An error answer (RFC 9457) as it leaves the service. */
export interface Problem {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: {
    readonly type: string;
    readonly title: Text;
    readonly status: number;
    readonly detail?: Text;
    readonly errors?: readonly object[];
    readonly refusal_id?: string;
  };
}

export type ProblemType = FailureKind | 'internal';

/** Status, title and advice for callers, for each problem type. */
export const PROBLEM_TYPES: Readonly<Record<ProblemType, ProblemText>> = {
  'bad-request': {
    status: 400,
    title: say('calls.bad-request.title'),
    advice: say('calls.bad-request.advice'),
  },
  'idempotency-key-not-allowed': {
    status: 400,
    title: say('calls.idempotency-key-not-allowed.title'),
    advice: say('calls.idempotency-key-not-allowed.advice'),
  },
  unauthorized: {
    status: 401,
    title: say('calls.unauthorized.title'),
    advice: say('calls.unauthorized.advice'),
  },
  forbidden: {
    status: 403,
    title: say('calls.forbidden.title'),
    advice: say('calls.forbidden.advice'),
  },
  'not-found': {
    status: 404,
    title: say('calls.not-found.title'),
    advice: say('calls.not-found.advice'),
  },
  'method-not-allowed': {
    status: 405,
    title: say('calls.method-not-allowed.title'),
    advice: say('calls.method-not-allowed.advice'),
  },
  'idempotency-conflict': {
    status: 409,
    title: say('calls.idempotency-conflict.title'),
    advice: say('calls.idempotency-conflict.advice'),
  },
  'request-in-progress': {
    status: 409,
    title: say('calls.request-in-progress.title'),
    advice: say('calls.request-in-progress.advice'),
  },
  'already-submitted': {
    status: 409,
    title: say('calls.already-submitted.title'),
    advice: say('calls.already-submitted.advice'),
  },
  'send-in-progress': {
    status: 409,
    title: say('calls.send-in-progress.title'),
    advice: say('calls.send-in-progress.advice'),
  },
  'dead-letter': {
    status: 409,
    title: say('calls.dead-letter.title'),
    advice: say('calls.dead-letter.advice'),
  },
  'received-id-conflict': {
    status: 409,
    title: say('calls.received-id-conflict.title'),
    advice: say('calls.received-id-conflict.advice'),
  },
  'dead-letter-reached-rail': {
    status: 409,
    title: say('calls.dead-letter-reached-rail.title'),
    advice: say('calls.dead-letter-reached-rail.advice'),
  },
  'credential-exists': {
    status: 409,
    title: say('calls.credential-exists.title'),
    advice: say('calls.credential-exists.advice'),
  },
  'status-not-supported': {
    status: 409,
    title: say('calls.status-not-supported.title'),
    advice: say('calls.status-not-supported.advice'),
  },
  'credential-revoked': {
    status: 409,
    title: say('calls.credential-revoked.title'),
    advice: say('calls.credential-revoked.advice'),
  },
  'registration-not-offered': {
    status: 409,
    title: say('calls.registration-not-offered.title'),
    advice: say('calls.registration-not-offered.advice'),
  },
  'registration-exists': {
    status: 409,
    title: say('calls.registration-exists.title'),
    advice: say('calls.registration-exists.advice'),
  },
  'registration-stands': {
    status: 409,
    title: say('calls.registration-stands.title'),
    advice: say('calls.registration-stands.advice'),
  },
  'connection-not-offered': {
    status: 409,
    title: say('calls.connection-not-offered.title'),
    advice: say('calls.connection-not-offered.advice'),
  },
  'connection-exists': {
    status: 409,
    title: say('calls.connection-exists.title'),
    advice: say('calls.connection-exists.advice'),
  },
  'connection-stands': {
    status: 409,
    title: say('calls.connection-stands.title'),
    advice: say('calls.connection-stands.advice'),
  },
  'key-limit': {
    status: 409,
    title: say('calls.key-limit.title'),
    advice: say('calls.key-limit.advice'),
  },
  'secret-rotation-limit': {
    status: 409,
    title: say('calls.secret-rotation-limit.title'),
    advice: say('calls.secret-rotation-limit.advice'),
  },
  'payload-too-large': {
    status: 413,
    title: say('calls.payload-too-large.title'),
    advice: say('calls.payload-too-large.advice'),
  },
  'unsupported-media-type': {
    status: 415,
    title: say('calls.unsupported-media-type.title'),
    advice: say('calls.unsupported-media-type.advice'),
  },
  'validation-failed': {
    status: 422,
    title: say('calls.validation-failed.title'),
    advice: say('calls.validation-failed.advice'),
  },
  'connector-settings-missing': {
    status: 422,
    title: say('calls.connector-settings-missing.title'),
    advice: say('calls.connector-settings-missing.advice'),
  },
  'rate-limited': {
    status: 429,
    title: say('calls.rate-limited.title'),
    advice: say('calls.rate-limited.advice'),
  },
  internal: {
    status: 500,
    title: say('calls.internal.title'),
    advice: say('calls.internal.advice'),
  },
  'not-implemented': {
    status: 501,
    title: say('calls.not-implemented.title'),
    advice: say('calls.not-implemented.advice'),
  },
  busy: {
    status: 503,
    title: say('calls.busy.title'),
    advice: say('calls.rate-limited.advice'),
  },
  'no-master-key': {
    status: 503,
    title: say('calls.no-master-key.title'),
    advice: say('calls.no-master-key.advice'),
  },
};

interface ProblemText {
  readonly status: number;
  readonly title: Text;
  readonly advice: Text;
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
    case 'registration-not-offered':
    case 'registration-exists':
    case 'registration-stands':
    case 'connection-not-offered':
    case 'connection-exists':
    case 'connection-stands':
      return of({ detail: failure.detail });
    case 'unauthorized':
      return of({ detail: failure.detail }, { 'WWW-Authenticate': 'Bearer' });
    case 'method-not-allowed':
      return of(
        { detail: say('calls.this-path-has', { methods: choice(failure.allow) }) },
        { Allow: failure.allow.join(', ') },
      );
    case 'already-submitted':
      return of({ detail: say('calls.invoice-is', { state: failure.state }) });
    case 'key-limit':
      return of({ detail: say('calls.client-has-at-most-live-keys', { n: failure.limit }) });
    case 'secret-rotation-limit':
      return of({
        detail: failure.nextAt
          ? say('calls.secret-was-rotated-before-it-can-be-rotated', { time: failure.nextAt.toISOString() })
          : say('calls.another-call-changed-webhook-at-same-time'),
      });
    case 'payload-too-large':
      return of({ detail: say('calls.at-most-bytes', { n: failure.limitBytes }) });
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
        detail: say('calls.holds-other-bytes-under-this-rail-id-nothing', { value: failure.receivedId }),
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
