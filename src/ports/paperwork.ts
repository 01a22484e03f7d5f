import type { Manifest, ValidationReport } from '../domain/findings/report.ts';

/** Writes what is kept beside an invoice as files, in the names that callers read. */
export interface Paperwork {
  report(report: ValidationReport): Uint8Array;
  manifest(manifest: Manifest): Uint8Array;
}
