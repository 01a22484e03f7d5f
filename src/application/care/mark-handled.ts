import type { Caller } from '../../domain/access/caller.ts';
import type { CareRow, InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { RECEIVED_ID, type ReceivedRecord } from '../../domain/lifecycle/received-record.ts';
import type { Clock } from '../../ports/clock.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { Change } from '../../ports/ledger.ts';
import type { ReceivedStore } from '../../ports/received-store.ts';
import { repeatOnConflict, busy } from '../repeat-on-conflict.ts';
import { invoiceInCare } from './own-care.ts';

export interface Handling {
  readonly caller: Caller;
  /** The invoice. */
  readonly id: string;
  readonly requestId: string;
}

interface Tools {
  readonly invoices: Pick<InvoiceStore, 'find' | 'commit'>;
  readonly received: Pick<ReceivedStore, 'find' | 'commit'>;
  readonly clock: Clock;
}

/** Marks the care rows of an invoice as handled. */
export class MarkHandled {
  constructor(private readonly tools: Tools) {}

  /**
   * @returns how many rows were open; 0 if all were handled before.
   * @throws CallFailed `not-found`; `busy` while a worker holds the invoice.
   */
  async run(handling: Handling): Promise<number> {
    const { clock } = this.tools;
    return repeatOnConflict(async () => {
      const invoice = await invoiceInCare(this.tools, handling.caller, handling.id);
      const open = invoice.care.filter(isOpen).length;
      if (open === 0) return 0;
      // A worker may be waiting for its route's answer; a commit from here would refuse that answer's commit.
      if (invoice.lease && invoice.lease.until > clock.now()) throw busy();
      return (await this.commit(invoice, open, handling)) ? open : undefined;
    });
  }

  /** The time of the last change stays: a series counts a rejection on that day. */
  private async commit(
    invoice: InvoiceRecord | ReceivedRecord,
    open: number,
    { caller, requestId }: Handling,
  ): Promise<boolean> {
    const { invoices, received, clock } = this.tools;
    const at = clock.now();
    const care = invoice.care.map((row): CareRow => (isOpen(row) ? { ...row, handledAt: at } : row));
    const audited = { at, actor: caller.keyId, client: invoice.client, subject: invoice.id, requestId };
    const changeOf = <R extends InvoiceRecord | ReceivedRecord>(record: R): Change<R> => ({
      record: { ...record, care, version: record.version + 1 },
      events: [],
      files: [],
      audit: [{ ...audited, action: 'care_handled', details: { rows: open } }],
    });
    const result = isReceived(invoice)
      ? await received.commit(changeOf(invoice))
      : await invoices.commit(changeOf(invoice));
    return result === 'committed';
  }
}

const isReceived = (invoice: InvoiceRecord | ReceivedRecord): invoice is ReceivedRecord =>
  RECEIVED_ID.test(invoice.id);

const isOpen = ({ handledAt }: CareRow): boolean => handledAt === undefined;
