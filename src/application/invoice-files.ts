import type { Layer } from '../domain/checks/layer.ts';
import { manifest, validationReport } from '../domain/checks/report.ts';
import type { DocumentKind, DocumentRef, InvoiceRecord } from '../domain/lifecycle/invoice-record.ts';
import type { Clock } from '../ports/clock.ts';
import type { ContentStore } from '../ports/content-store.ts';

/** A document as built, ready to be kept. */
export interface FinishedDocument {
  readonly kind: DocumentKind;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

/** The files of one invoice: sealed content and the references that its record holds. */
export class InvoiceFiles {
  readonly #content: ContentStore;
  readonly #clock: Clock;
  readonly #serviceVersion: string;

  constructor(content: ContentStore, clock: Clock, serviceVersion: string) {
    this.#content = content;
    this.#clock = clock;
    this.#serviceVersion = serviceVersion;
  }

  async read(record: InvoiceRecord, kind: DocumentKind): Promise<Uint8Array | undefined> {
    const reference = record.documents.find((held) => held.kind === kind);
    return reference && (await this.#content.get(record.client, reference.sha256));
  }

  /** Keeps the document, its report and its manifest. @returns the record's references with these in them. */
  async keepChecked(
    record: InvoiceRecord,
    document: FinishedDocument,
    layers: readonly Layer[],
  ): Promise<readonly DocumentRef[]> {
    const facts = {
      invoice: record,
      document: { ...document, size: document.bytes.length },
      layers,
      serviceVersion: this.#serviceVersion,
      createdAt: this.#clock.now(),
    };
    return this.#keep(record, [
      document,
      { kind: 'validation-report', bytes: json(validationReport(record.route, layers, [document])) },
      { kind: 'manifest', bytes: json(manifest(facts)) },
    ]);
  }

  /** Keeps the report of a document that goes nowhere, and the document when it could be built. */
  async keepRefused(
    record: InvoiceRecord,
    document: FinishedDocument | undefined,
    layers: readonly Layer[],
  ): Promise<readonly DocumentRef[]> {
    const built = document ? [document] : [];
    const report = validationReport(record.route, layers, built);
    return this.#keep(record, [...built, { kind: 'validation-report', bytes: json(report) }]);
  }

  async #keep(record: InvoiceRecord, files: readonly File[]): Promise<readonly DocumentRef[]> {
    const kept: DocumentRef[] = [];
    for (const { kind, bytes } of files)
      kept.push({ kind, sha256: await this.#content.put(record.client, bytes), size: bytes.length });
    const replaced = new Set(kept.map(({ kind }) => kind));
    return [...record.documents.filter(({ kind }) => !replaced.has(kind)), ...kept];
  }
}

type File = Pick<FinishedDocument, 'kind' | 'bytes'>;

const json = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
