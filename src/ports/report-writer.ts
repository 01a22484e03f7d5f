import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { StatusEvent } from '../domain/lifecycle/status-event.ts';
import type { StatedCheck } from '../domain/proof/statement.ts';
import type { Manifest, ValidationReport } from '../domain/findings/report.ts';

/** Writes the files beside an invoice, and its events, in the form that callers read. */
export interface ReportWriter {
  report(report: ValidationReport): Uint8Array;
  manifest(manifest: Manifest): Uint8Array;
  /** Its texts are worded for each of its readers. */
  event(event: StatusEvent): string;
  /** An event as an English reader gets it. */
  inEnglish(event: string): string;
  /** Reads the layers back from a report and, for a document that passed, the time from its manifest. */
  readChecks(report: Uint8Array, manifest?: Uint8Array): StatedCheck;
  /** Reads the findings back from a report: code, member and message of each, in its order. */
  readFindings(report: Uint8Array): readonly ReportedFinding[];
  /** Reads the status back from an event. */
  statusOf(event: string): string;
  /** Reads the buyer's status back from an event; undefined if there was none by then. */
  buyerStatusOf(event: string): string | undefined;
}

export type ReportedFinding = Pick<Finding, 'code' | 'field' | 'message'>;
