/**
 * Spans of the service's work, for the operator's own tracing. A span carries names of operations, ids, codes, counts and times: no
 * content, no client ids, no keys, no addresses from clients.
 */
export interface Tracing {
  /**
   * Runs `work` as a child of the present span; without one it begins a trace. An error of `work` is passed on.
   * @param span.continues a `traceparent` of W3C Trace Context, in place of the present span; an invalid one is ignored.
   */
  span<T>(span: SpanStart, work: (span: Span) => Promise<T>): Promise<T>;
  /** The `traceparent` of the caller's span, for work that continues elsewhere; undefined outside of spans. */
  here(): string | undefined;
  /** Runs `work` within the span that was `here`, or within none: the job that ran before on a queue is not its parent. */
  continueTrace<T>(traceParent: string | undefined, work: () => Promise<T>): Promise<T>;
}

export interface SpanStart {
  /** One of few: `POST /invoices`, `sent-invoice queued send`. */
  readonly name: string;
  /** `server`: a call that came in; `client`: one that goes out. */
  readonly kind?: 'server' | 'client';
  readonly attributes?: SpanAttributes;
  readonly continues?: string | undefined;
}

export interface Span {
  set(attributes: SpanAttributes): void;
  /** @param reason a code or an outcome; for an exception the name of its class. */
  fail(reason: string): void;
}

/** Undefined values are left out. */
export type SpanAttributes = Readonly<
  Record<string, string | number | boolean | readonly string[] | undefined>
>;
