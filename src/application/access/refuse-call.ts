import type { Caller } from '../../domain/access/caller.ts';
import type { FailureKind } from '../../domain/failures.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RateWindow } from '../../ports/rate-counters.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { FoldedUses } from './folded-uses.ts';
import { WindowCounter } from './window-counter.ts';

/** How many refusals one key, or one address without a key, is told the reason of. */
export const REFUSAL_LIMITS: readonly RateWindow[] = [
  { seconds: 1, limit: 20 },
  { seconds: 60, limit: 300 },
];

/** A call that was refused before it was counted against the rate of its caller. */
export interface RefusedCall {
  /** Undefined when no key told who called. */
  readonly caller: Caller | undefined;
  /** Where from: an address, or a network of them that one sender may have. */
  readonly address: string;
  readonly operation: string;
  readonly requestId: string;
  readonly refusal: FailureKind;
  /** A row of its own tells of this use of the key. */
  readonly isRecorded: boolean;
}

interface Tools {
  readonly audit: Pick<AuditLog, 'fold'>;
  readonly clock: Clock;
  readonly telemetry: Pick<Telemetry, 'callRefused'>;
}

/**
 * Refusing costs almost nothing, and nothing grows with how often it is done: a caller who goes on is told to wait instead, and
 * what it did with its key is one audit row an hour with a count.
 */
export class RefuseCall {
  private readonly clock: Clock;
  private readonly telemetry: Tools['telemetry'];
  private readonly limits = new WindowCounter(REFUSAL_LIMITS);
  private readonly uses: FoldedUses;

  constructor({ audit, clock, telemetry }: Tools) {
    this.clock = clock;
    this.telemetry = telemetry;
    this.uses = new FoldedUses(audit);
  }

  /** @returns seconds to wait when this was one too many; 0 when the caller is told why it is refused. */
  async run({ caller, address, operation, requestId, refusal, isRecorded }: RefusedCall): Promise<number> {
    const now = this.clock.now();
    const wait = this.limits.take(caller ? `key ${caller.keyId}` : `address ${address}`, now);
    this.telemetry.callRefused(refusal, wait > 0);
    if (caller && !isRecorded) await this.uses.add({ caller, operation, requestId, refusal, at: now });
    return wait;
  }

  /** Writes what was counted since the last time; to be called every few seconds and before the end. */
  async writeCounts(): Promise<void> {
    await this.uses.write();
  }
}
