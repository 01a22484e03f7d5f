import { type Cap, capOn, nextLook } from '../../domain/lifecycle/caps.ts';
import type { Work } from '../../domain/lifecycle/work.ts';
import type { WorkStep } from '../work/record-kind.ts';
import type { Rail } from '../../ports/rail/rail.ts';
import type { SendableRecord, SubmittedProgress } from './sendable.ts';
import type { SendingPorts } from './sending-ports.ts';

/** When a caller without a permit asks again, and when it may expect one. */
export interface QueuePosition {
  readonly checkAt: Date;
  readonly expectedAt: Date;
}

interface Asking {
  readonly rail: Rail;
  readonly record: Pick<SendableRecord, 'client' | 'route' | 'submission'>;
  readonly ports: Pick<SendingPorts, 'caps' | 'clock' | 'telemetry'>;
}

/** The permits of one question to a route under its caps: one for each of its calls, until the answer. */
export class RateLimitPermits {
  private readonly cap: Cap | undefined;
  private readonly taken: Date[] = [];
  /** True if a call of the question was not made for want of a permit. */
  wasRefused = false;

  /** @param cap of a batch. */
  constructor(
    private readonly asking: Asking,
    private readonly work: Work | 'batch',
    cap?: Cap,
  ) {
    this.cap = cap ?? (work === 'batch' ? undefined : capOn(asking.rail, work, asking.record.client));
  }

  /** Acquires a permit for the first call, or a queue position. */
  acquire(): Promise<'free' | QueuePosition> {
    return this.take(this.asking.record.submission?.queuePosition);
  }

  /** As `acquire`, for the next caller: it is told when a call is free, and gets no queue position of its own. */
  acquireAsNext(): Promise<'free' | QueuePosition> {
    return this.take(this.asking.ports.clock.now());
  }

  /** Acquires a permit for one more call. */
  async acquireAnother(): Promise<boolean> {
    const isFree = (await this.take(undefined)) === 'free';
    if (!isFree) this.wasRefused = true;
    return isFree;
  }

  /** Releases the permits of the calls that were made. */
  async release(): Promise<void> {
    const { caps, clock } = this.asking.ports;
    for (const countedAt of this.taken.splice(0))
      // A permit that cannot be released expires after some minutes.
      await caps.end(this.cap!, { countedAt }, clock.now()).catch(() => undefined);
  }

  private async take(position: Date | undefined): Promise<'free' | QueuePosition> {
    const { record, ports } = this.asking;
    const { caps, clock, telemetry } = ports;
    if (!this.cap) return 'free';
    const now = clock.now();
    const taking = await caps.take(this.cap, now, position);
    telemetry.capAsked(record.route, this.work, taking.taken);
    if (!taking.taken) return { checkAt: nextLook(taking.promised, now), expectedAt: taking.promised };
    this.taken.push(now);
    return 'free';
  }
}

/** The record waits for its queue position. */
export const waitInQueue = <R extends SendableRecord>(
  { record, kind }: SubmittedProgress<R>,
  { checkAt, expectedAt: queuePosition }: QueuePosition,
): WorkStep<R> =>
  kind.reschedule({ ...record, submission: { ...record.submission, queuePosition } }, checkAt);
