import type { Text } from '../vocabulary/message.ts';
import type { EscapeReason } from './runtime/errors.ts';

/** A place in the checked document, from 1. SaxonJS gives no line and column of a node without a source. */
export interface Location {
  readonly xpath: string;
  readonly line?: number;
  readonly column?: number;
}

/**
 * The result of a rule engine on one document. Its three kinds must never be confused: a verdict; the rules' own dynamic error, which the
 * official stylesheets raise as well, and which ends the layer without findings; and an escape, if the engine could not decide.
 */
export type RuleRun =
  | {
      readonly kind: 'verdict';
      /** Every test that fired, in the order of the schema. */
      readonly fired: readonly FiredTest[];
      /** False if no rule matched any node: then nothing was checked, however clean the result looks. */
      readonly reached: boolean;
    }
  | {
      readonly kind: 'error';
      /** W3C code, `FORG0001`. */
      readonly code: string;
      readonly reason: string;
      /** Id of the test that ended, and its context node; SaxonJS gives neither. */
      readonly test?: string;
      readonly location?: Location;
    }
  | {
      readonly kind: 'escape';
      readonly cause: EscapeReason;
      readonly reason: Text;
      /** The context node, if it is known. */
      readonly location?: Location;
    };

/** One assert or report with all its firings. Several tests of a pack may share an id; a test without an id has its text as name. */
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

/** The first places are enough to understand an id that fires on each of 5,000 lines. */
export const MAX_FIRINGS = 20;
