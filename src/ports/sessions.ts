import type { Route } from '../domain/vocabulary/route.ts';
import type { OpenedCredential } from './rail.ts';

/**
 * What a route gives for a credential and wants back with its calls: tokens that change while they are used, sessions that stay
 * open. One is opened by one process at a time, and it is on the store before anybody uses it.
 */
export interface Sessions {
  /**
   * The kept session when it is good, else a new one.
   * @returns `busy` while another process opens it, or when that took too long here: come back in a second.
   * @throws CallFailed `no-master-key`, `busy`
   */
  use<F>(of: SessionOf, opening: Opening<F>): Promise<Opened<F> | 'busy'>;
}

/** Whose session; one that was opened under an earlier value of the credential is none. */
export interface SessionOf {
  readonly route: Route;
  readonly credential: OpenedCredential;
  /** Tells sessions of one credential apart: the seller that it was opened for. */
  readonly name: string;
}

export interface Opening<F> {
  /** @param kept text that `open` made; what is found to be refused by the route is not good. */
  isGood(kept: string): boolean;
  /**
   * Calls the route, within a minute.
   * @param kept the session before, with what renews it; undefined when there is none.
   * @returns the whole new session; or why there is none, and the one before is kept.
   */
  open(kept: string | undefined): Promise<Opened<F>>;
}

export type Opened<F> = { readonly session: string } | { readonly failed: F };
