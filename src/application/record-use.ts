import type { Caller } from '../domain/access/caller.ts';
import type { AuditLog } from '../ports/audit-log.ts';
import type { Clock } from '../ports/clock.ts';

/** Writes the audit row of each use of a key (contract part 5). */
export class RecordUse {
  readonly #audit: Pick<AuditLog, 'write'>;
  readonly #clock: Clock;

  constructor(audit: Pick<AuditLog, 'write'>, clock: Clock) {
    this.#audit = audit;
    this.#clock = clock;
  }

  async run(caller: Caller, operation: string, requestId: string): Promise<void> {
    await this.#audit.write({
      at: this.#clock.now(),
      action: 'key_used',
      actor: caller.keyId,
      ...(caller.kind === 'client' && { client: caller.client }),
      requestId,
      details: { operation },
    });
  }
}
