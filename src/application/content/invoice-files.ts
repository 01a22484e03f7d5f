import type { EmbeddedFile } from '../../domain/findings/file-reading.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import { type ValidationReport, validationReport } from '../../domain/findings/report.ts';
import type { DocumentKind, DocumentRef, InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { ContentStore, SealedFile } from '../../ports/content-store.ts';
import type { ReportWriter } from '../../ports/report-writer.ts';

/** A document as built, ready to be kept. */
export interface FinishedDocument {
  readonly kind: DocumentKind;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
  /** The XML of a hybrid PDF. */
  readonly embedded?: EmbeddedFile;
}

/** Files for one commit. */
export interface NamedFiles {
  /** The record's references with these in them. */
  readonly documents: readonly DocumentRef[];
  readonly files: readonly SealedFile[];
}

/**
 * The files of one invoice: sealed content and the references on its record. A repeated step makes the same bytes again, so a
 * process that dies over it leaves no file without a reference.
 */
export class InvoiceFiles {
  constructor(
    private readonly content: ContentStore,
    private readonly reportWriter: ReportWriter,
    private readonly serviceVersion: string,
  ) {}

  async read(
    record: Pick<InvoiceRecord, 'client' | 'documents'>,
    kind: DocumentKind,
  ): Promise<Uint8Array | undefined> {
    const reference = record.documents.find((file) => file.kind === kind);
    return reference && (await this.content.get(record.client, reference.sha256));
  }

  /** Seals the document, its report and its manifest. */
  async sealChecked(
    record: InvoiceRecord,
    document: FinishedDocument,
    layers: readonly Layer[],
  ): Promise<NamedFiles> {
    const manifest = {
      invoice: record,
      document: { ...document, size: document.bytes.length },
      layers,
      mappingVersion: record.mapping?.version,
      serviceVersion: this.serviceVersion,
      createdAt: timeOfStep(record),
    };
    return this.seal(record, [
      ...this.unheld(record, [document]),
      {
        kind: 'validation-report',
        bytes: this.reportWriter.report(keptReport(record, layers, [document])),
      },
      { kind: 'manifest', bytes: this.reportWriter.manifest(manifest) },
    ]);
  }

  /** Seals the report of a refused document, and the document if it could be built. */
  async sealRefused(
    record: InvoiceRecord,
    document: FinishedDocument | undefined,
    layers: readonly Layer[],
  ): Promise<NamedFiles> {
    const built = document ? [document] : [];
    const report = keptReport(record, layers, built);
    const unheld = this.unheld(record, built);
    return this.seal(record, [
      ...unheld,
      { kind: 'validation-report', bytes: this.reportWriter.report(report) },
    ]);
  }

  /** Seals the report alone: of a file that is kept as it came. */
  async sealReport(record: CheckedRecord, layers: readonly Layer[]): Promise<NamedFiles> {
    const report = keptReport(record, layers, record.documents.slice(0, 1));
    return this.seal(record, [{ kind: 'validation-report', bytes: this.reportWriter.report(report) }]);
  }

  /** Seals what came from the route; of each kind the newest is kept. */
  async sealReceived(
    record: Pick<CheckedRecord, 'client' | 'documents'>,
    received: readonly Pick<FinishedDocument, 'kind' | 'bytes'>[],
  ): Promise<NamedFiles> {
    return this.seal(record, received);
  }

  /** A file that was submitted is held already. */
  private unheld(
    { documents }: InvoiceRecord,
    files: readonly FinishedDocument[],
  ): readonly FinishedDocument[] {
    const isHeld = ({ kind, sha256 }: FinishedDocument): boolean =>
      documents.some((file) => file.kind === kind && file.sha256 === sha256);
    return files.filter((file) => !isHeld(file));
  }

  private async seal(
    record: Pick<CheckedRecord, 'client' | 'documents'>,
    files: readonly File[],
  ): Promise<NamedFiles> {
    const sealed: SealedFile[] = [];
    for (const { bytes } of files) sealed.push(await this.content.seal(record.client, bytes));
    const named = files.map(({ kind, bytes }, n): DocumentRef => ({
      kind,
      sha256: sealed[n]!.sha256,
      size: bytes.length,
    }));
    const replaced = new Set(named.map(({ kind }) => kind));
    const documents = [...record.documents.filter(({ kind }) => !replaced.has(kind)), ...named];
    return { documents, files: sealed };
  }
}

type File = Pick<FinishedDocument, 'kind' | 'bytes'>;
type CheckedRecord = Pick<InvoiceRecord, 'client' | 'documents' | 'route' | 'mapping'>;

/** Uses the due time, which is the same in every try; the time of the clock is not. */
const timeOfStep = ({ dueAt, updatedAt }: InvoiceRecord): Date => dueAt ?? updatedAt;

/** Leaves out the duration of the checks, which differs between tries: only a dry run and the metrics have it. */
const keptReport = (
  { route, mapping }: Pick<CheckedRecord, 'route' | 'mapping'>,
  layers: readonly Layer[],
  documents: readonly Pick<FinishedDocument, 'kind' | 'sha256'>[],
): ValidationReport =>
  validationReport(
    route,
    layers.map((layer) => ({ ...layer, durationMs: 0 })),
    documents,
    mapping?.version,
  );
