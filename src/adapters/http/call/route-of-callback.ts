import { ROUTE_PROFILES } from '../../../domain/routes/all.ts';
import type { Route } from '../../../domain/vocabulary/route.ts';
import type { Operation } from './operations.ts';

/** Operations of networks. They need no API key, and have limits of their own. */
export const ROUTE_OF_CALLBACK: ReadonlyMap<string, Route> = new Map(
  ROUTE_PROFILES.flatMap(({ name, callback }) => (callback === null ? [] : [[callback, name]])),
);

export const isCallback = (operation: Operation | undefined): boolean =>
  operation !== undefined && ROUTE_OF_CALLBACK.has(operation.id);
