import type { Route } from '../domain/vocabulary/route.ts';

/** The router's view of stored route credentials. */
export interface Credentials {
  hasLive(client: string, route: Route, now: Date): Promise<boolean>;
}
