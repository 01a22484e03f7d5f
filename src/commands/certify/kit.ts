import { counted } from 'en16931-rules/vocabulary/counted.ts';
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
  /** The time in which nothing more must happen before a scenario counts as over. */
  readonly quietMs: number;
  /** For the person who watches. */
  readonly ended: (judged: JudgedScenario) => void;
  readonly keyHasEnded: () => void;
}

const LOOK_MS = 200;

interface Watched {
  readonly scenario: Scenario;
  readonly seen: Observation;
}

/** Watches the scenarios by the calls that reach the API, the events of the service, and the answers to deliveries. */
export class Kit implements ProxyWatch {
  /** By the mark in the number of its invoice. */
  private readonly watched: ReadonlyMap<string, Watched>;
  private readonly open: Set<Watched>;
  private readonly judged = new Map<Watched, JudgedScenario>();

  constructor(
    scenarios: readonly Scenario[],
    private readonly parts: KitParts,
  ) {
    const all = scenarios.map((scenario) => ({ scenario, seen: new Observation() }));
    this.watched = new Map(all.map((one) => [markIn(one.scenario.ending) ?? '', one]));
    this.open = new Set(all);
  }

  called(mark: string, call: IntakeCall): Fault | undefined {
    const watched = this.watched.get(mark);
    if (!watched) return undefined;
    const { seen, scenario } = watched;
    seen.calls.push(call);
    const { fault } = scenario;
    const isDisturbed =
      fault === 'ended-key' ? call.apiKeySha256 === seen.calls[0]?.apiKeySha256 : seen.calls.length === 1;
    if (fault === 'ended-key' && seen.calls.length === 1) this.parts.keyHasEnded();
    return isDisturbed ? fault : undefined;
  }

  answered(mark: string, call: IntakeCall): void {
    const seen = this.watched.get(mark)?.seen;
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
      const seen = this.watched.get(mark)?.seen;
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
    const moving = [...this.open].map((watched) => this.moveClock(watched, stop.signal));
    // It ends by the signal, or by an error.
    const working = Promise.all([this.follow(after, stop.signal), ...moving]);
    try {
      while (this.open.size > 0 && Date.now() < until && !signal.aborted) {
        await Promise.race([pause(LOOK_MS), working]);
        for (const watched of this.open) if (this.isOver(watched)) this.end(watched);
      }
    } finally {
      stop.abort();
    }
    await working;
    for (const watched of this.open) this.end(watched);
    return [...this.watched.values()].map((watched) => this.judged.get(watched)!);
  }

  private end(watched: Watched): void {
    this.open.delete(watched);
    const judged = judge(watched.scenario, watched.seen);
    this.judged.set(watched, judged);
    this.parts.ended(judged);
  }

  /** What has failed once stays so: the rest is awaited for a while, and no longer if the ERP never stops. */
  private isOver({ scenario, seen }: Watched): boolean {
    const { quietMs } = this.parts;
    const looks = scenario.expectations.map((expectation) => expectation.look(seen).state);
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
    const watched = this.watched.get(markIn(event.invoice_number) ?? '');
    if (watched) {
      const { seen } = watched;
      seen.events.push(event);
      const buyer = event.buyer_status === undefined ? '' : `, buyer "${event.buyer_status}"`;
      seen.note(`The service: ${event.invoice_number} is "${event.status}"${buyer}`);
      for (const id of seen.invoices.keys()) await this.refresh(seen, id);
    }
    this.parts.relay?.take(event, watched?.seen, watched?.scenario.manner);
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
   * Not before the ERP has had time to submit again what waits. In steps, because some networks are asked first and sent to at the
   * next try.
   */
  private async moveClock({ scenario, seen }: Watched, signal: AbortSignal): Promise<void> {
    const { clock, quietMs } = this.parts;
    const { outageSeconds: total = 0 } = scenario;
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
      seen.note(`The clock of the service was moved by ${counted(step / 60, 'minute')}`);
    }
  }
}

const CLOCK_STEPS = 4;

/** In times of `quietMs`. */
const [QUIET_TIMES_IF_OPEN, MAX_QUIET_TIMES] = [3, 6];

/** The network has not refused it so far. */
const NOT_SENT_YET: ReadonlySet<string> = new Set(['received', 'queued', 'validated']);
