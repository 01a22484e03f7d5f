import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { OpenedCredential } from './opened-credential.ts';
import type { Later, Unknown } from './registering.ts';

/**
 * Connects companies to providers by consent: the authorization code flow with PKCE (RFC 6749, section 4.1; RFC 7636). Each method makes the
 * calls of its name and nothing else; what is unknown is answered so.
 */
export interface Connecting {
  /** The network's name of a company; undefined if it can have no such. */
  companyOf(text: string): string | undefined;
  /** What a provider offers, without a call. */
  offerOf(provider: string): ConnectionOffer;
  /** Where the firm consents, without a call. */
  begin(order: ConsentOrder): Promise<string>;
  /** Exchanges the code of the answer with which the firm came back: at most once. @param query of the address to which it came back. */
  exchange(order: ConsentOrder, query: string): Promise<Exchanged>;
  /** Asks whose the log-in is. A refresh token that is used up by it is replaced in the session of the credential first. */
  check(credential: OpenedCredential, of: ConnectedCompany): Promise<Checked>;
  /** Has the provider forget the log-in (RFC 7009), while no process renews it. Safe to repeat. */
  revoke(credential: OpenedCredential): Promise<Revoked>;
}

export interface ConnectedCompany {
  /** As the table of providers names it. */
  readonly provider: string;
  readonly company: string;
}

/** One consent. */
export interface ConsentOrder extends ConnectedCompany {
  /** To which the provider sends the browser back. */
  readonly redirectUri: string;
  readonly state: string;
  readonly codeVerifier: string;
}

export type ConnectionOffer =
  /** @param name of the provider, for people. @param kind of the credential. @param lifeDays after which it forgets an unused log-in. */
  | {
      readonly offers: 'connection';
      readonly name: string;
      readonly kind: string;
      readonly lifeDays: number;
    }
  | { readonly offers: 'nothing'; readonly reason: Text };

/** There is no log-in, and will be none by this consent. */
interface NotConnected {
  readonly outcome: 'refused';
  readonly reason: Text;
  /** By the application of the operator, not by what the company did. */
  readonly isOurs?: true;
}

export type Exchanged =
  /** @param value of the credential to be. */
  { readonly outcome: 'given'; readonly value: string } | NotConnected | Unknown | Later;

export type Checked =
  /** @param value of the credential with the newest refresh token. */
  | { readonly outcome: 'own'; readonly value: string }
  /** The log-in is another company's, or of another environment. */
  | { readonly outcome: 'foreign'; readonly reason: Text }
  /** The provider has not verified the company yet. */
  | { readonly outcome: 'unverified'; readonly reason: Text }
  | NotConnected
  | Unknown
  | Later;

export type Revoked = { readonly outcome: 'revoked' } | NotConnected | Unknown | Later;
