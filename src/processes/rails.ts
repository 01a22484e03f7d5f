import { OutboundClient } from '../adapters/outbound/outbound-client.ts';
import { PeppolRail } from '../adapters/rails/peppol/peppol-rail.ts';
import { SANDBOX_POLL_WAITS_MS } from '../domain/delivery/decisions.ts';
import type { Route } from '../domain/vocabulary/route.ts';
import type { Clock } from '../ports/clock.ts';
import type { OpenedCredential, Rail, Rails } from '../ports/rail.ts';
import type { Sessions } from '../ports/sessions.ts';
import type { Settings } from './settings.ts';

/** What a rail may stand on. */
export interface RailTools {
  readonly sessions: Sessions;
  readonly clock: Clock;
}

/** Every rail there is; a route without one hands its documents over for pick-up. */
export function railsOf({ environment, accessPoints }: Settings, _tools: RailTools): Rails {
  const outbound = new OutboundClient();
  const pace = environment === 'sandbox' ? { pollWaitsMs: SANDBOX_POLL_WAITS_MS } : {};
  const rails: readonly Rail[] = [
    new PeppolRail(outbound, { ...pace, ...(accessPoints && { accessPoints }) }),
  ];
  return new Map(rails.map((rail) => [rail.route, rail]));
}

/**
 * What logs a client of the sandbox in at the simulator when it has stored nothing of its own (decisions, "sandbox"). Each has a
 * token of its own: answers go to the token that their document was sent with.
 */
export function builtInCredential(
  client: string,
  route: Route,
  { environment, accessPoints }: Pick<Settings, 'environment' | 'accessPoints'>,
): OpenedCredential | undefined {
  if (environment !== 'sandbox' || route !== 'PEPPOL') return undefined;
  const value = {
    base_url: accessPoints?.phase4,
    token: `sandbox-${client}`,
    sender_participant_id: '9915:ids-sandbox',
  };
  return { client, id: null, kind: 'access-point', value: JSON.stringify(value) };
}
