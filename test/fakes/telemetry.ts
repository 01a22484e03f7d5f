import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import type { Telemetry } from '../../src/ports/telemetry.ts';

/** Records all reports. */
export class FakeTelemetry implements Telemetry {
  readonly answers: string[] = [];
  readonly denials: string[] = [];
  readonly layers: Layer[] = [];
  readonly moves: string[] = [];
  readonly receivedMoves: string[] = [];
  readonly care: string[] = [];
  readonly jobs: string[] = [];
  readonly calls: string[] = [];
  readonly messages: string[] = [];
  readonly caps: string[] = [];
  readonly batches: string[] = [];
  readonly deadlines: string[] = [];
  readonly differences: string[] = [];
  readonly lookUps: string[] = [];
  readonly callbacks: string[] = [];
  readonly webhooks: string[] = [];
  readonly notices: string[] = [];
  inForce: readonly string[] = [];
  coming: readonly string[] = [];
  ages: readonly string[] = [];
  readonly packChanges: string[] = [];

  countAnswer(operation: string, status: number): void {
    this.answers.push(`${operation} ${status}`);
  }
  callDenied(denial: string, isLimited: boolean): void {
    this.denials.push(`${denial}${isLimited ? ' limited' : ''}`);
  }
  layersRan(layers: readonly Layer[]): void {
    this.layers.push(...layers);
  }
  invoiceMoved(route: string, state: string): void {
    this.moves.push(`${route} ${state}`);
  }
  countReceivedMove(route: string, state: string): void {
    this.receivedMoves.push(`${route} ${state}`);
  }
  careOpened(code: string, whoActs: string): void {
    this.care.push(`${code} ${whoActs}`);
  }
  jobEnded(result: string): void {
    this.jobs.push(result);
  }
  routeCalled(route: string, call: string, result: string): void {
    this.calls.push(`${route} ${call} ${result}`);
  }
  messageProcessed(route: string, result: string): void {
    this.messages.push(`${route} ${result}`);
  }
  capAsked(route: string, work: string, taken: boolean): void {
    this.caps.push(`${route} ${work} ${taken ? 'taken' : 'full'}`);
  }
  batchSent(route: string, documents: number): void {
    this.batches.push(`${route} ${documents}`);
  }
  countCallback(route: string, result: string): void {
    this.callbacks.push(`${route} ${result}`);
  }
  countLookup(answer: string): void {
    this.lookUps.push(answer);
  }
  deadlineNears(route: string, share: number): void {
    this.deadlines.push(`${route} ${share}`);
  }
  enginesDiffered(pack: string): void {
    this.differences.push(pack);
  }
  packsComing(
    packs: readonly { readonly layer: string; readonly pack: string; readonly days: number }[],
  ): void {
    this.coming = packs.map(({ layer, pack, days }) => `${layer}: ${pack} in ${days}`);
  }
  packsAge(packs: Parameters<Telemetry['packsAge']>[0]): void {
    this.ages = packs.map(({ publisher, pack, ageDays, maxAgeDays }) =>
      [publisher, pack, ageDays, maxAgeDays].join(', '),
    );
  }
  packsInForce(packs: readonly { readonly layer: string; readonly pack: string }[]): void {
    this.inForce = packs.map(({ layer, pack }) => `${layer}: ${pack}`);
  }
  packChanged(layer: string): void {
    this.packChanges.push(layer);
  }
  webhookCalled(result: string): void {
    this.webhooks.push(result);
  }
  noticeSent(result: string): void {
    this.notices.push(result);
  }
}
