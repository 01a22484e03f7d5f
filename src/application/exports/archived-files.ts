import type { DocumentRef, InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { INVOICE_KINDS } from '../../domain/routes/document-kinds.ts';
import { FileNames, fileStem } from '../../domain/vocabulary/file-name.ts';
import { csvLine } from '../../domain/vocabulary/csv.ts';
import type { ArchiveEntry, KeptBytes } from '../../ports/archives.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import { fileTypeOf } from '../content/file-types.ts';
import { readHeldBytes } from '../content/read-held-bytes.ts';
import { missingTable, unlessMissing } from './missing-files.ts';

/** Documents that an archive holds (contract 4.10). */
export const documentsOf = ({ documents }: Pick<InvoiceRecord, 'documents'>): readonly DocumentRef[] =>
  documents.filter(({ kind }) => INVOICE_KINDS.includes(kind));

const INVOICE = ['invoice_id', 'invoice_ref', 'invoice_number', 'route', 'state'];
const HEADER = [...INVOICE, 'file', 'kind', 'sha256'];
const MISSING = [...INVOICE, 'kind', 'sha256', 'why'];

/** The built files of invoices, one entry after the other, and their findings. */
export class ArchivedFiles {
  private readonly names = new FileNames();
  private readonly missing: (readonly (string | undefined)[])[] = [];
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
      const { kind, sha256 } = document;
      const content = await unlessMissing(
        kind,
        () => readHeldBytes(this.content, invoice, document),
        ({ why }) => this.missing.push([...membersOf(invoice), kind, sha256, why]),
      );
      if (!content) continue;
      yield { name, content, at: invoice.updatedAt };
      this.writeManifestRow(invoice, document, name);
    }
  }

  /** After the files, in their order: those that are there, and those that cannot be had. */
  *tables(at: Date): Generator<ArchiveEntry> {
    yield { name: 'manifest.csv', content: asyncOf(this.rows.chunks()), at };
    yield* missingTable(MISSING, this.missing, at);
  }

  private nameOf(
    { id, invoiceNumber }: InvoiceRecord,
    { kind }: DocumentRef,
    documents: readonly DocumentRef[],
  ): string {
    const { extension } = fileTypeOf(kind);
    const isOneOfSeveral =
      documents.filter((other) => fileTypeOf(other.kind).extension === extension).length > 1;
    const stem = fileStem(invoiceNumber ?? id);
    return this.names.give(isOneOfSeveral ? `${stem}-${kind}` : stem, `.${extension}`, { folder: '', id });
  }

  private writeManifestRow(invoice: InvoiceRecord, { kind, sha256 }: DocumentRef, file: string): void {
    const line = csvLine([...membersOf(invoice), file, kind, sha256]);
    this.rows.add(new TextEncoder().encode(line));
    this.count += 1;
  }
}

const membersOf = ({ id, invoiceRef, invoiceNumber, route, state }: InvoiceRecord) => [
  id,
  invoiceRef,
  invoiceNumber,
  route,
  state,
];

async function* asyncOf<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
