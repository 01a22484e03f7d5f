import type { Text } from '../vocabulary/message.ts';
import type { Document } from '../engine/xml/document.ts';

export type Level = 'error' | 'warning' | 'information';

/** One remark of a step. */
export interface ReportedMessage {
  readonly level: Level;
  readonly code: string;
  readonly text: Text;
  /** Of a rule; of a schema only line and column are known. */
  readonly xpath?: string;
  readonly line?: number;
  readonly column?: number;
}

/** The releases of the rules that judged. */
export interface PacksOfReport {
  readonly en16931: string;
  readonly xrechnung: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
}

export interface KositFacts {
  /** With its version. */
  readonly engine: string;
  /** Of the check. */
  readonly time: Date;
  /** Of the file, as the caller knows it. */
  readonly name: string;
  /** SHA-256 of its bytes, in base64. */
  readonly hash: string;
  readonly packs: PacksOfReport;
  /** Parsed, or the reason why it cannot be. */
  readonly file: { readonly document: Document } | { readonly unreadable: Text };
  /** Of the schema, of EN 16931 and of XRechnung. A document that breaks its schema has only the first. */
  readonly steps: readonly (readonly ReportedMessage[])[];
}

/** A text of ours is a mark. */
export type Marked<T> = Omit<T, 'text'> & { readonly text: string };

/** A step of the report with its messages. */
export interface Step {
  readonly id: string;
  /** Empty for the step that reads the file. */
  readonly title: string;
  readonly messages: readonly (Marked<ReportedMessage> & { readonly id: string; readonly adjusted: Level })[];
  readonly markup: string;
}

export interface KositReport {
  /** With a mark for each text of ours, which is worded where the report leaves. */
  readonly xml: string;
  readonly texts: readonly Text[];
  /** What it recommends: to accept the document, or to reject it. */
  readonly accepted: boolean;
}

/** What the report states of the invoice itself, by the paths of both syntaxes. */
export interface DocumentData {
  readonly seller: readonly string[];
  readonly id: readonly string[];
  readonly issueDate: readonly string[];
}

/** What KoSIT's validator says before the text of its parser. */
export const unreadable = (name: string, reason: string): string =>
  `IOException while reading resource ${name}: ${reason}`;
