import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { CODED_LAYERS, LAYER_SOURCES, type PackLayer } from '../../domain/checks/layers/layer-selection.ts';
import type { Layer } from '../../domain/findings/layer.ts';
import { RECEIVED_STATES, type ReceivedState } from '../../domain/lifecycle/received-record.ts';
import { INVOICE_STATES, type InvoiceState } from '../../domain/lifecycle/states.ts';
import type { Work } from '../../domain/lifecycle/work.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import { ROUTES } from '../../domain/routes/all.ts';
import type { MessageResult, Telemetry } from '../../ports/telemetry.ts';
import { BoundedLabel } from './bounded-label.ts';

/** Seconds: a call takes milliseconds, a check of 5 MB or a slow route takes minutes. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

const PACK_LAYERS = Object.keys(LAYER_SOURCES).filter((layer) => !CODED_LAYERS.has(layer as PackLayer));
const LOOK_UP_ANSWERS = ['yes', 'no', 'unknown', 'kept'];
const JOB_RESULTS = ['done', 'retried', 'dead-letter', 'conflict', 'failed'];

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

/** Counts what happens in this process. Labels are names from tables here, or limited. */
export class PrometheusTelemetry implements Telemetry {
  readonly registry = new Registry();
  private readonly operations = new BoundedLabel(60);
  private readonly codes = new BoundedLabel(200);
  private readonly packs = new BoundedLabel(60);
  private readonly calls = new BoundedLabel(60);
  private readonly results = new BoundedLabel(100);
  private readonly registers = [this.registry];

