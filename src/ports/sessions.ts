import type { Route } from '../domain/vocabulary/route.ts';
import type { OpenedCredential } from './rail/opened-credential.ts';

/**
 * A route's answer to a log-in, needed for later calls: tokens that change with their use, sessions that stay open. One process at a time
 * opens a session, and it is stored before any use.
 */
export interface Sessions {
  /**
   * The kept session if it is good, else a new one.
   * @returns `busy` while another process opens it, or if that took too long here: to be repeated after a second.
   * @throws CallFailed `no-master-key`, `busy`
   */
  use<F>(of: SessionOf, opening: Opening<F>): Promise<Opened<F> | 'busy'>;
}

/** The owner of a session; a session of an earlier value of the credential does not count. */
export interface SessionOf {
  readonly route: Route;
  readonly credential: OpenedCredential;
  /** Tells sessions of one credential apart: the seller for which it was opened. */
  readonly name: string;
}

export interface Opening<F> {
  /** @param kept text made by `open`; a session that the route has refused is not good. */
  isGood(kept: string): boolean;
  /**
   * Calls the route, within a minute.
   * @param kept the earlier session, with the data that renew it; undefined if there is none.
   * @returns the whole new session; or why there is none, and the earlier one is kept.
   */
  open(kept: string | undefined): Promise<Opened<F>>;
}

export type Opened<F> = { readonly session: string } | { readonly failed: F };
