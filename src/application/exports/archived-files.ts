import type { DocumentKind, DocumentRef, InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { FileNames, fileStem } from '../../domain/vocabulary/file-name.ts';
import { csvLine } from '../../domain/vocabulary/csv.ts';
import type { ArchiveEntry, KeptBytes } from '../../ports/archives.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import { readHeldBytes } from '../content/read-held-bytes.ts';

/** Documents that an archive holds, with their extension (contract 4.10). */
const ARCHIVED: ReadonlyMap<DocumentKind, 'xml' | 'pdf'> = new Map<DocumentKind, 'xml' | 'pdf'>([
  ['ubl', 'xml'],
  ['cii', 'xml'],
  ['fa3', 'xml'],
  ['xrechnung-ubl', 'xml'],
  ['xrechnung-cii', 'xml'],
  ['pdf', 'pdf'],
  ['zugferd', 'pdf'],
  ['facturx', 'pdf'],
]);

export const documentsOf = ({ documents }: Pick<InvoiceRecord, 'documents'>): readonly DocumentRef[] =>
  documents.filter(({ kind }) => ARCHIVED.has(kind));

const HEADER = ['invoice_id', 'invoice_ref', 'invoice_number', 'route', 'state', 'file', 'kind', 'sha256'];

/** The built files of invoices, one entry after the other, and their findings. */
export class ArchivedFiles {
  private readonly names = new FileNames();
  private count = 0;

  /** @param rows of the manifest; empty. */
  constructor(
    private readonly content: Pick<ContentStore, 'get'>,
    private readonly rows: KeptBytes,
  ) {
    this.rows.add(new TextEncoder().encode(csvLine(HEADER)));
  }

  get files(): number {
    return this.count;
  }

  async *of(invoice: InvoiceRecord): AsyncGenerator<ArchiveEntry> {
    const documents = documentsOf(invoice);
    for (const document of documents) {
      const name = this.nameOf(invoice, document, documents);
      yield { name, content: await readHeldBytes(this.content, invoice, document), at: invoice.updatedAt };
      this.writeManifestRow(invoice, document, name);
    }
  }

  /** In the order of the files. */
  manifest(at: Date): ArchiveEntry {
    return { name: 'manifest.csv', content: asyncOf(this.rows.chunks()), at };
  }

  private nameOf(
    { id, invoiceNumber }: InvoiceRecord,
    { kind }: DocumentRef,
    documents: readonly DocumentRef[],
  ): string {
    const extension = ARCHIVED.get(kind) ?? 'xml';
    const isOneOfSeveral = documents.filter((other) => ARCHIVED.get(other.kind) === extension).length > 1;
    const stem = fileStem(invoiceNumber ?? id);
    return this.names.give(isOneOfSeveral ? `${stem}-${kind}` : stem, `.${extension}`, { folder: '', id });
  }

  private writeManifestRow(invoice: InvoiceRecord, { kind, sha256 }: DocumentRef, file: string): void {
    const { id, invoiceRef, invoiceNumber, route, state } = invoice;
    const line = csvLine([id, invoiceRef, invoiceNumber, route, state, file, kind, sha256]);
    this.rows.add(new TextEncoder().encode(line));
    this.count += 1;
  }
}

async function* asyncOf<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
