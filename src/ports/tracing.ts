/**
 * Spans of what the service does, for the operator's own tracing. A span carries names of operations, ids, codes, counts and times: no
 * content, no client ids, no keys, no addresses that a client has named.
 */
export interface Tracing {
  /**
   * Runs `work` as a span of the one around it; without one it begins a trace. What `work` throws is thrown on.
   * @param span.continues a `traceparent` of W3C Trace Context, in place of the span around it; one that is none is passed over.
   */
  span<T>(span: SpanStart, work: (span: Span) => Promise<T>): Promise<T>;
  /** The `traceparent` of the span around the caller, for what goes on elsewhere; undefined outside of spans. */
  here(): string | undefined;
  /**
   * Runs `work` as if within the span that was `here`, or within none: what surrounds a queue by chance, such as the job that ended
   * before this one, is not where its work belongs.
   */
  continued<T>(traceParent: string | undefined, work: () => Promise<T>): Promise<T>;
}

export interface SpanStart {
  /** Few different ones: `POST /invoices`, `sent-invoice queued send`. */
  readonly name: string;
  /** `server`: a call that came in; `client`: one that goes out. */
  readonly kind?: 'server' | 'client';
  readonly attributes?: SpanAttributes;
  readonly continues?: string | undefined;
}

export interface Span {
  set(attributes: SpanAttributes): void;
  /** @param reason a code or an outcome; of an exception the name of its class. */
  fail(reason: string): void;
}

/** What is undefined is left out. */
export type SpanAttributes = Readonly<
  Record<string, string | number | boolean | readonly string[] | undefined>
>;
