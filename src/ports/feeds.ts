import type { Route } from '../domain/vocabulary/route.ts';

/** A source of a route's answers: everything that a client sent under one credential. */
export interface Feed {
  readonly route: Route;
  readonly client: string;
  /** Null: the credential that is built into the sandbox. */
  readonly credentialId: string | null;
  /** The company whose messages these are, as the route names it; left out if a credential has one list. */
  readonly company?: string;
}

/** Feeds of credentials that something was sent under, each with the cursor of the answers that are taken in. */
export interface Feeds {
  /** Adds a feed; again, it changes nothing. */
  begin(feed: Feed): Promise<void>;
  /** By name, at most `limit`, after `after`. */
  list(after: string | undefined, limit: number): Promise<readonly KnownFeed[]>;
  /** Everything up to `cursor` is taken in. A late process may set the cursor back: answers are then taken in again and change nothing. */
  advance(name: string, cursor: string): Promise<void>;
}

export interface KnownFeed extends Feed {
  readonly name: string;
  readonly cursor: string | null;
}

export const feedName = ({ route, client, credentialId, company }: Feed): string =>
  [route, client, credentialId ?? 'built-in', ...(company === undefined ? [] : [company])].join(' ');
