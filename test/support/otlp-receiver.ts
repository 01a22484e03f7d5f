import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received span. */
export interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  /** 1 internal, 2 server, 3 client (opentelemetry.proto.trace.v1). */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** 2 is an error. */
  readonly status: number | undefined;
}

/** A collector: OTLP over HTTP in JSON (opentelemetry.io/docs/specs/otlp, "OTLP/HTTP", "JSON Protobuf Encoding"). */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** The resource of all spans. */
  readonly resources: Readonly<Record<string, unknown>>[] = [];
  /** All bodies as received. */
  readonly bodies: string[] = [];
  readonly calls: { readonly path: string | undefined; readonly headers: IncomingHttpHeaders }[] = [];

  private constructor(private readonly server: Server) {}

  /** @param status the answer to each post; `silent` sends no answer. */
  static async open(status: number | 'silent' = 200): Promise<OtlpReceiver> {
    const server = createServer((request, response) => {
      void request.toArray().then((parts) => {
        receiver.calls.push({ path: request.url, headers: request.headers });
        receiver.take(Buffer.concat(parts as Buffer[]).toString('utf8'));
        if (status !== 'silent') response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}');
      });
    });
    const receiver = new OtlpReceiver(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private take(body: string): void {
    this.bodies.push(body);
    const { resourceSpans } = JSON.parse(body) as { readonly resourceSpans: readonly OfResource[] };
    for (const { resource, scopeSpans } of resourceSpans) {
      this.resources.push(valuesOf(resource.attributes));
      for (const { spans } of scopeSpans)
        for (const { attributes, status, ...span } of spans)
          this.spans.push({ ...span, attributes: valuesOf(attributes), status: status?.code });
    }
  }
}

interface OfResource {
  readonly resource: { readonly attributes: readonly KeyValue[] };
  readonly scopeSpans: readonly { readonly spans: readonly Posted[] }[];
}

type Posted = Omit<ReceivedSpan, 'attributes' | 'status'> & {
  readonly attributes: readonly KeyValue[];
  readonly status?: { readonly code?: number };
};

interface KeyValue {
  readonly key: string;
  readonly value: AnyValue;
}

interface AnyValue {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
  readonly arrayValue?: { readonly values: readonly AnyValue[] };
}

const valuesOf = (attributes: readonly KeyValue[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)]));

function plain({ stringValue, intValue, doubleValue, boolValue, arrayValue }: AnyValue): unknown {
  if (arrayValue) return arrayValue.values.map(plain);
  return stringValue ?? (intValue === undefined ? (doubleValue ?? boolValue) : Number(intValue));
}
