import {
  numberBetween,
  oneOf,
  optional,
  setting,
  type Text,
  Unfit,
  type ValuesOf,
  webAddress,
} from '../../ports/settings.ts';
import type { Settings } from './settings.ts';

const SERVICE = 'invoice-delivery-service';
const COLLECTOR = 'http://localhost:4318';

/** Names of the standard: opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables and …/protocol/exporter. */
export const TRACING_SETTINGS = {
  OTEL_TRACES_EXPORTER: setting({
    name: 'OTEL_TRACES_EXPORTER',
    default: 'none',
    takes: '`none`, `otlp`',
    meaning: 'Whether spans are written ([operations.md](operations.md#traces)).',
    read: oneOf(['none', 'otlp'], 'none'),
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting({
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: COLLECTOR,
    takes: 'http or https address',
    meaning: 'The collector that takes spans: OTLP over HTTP in JSON, at `/v1/traces` below this address.',
    read: (text: Text) => webAddress(text) ?? COLLECTOR,
  }),
  OTEL_EXPORTER_OTLP_HEADERS: setting({
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    default: 'none',
    takes: '`name=value`, separated by commas, values percent-encoded',
    meaning: 'Headers for the collector, such as its key.',
    secret: true,
    read: headersIn,
  }),
  OTEL_SERVICE_NAME: setting({
    name: 'OTEL_SERVICE_NAME',
    default: SERVICE,
    takes: '1 to 100 visible ASCII characters',
    meaning: 'What the service is called in traces.',
    read: (text: Text) =>
      optional((name) => /^[\x21-\x7e]{1,100}$/.test(name), '1 to 100 visible ASCII characters')(text) ??
      SERVICE,
  }),
  OTEL_TRACES_SAMPLER_ARG: setting({
    name: 'OTEL_TRACES_SAMPLER_ARG',
    default: '1',
    takes: '0 to 1',
    meaning: 'Share of traces that is written; decided by the id of a trace, so that it is written whole.',
    read: numberBetween(0, 1, 1, false),
  }),
} as const;

/** Empty if no spans are written. */
export const tracingOf = (read: ValuesOf<typeof TRACING_SETTINGS>): Pick<Settings, 'tracing'> =>
  read.OTEL_TRACES_EXPORTER === 'none'
    ? {}
    : {
        tracing: {
          endpoint: read.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: read.OTEL_EXPORTER_OTLP_HEADERS,
          serviceName: read.OTEL_SERVICE_NAME,
          share: read.OTEL_TRACES_SAMPLER_ARG,
        },
      };

/** The list of W3C Baggage, as the specification of the exporter requires. */
function headersIn(text: Text): Readonly<Record<string, string>> {
  const pairs = (text ?? '').split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(pairs.map(headerIn));
}

function headerIn(pair: string): readonly [string, string] {
  const [, name = '', value = ''] =
    /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:([\x21-\x7e]+)\s*)?$/.exec(pair) ?? [];
  try {
    if (name !== '') return [name, decodeURIComponent(value)];
  } catch {
    // No percent-encoding: reported below.
  }
  throw new Unfit('must be name=value, separated by commas, values percent-encoded.');
}
