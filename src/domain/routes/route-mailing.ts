import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { StatedDefaults } from '../invoice/completions/completion.ts';
import type { Addressee } from '../mail/letter.ts';

/** By what a buyer is known in the client's record. */
export interface KnownBuyer {
  /** BT-48. */
  readonly vatId?: string;
  /** BT-10; of a public buyer its Leitweg-ID. */
  readonly buyerReference?: string;
}

/** Of a route whose documents the service mails to buyers whom the client's record names (extension). */
export interface RouteMailing {
  /** Member of a client's profile. */
  readonly member: 'de';
  /** Findings about the member, by its paths: `de.mail.buyers[1].to`. */
  check(sent: unknown): readonly Finding[];
  /** Undefined if the record names no address of the buyer. */
  addresseeOf(stated: StatedDefaults, buyer: KnownBuyer): Addressee | undefined;
}
