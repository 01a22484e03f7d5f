import type { EmbeddedFile } from './file-reading.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';

/** The file of a report or manifest. */
interface ReportedDocument {
  readonly kind: string;
  /** 64 lowercase hex. */
  readonly sha256: string;
}

/** The results of an invoice's checks (contract 2.14). */
export interface ValidationReport {
  readonly valid: boolean;
  readonly route: string;
  readonly layers: readonly Layer[];
  readonly documents: readonly ReportedDocument[];
  /** Present if an export was mapped. */
  readonly mappingVersion?: string | undefined;
}

/** Valid only if every layer is: a check that did not run has not passed. */
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

/** The document that went to the route, and the checks that it passed (decisions, "manifest"). */
export interface Manifest {
  readonly invoice: { readonly id: string; readonly invoiceRef: string; readonly route: string };
  readonly document: ReportedDocument & {
    readonly mediaType: string;
    readonly size: number;
    /** The XML of a hybrid PDF. */
    readonly embedded?: EmbeddedFile;
  };
  readonly layers: readonly Layer[];
  /** Present if an export was mapped. */
  readonly mappingVersion?: string | undefined;
  readonly serviceVersion: string;
  /** The due time of the check: the same if the check is repeated. */
  readonly createdAt: Date;
}
