import type { Caller } from '../../domain/access/caller.ts';
import type { InvoicePage, InvoiceQuery } from '../../ports/invoice-reads.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import { type ShownInvoice, withAttempts } from './find-invoice.ts';
import { listedClient } from '../access/tenancy.ts';

export type ShownPage = Omit<InvoicePage, 'invoices'> & { readonly rows: readonly ShownInvoice[] };

export class ListInvoices {
  constructor(private readonly invoices: Pick<InvoiceReads, 'list' | 'attempts'>) {}

  /** @throws CallFailed `not-found` when a client key names another client. */
  async run(caller: Caller, query: InvoiceQuery): Promise<ShownPage> {
    const client = listedClient(caller, query.client);
    const { invoices, ...page } = await this.invoices.list({ ...query, client });
    return { ...page, rows: await withAttempts(this.invoices, invoices) };
  }
}
