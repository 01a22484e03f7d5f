import { SKEW_MS } from '../domain/lifecycle/due.ts';
import { MAX_FAILURES, PAUSES_OF_A_FAILURE } from '../domain/sending/retry.ts';
import type { Route } from '../domain/vocabulary/route.ts';
import type { OpenedCredential } from './rail/opened-credential.ts';

/** Longer than a log-in takes: while it lasts, no other process logs in with the same credential. */
export const LOG_IN_MS = 120_000;
/** No mark of a log-in that is written now ends later than this. */
export const MAX_MARK_MS = LOG_IN_MS + SKEW_MS;

/**
 * The pause of a call while another process logs in. The mark of a process that died during its log-in ends before pauses of this length
 * become `MAX_FAILURES`, also if `RETRY_SCALE` leaves no other wait.
 */
export const LOG_IN_PAUSE_SECONDS = Math.ceil(
  MAX_MARK_MS / 1000 / (MAX_FAILURES * (PAUSES_OF_A_FAILURE - 1)),
);

/**
 * A route's answer to a log-in, needed for later calls: tokens that change with their use, sessions that stay open. One process at a time
 * opens a session, and it is stored before any use.
 */
export interface Sessions {
  /**
   * The kept session if it is good, else a new one.
   * @returns `busy` while another process opens it, or if that took too long here: to be repeated after `LOG_IN_PAUSE_SECONDS`.
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
  /** @param session text made by `open`; a session that the route has refused is not good. */
  isGood(session: string): boolean;
  /**
   * Calls the route, within a minute.
   * @param session the earlier session, with the data that renew it; undefined if there is none.
   * @returns the whole new session; or why there is none, and the earlier one is kept.
   */
  open(session: string | undefined): Promise<Opened<F>>;
}

export type Opened<F> = { readonly session: string } | { readonly failed: F };
