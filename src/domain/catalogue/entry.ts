import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { Owner } from 'en16931-rules/vocabulary/finding.ts';
import type { Route } from '../vocabulary/route.ts';

/** What is wrong, and what to do about it. */
export interface Wording {
  readonly title: Text;
  readonly fixHint: Text;
}

/** The meaning of a code and its owner (decisions, "catalogue entry"). */
export interface CatalogueEntry extends Wording {
  /** A rule id, a code of a route's answer or one of ours. */
  readonly code: string;
  /** Other codes with the same meaning. */
  readonly aliases: readonly string[];
  /** The origin of such codes, in words: `EN 16931 validator`, `identifier check`. */
  readonly family: Text;
  /** The usual owner; a finding has the owner of its case. */
  readonly whoFixes: Owner;
  /** The usual owner is another party, but the sender of an invoice can correct it, too. */
  readonly senderCanFix?: true;
  readonly explanation: Text;
  /** Of the same rule in another pack or syntax. */
  readonly otherWordings?: readonly Wording[];
  readonly routes: readonly Route[];
  /** The layer that reports it; null if no check does. */
  readonly layer: string | null;
  /** The business term of the rule, `BT-41`. */
  readonly term?: string;
  /** The member of the canonical invoice that states it, for developers: `seller.contact.name`. */
  readonly field?: string;
  /** Its words are those of an official pack: nothing is written here about the code. */
  readonly isPublished?: boolean;
  /** A rule of named clients: their reports have its texts, and no other client may read them. */
  readonly isPrivate?: boolean;
}
