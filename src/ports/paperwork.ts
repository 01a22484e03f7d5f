import type { StatusEvent } from '../domain/lifecycle/status-event.ts';
import type { StatedCheck } from '../domain/proof/statement.ts';
import type { Manifest, ValidationReport } from '../domain/findings/report.ts';

/** Writes what is kept of an invoice as callers read it: files beside it, and its events. */
export interface Paperwork {
  report(report: ValidationReport): Uint8Array;
  manifest(manifest: Manifest): Uint8Array;
  event(event: StatusEvent): string;
  /** What a report that it wrote says of the layers, and the manifest, of a document that passed, of their time. */
  readChecks(report: Uint8Array, manifest?: Uint8Array): StatedCheck;
  /** Of an event that it wrote. */
  statusOf(event: string): string;
}
