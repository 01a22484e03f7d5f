import { setTimeout as pause } from 'node:timers/promises';
import type { DeliveryService, StatusEvent } from '../../client/client.ts';
import { markIn } from './invoice-number.ts';
import { type IntakeCall, Observation } from './observation.ts';
import type { ProxyWatch } from './proxy.ts';
import { shownIn } from './shown.ts';
import type { Fault, Scenario } from './scenarios.ts';
import { type JudgedScenario, judge } from './scorecard.ts';
import type { TestClock } from './test-clock.ts';
import type { WebhookRelay } from './webhook-relay.ts';

interface KitParts {
  readonly service: DeliveryService;
  readonly relay: WebhookRelay | undefined;
  readonly clock: TestClock | undefined;
  /** So long nothing more must happen before a scenario counts as over. */
  readonly quietMs: number;
  /** For the person who watches. */
  readonly ended: (judged: JudgedScenario) => void;
  readonly keyHasEnded: () => void;
}

const LOOK_MS = 200;

/** Watches the scenarios by the calls that reach the API, the events of the service, and the answers to deliveries. */
export class Kit implements ProxyWatch {
  private readonly seen: ReadonlyMap<string, Observation>;
  private readonly open: Set<Observation>;
  private readonly judged = new Map<Observation, JudgedScenario>();

  constructor(
    scenarios: readonly Scenario[],
    private readonly parts: KitParts,
  ) {
    const all = scenarios.map((scenario) => new Observation(scenario));
    this.seen = new Map(all.map((one) => [markIn(one.scenario.ending) ?? '', one]));
    this.open = new Set(all);
  }

  called(mark: string, call: IntakeCall): Fault | undefined {
    const seen = this.seen.get(mark);
    if (!seen) return undefined;
    seen.calls.push(call);
    const { fault } = seen.scenario;
    const isDisturbed =
      fault === 'ended-key' ? call.apiKeySha256 === seen.calls[0]?.apiKeySha256 : seen.calls.length === 1;
    if (fault === 'ended-key' && seen.calls.length === 1) this.parts.keyHasEnded();
    return isDisturbed ? fault : undefined;
  }

  answered(mark: string, call: IntakeCall): void {
    const seen = this.seen.get(mark);
    if (!seen) return;
    const { path, number, idempotencyKey, decided, got } = call;
    const service = decided ? `the service answered ${decided.status}` : 'the service was not asked';
    seen.note(
      `POST ${path} of ${number}, Idempotency-Key ${idempotencyKey ?? 'missing'}: ${service}, the ERP got ${got === 'none' ? 'no answer' : got}`,
    );
    if (decided?.id !== undefined) void this.refresh(seen, decided.id);
  }

  /** The service may show an event to the ERP before this kit has it. */
  read(path: string, body: string): void {
    for (const { mark, shown } of shownIn(body)) {
      const seen = this.seen.get(mark);
      if (!seen || seen.shown.has(shown)) continue;
      seen.shown.add(shown);
      seen.note(`The ERP read by GET ${path.split('?')[0]}: ${shown}`);
    }
  }

  /** Until every scenario is over, the time is up, or the signal is given. */
  async run(
    after: string | undefined,
    { withinMs, signal }: { readonly withinMs: number; readonly signal: AbortSignal },
  ): Promise<readonly JudgedScenario[]> {
    const until = Date.now() + withinMs;
    const stop = new AbortController();
    const following = this.follow(after, stop.signal);
    const moving = [...this.open].map((seen) => this.moveClock(seen, stop.signal));
    while (this.open.size > 0 && Date.now() < until && !signal.aborted) {
      // An error of the feed ends the run.
      await Promise.race([pause(LOOK_MS), following]);
      for (const seen of this.open) if (this.isOver(seen)) this.end(seen);
    }
    stop.abort();
    await Promise.all([following, ...moving]);
    for (const seen of this.open) this.end(seen);
    return [...this.seen.values()].map((seen) => this.judged.get(seen)!);
  }

  private end(seen: Observation): void {
    this.open.delete(seen);
    const judged = judge(seen);
    this.judged.set(seen, judged);
    this.parts.ended(judged);
  }

  /** What has failed once stays so: the rest is awaited for a while, and no longer if the ERP never stops. */
  private isOver(seen: Observation): boolean {
    const { quietMs } = this.parts;
    const looks = seen.scenario.expectations.map((expectation) => expectation.look(seen).state);
    const isBroken = looks.includes('broken');
    const isOpen = looks.includes('open');
    const now = Date.now();
    if (isBroken) seen.brokenAt ??= now;
    if (now - (seen.brokenAt ?? now) > quietMs * MAX_QUIET_TIMES) return true;
    if (isOpen && !isBroken) return false;
    return now - seen.lastActivity >= quietMs * (isOpen ? QUIET_TIMES_IF_OPEN : 1);
  }

  private async follow(after: string | undefined, signal: AbortSignal): Promise<void> {
    try {
      for await (const { event } of this.parts.service.events({ after, signal })) await this.take(event);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  private async take(event: StatusEvent): Promise<void> {
    const seen = this.seen.get(markIn(event.invoice_number) ?? '');
    if (seen) {
      seen.events.push(event);
      const buyer = event.buyer_status === undefined ? '' : `, buyer "${event.buyer_status}"`;
      seen.note(`The service: ${event.invoice_number} is "${event.status}"${buyer}`);
      for (const id of seen.invoices.keys()) await this.refresh(seen, id);
    }
    this.parts.relay?.take(event, seen);
  }

  private async refresh(seen: Observation, id: string): Promise<void> {
    try {
      const { data } = await this.parts.service.api.GET('/invoices/{id}', { params: { path: { id } } });
      if (data) seen.invoices.set(id, data);
    } catch {
      // An invoice of another client: the key of the ERP is not one of this kit.
    }
  }

  /**
   * Not before the ERP has had time to hand in again what waits. In steps, because some networks are asked first and sent to at the
   * next try.
   */
  private async moveClock(seen: Observation, signal: AbortSignal): Promise<void> {
    const { clock, quietMs } = this.parts;
    const { outageSeconds: total = 0 } = seen.scenario;
    const step = total / CLOCK_STEPS;
    while (clock && seen.clockMovedSeconds < total) {
      await pause(quietMs / CLOCK_STEPS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const first = seen.firstCalls.find(({ decided }) => decided?.id !== undefined);
      const id = first?.decided?.id;
      if (id === undefined || Date.now() - first!.at < quietMs) continue;
      await this.refresh(seen, id);
      if (NOT_SENT_YET.has(seen.invoices.get(id)?.state ?? 'received')) continue;
      await clock.advance(step);
      seen.clockMovedSeconds += step;
      seen.note(`The clock of the service was moved by ${step / 60} minutes`);
    }
  }
}

const CLOCK_STEPS = 4;

/** In times of `quietMs`. */
const [QUIET_TIMES_IF_OPEN, MAX_QUIET_TIMES] = [3, 6];

/** The network has not refused it so far. */
const NOT_SENT_YET: ReadonlySet<string> = new Set(['received', 'queued', 'validated']);
