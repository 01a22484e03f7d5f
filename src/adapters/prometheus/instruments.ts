import { Counter, Gauge, Histogram, type Registry, collectDefaultMetrics } from 'prom-client';

/** Seconds, if a row has no others: a call takes milliseconds, a check of 5 MB or a slow route takes minutes. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/**
 * The metrics of the process itself that an operator needs; prom-client has three times as many. Of a group, the metric that
 * measures for the others (user CPU, heap total, lag) has to stay, or they read 0 for ever.
 */
const PROCESS_METRICS: ReadonlySet<string> = new Set([
  'process_cpu_user_seconds_total',
  'process_cpu_seconds_total',
  'process_start_time_seconds',
  'process_resident_memory_bytes',
  'process_open_fds',
  'process_max_fds',
  'nodejs_eventloop_lag_seconds',
  'nodejs_eventloop_lag_p99_seconds',
  'nodejs_heap_size_total_bytes',
  'nodejs_heap_size_used_bytes',
  'nodejs_external_memory_bytes',
  'nodejs_gc_duration_seconds',
  'nodejs_version_info',
]);

/** The metrics that this process counts, by the name that the program uses. */
const INSTRUMENTS = {
  requests: {
    kind: 'histogram',
    name: 'ids_request_duration_seconds',
    help: 'Answered calls of the API by operation and HTTP status.',
    labels: ['operation', 'status'],
  },
  deniedCalls: {
    kind: 'counter',
    name: 'ids_denied_calls_total',
    help: 'Calls denied before they were counted against a rate, by reason; limited: the caller was told to wait instead.',
    labels: ['reason', 'limited'],
  },
  jobs: {
    kind: 'histogram',
    name: 'ids_job_duration_seconds',
    help: 'Runs of the worker over one invoice by how they ended: done, retried, dead-letter, conflict, failed.',
    labels: ['result'],
  },
  moves: {
    kind: 'counter',
    name: 'ids_invoice_moves_total',
    help: 'Invoices that reached a state, by route.',
    labels: ['route', 'state'],
  },
  receivedMoves: {
    kind: 'counter',
    name: 'ids_received_moves_total',
    help: 'Received invoices that reached a state, by route.',
    labels: ['route', 'state'],
  },
  verdicts: {
    kind: 'counter',
    name: 'ids_layer_outcomes_total',
    help: 'Layers run by layer, pack with version and origin, and outcome: valid, invalid, not_run.',
    labels: ['layer', 'pack', 'outcome'],
  },
  layers: {
    kind: 'histogram',
    name: 'ids_layer_duration_seconds',
    help: 'Time that one layer took.',
    labels: ['layer'],
    buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10, 30],
  },
  differences: {
    kind: 'counter',
    name: 'ids_engine_differences_total',
    help: 'Documents on which the two rule engines did not agree, by pack.',
    labels: ['pack'],
  },
  inForce: {
    kind: 'gauge',
    name: 'ids_rule_pack_in_force',
    help: '1 for each rule pack (id, version, origin) that judges invoices issued today, by layer.',
    labels: ['layer', 'pack'],
  },
  coming: {
    kind: 'gauge',
    name: 'ids_rule_pack_coming_seconds',
    help: 'Seconds until the first day (UTC) of a rule pack (id, version, origin) that comes into force, by layer.',
    labels: ['layer', 'pack'],
  },
  packAge: {
    kind: 'gauge',
    name: 'ids_rule_pack_age_days',
    help: 'Days since the first day of the newest installed release of each publisher (pack: id, version, origin).',
    labels: ['publisher', 'pack'],
  },
  packMaxAge: {
    kind: 'gauge',
    name: 'ids_rule_pack_max_age_days',
    help: 'The age after which that release is old: the next one was expected 60 days before; absent if the publisher has no rhythm.',
    labels: ['publisher', 'pack'],
  },
  packChanges: {
    kind: 'counter',
    name: 'ids_rule_pack_changes_total',
    help: 'Times that another rule pack began to judge in a layer while this process ran.',
    labels: ['layer'],
  },
  care: {
    kind: 'counter',
    name: 'ids_care_rows_opened_total',
    help: 'Care rows opened by catalogue code and by who must act.',
    labels: ['code', 'who_acts'],
  },
  routeCalls: {
    kind: 'histogram',
    name: 'ids_route_call_duration_seconds',
    help: 'Calls to a route by call and result.',
    labels: ['route', 'call', 'result'],
  },
  messages: {
    kind: 'counter',
    name: 'ids_route_messages_total',
    help: 'Messages of receivers and buyers that were fetched from a route, by result: taken, known, unknown, unmatched, unreadable, failed.',
    labels: ['route', 'result'],
  },
  webhooks: {
    kind: 'histogram',
    name: 'ids_webhook_call_duration_seconds',
    help: 'Events posted to webhooks by result: delivered, no-answer, http-3xx, http-4xx, http-5xx.',
    labels: ['result'],
  },
  notices: {
    kind: 'counter',
    name: 'ids_webhook_notices_total',
    help: 'Times that a contact was to be told of dead webhook deliveries: sent by mail, logged without SMTP_URL or contact, failed.',
    labels: ['result'],
  },
  lookUps: {
    kind: 'counter',
    name: 'ids_peppol_look_ups_total',
    help: 'Participants looked up in Peppol to choose a route, by result: yes, no, unknown; kept: the stored answer was used.',
    labels: ['answer'],
  },
  callbacks: {
    kind: 'counter',
    name: 'ids_route_callbacks_total',
    help: 'Callbacks of routes, by result: verified; dropped: the signature does not fit; limited: too many.',
    labels: ['route', 'result'],
  },
  caps: {
    kind: 'counter',
    name: 'ids_route_cap_places_total',
    help: 'Rate-limit permits of a route that were requested, by work and result: taken, full.',
    labels: ['route', 'work', 'result'],
  },
  batched: {
    kind: 'counter',
    name: 'ids_route_batched_total',
    help: 'Documents that went to a route together with others.',
    labels: ['route'],
  },
  deadlines: {
    kind: 'counter',
    name: 'ids_deadline_warnings_total',
    help: 'Queued invoices of which a warning was recorded, by route and by the share of the time to the deadline that was gone.',
    labels: ['route', 'share'],
  },
} as const satisfies Readonly<Record<string, Row>>;

interface Row {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  /** Of a histogram. */
  readonly buckets?: readonly number[];
}

type Made<R extends Row> = R extends { readonly kind: 'histogram' }
  ? Histogram<R['labels'][number]>
  : R extends { readonly kind: 'gauge' }
    ? Gauge<R['labels'][number]>
    : Counter<R['labels'][number]>;

type Instruments = { readonly [Name in keyof typeof INSTRUMENTS]: Made<(typeof INSTRUMENTS)[Name]> };

/** Makes the instruments, and the metrics of the process beside them. */
export function openInstruments(registry: Registry): Instruments {
  const made = Object.entries<Row>(INSTRUMENTS).map(([name, row]) => [name, open(row, registry)]);
  collectDefaultMetrics({ register: registry });
  for (const { name } of registry.getMetricsAsArray())
    if (!name.startsWith('ids_') && !PROCESS_METRICS.has(name)) registry.removeSingleMetric(name);
  return Object.fromEntries(made) as Instruments;
}

function open({ kind, name, help, labels, buckets = BUCKETS }: Row, registry: Registry) {
  const common = { name, help, labelNames: [...labels], registers: [registry] };
  if (kind === 'histogram') return new Histogram({ ...common, buckets: [...buckets] });
  return kind === 'gauge' ? new Gauge(common) : new Counter(common);
}