  private readonly requests = new Histogram({
    name: 'ids_request_duration_seconds',
    help: 'Answered calls of the API by operation and HTTP status.',
    labelNames: ['operation', 'status'],
    buckets: BUCKETS,
    registers: this.registers,
  });
  private readonly refusals = new Counter({
    name: 'ids_refused_calls_total',
    help: 'Calls refused before they were counted against a rate, by refusal; limited: the caller was told to wait instead.',
    labelNames: ['refusal', 'limited'],
    registers: this.registers,
  });
  private readonly jobs = new Histogram({
    name: 'ids_job_duration_seconds',
    help: 'Runs of the worker over one invoice by how they ended: done, retried, dead-letter, conflict, failed.',
    labelNames: ['result'],
    buckets: BUCKETS,
    registers: this.registers,
  });
  private readonly moves = new Counter({
    name: 'ids_invoice_moves_total',
    help: 'Invoices that reached a state, by route.',
    labelNames: ['route', 'state'],
    registers: this.registers,
  });
  private readonly receivedMoves = new Counter({
    name: 'ids_received_moves_total',
    help: 'Received invoices that reached a state, by route.',
    labelNames: ['route', 'state'],
    registers: this.registers,
  });
  private readonly verdicts = new Counter({
    name: 'ids_layer_outcomes_total',
    help: 'Layers run by layer, pack with version and origin, and outcome: valid, invalid, not_run.',
    labelNames: ['layer', 'pack', 'outcome'],
    registers: this.registers,
  });
  private readonly layers = new Histogram({
    name: 'ids_layer_duration_seconds',
    help: 'Time that one layer took.',
    labelNames: ['layer'],
    buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10, 30],
    registers: this.registers,
  });
  private readonly differences = new Counter({
    name: 'ids_engine_differences_total',
    help: 'Documents on which the two rule engines did not agree, by pack.',
    labelNames: ['pack'],
    registers: this.registers,
  });
  private readonly inForce = new Gauge({
    name: 'ids_rule_pack_in_force',
    help: '1 for each rule pack (id, version, origin) that judges invoices issued today, by layer.',
    labelNames: ['layer', 'pack'],
    registers: this.registers,
  });
  private readonly packChanges = new Counter({
    name: 'ids_rule_pack_changes_total',
    help: 'Times that another rule pack began to judge in a layer while this process ran.',
    labelNames: ['layer'],
    registers: this.registers,
  });
  private readonly care = new Counter({
    name: 'ids_care_rows_opened_total',
    help: 'Care rows opened by catalogue code and by who must act.',
    labelNames: ['code', 'who_acts'],
    registers: this.registers,
  });
  private readonly routeCalls = new Histogram({
    name: 'ids_route_call_duration_seconds',
    help: 'Calls to a route by call and result.',
    labelNames: ['route', 'call', 'result'],
    buckets: BUCKETS,
    registers: this.registers,
  });
  private readonly messages = new Counter({
    name: 'ids_route_messages_total',
    help: 'Messages of receivers and buyers that were fetched from a route, by result: taken, known, unknown, unmatched, unreadable, failed.',
    labelNames: ['route', 'result'],
    registers: this.registers,
  });
  private readonly webhooks = new Histogram({
    name: 'ids_webhook_call_duration_seconds',
    help: 'Events posted to webhooks by result: delivered, no-answer, http-3xx, http-4xx, http-5xx.',
    labelNames: ['result'],
    buckets: BUCKETS,
    registers: this.registers,
  });
  private readonly notices = new Counter({
    name: 'ids_webhook_notices_total',
    help: 'Times that a contact was to be told of dead webhook deliveries: sent by mail, logged without SMTP_URL or contact, failed.',
    labelNames: ['result'],
    registers: this.registers,
  });
  private readonly lookUps = new Counter({
    name: 'ids_peppol_look_ups_total',
    help: 'Participants looked up in Peppol to choose a route, by what was found: yes, no, unknown; kept: it was known already.',
    labelNames: ['answer'],
    registers: this.registers,
  });

  private readonly callbacks = new Counter({
    name: 'ids_route_callbacks_total',
    help: 'Calls in the name of a route, by result: verified; dropped: the signature does not fit; limited: too many.',
    labelNames: ['route', 'result'],
    registers: this.registers,
  });

  private readonly caps = new Counter({
    name: 'ids_route_cap_places_total',
    help: 'Places under the caps of a route that were asked for, by work and result: taken, full.',
    labelNames: ['route', 'work', 'result'],
    registers: this.registers,
  });

  private readonly batched = new Counter({
    name: 'ids_route_batched_total',
    help: 'Documents that went to a route together with others.',
    labelNames: ['route'],
    registers: this.registers,
  });

  private readonly deadlines = new Counter({
    name: 'ids_deadline_warnings_total',
    help: 'Queued invoices of which a warning was recorded, by route and by the share of the time to the deadline that was gone.',
    labelNames: ['route', 'share'],
    registers: this.registers,
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    for (const { name } of this.registry.getMetricsAsArray())
      if (!name.startsWith('ids_') && !PROCESS_METRICS.has(name)) this.registry.removeSingleMetric(name);
    this.beginAtZero();
  }

  /** Prometheus sees no increase in a series that appears with its first count, and one dead letter is worth an alert. */
  private beginAtZero(): void {
    for (const route of ROUTES) for (const state of INVOICE_STATES) this.moves.inc({ route, state }, 0);
    for (const route of ROUTES)
      for (const state of RECEIVED_STATES) this.receivedMoves.inc({ route, state }, 0);
    for (const result of JOB_RESULTS) this.jobs.zero({ result });
    for (const result of ['sent', 'logged', 'failed']) this.notices.inc({ result }, 0);
    for (const layer of PACK_LAYERS) this.packChanges.inc({ layer }, 0);
    for (const answer of LOOK_UP_ANSWERS) this.lookUps.inc({ answer }, 0);
  }

  answered(operation: string, status: number, seconds: number): void {
    this.requests.observe({ operation: this.operations.of(operation), status }, seconds);
  }

  callRefused(refusal: string, isLimited: boolean): void {
    this.refusals.inc({ refusal, limited: isLimited ? 'yes' : 'no' });
  }

  layersRan(layers: readonly Layer[]): void {
    for (const { layer, pack, durationMs, ...said } of layers) {
      const { outcome } = said;
      // A layer that an earlier refusal left out is not a layer that failed to run.
      if (outcome === 'not_run' && said.code === undefined) continue;
      this.verdicts.inc({ layer, pack: pack ? this.packs.of(packLabel(pack)) : 'none', outcome });
      this.layers.observe({ layer }, durationMs / 1000);
    }
  }

  invoiceMoved(route: Route, state: InvoiceState): void {
    this.moves.inc({ route, state });
  }

  receivedMoved(route: Route, state: ReceivedState): void {
    this.receivedMoves.inc({ route, state });
  }

  careOpened(code: string, whoActs: string): void {
    this.care.inc({ code: this.codes.of(code), who_acts: whoActs });
  }

  jobEnded(result: string, seconds: number): void {
    this.jobs.observe({ result }, seconds);
  }

  routeCalled(route: Route, call: string, result: string, seconds: number): void {
    this.routeCalls.observe({ route, call: this.calls.of(call), result: this.results.of(result) }, seconds);
  }

  messageProcessed(route: Route, result: MessageResult): void {
    this.messages.inc({ route, result });
  }

  capAsked(route: Route, work: Work | 'batch', taken: boolean): void {
    this.caps.inc({ route, work, result: taken ? 'taken' : 'full' });
  }

  batchSent(route: Route, documents: number): void {
    this.batched.inc({ route }, documents);
  }

  calledBack(route: Route, result: string): void {
    this.callbacks.inc({ route, result });
  }

  webhookCalled(result: string, seconds: number): void {
    this.webhooks.observe({ result }, seconds);
  }

  noticeSent(result: string): void {
    this.notices.inc({ result });
  }

  lookedUp(answer: string): void {
    this.lookUps.inc({ answer });
  }

  deadlineNears(route: Route, share: number): void {
    this.deadlines.inc({ route, share });
  }

  enginesDiffered(pack: string): void {
    this.differences.inc({ pack: this.packs.of(pack) });
  }

  packsInForce(packs: readonly { readonly layer: string; readonly pack: string }[]): void {
    this.inForce.reset();
    for (const { layer, pack } of packs) this.inForce.set({ layer, pack: this.packs.of(pack) }, 1);
  }

  packChanged(layer: string): void {
    this.packChanges.inc({ layer });
  }
}

const packLabel = ({ id, version, origin }: NonNullable<Layer['pack']>): string =>
  `${id} ${version} ${origin}`;
