import type { Task } from '../../domain/lifecycle/lanes.ts';
import { receiverTask, WEBHOOK_DELIVERY, WEBHOOK_LANES } from '../../domain/webhooks/delivery.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { DeliveryStore, Receiver } from '../../ports/webhook-store.ts';
import { CallsUnderWay } from './calls-under-way.ts';

export interface ReceiverTools {
  readonly deliveries: Pick<DeliveryStore, 'due'>;
  readonly jobs: Jobs;
  readonly clock: Clock;
  /** Milliseconds of the monotonic clock. */
  readonly monotonicMs?: () => number;
}

/** Calls to one receiver in one lane. */
const AT_ONCE = 8;
/** After this a turn begins no delivery, and its slot goes to the next receiver. */
const TURN_MS = 500;
/** A call of the turn that hangs holds the slot in any case: until then the turn goes on beside it, and no longer than it. */
const LONGEST_TURN_MS = 10_000;

/**
 * Delivers what is due to one receiver, in the order in which it is due: one job for many deliveries. Each delivery is a run of its own,
 * with its lease and its commit, so a process that dies leaves what it would leave with a job for each.
 */
export class DeliverToReceiver {
  private readonly monotonicMs: () => number;

  constructor(
    /** Runs one delivery. */
    private readonly worker: { run(task: Task): Promise<unknown> },
    private readonly tools: ReceiverTools,
  ) {
    this.monotonicMs = tools.monotonicMs ?? (() => performance.now());
  }

  /**
   * Safe to repeat at any time and from any number of processes.
   * @param stopping aborted once the process stops: it could not wait for a delivery that is begun then, and the receiver would get it twice.
   * @throws the error of a run that could not be stored, or of the search for deliveries, once all calls have ended; the deliveries stay due.
   */
  async run({ client: owner, lane }: Pick<Task, 'client' | 'lane'>, stopping?: AbortSignal): Promise<void> {
    const receiver = { owner, failed: lane === WEBHOOK_LANES.again };
    const calls = new CallsUnderWay(this.monotonicMs);
    const began = this.monotonicMs();
    for (;;) {
      const mayBegin = !stopping?.aborted && this.mayBegin(began, calls);
      const fresh = mayBegin ? await this.fresh(receiver, calls) : [];
      for (const id of fresh)
        calls.begin(id, () => this.worker.run({ kind: WEBHOOK_DELIVERY, lane, id, client: owner }));
      if (fresh.length === 0 && calls.count === 0) break;
      await calls.until(AT_ONCE / 2, TURN_MS);
    }
    calls.throwFailure();
    await this.scheduleRest(receiver, calls);
  }

  private mayBegin(began: number, calls: CallsUnderWay): boolean {
    if (calls.hasFailed || calls.count === AT_ONCE) return false;
    const now = this.monotonicMs();
    if (now - began < TURN_MS) return true;
    // Calls that began after the turn do not prolong it further, or a receiver of slow answers would keep its slot from the others.
    const { oldest } = calls;
    const hangs = oldest !== undefined && oldest - began < TURN_MS && now - oldest >= TURN_MS;
    return hangs && now - began < LONGEST_TURN_MS;
  }

  private async fresh(receiver: Receiver, calls: CallsUnderWay): Promise<readonly string[]> {
    const { deliveries, clock } = this.tools;
    try {
      const { ids } = await deliveries.due(receiver, clock.now(), AT_ONCE);
      return ids.filter((id) => !calls.hasBegun(id)).slice(0, AT_ONCE - calls.count);
    } catch (error) {
      calls.fail(error);
      return [];
    }
  }

  /**
   * A delivery that was begun in this turn and is due again has asked for its next turn itself. A crash here leaves deliveries that are due
   * without a job; the sweep schedules one.
   */
  private async scheduleRest(receiver: Receiver, calls: CallsUnderWay): Promise<void> {
    const { deliveries, clock, jobs } = this.tools;
    const now = clock.now();
    const { ids, nextAt } = await deliveries.due(receiver, now, AT_ONCE);
    const at = ids.some((id) => !calls.hasBegun(id)) ? now : nextAt;
    const task = receiverTask({ client: receiver.owner, failures: receiver.failed ? 1 : 0 });
    if (at) await jobs.schedule(task, at);
  }
}
