import { OutboundClient } from '../adapters/outbound/outbound-client.ts';
import { FrPaRail } from '../adapters/rails/fr-pa/fr-pa-rail.ts';
import { PeppolRail } from '../adapters/rails/peppol/peppol-rail.ts';
import { PlKsefRail } from '../adapters/rails/pl-ksef/pl-ksef-rail.ts';
import { RoEfacturaRail } from '../adapters/rails/ro-efactura/ro-efactura-rail.ts';
import { SANDBOX_POLL_WAITS_MS } from '../domain/delivery/decisions.ts';
import type { Route } from '../domain/vocabulary/route.ts';
import type { Caps } from '../ports/caps.ts';
import type { Clock } from '../ports/clock.ts';
import type { OpenedCredential, Rail, Rails } from '../ports/rail.ts';
import type { Sessions } from '../ports/sessions.ts';
import type { Settings } from './settings/settings.ts';

/** What a rail may stand on. */
export interface RailTools {
  readonly sessions: Sessions;
  readonly caps: Caps;
  readonly clock: Clock;
  /** Of the machine, which networks go by. */
  readonly realClock: Clock;
}

/** A queue that half a minute does not empty outruns the caps; so long the first of it waits for the others. */
const KSEF_BATCH_PACE = { fromWaitMs: 30_000, gatherMs: 10_000 };

/** Every rail there is; a route without one hands its documents over for pick-up. */
export function railsOf(settings: Settings, tools: RailTools): Rails {
  const { environment, accessPoints, anaf, ksef, ksefBatch, frenchPlatform } = settings;
  const outbound = new OutboundClient();
  const pace = environment === 'sandbox' ? { pollWaitsMs: SANDBOX_POLL_WAITS_MS } : {};
  const rails: readonly Rail[] = [
    new PeppolRail(outbound, { ...pace, ...(accessPoints && { accessPoints }) }),
    new RoEfacturaRail(
      { outbound, ...tools },
      {
        anafUrl: anaf.url,
        oauthUrl: anaf.oauthUrl,
        ...pace,
        // A day of the simulator is over as soon as somebody has seen its limit.
        ...(environment === 'sandbox' && { dayPauseSeconds: 2 }),
      },
    ),
    new PlKsefRail(
      { outbound, ...tools },
      { ...ksef, ...pace, ...(ksefBatch && { batches: KSEF_BATCH_PACE }) },
    ),
    new FrPaRail({ outbound, ...tools }, { ...pace, ...(frenchPlatform && { platform: frenchPlatform }) }),
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
  {
    environment,
    accessPoints,
    frenchPlatform,
  }: Pick<Settings, 'environment' | 'accessPoints' | 'frenchPlatform'>,
): OpenedCredential | undefined {
  if (environment !== 'sandbox') return undefined;
  const token = `sandbox-${client}`;
  const builtIn = (kind: string, value: object): OpenedCredential => ({
    client,
    id: null,
    kind,
    value: JSON.stringify(value),
  });
  switch (route) {
    case 'PEPPOL':
      return builtIn('access-point', {
        base_url: accessPoints?.phase4,
        token,
        sender_participant_id: '9915:ids-sandbox',
      });
    case 'RO-EFACTURA':
      return builtIn('anaf-oauth', { client_id: 'sandbox', client_secret: 'sandbox', refresh_token: token });
    case 'PL-KSEF':
      return { client, id: null, kind: 'ksef-token', value: token };
    case 'FR-PA':
      return builtIn('pa-oauth', {
        base_url: frenchPlatform?.url,
        client_id: token,
        client_secret: 'sandbox',
      });
    default:
      return undefined;
  }
}
