import type { Route } from '../domain/vocabulary/route.ts';

/** From where answers of a route are fetched: what a client sent under one credential. */
export interface Feed {
  readonly route: Route;
  readonly client: string;
  /** Null: the one that is built into the sandbox. */
  readonly credentialId: string | null;
}

/** Feeds that something was sent under, each with the place up to which its answers have been taken in. */
export interface Feeds {
  /** Known from now on; asking again changes nothing. */
  begin(feed: Feed): Promise<void>;
  /** By name, at most `limit`, after `after`. */
  list(after: string | undefined, limit: number): Promise<readonly KnownFeed[]>;
  /** Everything up to `cursor` is taken in. A process that is late may set it back: then answers are taken in again, to no effect. */
  advance(name: string, cursor: string): Promise<void>;
}

export interface KnownFeed extends Feed {
  readonly name: string;
  readonly cursor: string | null;
}

export const feedName = ({ route, client, credentialId }: Feed): string =>
  `${route} ${client} ${credentialId ?? 'built-in'}`;
