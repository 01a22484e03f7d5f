/** The one way out: every call that the service makes to somebody else. It follows no redirect and reads no more than it was told. */
export interface Outbound {
  /** Never throws what the other side could cause. */
  call(request: OutboundRequest): Promise<OutboundAnswer>;
  /** Why an address that a client gives cannot be called; undefined when nothing speaks against it now. */
  refusalOf(url: string, namedBy?: 'client' | 'webhook-owner'): Promise<string | undefined>;
}

export interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /**
   * Who named the address: what a client names has to be public, and so has a webhook's unless the sandbox allows others
   * (`WEBHOOK_ALLOW_PRIVATE`); what the operator sets is not checked.
   */
  readonly namedBy: 'client' | 'operator' | 'webhook-owner';
  /** From the first attempt to connect to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly mostBytes: number;
  /** The status is the whole answer: nothing behind it is waited for or read. */
  readonly statusOnly?: true;
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
  /** The address is none that is called: nothing was resolved for it, or connected to. */
  | { readonly outcome: 'refused'; readonly reason: string }
  /** No connection: not a byte of the request has left. */
  | { readonly outcome: 'unreachable'; readonly reason: string }
  /** The request may have been read, and no whole answer came. */
  | { readonly outcome: 'lost'; readonly reason: string };
