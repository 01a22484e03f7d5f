import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** Seconds: a call takes milliseconds, a check of 5 MB or a slow route takes minutes. */
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

/** The metrics of this process, with their names, labels and help texts. */
export class Instruments {
  readonly registry = new Registry();
  private readonly registers = [this.registry];

  readonly requests = new Histogram({
    name: 'ids_request_duration_seconds',
    help: 'Answered calls of the API by operation and HTTP status.',
    labelNames: ['operation', 'status'],
    buckets: BUCKETS,
    registers: this.registers,
  });
  readonly refusals = new Counter({
    name: 'ids_refused_calls_total',
    help: 'Calls refused before they were counted against a rate, by refusal; limited: the caller was told to wait instead.',
    labelNames: ['refusal', 'limited'],
    registers: this.registers,
  });
  readonly jobs = new Histogram({
    name: 'ids_job_duration_seconds',
    help: 'Runs of the worker over one invoice by how they ended: done, retried, dead-letter, conflict, failed.',
    labelNames: ['result'],
    buckets: BUCKETS,
    registers: this.registers,
  });
  readonly moves = new Counter({
    name: 'ids_invoice_moves_total',
    help: 'Invoices that reached a state, by route.',
    labelNames: ['route', 'state'],
    registers: this.registers,
  });
  readonly receivedMoves = new Counter({
    name: 'ids_received_moves_total',
    help: 'Received invoices that reached a state, by route.',
    labelNames: ['route', 'state'],
    registers: this.registers,
  });
  readonly verdicts = new Counter({
    name: 'ids_layer_outcomes_total',
    help: 'Layers run by layer, pack with version and origin, and outcome: valid, invalid, not_run.',
    labelNames: ['layer', 'pack', 'outcome'],
    registers: this.registers,
  });
  readonly layers = new Histogram({
    name: 'ids_layer_duration_seconds',
    help: 'Time that one layer took.',
    labelNames: ['layer'],
    buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10, 30],
    registers: this.registers,
  });
  readonly differences = new Counter({
    name: 'ids_engine_differences_total',
    help: 'Documents on which the two rule engines did not agree, by pack.',
    labelNames: ['pack'],
    registers: this.registers,
  });
  readonly inForce = new Gauge({
    name: 'ids_rule_pack_in_force',
    help: '1 for each rule pack (id, version, origin) that judges invoices issued today, by layer.',
    labelNames: ['layer', 'pack'],
    registers: this.registers,
  });
  readonly packChanges = new Counter({
    name: 'ids_rule_pack_changes_total',
    help: 'Times that another rule pack began to judge in a layer while this process ran.',
    labelNames: ['layer'],
    registers: this.registers,
  });
  readonly care = new Counter({
    name: 'ids_care_rows_opened_total',
    help: 'Care rows opened by catalogue code and by who must act.',
    labelNames: ['code', 'who_acts'],
    registers: this.registers,
  });
  readonly routeCalls = new Histogram({
    name: 'ids_route_call_duration_seconds',
    help: 'Calls to a route by call and result.',
    labelNames: ['route', 'call', 'result'],
    buckets: BUCKETS,
    registers: this.registers,
  });
  readonly messages = new Counter({
    name: 'ids_route_messages_total',
    help: 'Messages of receivers and buyers that were fetched from a route, by result: taken, known, unknown, unmatched, unreadable, failed.',
    labelNames: ['route', 'result'],
    registers: this.registers,
  });
  readonly webhooks = new Histogram({
    name: 'ids_webhook_call_duration_seconds',
    help: 'Events posted to webhooks by result: delivered, no-answer, http-3xx, http-4xx, http-5xx.',
    labelNames: ['result'],
    buckets: BUCKETS,
    registers: this.registers,
  });
  readonly notices = new Counter({
    name: 'ids_webhook_notices_total',
    help: 'Times that a contact was to be told of dead webhook deliveries: sent by mail, logged without SMTP_URL or contact, failed.',
    labelNames: ['result'],
    registers: this.registers,
  });
  readonly lookUps = new Counter({
    name: 'ids_peppol_look_ups_total',
    help: 'Participants looked up in Peppol to choose a route, by result: yes, no, unknown; kept: the stored answer was used.',
    labelNames: ['answer'],
    registers: this.registers,
  });

  readonly callbacks = new Counter({
    name: 'ids_route_callbacks_total',
    help: 'Callbacks of routes, by result: verified; dropped: the signature does not fit; limited: too many.',
    labelNames: ['route', 'result'],
    registers: this.registers,
  });

  readonly caps = new Counter({
    name: 'ids_route_cap_places_total',
    help: 'Rate-limit permits of a route that were requested, by work and result: taken, full.',
    labelNames: ['route', 'work', 'result'],
    registers: this.registers,
  });

  readonly batched = new Counter({
    name: 'ids_route_batched_total',
    help: 'Documents that went to a route together with others.',
    labelNames: ['route'],
    registers: this.registers,
  });

  readonly deadlines = new Counter({
    name: 'ids_deadline_warnings_total',
    help: 'Queued invoices of which a warning was recorded, by route and by the share of the time to the deadline that was gone.',
    labelNames: ['route', 'share'],
    registers: this.registers,
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    for (const { name } of this.registry.getMetricsAsArray())
      if (!name.startsWith('ids_') && !PROCESS_METRICS.has(name)) this.registry.removeSingleMetric(name);
  }
}
