import type { Caller } from '../../domain/access/caller.ts';
import type { FailureKind, RatePolicy } from '../../domain/failures.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { FoldedUses } from './folded-uses.ts';
import { WindowCounter } from './window-counter.ts';

/** How many denials per key, or per address without a key, are answered with their reason. */
export const DENIAL_POLICY: RatePolicy = {
  name: 'refused',
  windows: [
    { seconds: 1, limit: 20 },
    { seconds: 60, limit: 300 },
  ],
};

/** A call that is denied before the rate of its caller counts it. */
interface DeniedCall {
  /** Undefined if no key identified the caller. */
  readonly caller: Caller | undefined;
  /** The address of the caller, or a network of addresses that one sender may have. */
  readonly address: string;
  readonly operation: string;
  readonly requestId: string;
  readonly denial: FailureKind;
  /** This use of the key gets an audit row of its own. */
  readonly isRecorded: boolean;
}

interface Ports {
  readonly audit: Pick<AuditLog, 'fold'>;
  readonly clock: Clock;
  readonly telemetry: Pick<Telemetry, 'callDenied'>;
}

/**
 * Denies calls at almost no cost, however often they come: a caller that goes on is told to wait, and the audit log has one row an
 * hour with a count for its key.
 */
export class DenyCall {
  private readonly limits = new WindowCounter(DENIAL_POLICY.windows);
  private readonly uses: FoldedUses;

  constructor(private readonly ports: Ports) {
    this.uses = new FoldedUses(ports.audit);
  }

  /** @returns seconds to wait if the call is one too many; 0 if the caller is told the reason of the denial. */
  async run({ caller, address, operation, requestId, denial, isRecorded }: DeniedCall): Promise<number> {
    const { clock, telemetry } = this.ports;
    const now = clock.now();
    const wait = this.limits.take(caller ? `key ${caller.keyId}` : `address ${address}`, now);
    telemetry.callDenied(denial, wait > 0);
    if (caller && !isRecorded) await this.uses.add({ caller, operation, requestId, denial, at: now });
    return wait;
  }

  /** Writes what was counted since the last write; called every few seconds and before the end. */
  async writeCounts(): Promise<void> {
    await this.uses.write();
  }
}
