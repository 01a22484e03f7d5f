import type { MessagePort } from 'node:worker_threads';
import type { DocumentForm } from '../../src/domain/documents/document-form.ts';
import type { Severity } from '../../src/domain/findings/finding.ts';
import type { Layer, PackRef } from '../../src/domain/findings/layer.ts';
import type { Syntax } from '../../src/domain/vocabulary/syntax.ts';
import type { KsefCheck } from '../ksef-file/file-rule.ts';
import type { PdfCheck } from '../pdf/pdf-rule.ts';
import type { Engine, EntryRef } from '../packs/manifest.ts';

/** The layers to run on a document. Plain data only. */
export interface CheckOrder {
  /** In order. */
  readonly layers: readonly LayerTask[];
  /** Severities that the packs in force set for this document, by rule id. */
  readonly severities: ReadonlyMap<string, Severity>;
  /** Both engines judge, the first of the entry's engines counts. */
  readonly crossCheck: boolean;
  /** What one layer may take on the compiled engine before it is given up there. */
  readonly layerMs: number;
  /** A sample of ours: the thread may keep its names and paths, which makes documents like it faster to parse. */
  readonly trusted?: boolean;
  /** The answer carries what fired with every count: findings are capped, and re-labelled for the document. */
  readonly tallies?: boolean;
}

/** One document as it is handed to a pool thread. */
export interface CheckTask extends CheckOrder {
  readonly rulesDir: string;
  readonly bytes: Uint8Array;
}

/** What a pool thread is started with: far more than goes to it with a file. */
export interface PoolTools {
  /** Of each kind of document, with what is read of it. */
  readonly forms: readonly DocumentForm[];
}

/** One file of which nothing is known yet. */
export interface FileTask {
  readonly rulesDir: string;
  readonly bytes: Uint8Array;
  /** Takes the `FileReading`, and brings the `CheckOrder` if it is to be checked; closed when it is not. */
  readonly asker: MessagePort;
}

export interface LayerTask {
  readonly layer: string;
  readonly source: string;
  readonly advisory: boolean;
  /** Null: no pack is installed that serves the document; `missing` says which. */
  readonly entry: EntryTask | null;
  readonly missing?: string;
  /** A check that is written in code: it needs no pack. */
  readonly coded?: KsefCheck | PdfCheck;
}

export interface EntryTask {
  readonly pack: PackRef;
  readonly ref: EntryRef;
  readonly kind: 'xsd' | 'schematron';
  /** Of official rules: rules written here for the same layer and document, whose words are told for ids that both have. */
  readonly ownWords?: EntryRef;
  /** Those that have a program, in the order in which they are asked. */
  readonly engines: readonly Engine[];
  /** What runs a schema. */
  readonly xsdEngine: XsdEngine;
}

export const XSD_ENGINES = ['libxml2', 'java'] as const;
export type XsdEngine = (typeof XSD_ENGINES)[number];

/** Java has no catalog for the addresses that FA(3) imports, and refuses its repetitions. */
export const xsdEngineFor = (syntaxes: readonly Syntax[], asked: XsdEngine): XsdEngine =>
  syntaxes.includes('fa3') ? 'libxml2' : asked;

/** What comes back. A thread that fails as a whole sends nothing of this shape, and its caller reads that as not run. */
export interface CheckAnswer {
  readonly layers: readonly Layer[];
  readonly differences: readonly EngineDifference[];
  readonly faults: readonly Fault[];
  /** A pack of the plan is not there any more: the document is to be judged after a new one. */
  readonly packGone?: boolean;
  /** Of each layer, undefined where rules gave no verdict. */
  readonly tallies?: readonly (readonly FiredTally[] | undefined)[];
}

/** How often a rule fired, with the pack's own flag. A test without id goes by `text:` and its message. */
export interface FiredTally {
  readonly id: string;
  readonly severity: Severity;
  readonly count: number;
}

/** Two engines that did not agree: rule ids only, never content. */
export interface EngineDifference {
  readonly layer: string;
  readonly pack: string;
  /** At most ten; empty when one of them ended without a verdict. */
  readonly ids: readonly string[];
  readonly kinds: readonly [string, string];
}

/** A failure of ours inside the thread, for the log: where, without the message, which may hold content. */
export interface Fault {
  readonly layer: string;
  readonly cause: string;
  readonly trace: string;
}
