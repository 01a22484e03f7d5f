import type { RouteState } from '../domain/sending/route-state.ts';
import type { Route } from '../domain/vocabulary/route.ts';

/** How routes answered last, for each client, its sends and its fetches apart. A lost row costs nothing: the next call writes it again. */
export interface RouteStates {
  find(id: string): Promise<RouteState | undefined>;
  /** Replaces the row of the same id. */
  put(state: RouteState): Promise<void>;
  /** Newest first, at most `MAX_ROUTE_STATES`; those of one client if it is named. */
  newest(route: Route, client: string | undefined): Promise<readonly RouteState[]>;
}

export const MAX_ROUTE_STATES = 200;
