import type { Caller } from '../../domain/access/caller.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';

interface SummariesRead {
  readonly caller: Caller;
  /** Whose invoices they are, if they are of one. */
  readonly client: string | undefined;
  readonly count: number;
  readonly requestId: string;
}

interface Ports {
  readonly audit: Pick<AuditLog, 'write'>;
  readonly clock: Clock;
}

/** Summaries are content: one row a call, however many it has read. */
export const noteSummariesRead = (
  { caller, client, count, requestId }: SummariesRead,
  { audit, clock }: Ports,
): Promise<void> =>
  audit.write({
    at: clock.now(),
    action: 'summaries_read',
    actor: caller.keyId,
    requestId,
    ...(client !== undefined && { client }),
    details: { count },
  });
