import { say, type Text } from './message.ts';
import type { Format } from './formats.ts';
import { type Finding, type Location, type NonEmpty, isError } from './finding.ts';

/** The rule pack behind a layer. `official`: installed as published; `built-in`: written in this project; `own`: a company's own rules. */
export interface PackRef {
  readonly id: string;
  readonly version: string;
  readonly origin: PackOrigin;
  /** SHA-256 of everything in the pack that affects a verdict, 64 lowercase hex. */
  readonly sha256?: string;
}
/** `edited`: the files of a publisher with changes by somebody else. */
export const PACK_ORIGINS = ['official', 'edited', 'built-in', 'own'] as const;
export type PackOrigin = (typeof PACK_ORIGINS)[number];

/** The result of one check. A check that did not run is not one that found nothing. */
export type Outcome =
  | { readonly outcome: 'valid'; readonly findings: readonly Finding[] }
  | { readonly outcome: 'invalid'; readonly findings: NonEmpty<Finding> }
  | {
      readonly outcome: 'not_run';
      readonly reason: Text;
      readonly code?: NotRunCode;
      /** Kept by the layer, whatever becomes of its outcome. */
      readonly rulesEnd?: RulesEnd;
      readonly findings: readonly Finding[];
    };

/** The place at which rules end with an error. */
export interface RulesEnd {
  /** W3C: `XPTY0004`. */
  readonly code: string;
  /** Its id, if known. */
  readonly rule?: string;
  readonly location?: Location;
  /** What the rule probably read. */
  readonly repeated?: RepeatedElement;
}

/** An element that a file states several times, and that EN 16931 allows once. */
export interface RepeatedElement {
  /** Of the first one. */
  readonly location: Location;
  readonly count: number;
  /** Its name in the plural, with its term. */
  readonly several: Text;
  readonly remedy: Text;
}

/**
 * Why a check did not run, if the cause may pass and the check is repeated: the validator failed (`KOSIT-RUN`), the PDF check did
 * (`EI-PDF-CHECK`), no pack is installed (`EI-PACK-MISSING`), or none is published (`EI-EDITION`). Without a code the layer was not reached (an earlier one refused the document).
 */
type NotRunCode = 'KOSIT-RUN' | 'EI-PDF-CHECK' | 'EI-PACK-MISSING' | 'EI-EDITION';

/** One check of a document; layers are in the order in which they ran. */
export type Layer = Outcome & {
  /** `xsd`, `en16931`, `xrechnung`, … (decisions, "Checks and reports"). */
  readonly layer: string;
  readonly source: string;
  /** Null for layers that run no pack. */
  readonly pack: PackRef | null;
  /**
   * The rules themselves end with an error on this document, at every try, as those of their publisher do: whether they hold is indeterminate.
   * The outcome is `not_run`, or that of `EI-RULES-END` in a finished file.
   */
  readonly rulesEnd?: RulesEnd;
  /** Rules that somebody added to the built-in pack in whose place this pack judges. */
  readonly ownRulesNotRun?: readonly string[];
  readonly durationMs: number;
  /** The format of its document, if several were built. */
  readonly format?: Format;
  /** Findings of an advisory layer are lowered to `information`, so it is never `invalid`. */
  readonly advisory?: boolean;
};

/** The outcome of findings: `invalid` if one of them is an error. */
export function outcomeOf(findings: readonly Finding[]): Outcome {
  const [first, ...rest] = findings;
  return first && findings.some(isError)
    ? { outcome: 'invalid', findings: [first, ...rest] }
    : { outcome: 'valid', findings };
}

export type Verdict =
  | { readonly verdict: 'valid' }
  | { readonly verdict: 'invalid' }
  /** No layer refused the document, but one did not run. */
  | { readonly verdict: 'not_run'; readonly code: NotRunCode; readonly reason: Text };

/** One `invalid` layer refuses the document; otherwise a layer that did not run leaves it undecided. */
export function verdictOf(layers: readonly Layer[]): Verdict {
  if (layers.some((layer) => layer.outcome === 'invalid')) return { verdict: 'invalid' };
  const missing = layers.find((layer) => layer.outcome === 'not_run');
  if (missing?.outcome === 'not_run')
    return { verdict: 'not_run', code: missing.code ?? 'KOSIT-RUN', reason: missing.reason };
  // A report without layers proves that nothing was checked.
  return layers.length > 0
    ? { verdict: 'valid' }
    : { verdict: 'not_run', code: 'KOSIT-RUN', reason: say('pool.no-check-ran') };
}
