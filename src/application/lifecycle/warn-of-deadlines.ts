import { WARNING_SHARES, warningAt } from '../../domain/lifecycle/deadlines.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { Log } from '../../ports/log.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { bringOn } from '../each-apart.ts';

interface Ports {
  readonly invoices: Pick<InvoiceStore, 'nearDeadline' | 'commit'>;
  readonly clock: Clock;
  readonly telemetry: Pick<Telemetry, 'deadlineNears'>;
  readonly log: Pick<Log, 'warn'>;
}

/** Keeps one run short; the next run finds the rest. */
const MAX_AT_ONCE = 500;

/**
 * Writes an audit row when one half and when four fifths of the time to the deadline of a queued invoice are over (contract 8). Each row is
 * written once, also if a process dies during the write.
 */
export class WarnOfDeadlines {
  constructor(private readonly ports: Ports) {}

  /** If a worker is faster, the next run sees the invoice again. */
  async run(): Promise<void> {
    const { invoices, clock } = this.ports;
    const now = clock.now();
    const list = (limit: number) => invoices.nearDeadline(now, limit);
    await bringOn({ list, nameOf: ({ id }) => id, atOnce: MAX_AT_ONCE }, (invoice) =>
      this.warn(invoice, now),
    );
  }

  private async warn(invoice: InvoiceRecord, now: Date): Promise<boolean> {
    const { invoices, telemetry, log } = this.ports;
    const { id, client, route, version, deadlineAt, deadlineWarnings = 0 } = invoice;
    const due = sharesGone(invoice, now).slice(deadlineWarnings);
    const audit = due.map((share) => auditOf(invoice, share, now));
    // No visible member has changed, nor the time of the last change.
    const record = { ...invoice, version: version + 1, deadlineWarnings: deadlineWarnings + due.length };
    if ((await invoices.commit({ record, events: [], files: [], audit })) === 'conflict') return false;
    for (const share of due) {
      telemetry.deadlineNears(route, share);
      log.warn({ invoice_id: id, client, route, share, deadline_at: deadlineAt }, 'a deadline is near');
    }
    return true;
  }
}

const sharesGone = ({ route, issueDate, deadlineAt }: InvoiceRecord, now: Date): readonly number[] =>
  issueDate !== undefined && deadlineAt
    ? WARNING_SHARES.filter((share) => warningAt(route, issueDate, deadlineAt, share) <= now)
    : [];

const auditOf = ({ id, client, route, deadlineAt }: InvoiceRecord, share: number, at: Date): AuditEntry => ({
  at,
  action: 'deadline_warning',
  actor: 'system',
  client,
  subject: id,
  details: { route, share, deadline_at: deadlineAt?.toISOString() ?? '' },
});
