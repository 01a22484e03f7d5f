import type { Text } from 'en16931-rules/vocabulary/message.ts';

/** Looks up registrations in Peppol (`routes/peppol.md` 3). */
export interface Participants {
  /**
   * Asks each time; never throws what the other side could cause.
   * @param participant `<ICD>:<id>`, lower case.
   */
  lookUp(participant: string, kind: DocumentKindAsked): Promise<LookedUp>;
  /**
   * The SMP that has the participant: the network's register names one at most, and the SMP that it names must know the participant.
   * @param sender as of `DocumentKindAsked`.
   */
  smpOf(participant: string, sender?: string): Promise<SmpOfParticipant>;
}

/** @param url of an SMP, without a slash at its end. */
export type SmpOfParticipant =
  | { readonly kind: 'smp'; readonly url: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown'; readonly reason: Text; readonly isZoneDoubtful?: true };

export interface DocumentKindAsked {
  /** Value in scheme `busdox-docid-qns`. */
  readonly documentType: string;
  /** Value in scheme `cenbii-procid-ubl`. */
  readonly process: string;
  /** The sender, `<ICD>:<id>`: if not even it is registered, DNS may be the wrong one. */
  readonly sender?: string;
}

export type LookedUp =
  /**
   * @param endpoint of its access point for such documents.
   * @param isInactive its entry has no endpoint that is active today, such as an expired one: it is registered (decisions, magic identifier
   * `0410`), and nothing can be sent to it.
   */
  | { readonly registered: 'yes'; readonly endpoint: string; readonly isInactive?: true }
  | { readonly registered: 'no' }
  /**
   * The look-up failed.
   * @param reason for the log; names no person or company.
   * @param isZoneDoubtful DNS knows no participant at all: its zone or its resolver is the wrong one.
   */
  | { readonly registered: 'unknown'; readonly reason: Text; readonly isZoneDoubtful?: true };
