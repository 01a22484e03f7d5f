import type { Caller } from '../../domain/access/caller.ts';
import type { StoredEvent } from '../../domain/lifecycle/status-event.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import { ownInvoice } from './find-invoice.ts';

export class ListEvents {
  constructor(private readonly invoices: Pick<InvoiceStore, 'find' | 'events'>) {}

  /** @throws CallFailed `not-found`, for another client's invoice too. */
  async run(caller: Caller, id: string): Promise<readonly StoredEvent[]> {
    await ownInvoice(this.invoices, caller, id);
    return this.invoices.events(id);
  }
}
