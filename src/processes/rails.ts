import { OutboundClient } from '../adapters/outbound/outbound-client.ts';
import { ROUTE_PROFILES } from '../domain/routes/all.ts';
import type { Route } from '../domain/vocabulary/route.ts';
import type { OpenedCredential } from '../ports/rail/opened-credential.ts';
import type { Rails } from '../ports/rail/rail.ts';
import type { Outbound } from '../ports/outbound.ts';
import type { OpenRail, RailPorts } from '../ports/rail/rail-settings.ts';
import { RAIL_SETTINGS } from './settings/rails.ts';
import type { Settings } from './settings/settings.ts';

/** The rail of a route is in the folder of its name; a route without one keeps its documents for pick-up. */
const OPEN_RAIL: ReadonlyMap<Route, OpenRail> = new Map(
  await Promise.all(
    ROUTE_PROFILES.filter(({ hasRail }) => hasRail).map(async ({ name }) => {
      const { openRail } = (await import(`../adapters/rails/${name.toLowerCase()}/rail.ts`)) as {
        readonly openRail: OpenRail;
      };
      return [name, openRail] as const;
    }),
  ),
);

/** All rails. */
export function railsOf(
  { environment, rails, outboundAllow: allow }: Pick<Settings, 'environment' | 'rails' | 'outboundAllow'>,
  ports: Omit<RailPorts, 'outbound' | 'environment'>,
  traced: (outbound: Outbound) => Outbound = (outbound) => outbound,
): Rails {
  const outbound = traced(new OutboundClient({ ...(allow !== undefined && { allow }) }));
  return new Map(
    [...OPEN_RAIL].map(([route, open]) => [
      route,
      open(rails.get(route), { ...ports, outbound, environment }),
    ]),
  );
}

/** The log-in of a sandbox client at the simulator if it has stored none of its own (decisions, "sandbox"). */
export function builtInCredential(
  client: string,
  route: Route,
  { environment, rails }: Pick<Settings, 'environment' | 'rails'>,
): OpenedCredential | undefined {
  if (environment !== 'sandbox') return undefined;
  const builtIn = RAIL_SETTINGS.get(route)?.builtIn(`sandbox-${client}`, rails.get(route));
  return builtIn && { client, id: null, ...builtIn };
}
