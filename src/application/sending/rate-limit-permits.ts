import { type Cap, capOn, nextLook } from '../../domain/lifecycle/caps.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { Work } from '../../domain/lifecycle/work.ts';
import { type Step, reschedule } from '../lifecycle/move.ts';
import type { DeliveryTools } from './delivery-tools.ts';
import { requireSubmission } from './submission-of.ts';

type Tools = Pick<DeliveryTools, 'rails' | 'caps' | 'clock' | 'telemetry'>;

/** When a caller without a permit asks again, and when it may expect one. */
export interface QueuePosition {
  readonly checkAt: Date;
  readonly expectedAt: Date;
}

/** The permits of one question to a route under its caps: one for each of its calls, until the answer. */
export class RateLimitPermits {
  private readonly cap: Cap | undefined;
  private readonly taken: Date[] = [];
  /** True if a call of the question was not made for want of a permit. */
  wasRefused = false;

  /** @param cap of a batch. */
  constructor(
    private readonly record: InvoiceRecord,
    private readonly work: Work | 'batch',
    private readonly tools: Tools,
    cap?: Cap,
  ) {
    const rail = tools.rails.get(record.route);
    this.cap = cap ?? (rail && work !== 'batch' ? capOn(rail, work, record.client) : undefined);
  }

  /** Acquires a permit for the first call, or a queue position. */
  acquire(): Promise<'free' | QueuePosition> {
    return this.take(this.record.submission?.queuePosition);
  }

  /** As `acquire`, for a caller that has no queue position. */
  acquireWithoutPosition(): Promise<'free' | QueuePosition> {
    return this.take(undefined);
  }

  /** Acquires a permit for one more call. */
  async acquireAnother(): Promise<boolean> {
    const isFree = (await this.take(undefined)) === 'free';
    if (!isFree) this.wasRefused = true;
    return isFree;
  }

  /** Releases the permits of the calls that were made. */
  async release(): Promise<void> {
    const { caps, clock } = this.tools;
    for (const countedAt of this.taken.splice(0))
      // A permit that cannot be released expires after some minutes.
      await caps.end(this.cap!, { countedAt }, clock.now()).catch(() => undefined);
  }

  private async take(position: Date | undefined): Promise<'free' | QueuePosition> {
    const { caps, clock, telemetry } = this.tools;
    if (!this.cap) return 'free';
    const now = clock.now();
    const taking = await caps.take(this.cap, now, position);
    telemetry.capAsked(this.record.route, this.work, taking.taken);
    if (!taking.taken) return { checkAt: nextLook(taking.promised, now), expectedAt: taking.promised };
    this.taken.push(now);
    return 'free';
  }
}

/** The invoice waits for its queue position. */
export function waitInQueue(
  record: InvoiceRecord,
  { checkAt, expectedAt: queuePosition }: QueuePosition,
  tools: DeliveryTools,
): Step {
  const submission = requireSubmission(record);
  return reschedule({ ...record, submission: { ...submission, queuePosition } }, checkAt, tools);
}
