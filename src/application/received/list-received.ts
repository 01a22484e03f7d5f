import type { Caller } from '../../domain/access/caller.ts';
import type { ReceivedRecord } from '../../domain/lifecycle/received-record.ts';
import type { InvoicePage } from '../../ports/invoice-reads.ts';
import type { ReceivedQuery, ReceivedStore } from '../../ports/received-store.ts';
import { listedClient } from '../access/tenancy.ts';
import { ownInvoice } from '../tracking/find-invoice.ts';

type Store = Pick<ReceivedStore, 'find' | 'list'>;

export class ListReceived {
  constructor(private readonly ports: { readonly received: Store }) {}

  /** @throws CallFailed `not-found` if a client key names another client. */
  async run(caller: Caller, query: ReceivedQuery): Promise<InvoicePage<ReceivedRecord>> {
    return this.ports.received.list({ ...query, client: listedClient(caller, query.client) });
  }

  /** @throws CallFailed `not-found`, for another client's invoice too. */
  async find(caller: Caller, id: string): Promise<ReceivedRecord> {
    return ownInvoice(this.ports.received, caller, id);
  }
}
