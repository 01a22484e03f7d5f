import type { Owner } from '../findings/finding.ts';
import type { Route } from '../vocabulary/route.ts';

/** What a code means and who can do something about it (decisions, "catalogue entry"). */
export interface CatalogueEntry {
  /** A rule id, a code of a route's answer or one of ours. */
  readonly code: string;
  /** Other codes that mean the same. */
  readonly aliases: readonly string[];
  /** Where such codes come from, in words: `EN 16931 validator`, `identifier check`. */
  readonly family: string;
  /** The usual owner; the finding names that of the case. */
  readonly whoFixes: Owner;
  readonly title: string;
  readonly explanation: string;
  readonly fixHint: string;
  readonly routes: readonly Route[];
  /** The layer that reports it, when a check does. */
  readonly layer: string | null;
  /** The business term that a rule speaks about, `BT-41`. */
  readonly term?: string;
  /** Its words are those of an official pack: nothing is written here about the code. */
  readonly isPublished?: boolean;
}
