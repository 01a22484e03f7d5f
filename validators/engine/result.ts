import type { EscapeReason } from './runtime/errors.ts';

/** A place in the judged document, from 1. SaxonJS gives no line and column of a node without a source. */
export interface Location {
  readonly xpath: string;
  readonly line?: number;
  readonly column?: number;
}

/**
 * What a rule engine says about one document. Three answers that must never be mixed up: a verdict, the rules' own
 * dynamic error (which the official stylesheets raise as well, and which ends the layer without findings), and an escape,
 * where the engine could not decide.
 */
export type RuleRun =
  | {
      readonly kind: 'verdict';
      /** Every test that fired, in the order of the schema. */
      readonly fired: readonly FiredTest[];
      /** False when no rule matched any node: nothing was checked, however clean that looks. */
      readonly reached: boolean;
    }
  | {
      readonly kind: 'error';
      /** W3C code, `FORG0001`. */
      readonly code: string;
      readonly reason: string;
      /** Id of the test that ended, and the node that it looked at; SaxonJS tells neither. */
      readonly test?: string;
      readonly location?: Location;
    }
  | {
      readonly kind: 'escape';
      readonly cause: EscapeReason;
      readonly reason: string;
      /** The node that was looked at, where it is known. */
      readonly location?: Location;
    };

/** One assert or report with all its firings. Several tests of a pack may share an id; without id its text is its name. */
export interface FiredTest {
  readonly id: string | undefined;
  readonly flag: string | undefined;
  readonly role: string | undefined;
  /** How often it fired, at least 1. */
  readonly count: number;
  /** The first of them, at most {@link MAX_FIRINGS}. */
  readonly firings: readonly Firing[];
}

export interface Firing {
  /** The message with its values filled in, white space collapsed. */
  readonly text: string;
  readonly location: Location | undefined;
}

/** An id that fires on each of 5,000 lines is understood from its first places. */
export const MAX_FIRINGS = 20;
