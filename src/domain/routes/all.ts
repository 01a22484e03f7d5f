import type { Route } from '../vocabulary/route.ts';
import { DE_XRECHNUNG } from './de-xrechnung/profile.ts';
import { FR_PA } from './fr-pa/profile.ts';
import { PEPPOL } from './peppol/profile.ts';
import { PL_KSEF } from './pl-ksef/profile.ts';
import type { RouteProfile } from './profile.ts';
import { RO_EFACTURA } from './ro-efactura/profile.ts';

/** Every route. Lists of routes have this order. Which invoice takes which route: `routing/rules.ts`. */
export const ROUTE_PROFILES: readonly RouteProfile[] = [PEPPOL, PL_KSEF, RO_EFACTURA, FR_PA, DE_XRECHNUNG];

export const ROUTES: readonly Route[] = ROUTE_PROFILES.map(({ name }) => name);

const BY_NAME: ReadonlyMap<Route, RouteProfile> = new Map(
  ROUTE_PROFILES.map((profile) => [profile.name, profile]),
);

/** @throws Error for a name that is not in the list: input is checked at the border of the service. */
export function profileOf(route: Route): RouteProfile {
  const profile = BY_NAME.get(route);
  if (!profile) throw new Error(`there is no route ${route}`);
  return profile;
}
