import type { Task } from '../../domain/lifecycle/lanes.ts';
import {
  receiverTaskIn,
  WEBHOOK_DELIVERY,
  WEBHOOK_LANES,
  type WebhookLane,
} from '../../domain/webhooks/delivery.ts';
import { isUnanswered } from '../../domain/webhooks/webhook.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Jobs, TaskRun } from '../../ports/jobs.ts';
import type { DeliveryStore, DueDeliveries, Receiver, WebhookStore } from '../../ports/webhook-store.ts';
import { CallsUnderWay } from './calls-under-way.ts';

interface Ports {
  readonly deliveries: Pick<DeliveryStore, 'due'>;
  readonly webhooks: Pick<WebhookStore, 'lastDelivery'>;
  readonly jobs: Jobs;
  readonly clock: Clock;
  /** Milliseconds of the monotonic clock. */
  readonly monotonicMs?: () => number;
}

/** Calls to one receiver in one lane. */
const AT_ONCE = 8;
/** After this a turn begins no delivery, and its slot goes to the next receiver. */
const TURN_MS = 500;
/** A turn whose calls are not answered within this time only waits: it leaves its slot to the next receiver and goes on beside the lane. */
const WAITING_MS = 100;
/** Beside a call of the turn that hangs the turn goes on until that call ends, and no longer than this. */
const MAX_RUN_MS = 10_000;

/** The deliveries that a lane is for. */
const DELIVERIES_IN: Readonly<Record<WebhookLane, Pick<Receiver, 'failed'>>> = {
  [WEBHOOK_LANES.first]: { failed: false },
  [WEBHOOK_LANES.again]: { failed: true },
  [WEBHOOK_LANES.unanswered]: {},
};

/**
 * Delivers what is due to one receiver, in the order in which it is due: one job for many deliveries. Each delivery is a run of its own,
 * with its lease and its commit, so a process that dies leaves what it would leave with a job for each.
 */
export class DeliverToReceiver {
  private readonly monotonicMs: () => number;

  constructor(
    /** Runs one delivery; `idle` without a call. */
    private readonly worker: { run(task: Task): Promise<unknown> },
    private readonly ports: Ports,
  ) {
    this.monotonicMs = ports.monotonicMs ?? (() => performance.now());
  }

  /**
   * Safe to repeat at any time and from any number of processes. A receiver that belongs to another lane by now is only moved there.
   * @param run once the process stops, no delivery is begun: it could not wait for it, and the receiver would get it twice.
   * @throws the error of a run that could not be stored, or of the search for deliveries, once all calls have ended; the deliveries stay due.
   */
  async run({ client: owner, lane: name }: Pick<Task, 'client' | 'lane'>, run?: TaskRun): Promise<void> {
    const lane = name as WebhookLane;
    const calls = new CallsUnderWay(this.monotonicMs);
    const isHere = (lane === WEBHOOK_LANES.unanswered) === (await this.isUnanswered(owner));
    if (isHere) await this.takeTurn(lane, owner, calls, run);
    calls.throwFailure();
    await this.scheduleRest(lane, owner, calls);
  }

  private async takeTurn(
    lane: WebhookLane,
    owner: string,
    calls: CallsUnderWay,
    run?: TaskRun,
  ): Promise<void> {
    const receiver = { owner, ...DELIVERIES_IN[lane] };
    const began = this.monotonicMs();
    const mayBegin = (): number =>
      lane === WEBHOOK_LANES.unanswered ? 1 - calls.countMade : this.mayBegin(began, calls);
    let isBeside = false;
    for (;;) {
      const free = run?.stopping.aborted || calls.hasFailed ? 0 : mayBegin();
      const fresh = free > 0 ? await this.takeFresh(receiver, calls, free) : [];
      for (const id of fresh)
        calls.begin(id, () => this.worker.run({ kind: WEBHOOK_DELIVERY, lane, id, client: owner }));
      if (fresh.length === 0 && calls.count === 0) return;
      const isAnswered = await calls.until(AT_ONCE / 2, isBeside ? TURN_MS : WAITING_MS);
      if (!isAnswered && !isBeside) isBeside = run?.leaveSlot() ?? false;
    }
  }

  /** @returns how many more calls the turn may begin. */
  private mayBegin(began: number, calls: CallsUnderWay): number {
    const free = AT_ONCE - calls.count;
    const now = this.monotonicMs();
    if (now - began < TURN_MS) return free;
    // Calls that began after the turn do not prolong it further, or a receiver of slow answers would keep its turn for ever.
    const { oldest } = calls;
    const hangs = oldest !== undefined && oldest - began < TURN_MS && now - oldest >= TURN_MS;
    return hangs && now - began < MAX_RUN_MS ? free : 0;
  }

  private async takeFresh(
    receiver: Receiver,
    calls: CallsUnderWay,
    free: number,
  ): Promise<readonly string[]> {
    try {
      return (await this.fresh(receiver, calls)).ids.slice(0, free);
    } catch (error) {
      calls.fail(error);
      return [];
    }
  }

  /** Deliveries that the turn has not begun. Those that it could not change stay due before them, so the list is read beyond these. */
  private async fresh(receiver: Receiver, calls: CallsUnderWay): Promise<DueDeliveries> {
    const { deliveries, clock } = this.ports;
    const now = clock.now();
    const list = async (limit: number): Promise<DueDeliveries & { readonly isAll: boolean }> => {
      const { ids, nextAt } = await deliveries.due(receiver, now, limit);
      return { ids: ids.filter((id) => !calls.hasBegun(id)), nextAt, isAll: ids.length < limit };
    };
    const first = await list(AT_ONCE);
    return first.isAll || first.ids.length > 0 ? first : list(AT_ONCE + calls.countBegun);
  }

  /** A crash here leaves deliveries that are due without a job; the sweep schedules one. */
  private async scheduleRest(lane: WebhookLane, owner: string, calls: CallsUnderWay): Promise<void> {
    const { first, again, unanswered } = WEBHOOK_LANES;
    if (await this.isUnanswered(owner)) return this.scheduleIn(unanswered, owner, calls);
    for (const next of lane === unanswered ? [first, again] : [lane])
      await this.scheduleIn(next, owner, calls);
  }

  /** A delivery that was begun in this turn and is due again has asked for its next turn itself. */
  private async scheduleIn(lane: WebhookLane, owner: string, calls: CallsUnderWay): Promise<void> {
    const { clock, jobs } = this.ports;
    const { ids, nextAt } = await this.fresh({ owner, ...DELIVERIES_IN[lane] }, calls);
    const at = ids.length > 0 ? clock.now() : nextAt;
    if (at) await jobs.schedule(receiverTaskIn(lane, owner), at);
  }

  private async isUnanswered(owner: string): Promise<boolean> {
    return isUnanswered(await this.ports.webhooks.lastDelivery(owner));
  }
}
