import type { Severity } from '../vocabulary/finding.ts';
import type { Layer, Outcome, PackRef } from '../vocabulary/layer.ts';
import { isOfEn16931, type Syntax } from '../vocabulary/syntax.ts';
import type { KsefCheck } from '../ksef-file/file-rule.ts';
import type { NamedOverlay } from '../vocabulary/overlay.ts';
import type { PdfCheck } from '../pdf/pdf-rule.ts';
import type { Engine, EntryRef } from '../packs/manifest.ts';
import type { KositReport } from '../report/report-facts.ts';

/** The layers to run on a document. Plain data only. */
export interface CheckOrder {
  /** In order. */
  readonly layers: readonly LayerTask[];
  /** Severities that the packs in force set for this document, by rule id. */
  readonly severities: ReadonlyMap<string, Severity>;
  /** Both engines run; the result of the entry's first engine counts. */
  readonly crossCheck: boolean;
  /** The most time of one layer on the compiled engine. */
  readonly layerMs: number;
  /** A sample of ours: the thread may keep its names and paths, which makes documents like it faster to parse. */
  readonly trusted?: boolean;
  /** Further samples of ours, which are read and not checked: the thread keeps their names and paths. */
  readonly alsoRead?: readonly Uint8Array[];
  /** The answer has the rules that fired with every count: findings are capped, and their severities may be changed for the document. */
  readonly tallies?: boolean;
  /** The answer has a report in the form of KoSIT's validator. */
  readonly report?: ReportOrder;
}

export interface ReportOrder {
  /** Its name and version. */
  readonly engine: string;
  /** Of the file, as the caller knows it. */
  readonly name: string;
  readonly time: Date;
}

/** One document for a pool thread. */
export interface CheckTask extends CheckOrder {
  readonly rulesDir: string;
  readonly bytes: Uint8Array;
}

export interface LayerTask {
  readonly layer: string;
  readonly source: string;
  readonly advisory: boolean;
  /** Null: no pack is installed for the document; `missing` names the one it needs. */
  readonly entry: EntryTask | null;
  readonly missing?: Extract<Outcome, { readonly outcome: 'not_run' }>;
  /** A check that is code: it needs no pack. */
  readonly coded?: KsefCheck | PdfCheck;
  /** Of the client of the document, on its day. */
  readonly overlays?: readonly NamedOverlay[];
}

export interface EntryTask {
  readonly pack: PackRef;
  /** The first day on which its pack is in force, `YYYY-MM-DD`. */
  readonly since?: string;
  readonly ref: EntryRef;
  readonly kind: 'xsd' | 'schematron';
  /** Of official rules: rules written here for the same layer and document, whose words are told for ids that both have. */
  readonly ownWords?: EntryRef;
  /** Rules that somebody added to the built-in pack in whose place this one judges. */
  readonly ownRulesNotRun?: readonly string[];
  /** Engines with a program, in the order of their use. */
  readonly engines: readonly Engine[];
  /** The engine for schemas. */
  readonly xsdEngine: XsdEngine;
}

/** `own` is that of `validators/schema`; what it does not know, libxml2 checks. */
export const XSD_ENGINES = ['own', 'libxml2', 'java'] as const;
export type XsdEngine = (typeof XSD_ENGINES)[number];
export const DEFAULT_XSD_ENGINE = 'own' as const satisfies XsdEngine;

/** Java has no catalog for the addresses that the schemas of KSeF import, and refuses their repetitions. */
export const xsdEngineFor = (syntaxes: readonly Syntax[], engine: XsdEngine): XsdEngine =>
  engine === 'java' && !syntaxes.every(isOfEn16931) ? DEFAULT_XSD_ENGINE : engine;

/** The answer of a thread. A thread that fails as a whole sends nothing of this shape, and its caller reads that as not run. */
export interface CheckAnswer {
  readonly layers: readonly Layer[];
  readonly differences: readonly EngineDifference[];
  readonly faults: readonly Fault[];
  /** A pack of the plan is gone: the document is checked by a new plan. */
  readonly packGone?: boolean;
  /** One for each layer, undefined if its rules gave no verdict. */
  readonly tallies?: readonly (readonly FiredTally[] | undefined)[];
  /** Undefined if a step of the report did not run. */
  readonly report?: KositReport | undefined;
}

/** How often a rule fired, with the pack's own flag. A test without an id has the name `text:` and its message. */
export interface FiredTally {
  readonly id: string;
  readonly severity: Severity;
  readonly count: number;
}

/** A difference between two engines: rule ids only, never content. */
export interface EngineDifference {
  readonly layer: string;
  readonly pack: string;
  /** At most ten; empty if one of them ended without a verdict. */
  readonly ids: readonly string[];
  readonly kinds: readonly [string, string];
}

/** A failure of ours inside the thread, for the log: the place, without the message, which may contain content. */
export interface Fault {
  readonly layer: string;
  readonly cause: string;
  readonly trace: string;
}
