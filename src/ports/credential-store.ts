import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { Credential } from '../domain/credentials/credential.ts';
import type { Route } from '../domain/vocabulary/route.ts';
import type { AuditEntry } from './audit-log.ts';

/**
 * Route credentials with sealed values. A revoked one stays as a record. The audit row of a change is written with it, or neither is;
 * without a change there is none.
 */
export interface CredentialStore {
  /** `exists`: a live one has the same use, also if both come at one instant. */
  add(credential: Credential, now: Date, audit?: AuditEntry): Promise<'added' | 'exists'>;
  find(id: string): Promise<Credential | undefined>;
  /** By id, at most `limit`, after the id `after`; one client's or all. */
  list(query: {
    readonly client?: string | undefined;
    readonly after?: string | undefined;
    readonly limit: number;
  }): Promise<readonly Credential[]>;
  /** The credentials of a client and route that are not revoked. */
  ofRoute(client: string, route: Route): Promise<readonly Credential[]>;
  /**
   * Replaces value and expiry.
   * @returns the present credential; `revoked` if it was revoked before; undefined if unknown.
   */
  replace(
    id: string,
    value: Pick<Credential, 'sealedValue' | 'expiresOn'>,
    audit?: AuditEntry,
  ): Promise<Credential | 'revoked' | undefined>;
  /** Sets or, without a text, removes what the route has against a credential. */
  noteProblem(id: string, problem: Text | undefined): Promise<void>;
  /** Revoking again changes nothing. @returns the present credential. */
  revoke(id: string, at: Date, audit?: AuditEntry): Promise<Credential | undefined>;
  /** Of these kinds at a route, not revoked; by id, at most `limit`. */
  ofKinds(route: Route, kinds: readonly string[], limit: number): Promise<readonly Credential[]>;
  /** Not revoked, with their last day from `from` to `to`; the soonest first, at most `limit`; of one client if it is named. */
  expiring(from: string, to: string, limit: number, client?: string): Promise<readonly Credential[]>;
}
