import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { ComingVerdict } from '../../domain/findings/coming-verdict.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import { type DocumentRef, type InvoiceRecord, isBuiltHere } from '../../domain/lifecycle/invoice-record.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import { readHeldBytes } from '../content/read-held-bytes.ts';
import { ownInvoice } from '../tracking/find-invoice.ts';
import type { ExamineDocument } from './examine-document.ts';

interface Ports {
  readonly invoices: Pick<InvoiceReads, 'find'>;
  readonly content: Pick<ContentStore, 'get'>;
  readonly examine: Pick<ExamineDocument, 'run'>;
}

interface Recheck {
  readonly invoice: InvoiceRecord;
  /** What was checked. */
  readonly document: DocumentRef;
  readonly layers: readonly Layer[];
  /** See `Examination`. */
  readonly next?: readonly ComingVerdict[];
}

/** Checks the document of a stored invoice again, by the packs of another day; the invoice and its verdict stay as they are. */
export class RecheckInvoice {
  constructor(private readonly ports: Ports) {}

  /**
   * @param on the day whose packs check it, `YYYY-MM-DD`; those of its own date if left out.
   * @throws CallFailed `not-found`, also for another client's invoice; `busy`; `no-master-key`
   */
  async run(caller: Caller, id: string, on: string | undefined): Promise<Recheck> {
    const { invoices, content, examine } = this.ports;
    const invoice = await ownInvoice(invoices, caller, id);
    const { client, route, documents, documentSha256 } = invoice;
    const document = documents.find(({ sha256 }) => sha256 === documentSha256);
    if (!document)
      throw new CallFailed({ kind: 'not-found', detail: say('calls.invoice-has-no-document-for-its-route') });
    const bytes = await readHeldBytes(content, invoice, document);
    const access = { client, whenBusy: 'refuse' } as const;
    // What was built here keeps the owners of its findings.
    const source = { form: 'file', bytes, access, isBuiltHere: isBuiltHere(invoice) } as const;
    const { layers, next } = await examine.run({ route, source, on }, access, { next: true });
    return { invoice, document, layers, ...(next && { next }) };
  }
}
