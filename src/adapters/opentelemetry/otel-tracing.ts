import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Log } from '../../ports/log.ts';
import type { Span, SpanAttributes, SpanStart, Tracing } from '../../ports/tracing.ts';
import { ReportedExporter } from './reported-exporter.ts';

interface TracingSettings {
  /** The address of a collector. `/v1/traces` is appended. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** The share of traces that are kept, 0 to 1. The trace's id decides, so every process decides the same. */
  readonly share: number;
}

interface Program {
  readonly version: string;
  readonly environment: string;
  readonly role: string;
}

/** How long a stop waits for the collector to accept the last spans. */
const LAST_SPANS_MS = 2_000;

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;

/** Traces by the SDK of OpenTelemetry, sent to a collector by OTLP over HTTP, in JSON. The SDK registers nothing globally. */
export class OtelTracing implements Tracing {
  private readonly around = new AsyncLocalStorage<Context>();
  private readonly provider: TracerProvider;
  private readonly tracer: Tracer;

  constructor({ endpoint, headers, serviceName, share }: TracingSettings, program: Program, log: Log) {
    const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers: { ...headers } });
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({
        'service.name': serviceName,
        'service.version': program.version,
        'deployment.environment.name': program.environment,
        'ids.role': program.role,
      }),
      sampler: new TraceIdRatioBasedSampler(share),
      spanProcessors: [new BatchSpanProcessor({ exporter: new ReportedExporter(exporter, log) })],
    });
    this.tracer = this.provider.getTracer('invoice-delivery-service', program.version);
  }

  async span<T>(start: SpanStart, work: (span: Span) => Promise<T>): Promise<T> {
    const { name, kind, attributes = {}, continues } = start;
    const parent = contextOf(continues) ?? this.around.getStore() ?? ROOT_CONTEXT;
    const options = { kind: kind ? KINDS[kind] : SpanKind.INTERNAL, attributes: present(attributes) };
    const span = this.tracer.startSpan(name, options, parent);
    try {
      return await this.around.run(trace.setSpan(parent, span), () => work(handleOf(span)));
    } catch (error) {
      // The message may contain a text of the caller.
      fail(span, error instanceof Error ? error.name : 'unknown');
      throw error;
    } finally {
      span.end();
    }
  }

  here(): string | undefined {
    const context = this.around.getStore();
    const span = context && trace.getSpanContext(context);
    return span && `00-${span.traceId}-${span.spanId}-${String(span.traceFlags).padStart(2, '0')}`;
  }

  continueTrace<T>(traceParent: string | undefined, work: () => Promise<T>): Promise<T> {
    return this.around.run(contextOf(traceParent) ?? ROOT_CONTEXT, work);
  }

  /** Sends the remaining spans. A collector that does not answer delays no stop. */
  async stop(): Promise<void> {
    const late = new Promise((resolve) => setTimeout(resolve, LAST_SPANS_MS).unref());
    await Promise.race([this.provider.shutdown().catch(() => undefined), late]);
  }
}

/** W3C Trace Context, section 3.2. Its flags are ignored: the operator decides whether a trace is kept. */
const TRACE_PARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;

function contextOf(traceParent: string | undefined): Context | undefined {
  const [, traceId, spanId] = TRACE_PARENT.exec(traceParent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  const from: SpanContext = { traceId, spanId, traceFlags: 1, isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, from);
}

const handleOf = (span: OtelSpan): Span => ({
  set: (attributes) => void span.setAttributes(present(attributes)),
  fail: (reason) => fail(span, reason),
});

function fail(span: OtelSpan, reason: string): void {
  span.setAttribute('error.type', reason);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

const present = (attributes: SpanAttributes) =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, Array.isArray(value) ? [...value] : value]),
  ) as Record<string, string | number | boolean | string[]>;
