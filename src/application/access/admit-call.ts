import type { Caller, Scope } from '../../domain/access/caller.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { AuditEntry, AuditLog } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RateCounters, RateWindow } from '../../ports/rate-counters.ts';

/** Contract part 8. */
export const RATE_LIMITS: Readonly<Record<Scope, readonly RateWindow[]>> = {
  submit: [
    { seconds: 1, limit: 20 },
    { seconds: 60, limit: 600 },
  ],
  read: [
    { seconds: 1, limit: 50 },
    { seconds: 60, limit: 3000 },
  ],
  admin: [
    { seconds: 1, limit: 20 },
    { seconds: 60, limit: 600 },
  ],
};

/** A call by a key that is known. */
export interface KeyUse {
  readonly caller: Caller;
  readonly operation: string;
  readonly requestId: string;
}

interface Tools {
  readonly rates: Pick<RateCounters, 'take'>;
  readonly audit: Pick<AuditLog, 'write'>;
  readonly clock: Clock;
}

/** Each use of a key leaves an audit row (contract part 5), also that of a call which is refused. */
export class AdmitCall {
  readonly #tools: Tools;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /**
   * Counts a call per client, not per key; operators and partners count on their own.
   * @throws CallFailed `rate-limited`; then it was not counted.
   */
  async run(use: KeyUse, scope: Scope): Promise<void> {
    const { rates, clock } = this.#tools;
    const bucket = `${counted(use.caller)}/${scope}`;
    const wait = await rates.take(bucket, RATE_LIMITS[scope], clock.now(), this.#row(use));
    if (wait > 0) throw new CallFailed({ kind: 'rate-limited', retryAfterSeconds: wait });
  }

  /** For a call that is refused before it would be counted. */
  async record(use: KeyUse): Promise<void> {
    await this.#tools.audit.write(this.#row(use));
  }

  #row({ caller, operation, requestId }: KeyUse): AuditEntry {
    return {
      at: this.#tools.clock.now(),
      action: 'key_used',
      actor: caller.keyId,
      ...(caller.kind === 'client' && { client: caller.client }),
      requestId,
      details: { operation },
    };
  }
}

function counted(caller: Caller): string {
  switch (caller.kind) {
    case 'client':
      return `client:${caller.client}`;
    case 'partner':
      return `partner:${caller.partner}`;
    default:
      return caller.kind;
  }
}
