import {
  both,
  buyerIn,
  buyerOnPeppol,
  domestic,
  either,
  germanFormat,
  not,
  peppolCredential,
  sellerIn,
  type RoutingTest,
} from './facts.ts';
import type { Route } from '../vocabulary/route.ts';

interface RouteRule {
  readonly name: string;
  readonly route: Route;
  readonly when: RoutingTest;
}

/** The route that requires the buyer's registration; a client's credential for it counts, too. */
export const LOOKED_UP_ROUTE = 'PEPPOL';

/**
 * The first match wins, so the order decides: national duties first, then the German choice between proof of delivery and a file that
 * waits, then Peppol for all others. A missing credential changes the German route alone: another channel would break the law silently, so
 * the send fails and names the reason.
 */
export const ROUTE_RULES = [
  { name: 'pl-domestic', route: 'PL-KSEF', when: domestic('PL') },
  { name: 'ro-domestic', route: 'RO-EFACTURA', when: domestic('RO') },
  { name: 'fr-domestic', route: 'FR-PA', when: domestic('FR') },
  { name: 'fr-cross-border', route: 'FR-PA', when: both(sellerIn('FR'), not(buyerIn('FR'))) },
  // In Belgium the law obliges the buyer to register; a missing registration shows at the send.
  { name: 'be-domestic', route: 'PEPPOL', when: domestic('BE') },
  {
    name: 'de-domestic-peppol',
    route: 'PEPPOL',
    when: both(domestic('DE'), peppolCredential, not(germanFormat), buyerOnPeppol),
  },
  {
    name: 'de-domestic',
    route: 'DE-XRECHNUNG',
    when: both(domestic('DE'), either(not(peppolCredential), germanFormat, not(buyerOnPeppol))),
  },
  { name: 'cross-border-peppol', route: 'PEPPOL', when: both(not(germanFormat), buyerOnPeppol) },
] as const satisfies readonly RouteRule[];

export type RouteRuleName = (typeof ROUTE_RULES)[number]['name'];
