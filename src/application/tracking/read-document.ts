import type { Caller } from '../../domain/access/caller.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { DocumentRef, InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import { heldBytes } from '../content/held-bytes.ts';
import { ownInvoice } from './find-invoice.ts';

export interface ReadFile {
  readonly invoice: InvoiceRecord;
  readonly document: DocumentRef;
  readonly bytes: Uint8Array;
}

export class ReadDocument {
  constructor(
    private readonly invoices: Pick<InvoiceStore, 'find'>,
    private readonly content: Pick<ContentStore, 'get'>,
  ) {}

  /**
   * @param kind any text; unknown kinds are kinds that the invoice does not have.
   * @throws CallFailed `not-found`, for another client's invoice too; `no-master-key`
   */
  async run(caller: Caller, id: string, kind: string): Promise<ReadFile> {
    const invoice = await ownInvoice(this.invoices, caller, id);
    const document = invoice.documents.find((held) => held.kind === kind);
    if (!document) throw new CallFailed({ kind: 'not-found', detail: 'No such document of this invoice.' });
    return { invoice, document, bytes: await heldBytes(this.content, invoice, document) };
  }
}
