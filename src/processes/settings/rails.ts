import { ROUTE_PROFILES } from '../../domain/routes/all.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { RailSettings } from '../../ports/rail/rail-settings.ts';

/** The settings of every rail, each in the folder of its route's name. */
export const RAIL_SETTINGS: ReadonlyMap<Route, RailSettings> = new Map(
  await Promise.all(
    ROUTE_PROFILES.filter(({ hasRail }) => hasRail).map(async ({ name }) => {
      const { RAIL_SETTINGS: settings } = (await import(
        `../../adapters/rails/${name.toLowerCase()}/settings.ts`
      )) as { readonly RAIL_SETTINGS: RailSettings };
      return [name, settings] as const;
    }),
  ),
);
