import { type Caller, LOCAL_CLIENT } from '../../domain/access/caller.ts';
import { type InvoiceRecord, isToFetch } from '../../domain/lifecycle/invoice-record.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import { noteBesideWork, type NotingPorts } from './note-beside-work.ts';
import { ReadDocument, type ReadFile } from '../tracking/read-document.ts';

/** Reads a document of a sent invoice. The first read of what was laid ready is noted. */
export class FetchDocument {
  private readonly documents: ReadDocument<InvoiceRecord>;

  constructor(
    private readonly ports: NotingPorts & {
      readonly invoices: Pick<InvoiceStore, 'find' | 'commit'>;
      readonly content: Pick<ContentStore, 'get'>;
    },
  ) {
    this.documents = new ReadDocument(ports);
  }

  /** @throws CallFailed as `ReadDocument` */
  async run(caller: Caller, id: string, kind: string): Promise<ReadFile> {
    const file = await this.documents.run(caller, id, kind);
    // A crash here leaves it to be fetched; the next read notes it.
    if (file.document.sha256 === file.invoice.documentSha256) await this.note(caller, file.invoice);
    return file;
  }

  /** The operator may look at each; its client has it only then if it is its own. */
  private async note(caller: Caller, invoice: InvoiceRecord): Promise<void> {
    const isByClient = caller.kind === 'client' || invoice.client === LOCAL_CLIENT;
    if (!isByClient || !isToFetch(invoice)) return;
    const fetchedAt = this.ports.clock.now();
    const note = (record: InvoiceRecord) => (isToFetch(record) ? { ...record, fetchedAt } : undefined);
    await noteBesideWork(invoice, note, this.ports, () => invoice);
  }
}
