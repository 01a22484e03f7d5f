import { Registry } from 'prom-client';
import { CODED_LAYERS, LAYER_SOURCES, type PackLayer } from 'en16931-rules/layers/layer-selection.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import { RECEIVED_STATES, type ReceivedState } from '../../domain/lifecycle/received-record.ts';
import { INVOICE_STATES, type InvoiceState } from '../../domain/lifecycle/states.ts';
import type { Work } from '../../domain/lifecycle/work.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import { ROUTES } from '../../domain/routes/all.ts';
import type { MessageResult, Telemetry } from '../../ports/telemetry.ts';
import { BoundedLabel } from './bounded-label.ts';
import { openInstruments } from './instruments.ts';

const PACK_LAYERS = Object.keys(LAYER_SOURCES).filter((layer) => !CODED_LAYERS.has(layer as PackLayer));
const LOOK_UP_ANSWERS = ['yes', 'no', 'unknown', 'kept'];
const JOB_RESULTS = ['done', 'retried', 'dead-letter', 'conflict', 'failed'];

/** Counts what happens in this process. Labels are names from tables here, or limited. */
export class PrometheusTelemetry implements Telemetry {
  readonly registry = new Registry();
  private readonly metrics = openInstruments(this.registry);
  private readonly operations = new BoundedLabel(60);
  private readonly codes = new BoundedLabel(200);
  private readonly packs = new BoundedLabel(60);
  private readonly calls = new BoundedLabel(60);
  private readonly results = new BoundedLabel(100);

  constructor() {
    this.beginAtZero();
  }

  /** Prometheus sees no increase in a series that appears with its first count, and one dead letter is worth an alert. */
  private beginAtZero(): void {
    for (const route of ROUTES)
      for (const state of INVOICE_STATES) this.metrics.moves.inc({ route, state }, 0);
    for (const route of ROUTES)
      for (const state of RECEIVED_STATES) this.metrics.receivedMoves.inc({ route, state }, 0);
    for (const result of JOB_RESULTS) this.metrics.jobs.zero({ result });
    for (const result of ['sent', 'logged', 'failed']) this.metrics.notices.inc({ result }, 0);
    for (const layer of PACK_LAYERS) this.metrics.packChanges.inc({ layer }, 0);
    for (const answer of LOOK_UP_ANSWERS) this.metrics.lookUps.inc({ answer }, 0);
  }

  countAnswer(operation: string, status: number, seconds: number): void {
    this.metrics.requests.observe({ operation: this.operations.of(operation), status }, seconds);
  }

  callDenied(denial: string, isLimited: boolean): void {
    this.metrics.deniedCalls.inc({ reason: denial, limited: isLimited ? 'yes' : 'no' });
  }

  layersRan(layers: readonly Layer[]): void {
    for (const { layer, pack, durationMs, ...result } of layers) {
      const { outcome } = result;
      // A layer that an earlier refusal left out is not a layer that failed to run.
      if (outcome === 'not_run' && result.code === undefined) continue;
      this.metrics.verdicts.inc({ layer, pack: pack ? this.packs.of(packLabel(pack)) : 'none', outcome });
      this.metrics.layers.observe({ layer }, durationMs / 1000);
    }
  }

  invoiceMoved(route: Route, state: InvoiceState): void {
    this.metrics.moves.inc({ route, state });
  }

  countReceivedMove(route: Route, state: ReceivedState): void {
    this.metrics.receivedMoves.inc({ route, state });
  }

  careOpened(code: string, whoActs: string): void {
    this.metrics.care.inc({ code: this.codes.of(code), who_acts: whoActs });
  }

  jobEnded(result: string, seconds: number): void {
    this.metrics.jobs.observe({ result }, seconds);
  }

  routeCalled(route: Route, call: string, result: string, seconds: number): void {
    this.metrics.routeCalls.observe(
      { route, call: this.calls.of(call), result: this.results.of(result) },
      seconds,
    );
  }

  messageProcessed(route: Route, result: MessageResult): void {
    this.metrics.messages.inc({ route, result });
  }

  capAsked(route: Route, work: Work | 'batch', taken: boolean): void {
    this.metrics.caps.inc({ route, work, result: taken ? 'taken' : 'full' });
  }

  batchSent(route: Route, documents: number): void {
    this.metrics.batched.inc({ route }, documents);
  }

  countCallback(route: Route, result: string): void {
    this.metrics.callbacks.inc({ route, result });
  }

  webhookCalled(result: string, seconds: number): void {
    this.metrics.webhooks.observe({ result }, seconds);
  }

  noticeSent(result: string): void {
    this.metrics.notices.inc({ result });
  }

  countLookup(answer: string): void {
    this.metrics.lookUps.inc({ answer });
  }

  deadlineNears(route: Route, share: number): void {
    this.metrics.deadlines.inc({ route, share });
  }

  enginesDiffered(pack: string): void {
    this.metrics.differences.inc({ pack: this.packs.of(pack) });
  }

  packsInForce(packs: readonly { readonly layer: string; readonly pack: string }[]): void {
    this.metrics.inForce.reset();
    for (const { layer, pack } of packs) this.metrics.inForce.set({ layer, pack: this.packs.of(pack) }, 1);
  }

  packsComing(packs: Parameters<Telemetry['packsComing']>[0]): void {
    this.metrics.coming.reset();
    for (const { layer, pack, days } of packs)
      this.metrics.coming.set({ layer, pack: this.packs.of(pack) }, days * SECONDS_OF_A_DAY);
  }

  packsAge(packs: Parameters<Telemetry['packsAge']>[0]): void {
    this.metrics.packAge.reset();
    this.metrics.packMaxAge.reset();
    for (const { publisher, pack, ageDays, maxAgeDays } of packs) {
      const labels = { publisher, pack: this.packs.of(pack) };
      this.metrics.packAge.set(labels, ageDays);
      if (maxAgeDays !== null) this.metrics.packMaxAge.set(labels, maxAgeDays);
    }
  }

  packChanged(layer: string): void {
    this.metrics.packChanges.inc({ layer });
  }
}

const SECONDS_OF_A_DAY = 86_400;

const packLabel = ({ id, version, origin }: NonNullable<Layer['pack']>): string =>
  `${id} ${version} ${origin}`;
