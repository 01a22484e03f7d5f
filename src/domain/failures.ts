import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { Finding, NonEmpty } from 'en16931-rules/vocabulary/finding.ts';
import type { InvoiceSummary } from './vocabulary/invoice-summary.ts';
import type { InvoiceState } from './lifecycle/states.ts';

/**
 * Everything that a call can fail with. Each `kind` is a problem type of the contract (part 7) or of the decisions ("HTTP");
 * `adapters/http/problem.ts` alone knows the status codes.
 */
export type Failure =
  /** The request itself is unreadable or malformed; `errors[].field` names the place. */
  | { readonly kind: 'bad-request'; readonly detail: Text; readonly errors?: readonly Finding[] }
  | { readonly kind: 'idempotency-key-not-allowed'; readonly detail: Text }
  | { readonly kind: 'unauthorized'; readonly detail?: Text }
  | { readonly kind: 'forbidden'; readonly detail: Text }
  | { readonly kind: 'not-found'; readonly detail: Text }
  | { readonly kind: 'method-not-allowed'; readonly allow: readonly string[] }
  | { readonly kind: 'idempotency-conflict' }
  | { readonly kind: 'request-in-progress' }
  | { readonly kind: 'already-submitted'; readonly state: InvoiceState }
  | { readonly kind: 'send-in-progress' }
  | { readonly kind: 'dead-letter' }
  /** The route's id of a received document names other bytes. */
  | { readonly kind: 'received-id-conflict'; readonly receivedId: string }
  | { readonly kind: 'dead-letter-reached-rail' }
  /** A live credential has the same client, route, kind and seller. */
  | { readonly kind: 'credential-exists' }
  | { readonly kind: 'credential-revoked' }
  /** Extension: the provider, or the route, registers nothing by a call. */
  | { readonly kind: 'registration-not-offered'; readonly detail: Text }
  /** Extension: the participant has a registration that is not over. */
  | { readonly kind: 'registration-exists'; readonly detail: Text }
  /** Extension: a provider still has entries of the client. */
  | { readonly kind: 'registration-stands'; readonly detail: Text }
  /** Extension: the route, or the provider, is connected by other means. */
  | { readonly kind: 'connection-not-offered'; readonly detail: Text }
  /** Extension: a consent of the company is under way. */
  | { readonly kind: 'connection-exists'; readonly detail: Text }
  /** Extension: a provider still takes log-ins for the client. */
  | { readonly kind: 'connection-stands'; readonly detail: Text }
  /** Extension: the route does not carry this status of this invoice. */
  | { readonly kind: 'status-not-supported'; readonly detail: Text }
  | { readonly kind: 'key-limit'; readonly limit: number }
  /** Extension: another call has just rotated the webhook's secret, or three secrets sign. */
  | { readonly kind: 'secret-rotation-limit'; readonly nextAt: Date | undefined }
  | { readonly kind: 'payload-too-large'; readonly limitBytes: number }
  | { readonly kind: 'unsupported-media-type'; readonly detail: Text }
  /** The invoice failed a check; nothing was queued. */
  | {
      readonly kind: 'validation-failed';
      readonly findings: NonEmpty<Finding>;
      /** Content: kept with a refused submission, never answered. */
      readonly summary?: InvoiceSummary;
    }
  /** In production an export needs the client's own seller and payment data. */
  | { readonly kind: 'connector-settings-missing'; readonly findings: NonEmpty<Finding> }
  | {
      readonly kind: 'rate-limited';
      readonly retryAfterSeconds: number;
      /** The limit that is used up. */
      readonly policy?: RatePolicy;
    }
  | { readonly kind: 'not-implemented'; readonly detail: Text }
  | { readonly kind: 'busy'; readonly retryAfterSeconds: number; readonly detail?: Text }
  | { readonly kind: 'no-master-key' };

/** A limit on calls, as callers read of it. */
export interface RatePolicy {
  readonly name: string;
  readonly windows: readonly RateWindow[];
}

export interface RateWindow {
  readonly seconds: number;
  readonly limit: number;
}

export type FailureKind = Failure['kind'];

/** Thrown if a use case cannot go on. `cause` keeps the driver's error for the log; it never reaches the caller. */
export class CallFailed extends Error {
  constructor(
    readonly failure: Failure,
    cause?: unknown,
  ) {
    super(failure.kind, cause === undefined ? undefined : { cause });
    this.name = 'CallFailed';
  }
}
