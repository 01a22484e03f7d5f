import type { StatusEvent } from '../domain/lifecycle/status-event.ts';
import type { Manifest, ValidationReport } from '../domain/findings/report.ts';

/** Writes what is kept of an invoice as callers read it: files beside it, and its events. */
export interface Paperwork {
  report(report: ValidationReport): Uint8Array;
  manifest(manifest: Manifest): Uint8Array;
  event(event: StatusEvent): string;
}
