import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { WireCall } from '../domain/sending/network-calls.ts';

/** The one way out: every call of the service to another system. It follows no redirect and reads no more than its limit. */
export interface Outbound {
  /** Never throws what the other side could cause. */
  call(request: OutboundRequest): Promise<OutboundAnswer>;
  /** Why an address that a client gives cannot be called; undefined if it can be called now. */
  reasonAgainst(url: string, namedBy?: 'client' | 'webhook-owner'): Promise<Text | undefined>;
}

export interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /**
   * The author of the address: a client's address must be public, and so must a webhook's unless the sandbox allows others
   * (`WEBHOOK_ALLOW_PRIVATE`); the operator's are not checked.
   */
  readonly namedBy: 'client' | 'operator' | 'webhook-owner';
  /** From the look-up of the name to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** The status is the whole answer: the rest is neither awaited nor read. */
  readonly statusOnly?: true;
  /** The receiver may get it twice, so it may go over a connection that lay idle. The client makes no second request of its own. */
  readonly repeatable?: true;
  /** Where a recorder lists the call once it is answered (`CallRecorder`); it is not listed if left out. */
  readonly calls?: WireCall[];
}

export interface Answered {
  readonly outcome: 'answered';
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Whole seconds, at most a day: `Retry-After` of either form (RFC 9110 §10.2.3). */
  readonly retryAfterSeconds?: number;
  readonly body: Uint8Array;
}

export type OutboundAnswer =
  | Answered
  /** The service never calls such an address: nothing was resolved or connected. */
  | { readonly outcome: 'refused'; readonly reason: Text }
  /** No connection: not a byte of the request has left. */
  | { readonly outcome: 'unreachable'; readonly reason: Text }
  /** The request may have been read, and no whole answer came. */
  | {
      readonly outcome: 'lost';
      readonly reason: Text;
      /** A connection that had lain idle ended: the receiver probably closed it before the request came. Only of a `repeatable` one. */
      readonly idleEnded?: true;
    };
