import type { Route } from '../domain/vocabulary/route.ts';

/** What the router sees of stored route credentials. */
export interface Credentials {
  hasLive(client: string, route: Route, now: Date): Promise<boolean>;
}
