import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { OpenedCredential } from './opened-credential.ts';

/**
 * Registers companies as receivers at the provider behind a credential. Each method makes the calls of its name and nothing else; what
 * is unknown is answered so.
 */
export interface Registering {
  /** The name under which the network has a participant; undefined if it can have no such. */
  participantOf(text: string): string | undefined;
  /** What the provider offers, without a call. */
  offerOf(credential: OpenedCredential): RegistrationOffer;
  /** Whether a migration key has the form of one. */
  isMigrationKey(text: string): boolean;
  /** Where the network has the participant, whatever the provider says. */
  lookUp(order: RegistrationOrder): Promise<RegisteredAt>;
  /** Whether the provider has the participant under the credential. */
  ask(order: RegistrationOrder): Promise<Asked>;
  register(order: RegistrationOrder & { readonly migrationKey?: string }): Promise<Registered>;
  /** Safe to repeat. */
  release(order: RegistrationOrder): Promise<Released>;
}

export interface RegistrationOrder {
  readonly credential: OpenedCredential;
  readonly participant: string;
  /** The provider's own name of the entry, if it has given one. */
  readonly reference?: string;
}

type RegistrationOffer =
  | { readonly offers: 'registration'; readonly provider: string; readonly takesMigrationKeys: boolean }
  | { readonly offers: 'nothing'; readonly reason: Text };

export type RegisteredAt =
  | { readonly at: 'nowhere' }
  /** @param host of the place, to tell people. @param isOwn it is surely the provider's own. */
  | { readonly at: 'somewhere'; readonly host: string; readonly isOwn?: true }
  | { readonly at: 'unknown'; readonly reason: Text };

/** Nothing is known of the outcome; the call may have had an effect. */
export interface Unknown {
  readonly outcome: 'unknown';
  readonly reason: Text;
}

/** The call surely had no effect: it may be repeated. */
export interface Later {
  readonly outcome: 'later';
  readonly reason: Text;
}

/** The call surely had no effect, and would have none again. */
export interface NotRegistered {
  readonly outcome: 'refused';
  readonly reason: Text;
  /** Another provider has the participant. */
  readonly isElsewhere?: true;
}

export type Asked =
  | { readonly outcome: 'registered'; readonly reference?: string }
  | { readonly outcome: 'absent' }
  /** A part of the entry is there: to register again makes the rest, and nothing twice. */
  | { readonly outcome: 'partly' }
  | Unknown
  | Later
  | NotRegistered;

export type Registered =
  { readonly outcome: 'registered'; readonly reference?: string } | Unknown | Later | NotRegistered;

export type Released = { readonly outcome: 'released' } | Unknown | Later | NotRegistered;
