import type { Finding, Severity } from '../vocabulary/finding.ts';
import type { Document } from '../engine/xml/document.ts';

/** The parameters of KSeF's file rules, on a day and in an environment. */
export interface KsefCheck {
  readonly check: 'ksef-file';
  /** In Poland, `YYYY-MM-DD`. */
  readonly today: string;
  /** KSeF verifies the check digit of a NIP in production only. */
  readonly wrongNip: Severity;
}

/** A file as KSeF gets it. */
export interface KsefFile {
  readonly bytes: Uint8Array;
  readonly document: Document;
  readonly check: KsefCheck;
}

/** A rule of KSeF beyond the schema of its form. */
export interface FileRule {
  readonly code: string;
  /** @returns each breach with its place. */
  readonly breaches: (file: KsefFile) => readonly Breach[];
}

export type Breach = Pick<Finding, 'message' | 'location' | 'term'> & {
  /** `error` if left out. */
  readonly severity?: Severity;
};
