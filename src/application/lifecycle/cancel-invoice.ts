import { handleRows } from '../../domain/lifecycle/care-rows.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { CANCEL_RULES } from '../../domain/lifecycle/states.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { IdempotencyStore } from '../../ports/idempotency-store.ts';
import type { Ids } from '../../ports/ids.ts';
import type { ReportWriter } from '../../ports/report-writer.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { ownInvoice } from '../tracking/find-invoice.ts';
import { repeatOnConflict } from '../repeat-on-conflict.ts';
import { move } from './move.ts';

interface Cancellation {
  readonly caller: Caller;
  readonly id: string;
  /** At most 200 characters, for the audit log. */
  readonly reason?: string;
  readonly requestId: string;
}

interface Ports {
  readonly invoices: Pick<InvoiceStore, 'find' | 'commit'>;
  readonly idempotency: Pick<IdempotencyStore, 'forgetAbout'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly reportWriter: Pick<ReportWriter, 'event'>;
  readonly telemetry: Telemetry;
}

/** Stops an invoice that has not been submitted (contract part 3). */
export class CancelInvoice {
  constructor(private readonly ports: Ports) {}

  /**
   * @returns the cancelled invoice, also if it was cancelled before.
   * @throws CallFailed `not-found`, `already-submitted`, `send-in-progress`, `dead-letter`, `dead-letter-reached-rail`, `busy`
   */
  async run(cancellation: Cancellation): Promise<InvoiceRecord> {
    return repeatOnConflict(async () => {
      const invoice = await ownInvoice(this.ports.invoices, cancellation.caller, cancellation.id);
      if (invoice.state === 'cancelled') return invoice;
      refuse(invoice, cancellation.caller);
      return this.cancel(invoice, cancellation);
    });
  }

  private async cancel(
    before: InvoiceRecord,
    cancellation: Cancellation,
  ): Promise<InvoiceRecord | undefined> {
    const { invoices, idempotency, clock, telemetry } = this.ports;
    const released = before.state === 'dead_letter';
    const care = handleRows(before.care, clock.now());
    const step = move({ ...before, care, failures: 0 }, 'cancelled', this.ports, { dueAt: null });
    // Kept answers go first: after a crash in between the cancel is repeated, and the dead letter still holds the document.
    if (released) await idempotency.forgetAbout(before.id);
    const audit = [this.auditOf(step.record, before, cancellation)];
    if ((await invoices.commit({ ...step, audit })) === 'conflict') return undefined;
    // A rejection of the cancel may have been kept since.
    if (released) await idempotency.forgetAbout(before.id);
    telemetry.invoiceMoved(before.route, 'cancelled');
    return step.record;
  }

  private auditOf(
    record: InvoiceRecord,
    before: InvoiceRecord,
    { caller, reason, requestId }: Cancellation,
  ): AuditEntry {
    return {
      at: record.updatedAt,
      action: 'invoice_cancelled',
      actor: caller.keyId,
      client: record.client,
      subject: record.id,
      requestId,
      details: { from: before.state, ...(reason !== undefined && { reason }) },
    };
  }
}

function refuse(invoice: InvoiceRecord, caller: Caller): void {
  const rule = CANCEL_RULES[invoice.state];
  if (rule === 'send-in-progress') throw new CallFailed({ kind: 'send-in-progress' });
  if (rule === 'already-submitted') throw new CallFailed({ kind: 'already-submitted', state: invoice.state });
  if (rule !== 'dead-letter') return;
  if (caller.kind !== 'operator') throw new CallFailed({ kind: 'dead-letter' });
  if (invoice.reachedRail) throw new CallFailed({ kind: 'dead-letter-reached-rail' });
}
