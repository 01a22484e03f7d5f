import type { DocumentKind, DocumentRef, InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { ReceivedRecord } from '../../domain/lifecycle/received-record.ts';
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
  ['received-xml', 'xml'],
  ['received-pdf', 'pdf'],
  ['pdf', 'pdf'],
  ['zugferd', 'pdf'],
  ['facturx', 'pdf'],
]);

/** Sent or received. */
type Archived = InvoiceRecord | ReceivedRecord;

export const documentsOf = ({ documents }: Archived): readonly DocumentRef[] =>
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

  /** @param folder within the archive, `invoices/`; empty for none. */
  async *of(
    invoice: Archived,
    folder = '',
    content: Pick<ContentStore, 'get'> = this.content,
  ): AsyncGenerator<ArchiveEntry> {
    const documents = documentsOf(invoice);
    for (const document of documents) {
      const name = this.nameOf(invoice, document, { documents, folder });
      yield { name, content: await readHeldBytes(content, invoice, document), at: invoice.updatedAt };
      this.writeManifestRow(invoice, document, name);
    }
  }

  /** Of many invoices, whose files are read some at a time: a query for each costs more time, and memory that is freed late. */
  async *ofAll(
    invoices: AsyncIterable<Archived>,
    folder: string,
    content: Pick<ContentStore, 'several'>,
  ): AsyncGenerator<ArchiveEntry> {
    for await (const some of smallGroups(invoices)) {
      const contents = await contentsOf(some, content);
      const read = { get: async (_client: string, sha256: string) => contents.get(sha256) };
      for (const invoice of some) yield* this.of(invoice, folder, read);
    }
  }

  /** In the order of the files. */
  manifest(at: Date): ArchiveEntry {
    return { name: 'manifest.csv', content: asyncOf(this.rows.chunks()), at };
  }

  private nameOf(
    { id, invoiceNumber }: Archived,
    { kind }: DocumentRef,
    { documents, folder }: { readonly documents: readonly DocumentRef[]; readonly folder: string },
  ): string {
    const extension = ARCHIVED.get(kind) ?? 'xml';
    const isOneOfSeveral = documents.filter((other) => ARCHIVED.get(other.kind) === extension).length > 1;
    const stem = fileStem(invoiceNumber ?? id);
    return this.names.give(isOneOfSeveral ? `${stem}-${kind}` : stem, extension, { folder, id });
  }

  private writeManifestRow(invoice: Archived, { kind, sha256 }: DocumentRef, file: string): void {
    const { id, invoiceRef, invoiceNumber, route, state } = invoice;
    const line = csvLine([id, invoiceRef, invoiceNumber, route, state, file, kind, sha256]);
    this.rows.add(new TextEncoder().encode(line));
    this.count += 1;
  }
}

type Group = readonly [Archived, ...Archived[]];

const contentsOf = (group: Group, content: Pick<ContentStore, 'several'>) =>
  content.several(
    group[0].client,
    group.flatMap((invoice) => documentsOf(invoice).map(({ sha256 }) => sha256)),
  );

const MAX_READ_AHEAD = { files: 50, bytes: 2_000_000 };

/** Invoices of one client whose files are few and small; what is larger goes alone. */
async function* smallGroups(invoices: AsyncIterable<Archived>): AsyncGenerator<Group> {
  let group: [Archived, ...Archived[]] | undefined;
  let [files, bytes] = [0, 0];
  for await (const invoice of invoices) {
    const documents = documentsOf(invoice);
    files += documents.length;
    bytes += documents.reduce((sum, { size }) => sum + size, 0);
    const isFull = files > MAX_READ_AHEAD.files || bytes > MAX_READ_AHEAD.bytes;
    if (group && !isFull && group[0].client === invoice.client) {
      group.push(invoice);
      continue;
    }
    if (group) yield group;
    group = [invoice];
    files = documents.length;
    bytes = documents.reduce((sum, { size }) => sum + size, 0);
  }
  if (group) yield group;
}

async function* asyncOf<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
