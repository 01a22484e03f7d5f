import { booked } from '../../domain/invoice/booked.ts';
import type { DocumentRef, InvoiceRecord, LedgerRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { ReceivedRecord } from '../../domain/lifecycle/received-record.ts';
import type { StoredEvent } from '../../domain/lifecycle/status-event.ts';
import { csvLine } from '../../domain/vocabulary/csv.ts';
import { FileNames, fileStem } from '../../domain/vocabulary/file-name.ts';
import type { ArchiveEntry, Archives, KeptBytes } from '../../ports/archives.ts';
import { ContentUnreadable, type ContentStore } from '../../ports/content-store.ts';
import type { Digests } from '../../ports/digests.ts';
import type { Attempt } from '../../ports/invoice-reads.ts';
import type { PageWriter } from '../../ports/page-writer.ts';
import type { ArchivedPage, Printer, ViewOrder } from '../../ports/printer.ts';
import type { Signing } from '../proof/signing.ts';
import { fileTypeOf } from '../content/file-types.ts';
import { readHeldBytes } from '../content/read-held-bytes.ts';
import type { ProofReader, ShowProof } from '../proof/show-proof.ts';
import type { ViewReceived } from '../received/view-received.ts';
import { openSummaries } from '../tracking/open-summaries.ts';
import type { ViewInvoice } from '../tracking/view-invoice.ts';
import { type AboutArchive, archiveIndex } from './archive-index.ts';
import { nameOf } from './list-lines.ts';
import type { TableForm } from './table-words.ts';
import { type ArchivedFile, type ArchivedRow, ArchivedRows } from './archived-rows.ts';
import { drawPage } from './draw-page.ts';
import { type MissingFile, unlessMissing } from '../exports/missing-files.ts';
import { pieces } from '../exports/pieces.ts';

export interface ArchivePorts {
  readonly content: Pick<ContentStore, 'get' | 'several' | 'openTexts'>;
  readonly archives: Archives;
  readonly digests: Pick<Digests, 'sha256'>;
  readonly printer: Pick<Printer, 'archived'>;
  readonly pageWriter: PageWriter;
  readonly viewInvoice: Pick<ViewInvoice, 'order'>;
  readonly viewReceived: Pick<ViewReceived, 'order'>;
  readonly showProof: Pick<ShowProof, 'show'>;
  readonly signing: Pick<Signing, 'jwks'>;
}

/** What the service made for itself: the content of the document that it stands beside, and its checks. */
const INNER: ReadonlySet<string> = new Set(['canonical', 'erp-export', 'validation-report', 'manifest']);

/** A path in the archive has at most 150 letters. Windows takes 259, and 109 are for the folder into which the archive is unpacked. */
const MAX_STEM_LETTERS = 40;

const MAX_READ_AHEAD_BYTES = 2_000_000;

const MANIFEST = ['invoice_id', 'invoice_ref', 'invoice_number', 'route', 'state', 'file', 'kind', 'sha256'];

type Archived = LedgerRecord<string> &
  Pick<InvoiceRecord, 'invoiceRef' | 'invoiceNumber' | 'documentSha256'> &
  Partial<Pick<InvoiceRecord, 'legalId' | 'buyerStatus' | 'sealedSummary'>> & { readonly railId?: string };

/** An archive for an auditor: a folder for each invoice, then a table, an index to open in a browser, and the hashes of all files. */
export class InvoiceArchive {
  private readonly folders = new FileNames();
  private readonly rows: ArchivedRows;
  private readonly manifest: KeptBytes;

  constructor(
    private readonly ports: ArchivePorts,
    private readonly reader: ProofReader,
  ) {
    this.rows = new ArchivedRows(ports.archives.keep());
    this.manifest = ports.archives.keep();
    this.manifest.add(encode(csvLine(MANIFEST)));
  }

  /** A sent invoice: its files, its page, its proof. */
  async *sent(
    invoice: InvoiceRecord,
    events: readonly StoredEvent[],
    later: Attempt | undefined,
  ): AsyncGenerator<ArchiveEntry> {
    const { viewInvoice, showProof, pageWriter } = this.ports;
    const folder = this.folderOf(invoice, 'invoices/');
    yield* this.documents(invoice, folder);
    const figures = yield* this.page(invoice, folder, () => viewInvoice.order(invoice));
    const shown = await folder.unlessMissing('proof', () => showProof.show(invoice, events, this.reader));
    if (shown) {
      const html = pageWriter.proof(shown.page, shown.proof, this.reader);
      yield this.made(invoice, folder.file('proof', '-proof.html'), html);
      yield this.made(invoice, folder.file('proof-signed', '-proof.jws'), shown.proof);
    }
    const sentAgainAs = later && nameOf(later);
    this.rows.add({ ...rowOf(invoice, 'out', folder, figures), sentAgainAs });
  }

  async *received(invoice: ReceivedRecord): AsyncGenerator<ArchiveEntry> {
    const folder = this.folderOf(invoice, 'received/');
    yield* this.documents(invoice, folder);
    const figures = yield* this.page(invoice, folder, () => this.ports.viewReceived.order(invoice));
    this.rows.add(rowOf(invoice, 'in', folder, figures));
  }

  /** What is about all invoices; after them. */
  async *ends(about: AboutArchive & { readonly form: TableForm }): AsyncGenerator<ArchiveEntry> {
    const { pageWriter, signing } = this.ports;
    const { at, form } = about;
    const index = archiveIndex(this.rows, about, this.reader);
    yield { name: 'invoices.csv', content: pieces(this.rows.table(form)), at };
    yield { name: 'manifest.csv', content: asyncOf(this.manifest.chunks()), at };
    yield { name: 'keys.json', content: encode(await signing.jwks()), at };
    yield { name: 'index.html', content: pieces(asyncOf(pageWriter.index(index, this.reader))), at };
  }

  private folderOf({ id, invoiceNumber }: Archived, within: string): InvoiceFolder {
    const stem = fileStem((invoiceNumber ?? id).slice(0, MAX_STEM_LETTERS));
    return new InvoiceFolder(id, stem, this.folders.give(stem, '', { folder: within, id }));
  }

  private async *documents(invoice: Archived, folder: InvoiceFolder): AsyncGenerator<ArchiveEntry> {
    const documents = invoice.documents.filter(({ kind }) => !INNER.has(kind));
    const contents = await this.smallContents(invoice, documents);
    for (const document of documents) {
      const { kind, sha256 } = document;
      const name = sha256 === invoice.documentSha256 ? '' : `-${fileStem(kind)}`;
      const content =
        contents?.get(sha256) ??
        (await folder.unlessMissing(kind, () => readHeldBytes(this.ports.content, invoice, document)));
      if (!content) continue;
      const file = folder.file(kind, `${name}.${fileTypeOf(kind).extension}`);
      this.noteFile(invoice, file, sha256);
      yield { name: file.path, content, at: invoice.updatedAt };
    }
  }

  /** In one query; large ones are read one by one, and all if one of them cannot be opened. */
  private async smallContents(
    { client }: Archived,
    documents: readonly DocumentRef[],
  ): Promise<ReadonlyMap<string, Uint8Array> | undefined> {
    const bytes = documents.reduce((sum, { size }) => sum + size, 0);
    if (bytes > MAX_READ_AHEAD_BYTES) return undefined;
    const hashes = documents.map(({ sha256 }) => sha256);
    return this.ports.content.several(client, hashes).catch((error: unknown) => {
      if (error instanceof ContentUnreadable) return undefined;
      throw error;
    });
  }

  private async *page(
    invoice: Archived,
    folder: InvoiceFolder,
    order: () => Promise<ViewOrder>,
  ): AsyncGenerator<ArchiveEntry, ArchivedPage['figures']> {
    const drawn = await folder.unlessMissing('page', async () => drawPage(await order(), this.ports));
    if (!drawn) return { ...(await openSummaries([invoice], this.ports)).get(invoice), rates: [] };
    yield this.made(invoice, folder.file('page', '-page.html'), drawn.text);
    return drawn.figures;
  }

  private made(invoice: Archived, file: ArchivedFile, text: string): ArchiveEntry {
    const content = encode(text);
    this.noteFile(invoice, file, this.ports.digests.sha256(content));
    return { name: file.path, content, at: invoice.updatedAt };
  }

  private noteFile(invoice: Archived, { path, kind }: ArchivedFile, sha256: string): void {
    const { id, invoiceRef, invoiceNumber, route, state } = invoice;
    this.manifest.add(encode(csvLine([id, invoiceRef, invoiceNumber, route, state, path, kind, sha256])));
  }
}

/** The folder of one invoice; the name of each file begins with the invoice's number. */
class InvoiceFolder {
  private readonly names = new FileNames();
  readonly files: ArchivedFile[] = [];
  readonly missing: MissingFile[] = [];

  constructor(
    private readonly id: string,
    private readonly stem: string,
    readonly path: string,
  ) {}

  file(kind: string, ending: string): ArchivedFile {
    const path = this.names.give(this.stem, ending, { folder: `${this.path}/`, id: this.id });
    const file = { kind, path };
    this.files.push(file);
    return file;
  }

  /** Undefined if this file alone cannot be had; the reason is noted. */
  unlessMissing<T>(kind: string, make: () => Promise<T>): Promise<T | undefined> {
    return unlessMissing(kind, make, (file) => this.missing.push(file));
  }
}

const rowOf = (
  invoice: Archived,
  direction: ArchivedRow['direction'],
  { path: folder, files, missing }: InvoiceFolder,
  figures: ArchivedPage['figures'],
): ArchivedRow => ({
  direction,
  id: invoice.id,
  ref: invoice.invoiceRef,
  number: invoice.invoiceNumber,
  folder,
  files,
  missing,
  figures: booked(figures),
  client: invoice.client,
  route: invoice.route,
  environment: invoice.environment,
  state: invoice.state,
  networkNumber: invoice.legalId ?? invoice.railId,
  buyerStatus: invoice.buyerStatus ?? undefined,
  sha256: invoice.documentSha256,
  receivedAt: invoice.createdAt.toISOString(),
});

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

async function* asyncOf<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
