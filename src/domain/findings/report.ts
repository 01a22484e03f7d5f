import type { EmbeddedFile } from './file-reading.ts';
import type { Layer } from './layer.ts';

/** A file that a report or manifest speaks about. */
export interface ReportedDocument {
  readonly kind: string;
  /** 64 lowercase hex. */
  readonly sha256: string;
}

/** What the checks of an invoice said (contract 2.14). */
export interface ValidationReport {
  readonly valid: boolean;
  readonly route: string;
  readonly layers: readonly Layer[];
  readonly documents: readonly ReportedDocument[];
  /** When an export was mapped. */
  readonly mappingVersion?: string | undefined;
}

/** Valid only when every layer is: a check that did not run is not one that passed. */
export const validationReport = (
  route: string,
  layers: readonly Layer[],
  documents: readonly ReportedDocument[],
  mappingVersion?: string,
): ValidationReport => ({
  valid: layers.length > 0 && layers.every(({ outcome }) => outcome === 'valid'),
  route,
  layers,
  documents,
  ...(mappingVersion !== undefined && { mappingVersion }),
});

/** What went to the route and which checks it passed (decisions, "manifest"). */
export interface Manifest {
  readonly invoice: { readonly id: string; readonly invoiceRef: string; readonly route: string };
  readonly document: ReportedDocument & {
    readonly mediaType: string;
    readonly size: number;
    /** The XML of a hybrid PDF. */
    readonly embedded?: EmbeddedFile;
  };
  readonly layers: readonly Layer[];
  /** When an export was mapped. */
  readonly mappingVersion?: string | undefined;
  readonly serviceVersion: string;
  /** When the check fell due, so that a repeated one says the same. */
  readonly createdAt: Date;
}
